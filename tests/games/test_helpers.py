"""The helpers for heuristics of one's own say what their names say, and the worked examples use them."""

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import plyground
from plyground.core.heuristic import check_heuristic, find_heuristic, forget_file, heuristics_in
from plyground.games import load_plugin
from plyground.games.blockit import helpers as blockit
from plyground.games.eximo import helpers as eximo
from plyground.games.hex import helpers as hex_helpers
from plyground.games.morris import helpers as morris
from plyground.games.neutreeko import helpers as neutreeko
from plyground.play.bench.assessment import value_of

ROOT = Path(__file__).parents[2]
HELPERS: dict[str, ModuleType] = {
    "blockit": blockit,
    "eximo": eximo,
    "hex": hex_helpers,
    "morris": morris,
    "neutreeko": neutreeko,
}


def after(game: str, *moves: str, **options: object) -> plyground.Position:
    position = plyground.game(game, **options).start()
    for move in moves:
        position = position.play(move)
    return position


def test_neutreeko() -> None:
    position = after("neutreeko", "b1-b4")
    rules, state = position.game.rules, position.state
    assert (neutreeko.me(rules, state), neutreeko.opponent(rules, state)) == (1, 0)
    assert neutreeko.how_many(neutreeko.men(rules, state, 0)) == 3
    assert neutreeko.how_many(neutreeko.empty_squares(rules, state)) == 19
    assert [neutreeko.touching_pairs(rules, state, seat) for seat in (0, 1)] == [1, 0]
    assert neutreeko.steps_from_centre(rules, state, 0) == 1 + 1 + 2
    assert neutreeko.possible_moves(rules, state, 1) == len(position.moves)
    assert neutreeko.how_many(neutreeko.neighbours(np.uint64(1))) == 3


def test_morris() -> None:
    position = after("morris", "a1", "b2", "d1", "d2")
    rules, state = position.game.rules, position.state
    assert [morris.in_hand(rules, state, seat) for seat in (0, 1)] == [7, 7]
    assert [morris.open_twos(rules, state, seat) for seat in (0, 1)] == [1, 1]
    closed = after("morris", "a1", "b2", "d1", "d2", "g1xb2")
    assert morris.mills(closed.game.rules, closed.state, 0) == 1
    assert morris.how_many(morris.men(closed.game.rules, closed.state, 1)) == 1
    assert morris.blocked_men(closed.game.rules, closed.state, 0) == 1
    assert morris.free_steps(closed.game.rules, closed.state, 1) == 3


def test_eximo() -> None:
    position = after("eximo", "d2-d3")
    rules, state = position.game.rules, position.state
    assert [eximo.how_many(eximo.men(rules, state, seat)) for seat in (0, 1)] == [16, 16]
    assert eximo.rows_advanced(rules, state, 0) == eximo.rows_advanced(rules, state, 1) + 1
    assert (eximo.can_capture(rules, state, 0), eximo.in_danger(rules, state, 0)) == (0, 0)
    assert [eximo.farthest_row(rules, state, seat) for seat in (0, 1)] == [2, 2]


def test_hex() -> None:
    position = after("hex", "b2", "c1", size=3, swap="off")
    rules, state = position.game.rules, position.state
    assert [hex_helpers.stones_needed(rules, state, seat) for seat in (0, 1)] == [2, 2]
    assert hex_helpers.stones_needed_with_bridges(rules, state, 0) < 2
    assert hex_helpers.how_many(hex_helpers.empty_cells(rules, state)) == 7
    assert hex_helpers.how_many(hex_helpers.neighbours(rules, hex_helpers.stones(rules, state, 0))) == 6


def test_blockit() -> None:
    position = after("blockit", "e2", "e8", "e2h")
    rules, state = position.game.rules, position.state
    assert blockit.barriers_left(rules, state, 0) == blockit.barriers_left(rules, state, 1) - 1
    assert blockit.straight_steps_to_goal(rules, state, 0) == 7
    assert blockit.steps_to_goal(rules, state, 0) == 8
    assert blockit.how_many(blockit.neighbours(rules, state, blockit.pawn_square(rules, state, 0))) == 3


@pytest.mark.parametrize("name", sorted(HELPERS))
def test_all_helpers_are_named_and_documented(name: str) -> None:
    module = HELPERS[name]
    assert {"me", "opponent", "neighbours", "how_many"} <= set(module.__all__)
    assert all(getattr(module, each).__doc__ for each in module.__all__)


@pytest.mark.parametrize("name", sorted(HELPERS))
def test_the_worked_example_uses_only_helpers_and_values_the_start(name: str) -> None:
    path = (ROOT / f"examples/first/{name}.py").resolve()
    text = path.read_text(encoding="utf-8")
    assert ".rules import" not in text
    assert len(text.splitlines()) < 30
    load_plugin(path)
    try:
        game = plyground.game(name)
        (heuristic,) = heuristics_in(path, name)
        found = find_heuristic(game, heuristic)
        check_heuristic(game, found)
        assert abs(value_of(found, game, game.start().state)) < 1000
        position = game.start()
        assert value_of(found, game, position.play(position.moves[0]).state) is not None
    finally:
        forget_file(path)


def test_the_page_about_a_first_heuristic_has_the_examples_as_they_are() -> None:
    page = (ROOT / "docs/first-heuristic.md").read_text(encoding="utf-8")
    for name, module in HELPERS.items():
        body = (ROOT / f"examples/first/{name}.py").read_text(encoding="utf-8").partition("class ")[2]
        assert f"class {body}" in page, name
        for helper in module.__all__:
            assert f"`{helper}" in page, (name, helper)
