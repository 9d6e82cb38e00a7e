"""Small Hex boards: every opening, with each technique and without, against exhaustive search."""

import os
import random
from functools import cache

import pytest

import plyground
from plyground.core.errors import PlygroundError
from plyground.solve.openings import TECHNIQUES, Openings, Prover
from tests.search.test_proofs import plies_to_win

NIGHTLY = bool(os.environ.get("PLYGROUND_NIGHTLY"))
WINNING = {
    4: "d1 c2 b3 a4",
    5: "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5",
}
"""The first moves that win, as found with each technique and without any."""


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


def test_connections_change_no_verdict_and_save_nodes() -> None:
    plain = openings(4, TECHNIQUES)
    assert openings(4).first_moves == plain.first_moves
    assert openings(4).nodes * 100 < openings(4, ("connections",)).nodes < plain.nodes


def test_what_connections_foresee_in_the_middle_of_a_game_is_so() -> None:
    game, dice = plyground.game("hex", size=4, swap=False), random.Random(9)
    quick, plain = Prover(game), Prover(game, TECHNIQUES)
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


def test_what_cannot_be_proved_is_refused_in_words() -> None:
    with pytest.raises(PlygroundError, match="too large to be solved"):
        Prover(plyground.game("hex", size=8))
    with pytest.raises(PlygroundError, match="no technique 'magic'; there are symmetry and connections"):
        Prover(plyground.game("hex", size=3), ("magic",))
