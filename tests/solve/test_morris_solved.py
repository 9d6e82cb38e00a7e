"""The published result of the whole of Nine Men's Morris: it agrees with itself, with the CPU and with the rules."""

import json
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground
from plyground.core.position import Position
from plyground.solve.sample import merits, read_sample
from plyground.solve.statistics import by_sector
from tests.solve.solved import solved

DOCS = Path(__file__).parents[2] / "docs"
GAME = plyground.game("morris")
COUNTED = ("mover", "opponent", "orbits", "positions", "wins", "draws", "losses", "longest_win", "longest_loss")


@pytest.fixture(scope="module")
def published() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((DOCS / "morris-solved.json").read_text())
    return data


def test_every_sector_of_the_game_is_there_and_was_checked_whole(published: dict[str, Any]) -> None:
    sectors = GAME.all_sectors().sectors
    assert [{k: each[k] for k in ("mover", "opponent")} for each in published["sectors"]] == [s.about for s in sectors]
    assert [each["checked"] for each in published["sectors"]] == [sector.size for sector in sectors]


def test_the_counts_add_up(published: dict[str, Any]) -> None:
    for each in published["sectors"]:
        own, other = each["mover"][0], each["opponent"][0]
        assert each["wins"] + each["draws"] + each["losses"] == each["orbits"]
        assert each["positions"] <= comb(24, own) * comb(24 - own, other)
    endings = [each for each in published["sectors"] if each["mover"][1] == 0]
    assert sum(each["orbits"] for each in endings) == 8_904_593_601


def test_the_cpu_counts_the_same(published: dict[str, Any]) -> None:
    solver, _ = solved("morris", 6)
    (ours,) = by_sector(solver)["sectors"]
    assert {name: ours[name] for name in COUNTED} == {name: published["sectors"][0][name] for name in COUNTED}


def test_the_start_is_a_draw_with_any_first_two_men(published: dict[str, Any]) -> None:
    assert published["start"] == "draw"
    assert len(published["first_moves"]) == 24
    assert {value for second in published["second_moves"].values() for value in second.values()} == {"draw"}
    assert [len(second) for second in published["second_moves"].values()] == [23] * 24


def test_a_value_of_the_sample_is_that_of_the_best_move() -> None:
    sample = read_sample(DOCS / "morris-sample.npz")
    starts = np.cumsum(sample.counts) - sample.counts
    best = np.sign(np.maximum.reduceat(merits(sample.after), starts))
    assert np.array_equal(best, np.sign(sample.values))


def test_the_sample_has_the_moves_of_the_rules() -> None:
    sample = read_sample(DOCS / "morris-sample.npz")
    for at in range(0, len(sample.states), 50):
        assert len(Position(GAME, sample.states[at].tobytes()).moves) == sample.counts[at]
