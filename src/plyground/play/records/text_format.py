r"""Whole games as text files.

    [Game "hex"]
    [Option "size=5"]
    [First "Ada"]
    [Second "montecarlo:seconds=1"]
    [Result "second"]
    [Reason "resignation"]

    1. c3 {[%emt 0:00:04.2]} swap 2. b4 d2 {Blue is ahead.}

Headers as in PGN, a blank line, the numbered moves. The reader is lenient about layout only: every move is played, and
errors give line and column. A backslash escapes a quotation mark in a header, a closing brace in a comment, and a
backslash; `\n` and `\r` are line ends; a backslash before the first bracket of a comment says that it is not an
`[%emt …]`. docs/records.md is for users.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from plyground.core.errors import quoted
from plyground.core.game import Game
from plyground.core.move_comments import MoveCost, read_spent, write_spent
from plyground.core.options import read_options
from plyground.core.position import Position
from plyground.core.record import (
    DRAWN,
    GOING_ON,
    KNOWN,
    SEATS,
    SPENT,
    WINNERS,
    Replay,
    date_problem,
    result_problem,
)
from plyground.core.record import Record as Record
from plyground.core.record_source import MOST_TEXT, Source, one_line_end
from plyground.core.record_source import RecordError as RecordError
from plyground.games import game, game_class
from plyground.language import Message
from plyground.play.summary import sides_of

WIDTH = 80
RESULT_WORDS = {word: word for word in (*WINNERS, DRAWN, GOING_ON)} | {
    "1-0": "first",
    "0-1": "second",
    "1/2-1/2": DRAWN,
}
"""Result words after the last move: ours, or those of PGN."""

MOVE_NUMBER = re.compile(r"[0-9]+\.+")
PIECE = re.compile(
    r"""(?P<space>\s+)
    | \[[ \t]*(?P<name>[A-Za-z][A-Za-z0-9_]*)[ \t]*"(?P<value>(?:[^"\\\r\n]|\\[^\r\n])*+)"[ \t]*\]
    | \{(?P<remark>(?:[^}\\]|\\.)*+)\}
    | ;(?P<rest>[^\r\n]*)
    | (?P<word>[^\s\[{};]+)""",
    re.VERBOSE | re.DOTALL,
)
ESCAPE = re.compile(r'\\([\\"}\[nr])')
LINE_ENDS = {"n": "\n", "r": "\r"}


def write_record(record: Record) -> str:
    """The text of a game; `read_record` reads it back."""
    record.checked_end()
    headers = "".join(f'[{name} "{_escaped(value, _IN_HEADER)}"]\n' for name, value in _headers(record))
    text = f"{headers}\n{_wrapped(_movetext(record))}"
    if len(text) > MOST_TEXT:
        raise RecordError(Message("record.would_be_too_long", most=MOST_TEXT, found=len(text)))
    return text


def write_records(records: Iterable[Record]) -> str:
    """Several games in a row, with a blank line between."""
    return "\n".join(map(write_record, records))


_IN_HEADER = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"})
_IN_COMMENT = str.maketrans({"\\": "\\\\", "}": "\\}", "\r": "\\r"})


def _escaped(text: str, signs: dict[int, str]) -> str:
    return text.translate(signs)


def _unescaped(text: str) -> str:
    """Remove escapes; a backslash before any other character is literal."""
    return ESCAPE.sub(lambda sign: LINE_ENDS.get(sign[1], sign[1]), one_line_end(text))


def _headers(record: Record) -> Iterator[tuple[str, str]]:
    """Names and values in the order of `KNOWN`, then unknown headers."""
    yield "Game", record.game.name
    for name, value in option_choices(record.game):
        yield "Option", f"{name}={value}"
    yield from zip(SEATS, record.players, strict=False)
    if record.date:
        yield "Date", record.date
    yield "Result", record.result
    if record.reason:
        yield "Reason", record.reason
    if record.detail:
        yield "Detail", record.detail
    if record.start != record.game.start():
        yield "Start", str(record.start)
    yield from zip(SPENT, map(str, sides_of(record)), strict=False)
    yield from record.extra


@lru_cache(maxsize=64)
def option_choices(played: Game) -> tuple[tuple[str, str], ...]:
    """Options that differ from their defaults; defaults may depend on other options (B8: barriers on the rules)."""
    texts, known = played.option_texts(), played.known_options
    chosen = {
        option.name: texts[option.name]
        for option in known
        if option.default is not None and played.options[option.name] != option.default
    }
    if any(option.default is None for option in known):
        usual = type(played)(**chosen).option_texts()
        chosen |= {name: text for name, text in texts.items() if text != usual.get(name)}
    return tuple((name, text) for name, text in texts.items() if name in chosen)


def _movetext(record: Record) -> Iterator[str]:
    """Numbers, moves and comments; a number for each round, `1...` if another seat than the first begins."""
    remarks, times = record.remarks(), record.times()
    nodes = record.nodes or (0,) * len(record.moves)
    seats, mover = len(record.game.seats), record.start.mover
    for ply, move in enumerate((*record.moves, None)):
        if ply > 0 and (spent := write_spent(times[ply - 1], nodes[ply - 1])):
            yield f"{{{spent}}}"
        for remark in remarks.get(ply, ()):
            yield f"{{{_remark(remark)}}}"
        round_before, seat = divmod(mover + ply, seats)
        if move is None:
            return
        if seat == 0 or ply == 0:
            yield f"{round_before + 1}.{'' if seat == 0 else '..'}"
        yield move


def _remark(text: str) -> str:
    """A comment as written, escaped if it would be read as the cost of a move."""
    escaped = _escaped(text, _IN_COMMENT)
    return escaped if read_spent(text) is None else escaped.replace("[", "\\[", 1)


def _wrapped(pieces: Iterable[str]) -> str:
    """The pieces separated by spaces, in lines of at most `WIDTH` characters where possible."""
    lines = [""]
    for piece in pieces:
        if lines[-1] and len(lines[-1]) + 1 + len(piece) > WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {piece}" if lines[-1] else piece
    return "\n".join(lines) + "\n" if lines[0] else ""


@dataclass(frozen=True)
class RecordToken:
    """A header (with a name), a comment or a word of the moves, and its position in the text."""

    kind: str
    text: str
    at: int
    name: str = ""
    spent: MoveCost | None = None


def read_record(text: str) -> Record:
    """Read the single game of a text; a `RecordError` says where the text is wrong."""
    source = Source(text)
    first, *others = _grouped(source) or [[]]
    if not first:
        raise source.error(0, Message("record.no_game"))
    if others:
        raise source.error(others[0][0].at, Message("record.second_game"))
    return _Reader(source, first).record()


def read_records(text: str) -> tuple[Record, ...]:
    """Read all games of a text, in order."""
    source = Source(text)
    return tuple(_Reader(source, pieces).record() for pieces in _grouped(source))


def _pieces(source: Source) -> Iterator[RecordToken]:
    """Split the text into headers, comments and words."""
    at = 0
    while at < len(source.text):
        found = PIECE.match(source.text, at)
        if found is None:
            raise source.error(at, _unreadable(source.text[at]))
        at = found.end()
        if found["name"] is not None:
            yield RecordToken("header", _unescaped(found["value"]), found.start(), found["name"])
        elif found["remark"] is not None:
            spent, said = read_spent(found["remark"]) or (None, found["remark"])
            yield RecordToken("comment", _unescaped(said), found.start(), spent=spent)
        elif found["rest"] is not None:
            yield RecordToken("comment", found["rest"].strip(), found.start())
        elif found["word"] is not None:
            yield RecordToken("word", found["word"], found.start())


def _unreadable(sign: str) -> str:
    return {
        "[": Message("record.broken_header"),
        "{": Message("record.open_comment"),
    }.get(sign, Message("record.strange", sign=quoted(sign)))


def _grouped(source: Source) -> list[list[RecordToken]]:
    """The pieces of each game: a new one begins with a header after moves, or with a second Game header."""
    games: list[list[RecordToken]] = []
    named = moving = False
    for piece in _pieces(source):
        header, is_name = piece.kind == "header", piece.name == "Game"
        if not games or (header and (moving or (is_name and named))):
            games.append([])
            named = moving = False
        games[-1].append(piece)
        named, moving = named or is_name, moving or piece.kind == "word"
    return games


class _Reader:
    """Reads one game from its pieces."""

    def __init__(self, source: Source, pieces: list[RecordToken]) -> None:
        self.source = source
        self.rest = [piece for piece in pieces if piece.kind != "header"]
        self.begin = pieces[0].at
        self.headers: dict[str, RecordToken] = {}
        self.options: list[RecordToken] = []
        self.extra: list[tuple[str, str]] = []
        for piece in pieces:
            if piece.kind == "header":
                self._take(piece)

    def _take(self, piece: RecordToken) -> None:
        """Store a header where it belongs."""
        if piece.name == "Option":
            self.options.append(piece)
        elif piece.name in SPENT:
            """Derived from the moves when written; ignored when read."""
        elif piece.name not in KNOWN:
            self.extra.append((piece.name, piece.text))
        elif piece.name in self.headers:
            raise self.source.error(piece.at, Message("record.header_twice", header=piece.name))
        else:
            self.headers[piece.name] = piece

    def record(self) -> Record:
        """The game, replayed."""
        played = self._game()
        players, day = self._players(played), self._checked("Date", date_problem)
        replay = Replay(self.source, self._start(played))
        result, at = self._play(replay)
        reason, detail = (self.headers[name].text if name in self.headers else "" for name in ("Reason", "Detail"))
        return replay.record(players, replay.ending(result, reason, at), day, self.extra, detail)

    def _game(self) -> Game:
        """The game with its options."""
        if "Game" not in self.headers:
            raise self.source.error(self.begin, Message("record.no_game_header"))
        name = self.headers["Game"]
        with self.source.blaming(name.at):
            known = game_class(name.text).known_options
        chosen: dict[str, str] = {}
        for piece in self.options:
            key, equals, value = piece.text.partition("=")
            if not equals or key in chosen:
                raise self.source.error(piece.at, Message("record.option", found=quoted(piece.text)))
            with self.source.blaming(piece.at):
                read_options(name.text, known, {key: value})
            chosen[key] = value
        with self.source.blaming(name.at):
            return game(name.text, **chosen)

    def _players(self, played: Game) -> tuple[str, ...]:
        """Names by seat; a missing one is empty, unless all are missing."""
        seats = SEATS[: len(played.seats)]
        for name in SEATS[len(seats) :]:
            if name in self.headers:
                problem = Message("record.no_such_player", game=played.name, seats=len(seats), name=name)
                raise self.source.error(self.headers[name].at, problem)
        if not any(name in self.headers for name in seats):
            return ()
        return tuple(self.headers[name].text if name in self.headers else "" for name in seats)

    def _checked(self, name: str, problem_of: Callable[[str], str | None]) -> str:
        """The checked value of a header; empty if there is none."""
        if name not in self.headers:
            return ""
        problem = problem_of(self.headers[name].text)
        if problem is not None:
            raise self.source.error(self.headers[name].at, problem)
        return self.headers[name].text

    def _start(self, played: Game) -> Position:
        """The position the game began with."""
        if "Start" not in self.headers:
            return played.start()
        with self.source.blaming(self.headers["Start"].at):
            return played.position(self.headers["Start"].text)

    def _play(self, replay: Replay) -> tuple[str | None, int]:
        """Play the moves; return the result stated in the file, and where it stands."""
        said = self._checked("Result", lambda text: result_problem(replay.start.game, text)) or None
        at = self.headers["Result"].at if said else self.begin
        last = next((piece for piece in reversed(self.rest) if piece.kind == "word"), None)
        for piece in self.rest:
            if piece.kind == "comment":
                self._comment(replay, piece)
            elif piece is last and piece.text in RESULT_WORDS:
                said, at = self._same_result(said, RESULT_WORDS[piece.text], piece.at, replay.start.game), piece.at
            else:
                self._word(replay, piece)
        return said, at

    def _comment(self, replay: Replay, piece: RecordToken) -> None:
        """Add a comment, and the cost of the move before it."""
        if piece.spent is not None and replay.moves:
            replay.spend(piece.spent)
        if piece.text or piece.spent is None:
            replay.comment(piece.text)

    def _same_result(self, said: str | None, word: str, at: int, played: Game) -> str:
        """The result after the last move, which must match the header."""
        problem = result_problem(played, word)
        if said not in (None, word):
            problem = Message("record.two_results", here=word, header=said)
        if problem is not None:
            raise self.source.error(at, problem)
        return word

    def _word(self, replay: Replay, piece: RecordToken) -> None:
        """A move, a move number, or both in one."""
        number = MOVE_NUMBER.match(piece.text)
        begin = number.end() if number else 0
        if begin == len(piece.text):
            return
        if piece.text[begin] in "()":
            raise self.source.error(piece.at + begin, Message("record.variation"))
        replay.play(piece.text[begin:], piece.at + begin)
