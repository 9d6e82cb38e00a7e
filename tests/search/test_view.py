"""With whose eyes a leaf is judged: those of the player who searches, as the reports do, or of its own mover."""

from typing import Any

import pytest

import plyground
from plyground import Position
from plyground.core.contract import evaluate, passed
from plyground.core.heuristic import find_heuristic
from tests.search.boards import BOARDS, positions

ONE_SIDED = {"hex": "distance", "eximo": "basic"}
"""Heuristics that are not the same number with the other sign for the other player."""


def judged(position: Position, heuristic: str) -> int:
    """What the heuristic says to the mover."""
    return int(evaluate(find_heuristic(position.game, heuristic), position.game.rules, position.state))


def judged_by_the_other(position: Position, heuristic: str) -> int:
    """What the heuristic says of the same board to the player who is not to move."""
    state = position.game.empty_state()
    passed(position.game.rules, position.state, state)
    return int(evaluate(find_heuristic(position.game, heuristic), position.game.rules, state))


def best(position: Position, heuristic: str, depth: int, searcher: int) -> int:
    """Minimax written the way the reports do: every leaf is a number for the searcher; no end is in reach."""
    if depth == 0:
        mine = position.mover == searcher
        return judged(position, heuristic) if mine else judged_by_the_other(position, heuristic)
    values = [best(position.play(move), heuristic, depth - 1, searcher) for move in position.moves]
    return max(values) if position.mover == searcher else min(values)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "alphabeta sorted"])
def test_leaves_are_judged_for_the_searcher(algorithm: str, depth: int) -> None:
    options: dict[str, Any] = {"sort": True} if algorithm.endswith("sorted") else {}
    position = plyground.game("eximo").start().play("c3-c4").play("c6-c5")
    heuristic = ONE_SIDED["eximo"]
    found = plyground.search(position, algorithm.split()[0], heuristic=heuristic, depth=depth, **options)
    assert found.score.value == best(position, heuristic, depth, position.mover)


@pytest.mark.parametrize("name", ONE_SIDED)
def test_the_movers_view_differs_at_odd_depths_alone(name: str) -> None:
    options = BOARDS[name][0]
    position = plyground.game(name, **options).start()
    for depth, same in ((1, False), (2, True), (3, False)):
        one, other = (
            plyground.search(position, "alphabeta", heuristic=ONE_SIDED[name], depth=depth, view=view).score
            for view in ("searcher", "mover")
        )
        assert (one == other) == same, depth


def test_greedy_scores_the_published_formula_on_the_empty_board() -> None:
    """Ten stones for the searcher, eleven for the opponent: half the opponent's less one's own, doubled."""
    position = plyground.game("hex", size=11).start()
    assert plyground.search(position, "greedy", heuristic="distance").score.value == 11 - 2 * 10
    assert plyground.search(position, "greedy", heuristic="distance", view="mover").score.value == 2 * 11 - 10


@pytest.mark.parametrize("name", BOARDS)
def test_sorting_and_cuts_change_no_value_with_either_view(name: str) -> None:
    _, heuristic, depth = BOARDS[name]
    for position in positions(name, 30, "views"):
        for view in ("searcher", "mover"):
            exact = plyground.search(position, "minimax", heuristic=heuristic, depth=depth, view=view)
            for sort in (False, True):
                found = plyground.search(position, "alphabeta", heuristic=heuristic, depth=depth, view=view, sort=sort)
                assert (found.score, found.move) == (exact.score, exact.move), (str(position), view, sort)


def test_a_view_that_there_is_not_is_refused() -> None:
    with pytest.raises(plyground.OptionError, match="view"):
        plyground.search(plyground.game("hex", size=3).start(), "minimax", depth=1, view="nobody")
