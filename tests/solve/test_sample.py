"""Samples of a solved game: every value follows from those after the moves, and games are played as asked."""

from pathlib import Path

import numpy as np

from plyground.core.sectors import sector_of
from plyground.solve.device import CpuDevice
from plyground.solve.retrograde import LONGEST
from plyground.solve.sample import Sample, merits, read_sample, write_sample
from tests.solve.simulated import first_plies


def best_of(sample: Sample) -> np.ndarray:
    """The values of positions computed from those after their moves."""
    best = np.maximum.reduceat(merits(sample.after), np.cumsum(sample.counts) - sample.counts)
    return np.where(best > 0, LONGEST - best + 1, np.where(best < 0, -LONGEST - best - 1, 0))


def test_values_follow_from_those_after_the_moves() -> None:
    sampler, _ = first_plies(CpuDevice)
    found = sampler.look_up(sampler.from_games(60, longest=3))
    assert len(found.states) > 30
    assert found.counts.sum() == len(found.after)
    assert set(found.counts.tolist()) == {24, 23, 22}  # one, two and three plies from the start
    assert np.array_equal(found.values, best_of(found))
    assert len(np.unique(found.values)) > 1


def test_states_are_drawn_from_all_sectors() -> None:
    sampler, offsets = first_plies(CpuDevice)
    states = sampler.from_sectors(400)
    sectors = {int(sector_of(sampler.sector_set.numbering, state)) for state in states}
    assert sectors == set(offsets)
    assert sampler.look_up(states).values.min() > -LONGEST


def test_good_moves_come_before_bad_ones() -> None:
    after = np.array([5, -1, 0, 9, -3], np.int16)
    assert np.argsort(-merits(after)).tolist() == [1, 4, 2, 3, 0]


def test_a_sample_is_read_as_it_was_written_but_ordered(tmp_path: Path) -> None:
    states = np.array([[9], [2], [5]], np.uint64)
    counts, after = np.array([2, 0, 3]), np.array([1, 2, 3, 4, 5], np.int16)
    write_sample(tmp_path / "few.npz", Sample(states, np.array([7, 8, 9], np.int16), counts, after))
    read = read_sample(tmp_path / "few.npz")
    assert read.states.ravel().tolist() == [2, 5, 9]
    assert read.values.tolist() == [8, 9, 7]
    assert read.counts.tolist() == [0, 3, 2]
    assert read.after.tolist() == [3, 4, 5, 1, 2]
