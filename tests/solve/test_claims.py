"""The judge of the searches: whatever one of them claims to have proved is compared with exact values.

By day on a few positions, by night on 20,000 of each game: all of Neutreeko, the endings of Morris, and Hex on 4×4.
"""

import os
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import plyground
from plyground.core.sectors import state_at
from plyground.core.tablebase_values import HOLE
from plyground.search.api import search
from plyground.search.leaf_tables import LeafTables
from plyground.search.result import Line
from plyground.search.score import Score
from plyground.solve.first_moves import Prover
from plyground.solve.loading import load_tables
from plyground.solve.probe import Prober
from plyground.solve.runner import Solver
from plyground.solve.statistics import prober_of
from tests.search.boards import BOARDS
from tests.search.networks import network_for
from tests.search.test_proofs import plies_to_win
from tests.solve.solved import solved

NIGHTLY = bool(os.environ.get("PLYGROUND_NIGHTLY"))
POSITIONS = 20_000 if NIGHTLY else 60
PARTS = 4 if NIGHTLY else 1
LONG = pytest.mark.skipif(not NIGHTLY, reason="takes minutes; `make nightly` runs it, and a shorter one runs by day")
NEAREST = {"greedy", "minimax", "alphabeta"}
"""Searches whose claims are the nearest ends: they look at every line."""
SEARCHES: dict[str, tuple[str, dict[str, Any]]] = {
    "greedy": ("greedy", {}),
    "minimax": ("minimax", {"depth": 2, "lines": 3}),
    "alphabeta": ("alphabeta", {"depth": 3, "lines": 2}),
    "alphabeta sorted": ("alphabeta", {"depth": 2, "sort": True, "view": "mover", "lines": 4}),
    "pvs": ("pvs", {"nodes": 1000, "lines": 2}),
    "pvs with contempt": ("pvs", {"nodes": 1000, "lines": 5, "contempt": 40}),
    "pvs on two threads": ("pvs", {"nodes": 1000, "lines": 2, "threads": 2, "megabytes": 1}),
    "montecarlo": ("montecarlo", {"nodes": 200, "lines": 3, "megabytes": 4}),
    "puct": ("puct", {"nodes": 24, "lines": 3, "megabytes": 4}),
}
BY_DAY = ("alphabeta", "pvs on two threads", "montecarlo")
Truth = Callable[[plyground.Position, Line | None], Score | None]
"""The exact value of a line's first move for the player who makes it, with plies counted from before the move.

Without a line, the value of the position.
"""


def positions(solver: Solver, many: int, seed: int) -> list[plyground.Position]:
    """Random positions in which the game goes on."""
    dice, state, found = np.random.default_rng(seed), np.zeros(1, np.uint64), list[plyground.Position]()
    while len(found) < many:
        sector = int(dice.integers(len(solver.sector_set.sectors)))
        at = int(dice.integers(solver.sector_set.sectors[sector].size))
        if state_at(solver.sector_set.numbering, sector, at, state):
            position = plyground.Position(solver.game, state.tobytes())
            found += [position] if position.outcome is None else []
    return found


def check(truth: Truth, position: plyground.Position, name: str, tables: LeafTables | None = None) -> int:
    """Number of proved lines; each must be true, and end no sooner than is possible."""
    algorithm, options = SEARCHES[name]
    more: dict[str, Any] = options | network_for(algorithm, position.game)
    found = search(position, algorithm, heuristic=BOARDS[position.game.name][1], tables=tables, **more)
    proved = [line for line in found.lines if line.score.proved]
    for line, claim in ((None, found.score), *((line, line.score) for line in proved)):
        exact, where = truth(position, line), f"{name} at {position}: {line}"
        if not claim.proved:
            continue
        assert exact is not None, where
        assert claim.kind == exact.kind, where
        if claim.plies is not None and exact.plies is not None:
            exactly = algorithm in NEAREST and tables is None
            assert claim.plies == exact.plies if exactly else claim.plies >= exact.plies, where
    return len(proved)


def by_table(prober: Prober) -> Truth:
    """What a table says."""

    def truth(position: plyground.Position, line: Line | None) -> Score | None:
        if line is None:
            return prober.score(position)
        score = dict(prober.moves(position))[line.moves[0]]
        return score if score is None or score.plies is None else Score(score.kind, 0, score.plies + 1)

    return truth


def cases() -> list[Any]:
    """Games and searches, a few of them by day."""
    found = []
    for game, men in (("neutreeko", None), ("morris", 7 if NIGHTLY else 6)):
        for name in SEARCHES:
            by_day = name in BY_DAY if game == "neutreeko" else name == "pvs on two threads"
            found.append(pytest.param(game, men, name, marks=() if by_day else LONG))
    return found


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("game", "men", "name"), cases())
def test_what_a_search_claims_is_so(game: str, men: int | None, name: str, part: int) -> None:
    solver, _ = solved(game, men)
    truth, many = by_table(prober_of(solver)), POSITIONS // PARTS
    claimed = sum(check(truth, position, name) for position in positions(solver, many, 11 + part))
    assert claimed > many // 20


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", ["neutreeko", pytest.param("morris", marks=LONG)])
@pytest.mark.parametrize("name", ["alphabeta", pytest.param("pvs on two threads", marks=LONG)])
def test_what_a_search_claims_with_a_table_at_its_leaves_is_so(game: str, name: str, part: int) -> None:
    """Half of the table is hidden, so that searches meet it below the root and not everywhere."""
    solver, _ = solved(game, 6 if game == "morris" else None)
    prober = prober_of(solver)
    tables = load_tables(prober)
    assert tables is not None
    partly = tables.values.copy()
    partly[::2] = HOLE
    met = tables._replace(values=partly)
    many = POSITIONS // PARTS
    claimed = sum(check(by_table(prober), position, name, met) for position in positions(solver, many, 31 + part))
    assert claimed > many // 2


@cache
def hex_prover() -> Prover:
    return Prover(plyground.game("hex", size=4, swap=False))


def hex_truth(position: plyground.Position, line: Line | None) -> Score | None:
    """Who wins by the prover, and in how many plies by exhaustion where few cells are left."""
    if line is None:
        return Score.win() if hex_prover().wins(position) else Score.loss()
    after = position.play(line.moves[0])
    if after.outcome is not None:
        return Score("win", 0, 1)
    kind, left = ("loss" if hex_prover().wins(after) else "win"), len(after.moves)
    return Score("win" if kind == "win" else "loss", 0, 1 + abs(plies_to_win(after)) if left <= 5 else None)


def hex_positions(many: int, seed: str) -> list[plyground.Position]:
    """Positions of random games on 4×4 that are not over."""
    game, dice, found = plyground.game("hex", size=4, swap=False), random.Random(seed), list[plyground.Position]()
    while len(found) < many:
        position = game.start()
        for _ in range(dice.randrange(3, 13)):
            position = position.play(dice.choice(position.moves)) if position.outcome is None else position
        found += [position] if position.outcome is None else []
    return found


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in ("alphabeta", "montecarlo") else LONG) for name in SEARCHES]
)
def test_what_a_search_claims_of_hex_on_4x4_is_so(name: str, part: int) -> None:
    many = POSITIONS // PARTS
    claimed = sum(check(hex_truth, position, name) for position in hex_positions(many, f"judge {part}"))
    assert claimed > many // 20
