"""The judge of the searches: whatever one of them claims to have proved is compared with exact values.

By day on a few positions, by night on 20,000 of each game: all of Neutreeko, the endings of Morris, and Hex on 4×4.
"""

from typing import Any

import pytest

from plyground.search.score import Score
from tests.nightly import NIGHTLY
from tests.solve.claims import Subject, hex_subject, is_so, searches, table_subject

POSITIONS = 20_000 if NIGHTLY else 60
PARTS = 4 if NIGHTLY else 1
LONG = pytest.mark.skipif(not NIGHTLY, reason="takes minutes; `make nightly` runs it, and a shorter one runs by day")
BY_DAY = ("alphabeta", "pvs on two threads", "montecarlo")


def judged(subject: Subject, name: str, part: int) -> float:
    """Proved lines per position; every claim must be true."""
    verdict = subject.verdict(name, POSITIONS // PARTS, part)
    assert not verdict.wrong, verdict.wrong[0]
    return verdict.claims / verdict.positions


def cases() -> list[Any]:
    """Games and searches, a few of them by day."""
    found = []
    for game, men in (("neutreeko", None), ("morris", 7 if NIGHTLY else 6)):
        for name in searches():
            by_day = name in BY_DAY if game == "neutreeko" else name == "pvs on two threads"
            found.append(pytest.param(game, men, name, marks=() if by_day else LONG))
    return found


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("game", "men", "name"), cases())
def test_what_a_search_claims_is_so(game: str, men: int | None, name: str, part: int) -> None:
    assert judged(table_subject(game, men), name, 11 + part) > 0.05


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", ["neutreeko", pytest.param("morris", marks=LONG)])
@pytest.mark.parametrize("name", ["alphabeta", pytest.param("pvs on two threads", marks=LONG)])
def test_what_a_search_claims_with_a_table_at_its_leaves_is_so(game: str, name: str, part: int) -> None:
    men = 6 if game == "morris" else None
    assert judged(table_subject(game, men, tables_at_leaves=True), name, 31 + part) > 0.5


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in ("alphabeta", "montecarlo") else LONG) for name in searches()]
)
def test_what_a_search_claims_of_hex_on_4x4_is_so(name: str, part: int) -> None:
    assert judged(hex_subject(), name, part) > 0.05


@pytest.mark.parametrize(
    ("claim", "exact", "exactly", "so"),
    [
        (Score.win(5), Score.win(5), True, True),
        (Score.win(7), Score.win(5), False, True),
        (Score.win(7), Score.win(5), True, False),
        (Score.win(3), Score.win(5), False, False),
        (Score.win(), Score.win(5), False, True),
        (Score.win(5), Score.loss(5), False, False),
        (Score("draw", 0), Score.win(5), False, False),
        (Score("draw", 0), None, False, False),
    ],
)
def test_the_judge_notices_a_false_claim(claim: Score, exact: Score | None, exactly: bool, so: bool) -> None:
    assert is_so(claim, exact, exactly=exactly) is so
