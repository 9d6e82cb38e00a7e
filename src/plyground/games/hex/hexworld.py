"""Hex games as links to the board of HexWorld: `https://hexworld.org/board/#11c1,a9:sf6d7`.

The format after the `#` is taken from HexWorld's own source (`URLHash` and `fromURLHash` in hexreplay.js, public at
github.com/Bannerets/hexreplay): the size, as 11 or 11x11, 11 if missing; display settings (`r9` turns the board, `m`
mirrors it, `n` numbers the stones, `c1` shows red and blue for black and white); a comma; the moves with nothing
between; and, after a second comma, the moves after the one shown. Cells are written as ours; `:s` swaps the pieces
like our `swap`; `:rb :rw` is a resignation and `:fb :fw` a forfeit of black (our Red) or white.

`:p` passes and `:S` swaps the sides, that is, the players; both are rejected, as we have neither. A link has no names,
dates, comments, other starts or swap setting: on reading, swapping is taken to be allowed.
"""

import re

from plyground.core.errors import quoted
from plyground.core.record import DRAWN, FORFEIT, RESIGNATION, WINNERS, Record, Replay
from plyground.core.record_source import RecordError, Source
from plyground.games import game
from plyground.language import Message

BOARD = "https://hexworld.org/board/#"
ADDRESS = re.compile(r"\s*(?:(?:https?://)?(?:www\.)?hexworld\.org/board/?(?:index\.html)?)?#?", re.IGNORECASE)
SIZE = re.compile(r"(?:([1-9][0-9]*)(?:x([1-9][0-9]*))?)?")
SETTINGS = re.compile(r"(?:r[1-9][0-9]*|c[1-9][0-9]*|m|n)*")
MOVE = re.compile(r"[a-z]+[1-9][0-9]*|:[rf][bw]|:[a-zA-Z]")
SIGNS = {"r": RESIGNATION, "f": FORFEIT}
SIDES = "bw"
REFUSED = {
    ":p": Message("hexworld.pass"),
    ":S": Message("hexworld.swap_sides"),
}


def write_hexworld(record: Record) -> str:
    """The link to a game of Hex that began on the empty board; it holds only the moves and the result."""
    if record.game.name != "hex":
        raise RecordError(Message("hexworld.hex_only", game=record.game.name))
    if record.start != record.game.start():
        raise RecordError(Message("hexworld.empty_board"))
    if record.result == DRAWN:
        raise RecordError(Message("hexworld.draw"))
    end = record.checked_end()
    moves = "".join(":s" if move == "swap" else move for move in record.moves)
    given_up = record.result in WINNERS and end.outcome is None
    return f"{BOARD}{record.game.options['size']}c1,{moves}{_given_up(record) if given_up else ''}"


def _given_up(record: Record) -> str:
    """The code for the loser's resignation; any other end is a forfeit there."""
    sign = "r" if record.reason == RESIGNATION else "f"
    return f":{sign}{SIDES[1 - WINNERS.index(record.result)]}"


def read_hexworld(text: str) -> Record:
    """Read the game of a link, or of its part after `#`; a `RecordError` says where it is wrong."""
    source = Source(text)
    return _Reader(source).record()


class _Reader:
    """Reads a link from left to right."""

    def __init__(self, source: Source) -> None:
        self.source, self.text, self.at = source, source.text.rstrip(), 0

    def record(self) -> Record:
        """The game, replayed."""
        self._take(ADDRESS)
        replay = self._board()
        parts = 0
        ended: tuple[str, str] | None = None
        while self.at < len(self.text):
            if self.text[self.at] == "," and parts < 2:
                self.at, parts = self.at + 1, parts + 1
                continue
            at, move = self.at, self._take(MOVE) if parts else ""
            ended = self._move(replay, move, at, ended)
        return replay.record((), ended or replay.ending(None, "", 0), "", [])

    def _take(self, pattern: re.Pattern[str]) -> str:
        """The text here that matches the pattern; empty if none does."""
        found = pattern.match(self.text, self.at)
        taken = found[0] if found else ""
        self.at += len(taken)
        return taken

    def _board(self) -> Replay:
        """The empty board of the given size; display settings are ignored."""
        begin = self.at
        columns, _, rows = self._take(SIZE).partition("x")
        self._take(SETTINGS)
        if rows not in ("", columns):
            raise self.source.error(begin, Message("hexworld.not_square", columns=columns, rows=rows))
        with self.source.blaming(begin):
            return Replay(self.source, game("hex", size=columns or "11").start())

    def _move(self, replay: Replay, move: str, at: int, ended: tuple[str, str] | None) -> tuple[str, str] | None:
        """Play a move; return result and reason if the game has ended."""
        if not move:
            raise self.source.error(at, Message("hexworld.strange", text=quoted(self.text[at : at + 8])))
        if ended is not None:
            raise self.source.error(at, Message("record.after_resignation"))
        if move in REFUSED:
            raise self.source.error(at, REFUSED[move])
        if re.fullmatch(r":[rf][bw]", move) is not None:
            return replay.ending(WINNERS[1 - SIDES.index(move[2])], SIGNS[move[1]], at)
        replay.play("swap" if move == ":s" else move, at)
        return None
