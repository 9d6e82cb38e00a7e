"""The long JSON texts about a match: the move list, the summary, the picture of the board.

Each is written once and cached with its subject, so that an event of a long game costs no more than one of a short
game. `prepare` writes them in a thread; the event loop only joins them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.play.match import Match, Turn
from plyground.web.tables.position_view import board_data, last_data, move_data, picture

DRAWN = "drawn"
"""The attribute of a position that caches its picture."""


def encoded(data: Any) -> str:
    """Data as a compact JSON text."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def joined(*objects: str) -> str:
    """Join non-empty JSON objects into one."""
    return f"{{{','.join(text[1:-1] for text in objects)}}}"


class MoveLine(NamedTuple):
    """A line of the move list, as a JSON object."""

    turn: Turn
    seat: int
    text: str


class Captions:
    """The cached texts of one match."""

    def __init__(self) -> None:
        self.lines: list[MoveLine] = []
        self.summary: tuple[object, str] = (None, "null")


_KEPT: WeakKeyDictionary[Match, Captions] = WeakKeyDictionary()


def prepare(match: Match) -> None:
    """Write all texts of a match, in a thread."""
    turn_texts(match, {})
    summary_text(match)
    drawn(match.position)
    board_text(match.start.game)


@lru_cache(maxsize=64)
def board_text(game: Game) -> str:
    """The board of a game, which never changes, as the field of a JSON object."""
    return encoded({"board": board_data(game)})


def drawn(position: Position) -> str:
    """The picture of a position, as a JSON object; cached with the position until `forget`.

    The moves are written one by one: thousands at once would block other threads.
    """
    kept = vars(position)
    if DRAWN not in kept:
        moves = ",".join(encoded(move) for move in move_data(position))
        kept[DRAWN] = joined(encoded(picture(position)), f'{{"moves":[{moves}]}}')
    return str(kept[DRAWN])


def drawn_after(position: Position, move: str) -> Position:
    """The position after a move, with its picture drawn, in a thread."""
    after = position.play(move)
    drawn(after)
    return after


def forget(position: Position | None) -> None:
    """Free the cached picture and moves of a position: a long game has many, and they can be written again."""
    if position is not None:
        for name in (DRAWN, "moves"):
            vars(position).pop(name, None)


def picture_text(match: Match) -> str:
    """The position on the board with the move that led to it, as a JSON object."""
    before = match.turns[-2].position if len(match.turns) > 1 else match.start
    last = last_data(before, match.position, match.turns[-1].move) if match.turns else None
    return joined(drawn(match.position), encoded({"last": last, "ply": len(match.turns)}))


def turn_texts(match: Match, scores: Mapping[bytes, Any]) -> list[str]:
    """The lines of the move list, each a JSON object."""
    lines = _KEPT.setdefault(match, Captions()).lines
    pairs = zip(lines, match.turns, strict=False)
    most = min(len(lines), len(match.turns))
    same = next((ply for ply, (line, turn) in enumerate(pairs) if line.turn is not turn), most)
    lines[same:] = [_line(match, ply, scores) for ply in range(same, len(match.turns))]
    return [line.text for line in lines]


def _line(match: Match, ply: int, scores: Mapping[bytes, Any]) -> MoveLine:
    turn = match.turns[ply]
    seat = (match.turns[ply - 1].position if ply else match.start).mover
    data = {
        "move": turn.move,
        "seat": seat,
        "seconds": round(turn.seconds, 6),
        "comment": turn.comment,
        "score": scores.get(turn.position.key),
    }
    return MoveLine(turn, seat, encoded(data))


def summary_text(match: Match) -> str:
    """Time and nodes of each side once the game is over; else `null`."""
    if match.outcome is None:
        return "null"
    texts, now = _KEPT.setdefault(match, Captions()), (len(match.turns), *match.turns[-1:], match.players, match.ended)
    if texts.summary[0] != now:
        turn_texts(match, {})
        texts.summary = now, encoded(match.summary_of([line.seat for line in texts.lines]).as_data())
    return texts.summary[1]
