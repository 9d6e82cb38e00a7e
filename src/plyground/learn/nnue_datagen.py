"""Games of the engine against itself, from which a small network (core/nnue.py) learns.

Each position of a game is kept with the score of its search and with the end of the game, both for its mover. Games
begin with a few random turns and sometimes include another one later, so that they differ; a game ends when a search
has proved who wins. Each process writes files of its own, so that a killed run keeps all but the last half minute.
"""

import io
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.contract import Words
from plyground.core.errors import PlygroundError, quoted
from plyground.core.files import write_bytes
from plyground.core.game import Game
from plyground.core.heuristic import find_heuristic, usual_heuristic
from plyground.core.nnue import read_nnue
from plyground.games import game as make_game
from plyground.language import Message
from plyground.search.engine.datagen import GameGenerator

SECONDS_TO_KEEP = 30
"""How often a process writes its positions."""
HIGHEST_SCORE = 10_000
"""Higher scores are written as this."""


class DatagenError(PlygroundError):
    """A small network cannot be trained with these settings."""


@dataclass(frozen=True)
class DatagenPlan:
    """How the games are played."""

    game: str
    options: dict[str, str]
    nodes: int = 5000
    """Nodes of each search."""
    random_turns: int = 10
    """Games begin with up to this many random turns."""
    longest: int = 200
    """A game of this many turns is a draw."""
    seed: int = 0
    network: str = ""
    """The network that searches; the usual heuristic if empty."""

    def made(self) -> Game:
        """The game with its options."""
        return make_game(self.game, **self.options)

    def heuristic(self) -> Any:
        """The heuristic that searches."""
        game = self.made()
        return read_nnue(Path(self.network), game) if self.network else find_heuristic(game, usual_heuristic(game))


class ScoredPositions(NamedTuple):
    """Positions, the scores of their searches, and who won: 1, 0 or -1, all for the mover."""

    states: Words
    scores: npt.NDArray[np.signedinteger]
    results: npt.NDArray[np.signedinteger]


def generate(plan: DatagenPlan, folder: Path, seed: int, seconds: float) -> None:
    """Play games for some time and write them to a file at intervals; Ctrl-C is left to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    player = GameGenerator(plan.made().start(), plan.heuristic(), plan.nodes, plan.random_turns, plan.longest, seed)
    player.game()  # compile before the time counts
    ends, part = time.monotonic() + seconds, 0
    while time.monotonic() < ends:
        kept, until = [], min(ends, time.monotonic() + SECONDS_TO_KEEP)
        while time.monotonic() < until:
            kept.append(ScoredPositions(*player.game()))
        write_positions(folder / f"games-{seed:06d}-{part:04d}.npz", kept)
        part += 1


def generate_all(plan: DatagenPlan, folder: Path, seed: int, seconds: float, workers: int) -> None:
    """Play in several processes."""
    folder.mkdir(parents=True, exist_ok=True)
    context = get_context("spawn")
    jobs = [context.Process(target=generate, args=(plan, folder, seed + i, seconds)) for i in range(workers)]
    for job in jobs:
        job.start()
    try:
        for job in jobs:
            job.join()
    finally:
        for job in jobs:
            job.terminate()
    if any(job.exitcode for job in jobs):
        raise DatagenError(Message("learn.player_failed"))


def write_positions(path: Path, games: list[ScoredPositions]) -> None:
    """Write games into one file, all or nothing."""
    states, scores, results = (np.concatenate(part) for part in zip(*games, strict=True))
    together = {
        "states": states,
        "scores": scores.clip(-HIGHEST_SCORE, HIGHEST_SCORE).astype(np.int32),
        "results": results.astype(np.int8),
    }
    content = io.BytesIO()
    np.savez_compressed(content, allow_pickle=False, **together)
    write_bytes(path, content.getvalue())


def read_positions(folder: Path) -> ScoredPositions:
    """All positions of a folder."""
    parts = list(_parts(folder))
    if not parts:
        raise DatagenError(Message("learn.no_games", folder=quoted(str(folder))))
    return ScoredPositions(*(np.concatenate([part[i] for part in parts]) for i in range(len(ScoredPositions._fields))))


def _parts(folder: Path) -> Iterator[ScoredPositions]:
    for path in sorted(folder.glob("games-*.npz")):
        with np.load(path, allow_pickle=False) as arrays:
            yield ScoredPositions(arrays["states"], arrays["scores"], arrays["results"])
