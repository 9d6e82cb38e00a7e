"""Conversion between matches and rows of the store: everything needed to resume a game."""

import json
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.text import visible
from plyground.games import game as find_game
from plyground.language import Message, message_or, recorded_reason
from plyground.play.agents.agent import read_search
from plyground.play.clock import TimeControl
from plyground.play.match import HUMAN, Match, match_of
from plyground.play.records.text_format import Record
from plyground.play.store.sqlite_file import DamagedGameError, MissingGameError, StoreError

Row = dict[str, Any]

INSERT_GAME = """
    INSERT INTO games (name, game, options, start, turns, players, names, per_move, base, increment,
                       remark, date, extra, result, reason, detail, created, changed, version)
    VALUES (:name, :game, :options, :start, :turns, :players, :names, :per_move, :base, :increment,
            :remark, :date, :extra, :result, :reason, :detail, :changed, :changed, :version)"""
UPDATE_GAME = """
    UPDATE games SET players = :players, names = :names, per_move = :per_move, base = :base, increment = :increment,
                     remark = :remark, result = :result, reason = :reason, detail = :detail, changed = :changed,
                     version = :version
    WHERE id = :id"""
SAVED_COLUMNS = ("players", "per_move", "base", "increment", "remark", "result", "reason", "detail")
"""Columns a save updates, besides the moves."""
TEXT_COLUMNS = (
    "name", "game", "options", "start", "players", "names", "remark", "date", "extra", "result", "reason", "created",
    "changed", "detail",
)  # fmt: skip
TIME_COLUMNS = ("per_move", "base", "increment")
MOST_TURNS = 10**6
LONGEST_TURN = 10.0**9
"""Seconds; a longer turn cannot be genuine."""
INSERT_MOVE = "INSERT INTO moves (game, ply, move, seconds, comment, nodes) VALUES (?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True)
class SavedGame:
    """One entry in a list of saved games."""

    id: int
    name: str
    game: str
    options: dict[str, str]
    players: tuple[str, ...]
    """Names from an imported record, else `human` or agent texts."""
    created: str
    changed: str
    plies: int
    result: str
    """As in a record: `*` while the game is in progress."""
    reason: str

    @classmethod
    def of(cls, row: Row) -> "SavedGame":
        """The entry for a game's row with its number of plies."""
        with readable(row["id"]):
            check_row(row)
            texts = {key: row[key] for key in ("id", "name", "game", "created", "changed", "plies", "result", "reason")}
            texts["reason"] = recorded_reason(texts["reason"])
            return cls(**texts, options=json.loads(row["options"]), players=shown_players(row))


class Listing(NamedTuple):
    """Saved games that can be listed, and a message for each damaged one, which is skipped but not deleted."""

    games: list[SavedGame]
    damaged: list[str]


class ResumedGame(NamedTuple):
    """A saved game to resume, with the version and file it was read from."""

    match: Match
    version: int
    name: str
    file: int


def check_row(row: Row) -> None:
    """Raise an error unless every value of a game's row has the right type: SQLite accepts anything in any column."""
    fitting = {column: _is_text(row[column]) for column in TEXT_COLUMNS}
    fitting |= {column: isinstance(row[column], float | int | None) for column in TIME_COLUMNS}
    fitting |= {"version": isinstance(row["version"], int)}
    fitting |= {"turns": isinstance(row["turns"], int) and 0 <= row["turns"] <= MOST_TURNS}
    _check(fitting)
    options, extra = _read_json(row, "options"), _read_json(row, "extra")
    players, names = _read_json(row, "players"), _read_json(row, "names")
    fitting = {"options": isinstance(options, dict) and _are_texts(options.values())}
    fitting |= {"players": isinstance(players, list) and _are_texts(players)}
    fitting |= {"names": isinstance(names, list) and _are_texts(names) and len(names) == len(players)}
    fitting |= {"extra": isinstance(extra, list) and all(_is_pair(each) for each in extra)}
    _check(fitting)


def check_move(ply: int, move: Row) -> None:
    """The same for the row of a move."""
    seconds, nodes = move["seconds"], move["nodes"]
    fitting = {column: _is_text(move[column]) for column in ("move", "comment")}
    fitting |= {"seconds": isinstance(seconds, float | int) and 0 <= seconds <= LONGEST_TURN}
    fitting |= {"ply": move["ply"] == ply}
    _check(fitting | {"nodes": isinstance(nodes, int) and nodes >= 0})


def _check(fitting: dict[str, bool]) -> None:
    for column, fits in fitting.items():
        if not fits:
            raise ValueError(Message("store.strange_value", column=column))


def _is_text(value: object) -> bool:
    """True if the value is a text that can be shown and written: invalid UTF-8 leaves lone surrogates in it."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def _are_texts(values: Iterable[object]) -> bool:
    return all(_is_text(value) for value in values)


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and _are_texts(value)


def _read_json(row: Row, column: str) -> Any:
    try:
        return json.loads(row[column])
    except (ValueError, RecursionError):
        return None


def row_of(match: Match) -> Row:
    """The columns a match fills; building its record catches anything that could not be read back."""
    record, played, control = match.record(), match.start.game, match.first_clock.control
    return {
        "game": played.name,
        "options": json.dumps(played.option_texts()),
        "start": str(match.start),
        "turns": match.start.turns,
        "players": json.dumps(match.players),
        "per_move": control.per_move,
        "base": control.base,
        "increment": control.increment,
        "remark": match.remark,
        "result": record.result,
        "reason": record.reason,
        "detail": record.detail,
    }


def same_game(row: Row, other: Row) -> bool:
    """True if two rows are the same game from the same start."""
    return all(row[column] == other[column] for column in ("game", "start")) and bool(
        json.loads(row["options"]) == json.loads(other["options"])
    )


def check_game(db: sqlite3.Connection, game: int, row: Row) -> None:
    """Raise an error unless the saved game can be overwritten and its moves are consecutive."""
    with readable(game):
        check_row(row)
        plies = [move["ply"] for move in read_moves(db, game)]
        _check({"ply": plies == list(range(1, len(plies) + 1))})


def holds(db: sqlite3.Connection, game: int, old: Row, new: Row, match: Match) -> bool:
    """True if the saved game already equals this match, so that there is nothing to save."""
    return all(old[column] == new[column] for column in SAVED_COLUMNS) and moves_of(db, game) == turns_of(match)


def no_names(match: Match) -> str:
    """Empty names, for players known only by their texts."""
    return json.dumps([""] * len(match.players))


def names_after(row: Row, match: Match) -> str:
    """Names from an imported record, without those of players who left their seats."""
    seats = zip(json.loads(row["names"]), json.loads(row["players"]), match.players, strict=True)
    return json.dumps([name if before == player else "" for name, before, player in seats])


def shown_players(row: Row) -> tuple[str, ...]:
    """The players, by name where they have one."""
    seats = zip(json.loads(row["names"]), json.loads(row["players"]), strict=True)
    return tuple(name or player for name, player in seats)


def imported(record: Record) -> tuple[Match, Row]:
    """The match of a record, and the columns a match does not have.

    Searches named in the record keep playing. Everyone else becomes a human with that name: an imported file must not
    start a program.
    """
    record.checked_end()
    named = record.players or (HUMAN,) * len(record.game.seats)
    players = tuple(text if _is_search(text, record.game) else HUMAN for text in named)
    names = ["" if text == player else text for text, player in zip(named, players, strict=True)]
    known = {"date": record.date, "extra": json.dumps(record.extra), "names": json.dumps(names)}
    return match_of(record, players), known


def _is_search(text: str, played: Game) -> bool:
    try:
        read_search(text, played)
    except PlygroundError:
        return False
    return True


def record_of(row: Row, moves: Sequence[Row]) -> Record:
    """The record of a saved game."""
    check_row(row)
    for ply, move in enumerate(moves, start=1):
        check_move(ply, move)
    played = find_game(row["game"], **json.loads(row["options"]))
    remarks = (row["remark"], *(move["comment"] for move in moves))
    return Record(
        start=replace(played.position(row["start"]), turns=row["turns"]),
        moves=tuple(move["move"] for move in moves),
        players=shown_players(row),
        result=row["result"],
        reason=row["reason"],
        date=row["date"],
        comments=tuple((ply, remark) for ply, remark in enumerate(remarks) if remark),
        extra=tuple((name, value) for name, value in json.loads(row["extra"])),
        detail=row["detail"],
        seconds=tuple(move["seconds"] for move in moves),
        nodes=tuple(move["nodes"] for move in moves),
    )


def match_from(row: Row, moves: Sequence[Row]) -> Match:
    """The match of a saved game, with every move replayed; a human replaces a player who is gone."""
    record = record_of(row, moves)
    control = TimeControl(row["per_move"], row["base"], row["increment"])
    match = match_of(record, (HUMAN,) * len(record.game.seats), control, [move["seconds"] for move in moves])
    for seat, player in enumerate(json.loads(row["players"])):
        try:
            match.seat(seat, player)
        except PlygroundError as problem:
            name = record.game.seats[seat]
            who = Message("store.player_gone", seat=message_or(f"seat.{name}.name", name), player=quoted(player))
            match.notices += (Message("store.human_instead", who=who, problem=problem),)
    return match


def turns_of(match: Match) -> list[tuple[Any, ...]]:
    """The saved columns of every turn."""
    return [(turn.move, turn.seconds, turn.comment, turn.nodes) for turn in match.turns]


def moves_of(db: sqlite3.Connection, game: int) -> list[tuple[Any, ...]]:
    """The same columns as stored."""
    return [(row["move"], row["seconds"], row["comment"], row["nodes"]) for row in read_moves(db, game)]


def write_moves(db: sqlite3.Connection, game: int, match: Match) -> None:
    """Delete moves that were taken back, insert new ones, keep those already saved."""
    new, old = turns_of(match), moves_of(db, game)
    same = next((ply for ply, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    db.execute("DELETE FROM moves WHERE game = ? AND ply > ?", (game, same))
    db.executemany(INSERT_MOVE, [(game, ply, *turn) for ply, turn in enumerate(new[same:], start=same + 1)])


def read_moves(db: sqlite3.Connection, game: int) -> list[Row]:
    """The moves of a saved game, in order."""
    rows = db.execute("SELECT ply, move, seconds, comment, nodes FROM moves WHERE game = ? ORDER BY ply", (game,))
    return [dict(row) for row in rows]


def read_game(db: sqlite3.Connection, game: int) -> Row:
    """The row of a saved game; raises an error if there is none."""
    found = db.execute("SELECT * FROM games WHERE id = ?", (game,)).fetchone() if abs(game) <= sys.maxsize else None
    if found is None:
        raise MissingGameError(Message("store.missing", game=game))
    return dict(found)


@contextmanager
def readable(game: int) -> Iterator[None]:
    """Report errors raised inside as damage to this saved game; other games are unaffected."""
    try:
        yield
    except StoreError:
        raise
    except (ValueError, TypeError, ArithmeticError, LookupError, AttributeError, RecursionError) as problem:
        raise DamagedGameError(Message("store.unreadable", game=game, problem=visible(str(problem)))) from problem
