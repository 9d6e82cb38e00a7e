"""Which first moves win: one proof for each, sharing one table."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.language import Message
from plyground.solve.proof_number import NODES, STOP, UNKNOWN, WIN, Proof, verdict
from plyground.solve.runner import StoppedError

SYMMETRY = "symmetry"
"""The technique that merges symmetric positions; all others are defined by the game."""
TABLE = 1 << 20
"""Number of table entries of 32 bytes each."""


class NotProvableError(PlygroundError):
    """Proofs of single positions cannot solve the game."""


@dataclass(frozen=True)
class Openings:
    """Proved results: for each first move `win` or `loss` for the player who makes it."""

    first_moves: dict[str, str]
    nodes: int

    @property
    def start(self) -> str:
        """The value of the start for the player to move."""
        return "win" if "win" in self.first_moves.values() else "loss"


class Prover:
    """Proves positions of a game, and remembers the results."""

    def __init__(self, game: Game, without: tuple[str, ...] = (), table: int = TABLE) -> None:
        found = game.provable()
        if found is None:
            raise NotProvableError(Message("solve.too_large", game=game.title))
        known = (SYMMETRY, *found.techniques)
        for name in without:
            if name not in known:
                raise NotProvableError(Message("solve.no_technique", name=repr(name), known=", ".join(known)))
        self.game = found.game
        plies, moves = self.game.usual_moves + 1, self.game.usual_moves
        self._proof = Proof(
            states=np.zeros((plies, self.game.words), np.uint64),
            moves=np.zeros((plies, moves), np.uint64),
            keys=np.zeros((plies, moves), np.uint64),
            table_keys=np.zeros(table, np.uint64),
            phi=np.zeros(table, np.int64),
            delta=np.zeros(table, np.int64),
            work=np.zeros(table, np.int64),
            counters=np.zeros(2, np.int64),
            memory=np.zeros(found.words, np.uint64),
            techniques=sum(1 << i for i, name in enumerate(found.techniques) if name not in without),
            symmetry=SYMMETRY not in without,
        )

    @property
    def nodes(self) -> int:
        """Number of nodes searched so far."""
        return int(self._proof.counters[NODES])

    def stop(self) -> None:
        """Stop soon."""
        self._proof.counters[STOP] = 1

    def wins(self, position: Position) -> bool:
        """True if the mover of a position wins."""
        self._proof.states[0] = position.state
        found = int(verdict(self.game.rules, self._proof))
        if found == UNKNOWN:
            raise StoppedError
        return found == WIN

    def openings(self, on_progress: Callable[[int, int], None] = lambda done, whole: None) -> Openings:
        """Prove every first move."""
        start, found = self.game.start(), dict[str, str]()
        for move in start.moves:
            on_progress(len(found), len(start.moves))
            found[str(move)] = "loss" if self.wins(start.play(move)) else "win"
        return Openings(found, self.nodes)
