"""Statistics of solved sectors."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core.position import Position
from plyground.core.sectors import state_at
from plyground.search.score import Score
from plyground.solve.passes import Tally
from plyground.solve.probe import Prober
from plyground.solve.retrograde import DRAWN, Values
from plyground.solve.runner import Solver


@dataclass(frozen=True)
class Counts:
    """Wins, draws and losses, and a histogram of distances."""

    wins: int
    draws: int
    losses: int
    histogram: dict[int, int]
    """Number of decided entries, by plies to the end."""

    @property
    def whole(self) -> int:
        """Total count."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class SectorCounts:
    """A sector counted twice: by orbits of the symmetries, and by positions."""

    orbits: Counts
    positions: Counts
    longest_win: int
    longest_loss: int


def counts_of(by_value: dict[int, int]) -> Counts:
    """Counts from the number of entries by value."""
    histogram: dict[int, int] = {}
    for value, many in sorted(by_value.items(), key=lambda pair: abs(pair[0])):
        if value != 0:
            histogram[abs(value) - 1] = histogram.get(abs(value) - 1, 0) + many
    wins = sum(many for value, many in by_value.items() if value > 0)
    losses = sum(many for value, many in by_value.items() if value < 0)
    return Counts(wins, by_value.get(0, 0), losses, histogram)


def count_sector(solver: Solver, sector: int) -> SectorCounts:
    """Counts of a solved sector."""
    return counts_by_value(solver.count(sector))


def count_all(solver: Solver) -> SectorCounts:
    """Counts of all sectors together."""
    orbits, positions = Counter[int](), Counter[int]()
    for sector in range(len(solver.sector_set.sectors)):
        some_orbits, some_positions = solver.count(sector)
        orbits.update(some_orbits)
        positions.update(some_positions)
    return counts_by_value((orbits, positions))


def counts_by_value(tally: Tally) -> SectorCounts:
    """Counts of one or more sectors from a tally by value."""
    orbits, positions = tally
    win, loss = max(max(orbits, default=0) - 1, 0), max(-min(orbits, default=0) - 1, 0)
    return SectorCounts(counts_of(orbits), counts_of(positions), win, loss)


def prober_of(solver: Solver) -> Prober:
    """A prober for the values just solved."""

    def lookup(sector: int, at: int) -> int | None:
        return int(solver.part(sector)[at]) if sector in solver.solved else None

    def part(sector: int) -> Values | None:
        return solver.part(sector) if sector in solver.solved else None

    return Prober(solver.game, solver.sector_set, lookup, part)


def longest_win(solver: Solver) -> Position | None:
    """The first position with the longest win, or None if there is no win."""
    values = np.where((solver.values == DRAWN), np.int16(0), solver.values)
    place = int(np.argmax(values))
    if values[place] <= 0:
        return None
    sector = int(np.searchsorted(solver.layout.offsets, place, side="right")) - 1
    state = solver.game.empty_state()
    state_at(solver.sector_set.numbering, sector, place - int(solver.layout.offsets[sector]), state)
    return Position(solver.game, state.tobytes())


def said(score: Score | None) -> str | None:
    """A value as text: `draw`, `win 5`, `loss 4`; None if unknown."""
    if score is None or score.plies is None:
        return None if score is None else score.kind
    return f"{score.kind} {score.plies}"


def whole_game(solver: Solver) -> dict[str, Any]:
    """Result for a whole game, as plain data; counted in positions, seen by the mover."""
    counts, prober = count_all(solver), prober_of(solver)
    start, farthest = solver.game.start(), longest_win(solver)
    return {
        "positions": counts.positions.whole,
        "wins": counts.positions.wins,
        "draws": counts.positions.draws,
        "losses": counts.positions.losses,
        "orbits": counts.orbits.whole,
        "longest": max(counts.longest_win, counts.longest_loss),
        "longest_position": None if farthest is None else str(farthest),
        "longest_line": [] if farthest is None else [str(move) for move in prober.line(farthest)],
        "histogram": {str(plies): many for plies, many in counts.positions.histogram.items()},
        "start": said(prober.score(start)),
        "first_moves": {str(move): said(score) for move, score in prober.moves(start)},
    }


def by_sector(solver: Solver) -> dict[str, Any]:
    """Results by sector, as plain data; wins, draws and losses counted in orbits."""
    found = []
    for number, sector in enumerate(solver.sector_set.sectors):
        numbers = sector_numbers(count_sector(solver, number), solver.sector_set.open_is_draw)
        found.append(sector.about | numbers)
    return {"sectors": found}


def sector_numbers(counts: SectorCounts, open_is_draw: bool) -> dict[str, int]:
    """The counts of a sector as plain data; wins, draws and losses counted in orbits."""
    return {
        "orbits": counts.orbits.whole,
        "positions": counts.positions.whole,
        "wins": counts.orbits.wins,
        ("draws" if open_is_draw else "open"): counts.orbits.draws,
        "losses": counts.orbits.losses,
        "longest_win": counts.longest_win,
        "longest_loss": counts.longest_loss,
    }
