"""Exact values of single positions, from tables: `plyground.probe` and the command `plyground probe`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from plyground.core.errors import quoted
from plyground.core.position import Position
from plyground.language import Message
from plyground.play.agents.perfect import prober_of
from plyground.play.paths import tables_home
from plyground.search.score import Score
from plyground.solve.driver import kept_prober, men_for
from plyground.solve.probe import Prober
from plyground.solve.tablebase_file import TableFileError


@dataclass(frozen=True)
class Probe:
    """What tables of exact values say of a position; they know nothing of what came before it."""

    score: Score
    """The value for the mover: `kind` is `win`, `draw` or `loss`, `plies` the number of plies to the end."""
    moves: Mapping[str, Score | None]
    """By move: its value for the player who makes it, with plies counted after it; None where no table has it."""

    @property
    def value(self) -> str:
        """`win`, `draw` or `loss`, for the mover."""
        return self.score.kind

    @property
    def distance(self) -> int | None:
        """Plies to the end with perfect play; None for a draw, and where a table has only values."""
        return self.score.plies


def probe(position: Position, folder: str | Path | None = None) -> Probe:
    """The exact value of a position and of each of its moves, from the tables that `plyground solve` keeps.

    A game as small as Neutreeko is solved at first use. Raises a `PlygroundError` if no table has the position.
    `folder` is where the tables are; the user's own folder by default.
    """
    prober = prober_for(position, tables_home() if folder is None else Path(folder))
    score = prober.score(position)
    assert score is not None
    return Probe(score, {str(move): value for move, value in prober.moves(position)})


def prober_for(position: Position, folder: Path) -> Prober:
    """Exact values that reach a position; a small game is solved now, for others there must be a table."""
    men, game = men_for(position), position.game
    found = prober_of(game, folder) if men is None else kept_prober(game, folder, men)
    if found is None or found.score(position) is None:
        found = kept_prober(game, folder, whole=True)
    if found is None or found.score(position) is None:
        raise TableFileError(no_table(position))
    return found


def no_table(position: Position) -> Message:
    """What is said where no table has a position: how to make one, or that the game has none."""
    kind = "solve.no_table" if position.game.sectors(None) is not None else "solve.never_a_table"
    return Message(kind, position=quoted(str(position)), game=position.game.title, name=position.game.name)
