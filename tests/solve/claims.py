"""The judge of the searches: what a search claims to have proved, compared with exact values.

`test_claims.py` judges a few positions by day and 20,000 of each search by night; `bench/judge.py` judges as many with
larger limits, in pieces that may be stopped and resumed.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

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

NEAREST = {"greedy", "minimax", "alphabeta"}
"""Searches whose claims are the nearest ends: they look at every line."""


@dataclass(frozen=True)
class Limits:
    """How far the searches look."""

    depth: int = 3
    nodes: int = 1000
    playouts: int = 200


def searches(limits: Limits = Limits()) -> dict[str, tuple[str, dict[str, Any]]]:  # noqa: B008 (frozen)
    """Every search that is judged, with several lines and threads: name, algorithm, options."""
    pvs = {"nodes": limits.nodes, "lines": 2}
    return {
        "greedy": ("greedy", {}),
        "minimax": ("minimax", {"depth": 2, "lines": 3}),
        "alphabeta": ("alphabeta", {"depth": limits.depth, "lines": 2}),
        "alphabeta sorted": (
            "alphabeta",
            {"depth": limits.depth - 1, "sort": True, "view": "mover", "lines": 4},
        ),
        "pvs": ("pvs", pvs),
        "pvs with contempt": ("pvs", pvs | {"lines": 5, "contempt": 40}),
        "pvs on two threads": ("pvs", pvs | {"threads": 2, "megabytes": 1}),
        "montecarlo": ("montecarlo", {"nodes": limits.playouts, "lines": 3, "megabytes": 4}),
        "puct": ("puct", {"nodes": 24, "lines": 3, "megabytes": 4}),
    }


Truth = Callable[[plyground.Position, Line | None], Score | None]
"""The exact value of a line's first move for the player who makes it, with plies counted from before the move.

Without a line, the value of the position.
"""


@dataclass(frozen=True)
class Verdict:
    """What was seen of a search's claims."""

    positions: int = 0
    claims: int = 0
    """Number of proved lines."""
    wrong: tuple[str, ...] = ()
    """Each false claim, with its search and position."""

    def __add__(self, other: "Verdict") -> "Verdict":
        return Verdict(self.positions + other.positions, self.claims + other.claims, self.wrong + other.wrong)


@dataclass(frozen=True)
class Judge:
    """Compares claims about a game's positions with the truth."""

    truth: Truth
    tables: LeafTables | None = None
    """Tables at the leaves of the searches that are judged."""

    def judge(self, position: plyground.Position, name: str, limits: Limits = Limits()) -> Verdict:  # noqa: B008
        """Every proved line must be true, and end no sooner than is possible; so must the position's score."""
        algorithm, options = searches(limits)[name]
        more: dict[str, Any] = options | network_for(algorithm, position.game)
        found = search(position, algorithm, heuristic=BOARDS[position.game.name][1], tables=self.tables, **more)
        proved = [line for line in found.lines if line.score.proved]
        claims = [(line, line.score) for line in proved] + [(None, found.score)] * found.score.proved
        exactly = algorithm in NEAREST and self.tables is None
        wrong = [
            f"{name} at {position}: {line}, {claim}, in truth {self.truth(position, line)}"
            for line, claim in claims
            if not is_so(claim, self.truth(position, line), exactly=exactly)
        ]
        return Verdict(1, len(proved), tuple(wrong))


def is_so(claim: Score, exact: Score | None, *, exactly: bool) -> bool:
    """True if a claim is the exact value, and its end is not too near; `exactly`, if it is the nearest end."""
    if exact is None or claim.kind != exact.kind:
        return False
    if claim.plies is None or exact.plies is None:
        return True
    return claim.plies == exact.plies if exactly else claim.plies >= exact.plies


def table_judge(solver: Solver) -> Judge:
    """The judge by a whole table."""
    return Judge(by_table(prober_of(solver)))


def half_table_judge(solver: Solver) -> Judge:
    """The same, and searches have half of the table: they meet it below the root and not everywhere."""
    prober = prober_of(solver)
    tables = load_tables(prober)
    assert tables is not None
    values = tables.values.copy()
    values[::2] = HOLE
    return Judge(by_table(prober), tables._replace(values=values))


def by_table(prober: Prober) -> Truth:
    """What a table says."""

    def truth(position: plyground.Position, line: Line | None) -> Score | None:
        if line is None:
            return prober.score(position)
        score = dict(prober.moves(position))[line.moves[0]]
        return score if score is None or score.plies is None else Score(score.kind, 0, score.plies + 1)

    return truth


def table_positions(solver: Solver, many: int, seed: int) -> Iterator[plyground.Position]:
    """Random positions of the solved sectors in which the game goes on."""
    dice, state = np.random.default_rng(seed), solver.game.empty_state()
    while many:
        sector = int(dice.integers(len(solver.sector_set.sectors)))
        at = int(dice.integers(solver.sector_set.sectors[sector].size))
        if not state_at(solver.sector_set.numbering, sector, at, state):
            continue
        position = plyground.Position(solver.game, state.tobytes())
        if position.outcome is None:
            many -= 1
            yield position


@cache
def hex_prover() -> Prover:
    """The prover of Hex on 4×4."""
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


def hex_positions(many: int, seed: str) -> Iterator[plyground.Position]:
    """Positions of random games on 4×4 that are not over."""
    game, dice = plyground.game("hex", size=4, swap=False), random.Random(seed)
    while many:
        position = game.start()
        for _ in range(dice.randrange(3, 13)):
            position = position.play(dice.choice(position.moves)) if position.outcome is None else position
        if position.outcome is None:
            many -= 1
            yield position


@dataclass(frozen=True)
class Subject:
    """Positions of a game, and who judges the claims about them."""

    judge: Judge
    positions: Callable[[int, int], Iterator[plyground.Position]]
    """A number of positions, by a seed."""

    def verdict(self, name: str, many: int, seed: int, limits: Limits = Limits()) -> Verdict:  # noqa: B008
        """The claims of a search about `many` positions."""
        judged = (self.judge.judge(position, name, limits) for position in self.positions(many, seed))
        return sum(judged, Verdict())


def table_subject(game: str, men: int | None, *, tables_at_leaves: bool = False) -> Subject:
    """Positions of a solved game or of its endings with up to `men` men."""
    solver, _ = solved(game, men)
    judge = half_table_judge(solver) if tables_at_leaves else table_judge(solver)
    return Subject(judge, lambda many, seed: table_positions(solver, many, seed))


def hex_subject() -> Subject:
    """Positions of Hex on 4×4."""
    return Subject(Judge(hex_truth), lambda many, seed: hex_positions(many, f"judge {seed}"))
