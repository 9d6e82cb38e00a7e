"""Saved games as rows of the store, and back: everything that a match needs to go on."""

import json
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.games import game as find_game
from plyground.play.agents import read_search
from plyground.play.clock import TimeControl
from plyground.play.match import HUMAN, Match, match_of
from plyground.play.record import Record
from plyground.play.store_file import StoreError

Row = dict[str, Any]

INSERT_GAME = """
    INSERT INTO games (name, game, options, start, turns, players, names, per_move, base, increment,
                       remark, date, extra, result, reason, detail, created, changed)
    VALUES (:name, :game, :options, :start, :turns, :players, :names, :per_move, :base, :increment,
            :remark, :date, :extra, :result, :reason, :detail, :changed, :changed)"""
UPDATE_GAME = """
    UPDATE games SET players = :players, names = :names, per_move = :per_move, base = :base, increment = :increment,
                     remark = :remark, result = :result, reason = :reason, detail = :detail, changed = :changed
    WHERE id = :id"""
INSERT_MOVE = "INSERT INTO moves (game, ply, move, seconds, comment, nodes) VALUES (?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True)
class Saved:
    """One line of a list of saved games."""

    id: int
    name: str
    game: str
    options: dict[str, str]
    players: tuple[str, ...]
    """What an imported record calls them, or else `human` or the texts of agents."""
    created: str
    changed: str
    plies: int
    result: str
    """As in a record: `*` while the game goes on."""
    reason: str

    @classmethod
    def of(cls, row: Row) -> "Saved":
        """The line of a game's row with its number of plies."""
        texts = {key: row[key] for key in ("id", "name", "game", "created", "changed", "plies", "result", "reason")}
        with readable(row["id"]):
            return cls(**texts, options=json.loads(row["options"]), players=shown_players(row))


def row_of(match: Match) -> Row:
    """The columns that a match fills; building its record finds whatever could not be read again."""
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
    """Whether two rows are the same game from the same start."""
    return all(row[column] == other[column] for column in ("game", "start")) and bool(
        json.loads(row["options"]) == json.loads(other["options"])
    )


def no_names(match: Match) -> str:
    """The names of players who have none but their texts."""
    return json.dumps([""] * len(match.players))


def names_after(row: Row, match: Match) -> str:
    """The names that an imported record gave, without those of players who left their seats."""
    seats = zip(json.loads(row["names"]), json.loads(row["players"]), match.players, strict=True)
    return json.dumps([name if before == player else "" for name, before, player in seats])


def shown_players(row: Row) -> tuple[str, ...]:
    """The players by name where they have one."""
    seats = zip(json.loads(row["names"]), json.loads(row["players"]), strict=True)
    return tuple(name or player for name, player in seats)


def imported(record: Record) -> tuple[Match, Row]:
    """The match of a record, and the columns that a match does not know.

    Searches named in it play on. Everybody else is a human with that name: no file from outside starts a program.
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
    """The match of a saved game, every move played again; in the seat of a player who is gone sits a human."""
    record = record_of(row, moves)
    control = TimeControl(row["per_move"], row["base"], row["increment"])
    match = match_of(record, (HUMAN,) * len(record.game.seats), control, [move["seconds"] for move in moves])
    for seat, player in enumerate(json.loads(row["players"])):
        try:
            match.seat(seat, player)
        except PlygroundError as problem:
            who = f"{record.game.seats[seat]} was {quoted(player)}, who cannot play any more"
            match.notices += (f"{who}; a human takes the seat. {problem}",)
    return match


def write_moves(db: sqlite3.Connection, game: int, match: Match) -> None:
    """Remove the moves that were taken back, add those that are new, leave those that were saved before."""
    new = [(turn.move, turn.seconds, turn.comment, turn.nodes) for turn in match.turns]
    old = [(row["move"], row["seconds"], row["comment"], row["nodes"]) for row in read_moves(db, game)]
    same = next((ply for ply, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    db.execute("DELETE FROM moves WHERE game = ? AND ply > ?", (game, same))
    db.executemany(INSERT_MOVE, [(game, ply, *turn) for ply, turn in enumerate(new[same:], start=same + 1)])


def read_moves(db: sqlite3.Connection, game: int) -> list[Row]:
    """The moves of a saved game, in order."""
    rows = db.execute("SELECT move, seconds, comment, nodes FROM moves WHERE game = ? ORDER BY ply", (game,))
    return [dict(row) for row in rows]


def read_game(db: sqlite3.Connection, game: int) -> Row:
    """The row of a saved game, or an error if there is none."""
    found = db.execute("SELECT * FROM games WHERE id = ?", (game,)).fetchone() if abs(game) <= sys.maxsize else None
    if found is None:
        raise StoreError(f"There is no saved game {game}.")
    return dict(found)


@contextmanager
def readable(game: int) -> Iterator[None]:
    """Whatever is found wrong inside is wrong with that saved game; the others are not touched by it."""
    try:
        yield
    except (ValueError, TypeError) as problem:
        raise StoreError(f"Saved game {game} cannot be read: {problem}") from problem
