"""Probing exact values: of a position, and of each of its moves."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from plyground.core.contract import Words, play, winner
from plyground.core.game import Game
from plyground.core.outcome import NOBODY_YET
from plyground.core.position import Move, Position, legal_values
from plyground.core.sectors import SectorSet, index_in, sector_of
from plyground.search.score import Score
from plyground.solve.retrograde import DRAWN, HOLE, OPEN, Values, value_by_rules
from plyground.solve.value_forms import SOME_PLIES

Lookup = Callable[[int, int], int | None]
"""Value by sector and number; None if the sector is not solved."""
Part = Callable[[int], Values | None]
"""All values of a sector; None if it is not solved."""


def _nothing_loaded(sector: int) -> None:
    """No sector can be loaded whole."""


def score_of_value(value: int) -> Score:
    """A table value as a score: always proved."""
    if value in (OPEN, DRAWN):
        return Score("draw", 0)
    plies = None if abs(value) == SOME_PLIES else abs(value) - 1
    return Score.win(plies) if value > 0 else Score.loss(plies)


def for_the_other(score: Score) -> Score:
    """The score of a position after a move, from the view of the player who made the move; plies are unchanged."""
    if score.kind == "draw":
        return score
    return Score("loss" if score.kind == "win" else "win", -score.value, score.plies)


@dataclass(frozen=True)
class Prober:
    """Exact values of a game, wherever they are stored."""

    game: Game
    sector_set: SectorSet
    lookup: Lookup
    part: Part = _nothing_loaded
    """Whole sectors, for searches that probe tables at their leaves."""

    def value(self, state: Words) -> int | None:
        """The value of a state as tables store it, ignoring history; None if unknown."""
        if int(winner(self.game.rules, state)) != NOBODY_YET:
            return int(value_by_rules(self.game.rules, state))
        sector = int(sector_of(self.sector_set.numbering, state))
        if sector < 0:
            return None
        value = self.lookup(sector, int(index_in(self.sector_set.numbering, sector, state)))
        unknown = value == HOLE or (value == OPEN and not self.sector_set.open_is_draw)
        return None if unknown else value

    def score(self, position: Position) -> Score | None:
        """Exact value of a position for its mover, ignoring history; None if unknown."""
        value = self.value(position.state)
        return None if value is None else score_of_value(value)

    def moves(self, position: Position) -> list[tuple[Move, Score | None]]:
        """Every move with its exact value for the player who makes it; plies are counted after the move."""
        state, child = position.state, self.game.empty_state()
        found: list[tuple[Move, Score | None]] = []
        for word in legal_values(self.game, state):
            play(self.game.rules, state, np.uint64(word), child)
            value = self.value(child)
            score = None if value is None else for_the_other(score_of_value(value))
            found.append((Move(word, self.game.write_move(state, word)), score))
        return found

    def line(self, position: Position, most: int = 1000) -> list[Move]:
        """Perfect play to the end: the quickest win, the slowest loss; empty where no end is known."""
        found: list[Move] = []
        while position.outcome is None and len(found) < most:
            score = self.score(position)
            if score is None or score.plies is None:
                break
            move = self._best(position)
            found.append(move)
            position = position.after(move.value).without_history()
        return found

    def _best(self, position: Position) -> Move:
        """The first of the moves that win soonest or lose latest."""
        known = [(move, score) for move, score in self.moves(position) if score is not None]
        return max(known, key=lambda pair: pair[1].value)[0]
