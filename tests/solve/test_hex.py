"""Small Hex boards: every opening, with each technique and without, against exhaustive search."""

import random
from functools import cache

import numpy as np
import pytest

import plyground
from plyground.core.errors import PlygroundError
from plyground.games.hex.connections import FULLS, ROW, add_full
from plyground.games.hex.proof_hints import TECHNIQUES as OWN
from plyground.solve.first_moves import SYMMETRY, Openings, Prover
from tests.nightly import NIGHTLY
from tests.search.test_proofs import plies_to_win

TECHNIQUES = (SYMMETRY, *OWN)
WINNING = {
    4: "d1 c2 b3 a4",
    5: "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5",
    6: "f1 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 a6",
}
"""The first moves that win: on 4×4 as a plain search of all play says, on the others as found here."""


@cache
def openings(size: int, without: tuple[str, ...] = ()) -> Openings:
    return Prover(plyground.game("hex", size=size), without).openings()


@pytest.mark.parametrize("without", [(), TECHNIQUES, *((name,) for name in TECHNIQUES)])
def test_3x3_is_what_exhaustive_search_says(without: tuple[str, ...]) -> None:
    start = plyground.game("hex", size=3, swap=False).start()
    exact = {str(move): "win" if plies_to_win(start.play(move)) < 0 else "loss" for move in start.moves}
    assert openings(3, without).first_moves == exact


@pytest.mark.parametrize("size", WINNING if NIGHTLY else [4])
def test_the_winning_openings_stay_what_they_are(size: int) -> None:
    found = openings(size)
    assert [move for move, value in found.first_moves.items() if value == "win"] == WINNING[size].split()
    assert found.start == "win"


def test_techniques_change_no_verdict_and_save_nodes() -> None:
    plain = openings(4, TECHNIQUES)
    assert openings(4).first_moves == plain.first_moves
    assert openings(4).nodes * 10 < openings(4, ("connections",)).nodes
    assert openings(4, ("connections",)).nodes * 10 < openings(4, OWN).nodes < plain.nodes


@pytest.mark.parametrize("used", [*((name,) for name in OWN), OWN])
def test_what_is_foreseen_in_the_middle_of_a_game_is_so(used: tuple[str, ...]) -> None:
    game, dice = plyground.game("hex", size=4, swap=False), random.Random(9)
    quick, plain = Prover(game, tuple(name for name in OWN if name not in used)), Prover(game, TECHNIQUES)
    verdicts = set()
    for _ in range(150):
        position = game.start()
        for _ in range(dice.randrange(2, 9)):
            if position.outcome is None:
                position = position.play(dice.choice(position.moves))
        if position.outcome is None:
            assert quick.wins(position) == plain.wins(position), str(position)
            verdicts.add(plain.wins(position))
    assert verdicts == {True, False}


NEAR = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1))


def plain_first_moves(size: int) -> dict[str, str]:
    """The value of each first move by a search of all play that shares nothing with the package, not even the rules."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    bits = {cell: 1 << at for at, cell in enumerate(cells)}
    near = {bits[cell]: sum(bits.get((cell[0] + a, cell[1] + b), 0) for a, b in NEAR) for cell in cells}
    first = (sum(bits[0, i] for i in range(size)), sum(bits[i, 0] for i in range(size)))
    last = (sum(bits[size - 1, i] for i in range(size)), sum(bits[i, size - 1] for i in range(size)))
    every = (1 << size * size) - 1

    def joins(stones: int, seat: int) -> bool:
        found = fresh = stones & first[seat]
        while fresh:
            bit = fresh & -fresh
            fresh = (fresh ^ bit) | near[bit] & stones & ~found
            found |= near[bit] & stones
        return bool(found & last[seat])

    @cache
    def wins(own: int, enemy: int, seat: int) -> bool:
        """Whether the mover wins, when nobody has yet."""
        empty = every & ~(own | enemy)
        while empty:
            bit = empty & -empty
            empty ^= bit
            if joins(own | bit, seat) or not wins(enemy, own | bit, 1 - seat):
                return True
        return False

    names = {bits[row, column]: f"{'abcdefgh'[column]}{row + 1}" for row, column in cells}
    return {name: "loss" if wins(0, bit, 1) else "win" for bit, name in names.items()}


@pytest.mark.parametrize("size", [3, 4])
def test_every_first_move_is_what_a_plain_search_of_all_play_says(size: int) -> None:
    exact = plain_first_moves(size)
    for without in [(), TECHNIQUES, *((name,) for name in TECHNIQUES)]:
        assert openings(size, without).first_moves == exact


def test_what_cannot_be_proved_is_refused_in_words() -> None:
    with pytest.raises(PlygroundError, match="too large to be solved"):
        Prover(plyground.game("hex", size=8))
    with pytest.raises(PlygroundError, match="no technique 'magic'; there are symmetry, dead, captured, connections"):
        Prover(plyground.game("hex", size=3), ("magic",))


def test_a_connection_is_new_only_once_and_only_while_there_is_room() -> None:
    memory = np.zeros(ROW, np.uint64)
    carriers = [np.uint64(1 << cell) for cell in range(FULLS + 1)]
    found = [add_full(memory, 0, carrier) for carrier in (carriers[0], *carriers)]
    assert found == [True, False, *[True] * (FULLS - 1), False]
