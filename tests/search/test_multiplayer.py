"""Three and four players: paranoid and max-n against plain Python."""

import random
from typing import Any

import pytest

import plyground
from plyground import PlygroundError, Position
from plyground.core.contract import evaluate, passed
from plyground.core.heuristic import find_heuristic
from plyground.core.position import IllegalMoveError
from plyground.play.agents.agent import read_search
from plyground.search.api import search
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


def test_only_some_root_moves_are_compared_each_with_its_own_value() -> None:
    for position in some_positions(6):
        wanted = [str(move) for move in position.moves[::3]][:2]
        found = search(position, "paranoid", heuristic="path", depth=2, root_moves=wanted, lines=5)
        expected = {move: paranoid(position.play(move), position.mover, 1, 1) for move in wanted}
        assert {str(line.moves[0]): line.score.value for line in found.lines} == expected, str(position)
        assert found.score.value == max(expected.values())


def test_one_root_move_has_the_score_of_that_move_though_another_wins() -> None:
    game = plyground.game("blockit", colours="red,green,blue", size=5, barriers=0)
    position = game.position("c4,b3,d3 0,0,0 - r")
    assert search(position, "paranoid", depth=4).score.plies == 1
    kept = search(position, "paranoid", depth=4, root_moves=["b4", "b4"])
    assert (str(kept.move), len(kept.lines), kept.score.kind) == ("b4", 1, "estimate")
    assert kept.score.value < -900_000, "Green wins then; as far as this search knows, with the help of Blue"
    agent = read_search("paranoid:depth=4", game).choosing_between(["b4"])
    assert agent.think(position).score == kept.score


def test_a_search_stopped_at_once_still_chooses_between_its_root_moves() -> None:
    position = plyground.game("blockit", colours="red,green,blue").start()
    for moves in (["d1", "f1"], ["f1"]):
        found = search(position, "paranoid", nodes=1, root_moves=moves, lines=2)
        assert {str(line.moves[0]) for line in found.lines} <= set(moves)


def test_root_moves_are_legal_and_for_searches_that_can_be_told_them() -> None:
    game = plyground.game("blockit", colours="red,green,blue")
    with pytest.raises(IllegalMoveError, match="e5"):
        search(game.start(), "paranoid", depth=1, root_moves=["e5"])
    with pytest.raises(PlygroundError, match="montecarlo cannot be told which moves"):
        search(game.start(), "montecarlo", nodes=10, root_moves=["e2"])
