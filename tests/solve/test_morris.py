"""The endings of Nine Men's Morris: every value from its successors, counts by orbits and by positions, restarts."""

from math import comb

import numpy as np
import pytest

import plyground
from plyground.core.errors import OptionError
from plyground.core.sectors import index_in, sector_of, state_at
from plyground.solve.driver import SolvePlan, kept_prober, men_for, prepare
from plyground.solve.sector_order import components
from plyground.solve.statistics import by_sector
from plyground.solve.tablebase_folder import TablebaseFolder
from plyground.solve.verify import verify
from tests.nightly import NIGHTLY
from tests.solve.solved import solved

MEN = 7 if NIGHTLY else 6


def test_every_value_follows_from_its_successors() -> None:
    _, folder = solved("morris", MEN)
    checked = [verify(path) for path in sorted(folder.iterdir())]
    assert sum(len(each.sectors) for each in checked) == {6: 1, 7: 3}[MEN]


def test_all_ways_to_put_the_men_are_counted_and_so_are_their_orbits() -> None:
    solver, _ = solved("morris", MEN)
    for sector in by_sector(solver)["sectors"]:
        own, other = sector["mover"][0], sector["opponent"][0]
        assert sector["positions"] == comb(24, own) * comb(24 - own, other)
        assert sector["orbits"] == sector["wins"] + sector["draws"] + sector["losses"]
        assert sector["positions"] / 16 < sector["orbits"] < sector["positions"] / 15.7


def test_three_against_three_stays_as_measured() -> None:
    """Measured here: with three men each the longest loss takes 26 plies, the longest win 25."""
    (three, *_) = by_sector(solved("morris", MEN)[0])["sectors"]
    assert (three["mover"], three["opponent"], three["longest_loss"], three["longest_win"]) == ([3, 0], [3, 0], 26, 25)


def test_a_number_stands_for_all_that_the_symmetries_make_of_a_position() -> None:
    sector_set = plyground.game("morris").sectors(8)
    assert sector_set is not None
    dice, state, turned = np.random.default_rng(5), np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    for number, sector in enumerate(sector_set.sectors):
        for at in map(int, dice.integers(0, sector.size, 40)):
            if not state_at(sector_set.numbering, number, at, state):
                continue
            assert int(sector_of(sector_set.numbering, state)) == number
            for symmetry in sector_set.symmetries:
                word = sum(
                    1 << (cell // 24 * 24 + symmetry[cell % 24]) for cell in range(48) if int(state[0]) >> cell & 1
                )
                turned[0] = word
                assert int(index_in(sector_set.numbering, number, turned)) == at


def test_sectors_come_after_those_that_they_lead_to() -> None:
    sector_set = plyground.game("morris").sectors(9)
    assert sector_set is not None
    order, seen = components(sector_set.sectors), set[int]()
    names = [tuple(sector_set.sectors[number].name for number in component) for component in order]
    assert names[:3] == [("3-3",), ("3-4", "4-3"), ("4-4",)]
    for component in order:
        seen |= set(component)
        assert all(set(sector_set.sectors[number].successors) <= seen for number in component)


def test_what_is_solved_is_taken_over_and_what_is_damaged_is_not() -> None:
    solver, folder = solved("morris", MEN)
    plan = SolvePlan(solver.game, MEN, folder)
    again = prepare(plan)
    assert again.solved == solver.solved
    assert np.array_equal(again.values, solver.values)
    path = TablebaseFolder(folder, solver.game, solver.sector_set).path((0,))
    whole = path.read_bytes()
    try:
        path.write_bytes(whole[:-1])
        assert 0 not in prepare(plan).solved
    finally:
        path.write_bytes(whole)


def test_a_kept_table_tells_the_value_of_a_position() -> None:
    solver, folder = solved("morris", MEN)
    position = solver.game.position("w.b/.../.../....../.../b.b/ww. w 0,0")
    prober = kept_prober(solver.game, folder)
    assert prober is not None
    score = prober.score(position)
    assert score is not None
    assert (score.kind, score.plies) == ("win", 1)
    assert men_for(position) is None
    assert prober.score(solver.game.start()) is None


@pytest.mark.parametrize("men", [5, 19])
def test_endings_with_other_numbers_of_men_are_refused(men: int) -> None:
    with pytest.raises(OptionError, match="6 to 18 men"):
        plyground.game("morris").sectors(men)
