"""Three and four players: paranoid and max-n against plain Python."""

import random
from typing import Any

import pytest

import plyground
from plyground import PlygroundError, Position
from plyground.core.contract import evaluate, passed
from plyground.core.heuristic import find_heuristic
from tests.cases import random_line

WIN = 1_000_000
OPTIONS = {"size": 5, "barriers": 1, "colours": "red,green,yellow", "rules": "quoridor"}


def estimate(position: Position, seat: int) -> int:
    """The heuristic as if it were the turn of `seat`."""
    game = position.game
    state, other = position.state, game.empty_state()
    while int(plyground.core.contract.mover(game.rules, state)) != seat:
        passed(game.rules, state, other)
        state, other = other, state
    return int(evaluate(find_heuristic(game, "path"), game.rules, state))


def ended(position: Position, seat: int, ply: int) -> int | None:
    """The value of a position that is won, by the rules of the position alone."""
    outcome = position.game.position(str(position)).outcome
    if outcome is None:
        return None
    return WIN - ply if outcome.winner == seat else ply - WIN


def paranoid(position: Position, me: int, depth: int, ply: int) -> int:
    """All against me."""
    value = ended(position, me, ply)
    if value is not None:
        return value
    if depth == 0:
        return estimate(position, me)
    fresh = position.game.position(str(position))
    values = [paranoid(fresh.play(move), me, depth - 1, ply + 1) for move in fresh.moves]
    return max(values) if position.mover == me else min(values)


def maxn(position: Position, depth: int, ply: int) -> list[int]:
    """Each for themselves; the first of equals."""
    seats = range(len(position.game.seats))
    values = [ended(position, seat, ply) for seat in seats]
    if values[0] is not None:
        return [value for value in values if value is not None]
    if depth == 0:
        return [estimate(position, seat) for seat in seats]
    fresh = position.game.position(str(position))
    mover = position.mover
    return max((maxn(fresh.play(move), depth - 1, ply + 1) for move in fresh.moves), key=lambda value: value[mover])


def some_positions(count: int) -> list[Position]:
    """Positions of random games of three."""
    dice = random.Random("several")
    game = plyground.game("blockit", **OPTIONS)  # type: ignore[arg-type]
    line = [position for position, move in random_line(game, dice, longest=30) if move is not None]
    return line[:: max(1, len(line) // count)][:count]


def test_paranoid() -> None:
    for position in some_positions(6):
        found = plyground.search(position, "paranoid", heuristic="path", depth=2)
        assert found.score.value == paranoid(position, position.mover, 2, 0), str(position)


def test_maxn() -> None:
    for position in some_positions(6):
        found = plyground.search(position, "maxn", heuristic="path", depth=2)
        assert found.score.value == maxn(position, 2, 0)[position.mover], str(position)
        assert found.score.kind == "estimate", "max-n proves nothing: others may err"


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs"])
def test_searches_for_two_say_so(algorithm: str) -> None:
    start = plyground.game("blockit", **OPTIONS).start()  # type: ignore[arg-type]
    with pytest.raises(PlygroundError, match="for two players; for 3 there are"):
        plyground.search(start, algorithm, heuristic="path", depth=1)


@pytest.mark.parametrize("algorithm", ["montecarlo", "greedy", "random"])
def test_the_others_play_with_any_number(algorithm: str) -> None:
    options: dict[str, Any] = {"colours": "red,green,blue,yellow", "size": 5}
    start = plyground.game("blockit", **options).start()
    assert plyground.search(start, algorithm, heuristic="path", nodes=500).move in start.moves
