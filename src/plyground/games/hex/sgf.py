"""Hex games as Smart Game Format: `(;FF[4]GM[11]SZ[11];B[a9];W[swap-pieces];B[f6])`.

The format follows https://www.red-bean.com/sgf/hex.html (updated 2021-12-01) and HexWiki's page "Smart Game Format":
Black moves first and joins top and bottom, so Black is our Red; White is our Blue. A point is a column letter and a row
number counted from the top, as in our notation; values may be in upper or lower case; the size is 11 unless SZ says
otherwise. `swap-pieces` is our `swap`. `swap-sides` exchanges the players instead of the stone: the format does not
settle which of them PB, PW and RE then mean, so it is rejected. `resign` and `forfeit` end the game. The first of
several variations is read. RU[swap=off] is our own extension for games without swapping.
"""

import re
from collections.abc import Iterator

from plyground.core.errors import InvalidPositionError, quoted
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.record import (
    DRAWN,
    FORFEIT,
    GOING_ON,
    OUT_OF_TIME,
    RESIGNATION,
    WINNERS,
    Record,
    Replay,
    date_problem,
    result_of,
)
from plyground.core.record_source import MOST_TEXT, RecordError, Source, one_line_end
from plyground.core.scene import seat_owner
from plyground.core.text import LETTERS
from plyground.games import game
from plyground.games.hex.notation import study_text
from plyground.games.hex.sgf_tree import Property, main_line
from plyground.language import Message

HEX = "11"
COLOURS = ("B", "W")
STONES = {"AB": "r", "AW": "b"}
SWAP_OFF = "swap=off"
NAMES = ("PB", "PW")
GAME_INFO = ("GN", "EV", "RO", "PC", "SO", "GC", "AN", "CP", "US", "ON", "BR", "WR", "BT", "WT", "TM", "OT")
"""Other game information of FF[4], kept as extra headers."""

REASONS: dict[str, str] = {"R": RESIGNATION, "T": OUT_OF_TIME, "F": FORFEIT}
LONG_REASONS = {"": "", "RESIGN": RESIGNATION, "TIME": OUT_OF_TIME, "FORFEIT": FORFEIT} | REASONS
LAST_WORDS = {"resign": RESIGNATION, "forfeit": FORFEIT}


def write_sgf(record: Record) -> str:
    """A game of Hex as SGF. Headers unknown to SGF are dropped, and line ends in names become spaces."""
    if record.game.name != "hex":
        raise RecordError(Message("sgf.hex_only", game=record.game.name))
    end = record.checked_end()
    remarks = record.remarks()
    nodes = [_root(record, end) + _comment(remarks.get(0, []))]
    mover = record.start.mover
    for ply, move in enumerate(record.moves):
        value = "swap-pieces" if move == "swap" else move
        nodes.append(f"{COLOURS[(mover + ply) % 2]}[{value}]{_comment(remarks.get(ply + 1, []))}")
    text = "(" + "\n".join(f";{node}" for node in nodes) + ")\n"
    if len(text) > MOST_TEXT:
        raise RecordError(Message("sgf.too_long", most=MOST_TEXT, found=len(text)))
    return text


def _root(record: Record, end: Position) -> str:
    """The root node: game information, and the stones already on the board."""
    size, names = record.game.options["size"], record.players or ("", "")
    told = [("FF", "4"), ("GM", HEX), ("CA", "UTF-8"), ("AP", "Plyground"), ("SZ", str(size))]
    told += [("RU", SWAP_OFF)] if not record.game.options["swap"] else []
    told += [*zip(NAMES, names, strict=True), ("DT", record.date), ("RE", _result(record, end))]
    told += [(name, value) for name, value in record.extra if name in GAME_INFO]
    texts = [f"{name}[{_escaped(_simple(value))}]" for name, value in told if value]
    return "".join(texts) + _set_up(record)


def _result(record: Record, end: Position) -> str:
    """The value of RE; the board decides if the record leaves it open."""
    result = result_of(end) if record.result == GOING_ON else record.result
    if result not in WINNERS:
        return "Draw" if result == DRAWN else ""
    signs = {reason: sign for sign, reason in REASONS.items()}
    usual = "" if end.outcome is not None or not record.reason else "F"
    return f"{COLOURS[WINNERS.index(result)]}+{signs.get(record.reason, usual)}"


def _set_up(record: Record) -> str:
    """Set-up stones of a non-standard start, and the player to move."""
    if record.start == record.game.start():
        return ""
    rows = str(record.start).split()[0].split("/")
    cells = [
        (shown, f"{LETTERS[column]}{row}") for row, line in enumerate(rows, 1) for column, shown in enumerate(line)
    ]
    lists = [(key, "".join(f"[{cell}]" for shown, cell in cells if shown == stone)) for key, stone in STONES.items()]
    return "".join(f"{key}{points}" for key, points in lists if points) + f"PL[{COLOURS[record.start.mover]}]"


def _comment(remarks: list[str]) -> str:
    """All remarks at one place, as one comment."""
    said = _text("\n".join(filter(None, remarks)))
    return f"C[{_escaped(said)}]" if said else ""


def _escaped(text: str) -> str:
    return re.sub(r"([\\\]:])", r"\\\1", text)


def _text(text: str) -> str:
    """Text as FF[4] readers take it: white space becomes a space, line ends are kept."""
    return re.sub(r"[^\S\n]", " ", one_line_end(text))


def _simple(text: str) -> str:
    """SimpleText as FF[4] readers take it: all white space becomes a space."""
    return _text(text).replace("\n", " ")


def read_sgf(text: str) -> Record:
    """Read the main line of a game of Hex; a `RecordError` says where the text is wrong."""
    source = Source(text)
    root, *nodes = main_line(source)
    return _Reader(source, root, nodes).record()


def _set_up_position(played: Game, text: str) -> Position:
    """The position of a text; stones that no game leads to are there to be studied."""
    try:
        return played.position(text)
    except InvalidPositionError:
        return played.position(study_text(text))


class _Reader:
    """Reads a game from the nodes of its main line."""

    def __init__(self, source: Source, root: list[Property], nodes: list[list[Property]]) -> None:
        self.source, self.nodes = source, [root, *nodes]
        self.root = {found.key: found for found in root}
        self.end: tuple[str, str, int] | None = None
        """The result by resignation or forfeit, the reason, and where it stands."""

    def record(self) -> Record:
        """The game, replayed."""
        replay = Replay(self.source, self._start())
        for node in self.nodes:
            self._play(replay, node)
        names = tuple(self._simple(name) for name in NAMES)
        extra = [(found.key, _simple(found.text)) for found in self.nodes[0] if found.key in GAME_INFO]
        day = self._simple("DT")
        if date_problem(day) is not None:
            day = ""
        return replay.record(names if any(names) else (), self._ending(replay), day, extra)

    def _simple(self, key: str) -> str:
        return _simple(self.root[key].text) if key in self.root else ""

    def _start(self) -> Position:
        """The board with the set-up stones of the root node."""
        self._must_be_hex()
        size, at = self._size()
        swap = self._simple("RU").strip().lower() != SWAP_OFF
        with self.source.blaming(at):
            played = game("hex", size=size, swap=swap)
        placed = [found for found in self.nodes[0] if found.key in STONES]
        if not placed and "PL" not in self.root:
            return played.start()
        rows = [["."] * int(size) for _ in range(int(size))]
        for key, cell, at in self._stones(placed):
            column, row = self._cell(cell, at, int(size))
            if rows[row][column] != ".":
                raise self.source.error(at, Message("sgf.taken", cell=quoted(cell)))
            rows[row][column] = STONES[key]
        board = "/".join("".join(row) for row in rows)
        with self.source.blaming(placed[0].at if placed else self.root["PL"].at):
            return _set_up_position(played, f"{board} {'rb'[self._first(board)]}")

    def _must_be_hex(self) -> None:
        found = self.root.get("GM")
        if found is None or found.text.strip() != HEX:
            at = found.at if found else 0
            raise self.source.error(at, Message("sgf.no_hex", number=HEX))

    def _size(self) -> tuple[str, int]:
        """The board size, as text, and where it stands."""
        found = self.root.get("SZ")
        if found is None:
            return "11", 0
        columns, _, rows = (part.strip() for part in found.text.partition(":"))
        if rows not in ("", columns):
            raise self.source.error(found.at, Message("sgf.not_square", size=quoted(found.text)))
        return columns, found.at

    def _stones(self, placed: list[Property]) -> Iterator[tuple[str, str, int]]:
        for found in placed:
            for text, at in found.values:
                yield found.key, text, at

    def _cell(self, text: str, at: int, size: int) -> tuple[int, int]:
        """Column and row of a point."""
        found = re.fullmatch(r"\s*([a-z])([1-9][0-9]?)\s*", text.lower(), re.ASCII)
        if found is None or LETTERS.index(found[1]) >= size or int(found[2]) > size:
            raise self.source.error(at, Message("sgf.no_cell", cell=quoted(text), size=size))
        return LETTERS.index(found[1]), int(found[2]) - 1

    def _first(self, board: str) -> int:
        """The seat to move first: from PL, else from the first move, else from the number of stones."""
        found = self.root.get("PL")
        if found is not None:
            colour = found.text.strip().upper()[:1]
            if colour not in COLOURS:
                raise self.source.error(found.at, Message("sgf.player", found=quoted(found.text)))
            return COLOURS.index(colour)
        moves = (found.key for node in self.nodes for found in node if found.key in COLOURS)
        usual = COLOURS[board.count("r") > board.count("b")]
        return COLOURS.index(next(moves, usual))

    def _play(self, replay: Replay, node: list[Property]) -> None:
        """Play the move of a node, if there is one, and add its comments."""
        for found in node:
            if found.key in COLOURS:
                self._move(replay, found)
            elif found.key in (*STONES, "AE", "PL") and (found.key == "AE" or node is not self.nodes[0]):
                raise self.source.error(found.at, Message("sgf.setup"))
        for found in node:
            if found.key == "C" and found.text:
                replay.comment(_text(found.text))

    def _move(self, replay: Replay, found: Property) -> None:
        """Play a move, or note that it ends the game."""
        (text, at), seat = found.values[0], COLOURS.index(found.key)
        move = text.strip().lower()
        if self.end is not None:
            raise self.source.error(found.at, Message("record.after_resignation"))
        if move in LAST_WORDS:
            self.end = WINNERS[1 - seat], LAST_WORDS[move], found.at
        elif seat != replay.position.mover and replay.position.outcome is None:
            raise self.source.error(found.at, Message("sgf.turn", whose=seat_owner(("black", "white")[seat])))
        elif move == "swap-sides":
            advice = Message("sgf.swap_advice")
            raise self.source.error(at, Message("sgf.swap_sides", advice=advice))
        elif move in ("", "pass"):
            raise self.source.error(at, Message("sgf.pass"))
        else:
            replay.play("swap" if move == "swap-pieces" else move, at)

    def _ending(self, replay: Replay) -> tuple[str, str]:
        """Result and reason, from the last move, RE and the board, which must agree."""
        said, reason, at = self._said()
        if self.end is not None:
            if said not in (None, self.end[0]):
                raise self.source.error(at, Message("sgf.other_winner", result=self.end[0]))
            said, reason, at = self.end
        ending = replay.ending(said, reason, at)
        decided = replay.position.outcome is not None and not reason
        return replay.ending(None, "", at) if decided else ending

    def _said(self) -> tuple[str | None, str, int]:
        """The content of RE: the result if it names one, the reason, and where it stands."""
        found = self.root.get("RE")
        text = "" if found is None else found.text.strip().upper()
        if found is None or text in ("", "?", "VOID"):
            return None, "", 0
        if text in ("0", "DRAW"):
            return DRAWN, "", found.at
        winner, plus, how = text.partition("+")
        if winner not in COLOURS or not plus or how not in LONG_REASONS:
            raise self.source.error(found.at, Message("sgf.result", found=quoted(found.text)))
        return WINNERS[COLOURS.index(winner)], LONG_REASONS[how], found.at
