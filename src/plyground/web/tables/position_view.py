"""Positions and scores as data for the page."""

from functools import lru_cache
from typing import Any

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.scene import Piece, Reserve, Scene
from plyground.review.chance import movers_chance
from plyground.review.opening_map import maps_of
from plyground.search.result import Result
from plyground.search.score import Score
from plyground.web.messages import SceneData

MOST_MOVES = 3000
"""Moves that are sent: in play there are hundreds, but a position of Eximo can be set up with 67,000."""


@lru_cache(maxsize=64)
def board_data(game: Game) -> dict[str, Any]:
    """The board of a game, which never changes."""
    return game.board().as_data()


def move_data(position: Position) -> list[list[Any]]:
    """The legal moves, each with the orders of clicks that make it; without them where the notation is the only click.

    Of more than a page can use only the first are sent; the others can be typed.
    """
    state, orders = position.state, position.game.step_orders
    found: list[list[Any]] = []
    for move in position.moves[:MOST_MOVES]:
        clicks = orders(state, move.value)
        found.append([move.text] if clicks == ((move.text,),) else [move.text, *clicks])
    return found


def picture(position: Position) -> dict[str, Any]:
    """Everything about a position that needs no translation, except its moves."""
    game, state = position.game, position.state
    return {
        "position": str(position),
        "mover": position.mover,
        "scene": game.scene(state).as_data(),
        "winning": game.winning_cells(state),
        "forbidden": () if position.outcome is not None else game.forbidden(state),
    }


def last_data(before: Position, after: Position, move: str) -> dict[str, Any]:
    """The move that led to a position from the one before."""
    assert after.last is not None
    return {"move": move, "steps": before.game.steps(before.state, after.last.value), "seat": before.mover}


def game_data(game: Game) -> dict[str, Any]:
    """A game with its options, and whether opening maps came with it."""
    options, openings = game.option_texts(), bool(maps_of(type(game)))
    return {"name": game.name, "title": game.title, "options": options, "seats": game.seats, "openings": openings}


def scene_of(data: SceneData) -> Scene:
    """The scene that a page describes."""
    pieces = tuple(Piece(piece.cell, piece.seat, piece.kind) for piece in data.pieces)
    return Scene(pieces, data.mover, tuple(Reserve(each.seat, each.name, each.number) for each in data.reserves))


def bar(score: Score, position: Position) -> float | None:
    """The first seat's chance of winning, from 0 to 1, which only a proved result reaches; for two players."""
    share = movers_chance(score, position.game)
    return None if share is None else round(share if position.mover == 0 else 1 - share, 4)


def score_data(score: Score, game: Game) -> dict[str, Any]:
    """A score with the chance of winning that it stands for."""
    chance = movers_chance(score, game)
    return score.as_data() | {"chance": None if chance is None else round(chance, 4)}


def analysis_data(position: Position, result: Result, *, final: bool) -> dict[str, Any]:
    """What a search has found so far."""
    return {
        "position": str(position),
        "mover": position.mover,
        "final": final,
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
        "stopped_by": result.stopped_by if final else None,
        "bar": bar(result.score, position),
        "lines": [
            {
                "moves": [str(move) for move in line.moves],
                "steps": position.game.steps(position.state, line.moves[0].value),
                "score": line.score.as_data(),
                "bar": bar(line.score, position),
            }
            for line in result.lines
            if line.moves
        ],
    }
