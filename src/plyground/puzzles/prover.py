"""Proofs for puzzles: which moves are proved to win, whether only one does, and the best defence.

Values come from a tablebase where one is small enough to solve at once (all of Neutreeko, Morris with three men each),
otherwise from a search that counts only proved scores. Making puzzles may use larger tables that were solved before.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.tablebase_progress import announce_tablebase
from plyground.language import Message
from plyground.play.agents.agent import read_search
from plyground.play.agents.perfect import prober_of
from plyground.play.paths import tables_home
from plyground.search.budget import DEEPEST, Cancel
from plyground.search.score import Score
from plyground.solve.driver import SolvePlan, kept_prober, prepare, solve
from plyground.solve.probe import Prober
from plyground.solve.statistics import prober_of as prober_in
from plyground.solve.tablebase_file import TableFileError

NODES = 200_000
"""Nodes of a search that is to prove something."""


class NoTablesError(PlygroundError):
    """The tables of endings with this many men are missing."""


@dataclass(frozen=True)
class UniqueWin:
    """The only winning move, and the plies to the win."""

    move: str
    plies: int


class WinProver:
    """Proves values of positions of one game."""

    def __init__(self, game: Game, nodes: int = NODES, men: int | None = None) -> None:
        """With `men`, only tables of endings with up to that many men prove that a move is the only one that wins."""
        self.game = game
        self.nodes = nodes
        self.searches = men is None
        self.prober = puzzle_prober(game) if men is None else solved_endings(game, men)
        # without a depth, a search looks only briefly at an only move, and proves little
        self._agent = read_search(f"pvs:nodes={nodes},depth={DEEPEST}", game)

    def unique_win(self, position: Position) -> UniqueWin | None:
        """The only winning move, if exactly one move wins and all others are proved not to."""
        if position.outcome is not None or len(position.moves) < 2:
            return None
        known = None if self.prober is None else _known_scores(self.prober, position)
        if known is not None:
            return _only_win(known)
        return self._searched_win(position) if self.searches else None

    def _searched_win(self, position: Position) -> UniqueWin | None:
        """By a search for the two best moves: where the second is proved not to win, no other does."""
        found = self._agent.think(position, lines=2)
        if len(found.lines) < 2:
            return None
        best, second = found.lines[:2]
        if best.score.kind != "win" or second.score.kind not in ("loss", "draw"):
            return None
        return UniqueWin(str(best.moves[0]), best.score.plies or 0)

    def value(self, position: Position, cancel: Cancel | None = None) -> tuple[Score, str]:
        """The score of a position for its mover, and the best move, which lasts longest where all lose."""
        if self.prober is not None and self.prober.score(position) is not None:
            line = self.prober.line(position.without_history(), most=1)
            score = self.prober.score(position)
            if score is not None and line:
                return score, str(line[0])
        found = self._agent.think(position, cancel=cancel)
        return found.score, str(found.move)

    def keeps_the_win(self, position: Position, move: str) -> bool:
        """True if the move is proved to win for the player who makes it."""
        after = position.play(move)
        if after.outcome is not None:
            return after.outcome.winner == position.mover
        return self.value(after)[0].kind == "loss"


def unique_in(tables: Prober, position: Position) -> UniqueWin | None:
    """The only winning move by exact values; None if there is none or a value is unknown."""
    known = _known_scores(tables, position)
    return None if known is None else _only_win(known)


def _known_scores(prober: Prober, position: Position) -> list[tuple[str, Score]] | None:
    """The exact value of every move; None if the tablebase does not know one."""
    known = [(str(move), score) for move, score in prober.moves(position) if score is not None]
    return known if len(known) == len(position.moves) else None


def _only_win(known: list[tuple[str, Score]]) -> UniqueWin | None:
    wins = [(move, score) for move, score in known if score.kind == "win"]
    return UniqueWin(wins[0][0], (wins[0][1].plies or 0) + 1) if len(wins) == 1 else None


@lru_cache(maxsize=8)
def puzzle_prober(game: Game) -> Prober | None:
    """Exact values where they are at hand at once; small endings are solved at first use and saved."""
    if game.quick_men is None:
        return prober_of(game) if game.all_sectors() is not None else None
    plan = SolvePlan(game, men=game.quick_men, folder=tables_home(), threads=1)
    solver = prepare(plan)
    if len(solver.solved) < len(solver.sector_set.sectors):
        announce_tablebase(game)
    with suppress(TableFileError):  # cannot be saved: the values are available all the same
        solve(plan, solver)
    return prober_in(solver)


def solved_endings(game: Game, men: int) -> Prober:
    """The exact values of endings with up to `men` men, made before by `plyground solve`."""
    found = kept_prober(game, tables_home(), men)
    if found is None:
        raise NoTablesError(Message("puzzle.no_tables", game=game.name, men=men))
    return found
