"""The judge of the searches: whatever one of them claims to have proved is compared with the tables."""

import os

import numpy as np
import pytest

import plyground
from plyground.core.sectors import state_at
from plyground.solve.probe import Prober
from plyground.solve.runner import Solver
from plyground.solve.statistics import prober_of
from tests.solve.solved import solved

NIGHTLY = bool(os.environ.get("PLYGROUND_NIGHTLY"))
POSITIONS = 20_000 if NIGHTLY else 150
SEARCHES = {
    "alphabeta:depth=4": True,
    "pvs:nodes=3000": False,
    "pvs:nodes=3000,threads=2": False,
    "montecarlo:nodes=300": False,
}
"""Agents, and whether the wins and losses that they claim are the nearest ones."""


def positions(solver: Solver, many: int) -> list[plyground.Position]:
    """Random positions in which the game goes on."""
    dice, state, found = np.random.default_rng(11), np.zeros(1, np.uint64), list[plyground.Position]()
    while len(found) < many:
        sector = int(dice.integers(len(solver.sector_set.sectors)))
        at = int(dice.integers(solver.sector_set.sectors[sector].size))
        if state_at(solver.sector_set.numbering, sector, at, state):
            position = plyground.Position(solver.game, state.tobytes())
            found += [position] if position.outcome is None else []
    return found


def check(prober: Prober, position: plyground.Position, agent: str, nearest: bool) -> bool:
    """Whether something was claimed; each line of it must be true, and no win nearer than it is."""
    found = plyground.search(position, agent, lines=2)
    exact = {move.text: score for move, score in prober.moves(position)}
    for line in found.lines:
        truth, claim = exact[line.moves[0].text], line.score
        assert truth is not None
        if claim.kind in ("win", "loss"):
            assert claim.kind == truth.kind, f"{agent} at {position}: {line}"
            away, said = 1 + (truth.plies or 0), claim.plies
            assert said == away if nearest else said is None or said >= away or claim.kind == "loss"
    return any(line.score.kind in ("win", "loss") for line in found.lines)


@pytest.mark.parametrize("agent", SEARCHES)
@pytest.mark.parametrize(("name", "men"), [("neutreeko", None), ("morris", 6)])
def test_what_a_search_claims_is_so(name: str, men: int | None, agent: str) -> None:
    if name == "morris" and not NIGHTLY and agent != "pvs:nodes=3000":
        pytest.skip("takes minutes; `make nightly` runs it, and a shorter one runs by day")
    solver, _ = solved(name, men)
    prober = prober_of(solver)
    claimed = sum(check(prober, position, agent, SEARCHES[agent]) for position in positions(solver, POSITIONS))
    assert claimed > POSITIONS // 10
