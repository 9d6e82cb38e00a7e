"""Opening maps: first moves folded by symmetry, judged by the network, and stored with the game."""

from dataclasses import replace
from pathlib import Path

import pytest

import plyground
from plyground.games.hex import MAPPED_SIZES, HexGame
from plyground.lab.mapping import Judging, draw_maps
from plyground.lab.runs.executors import local_executor
from plyground.review.chance_curve import mean_chance
from plyground.review.opening_map import (
    NODES,
    OpeningChance,
    OpeningMap,
    alike_openings,
    judge_opening,
    map_of,
    mapped_games,
    maps_of,
    maps_text,
    read_maps,
    with_map,
)
from plyground.search.onnx_network import find_network
from plyground.search.score import Score
from tests.solve.test_hex import WINNING

SMALL = plyground.game("hex", size=3, swap=False)
MAP = OpeningMap(
    {"size": "3", "swap": "off"}, "ab12", 9, {("a1", "c3"): OpeningChance(0.25), ("b2",): OpeningChance(1.0, True)}
)
FEWEST_AGREEING = {5: 24, 6: 34}
"""Of 25 and 36 first moves, those of which the map and the proofs must name the same winner."""


def test_first_moves_are_folded_by_half_a_turn() -> None:
    found = alike_openings(SMALL)
    assert found == [("a1", "c3"), ("b1", "b3"), ("c1", "a3"), ("a2", "c2"), ("b2",)]


def test_only_symmetries_of_the_start_fold() -> None:
    neutreeko = alike_openings(plyground.game("neutreeko"))
    assert ("b1-c1", "d1-c1") in neutreeko
    assert sum(map(len, neutreeko)) == 14
    assert len(alike_openings(plyground.game("morris"))) == 4, "corners and middles, of the ring between and the others"


def test_a_chance_is_that_of_the_first_player_and_certain_only_if_proved() -> None:
    assert judge_opening(SMALL, "b2", 200) == OpeningChance(1.0, True)
    assert judge_opening(SMALL, "a1", 200) == OpeningChance(0.0, True)
    strong, weak = (judge_opening(plyground.game("hex", size=9, swap=False), move, 50) for move in ("e5", "a1"))
    assert weak.chance < 0.3 < 0.7 < strong.chance
    assert not strong.proved
    assert [mean_chance(Score.of_mean(mean)) for mean in (-1, 0.5, 1)] == [0.001, 0.75, 0.999]
    assert mean_chance(Score.loss(3)) == 0.0


def test_a_map_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "openings.json"
    assert read_maps(path) == ()
    path.write_text(maps_text([MAP, MAP]))
    assert read_maps(path) == (MAP, MAP)
    assert MAP.chances == {"a1": OpeningChance(0.25), "c3": OpeningChance(0.25), "b2": OpeningChance(1.0, True)}
    assert MAP.winning == ("b2",)
    assert MAP.as_data()["chances"] == {"a1 c3": 0.25, "b2": "win"}


def test_a_new_map_replaces_the_one_of_the_same_board_and_order_is_kept() -> None:
    larger, newer = replace(MAP, options={"size": "5", "swap": "off"}), replace(MAP, nodes=10)
    order = [plyground.game("hex", size=5, swap=False)]
    assert with_map((MAP, larger), newer, order) == (larger, newer)
    assert with_map((), MAP, order) == (MAP,)


def test_a_map_holds_with_and_without_the_swap_rule() -> None:
    assert map_of(SMALL, [MAP]) is map_of(plyground.game("hex", size=3), [MAP]) is MAP
    assert map_of(plyground.game("hex", size=4), [MAP]) is None
    assert plyground.game("morris").without_swap() == plyground.game("morris")


def test_maps_are_drawn_on_several_processes() -> None:
    games, found, told = [SMALL, plyground.game("hex", size=4, swap=False)], {}, []
    with local_executor(2) as workers:
        draw_maps(games, Judging(30), workers, found.__setitem__, lambda *done: told.append(done))
    assert list(found[SMALL].judged) == alike_openings(SMALL)
    assert found[SMALL].network == find_network(SMALL, "").sha256
    assert (found[SMALL].nodes, told) == (30, [(done, 13) for done in range(14)])
    assert found[games[1]].winning == ("d1", "a4", "c2", "b3")


def test_the_stored_maps_are_those_of_the_network_that_came_with_hex() -> None:
    stored, network = maps_of(HexGame), find_network(plyground.game("hex"), "").sha256
    assert [int(each.options["size"]) for each in stored] == list(MAPPED_SIZES)
    for each, game in zip(stored, mapped_games(HexGame), strict=True):
        assert each.network == network, "judged by another network: run `plyground openings hex --all --write`"
        assert each.nodes >= NODES
        assert set(each.chances) == {str(move) for move in game.start().moves}
        assert 0 < len(each.winning) < len(each.chances)


@pytest.mark.parametrize("size", FEWEST_AGREEING)
def test_the_maps_name_the_winners_that_are_proved(size: int) -> None:
    found = map_of(plyground.game("hex", size=size), maps_of(HexGame))
    assert found is not None
    wrong = {move for move, each in found.chances.items() if (each.chance > 0.5) != (move in WINNING[size].split())}
    assert len(found.chances) - len(wrong) >= FEWEST_AGREEING[size], f"other winners: {sorted(wrong)}"
    assert not any(found.chances[move].proved for move in wrong)


@pytest.mark.parametrize(("opening", "swaps"), [("f6", True), ("k1", True), ("a1", False), ("g1", False)])
def test_the_expert_swaps_what_its_network_thinks_strong(opening: str, swaps: bool) -> None:
    position = plyground.game("hex").start().play(opening)
    found = plyground.search(position, "expert", nodes=200)
    assert (str(found.move) == "swap") is swaps
