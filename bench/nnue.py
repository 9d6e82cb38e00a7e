"""Teach a small network (core/nnue.py) and let it play against the usual heuristic, both in the engine.

    python bench/nnue.py GAME [-o KEY=VALUE] --folder FOLDER [--generations 2] [--seconds 200] [--nodes 5000]
                         [--workers 2] [--device cpu] [--width 64] [--pairs 100] [--think 0.1]

Every generation plays games (the first with the usual heuristic, later ones with the network before), trains on all
games so far and plays a match of opening pairs at equal time.
"""

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

import plyground
from plyground.core.heuristic import find_heuristic
from plyground.core.nnue import read_nnue
from plyground.learn.nnue_datagen import DatagenPlan
from plyground.learn.nnue_learner import NnueLearner
from plyground.learn.nnue_training import NnueTraining
from plyground.search.api import search
from plyground.search.engine.session import Session


def heuristic_of(game: Any, text: str) -> Any:
    """A heuristic by name, or the network in a file."""
    return read_nnue(Path(text), game) if text.endswith(".npz") else find_heuristic(game, text)


def play_pair(name: str, options: dict[str, str], names: tuple[str, str], think: float, plies: int, seed: int) -> float:
    """Points of the first heuristic in two games from one random opening: 0 to 2."""
    game, dice = plyground.game(name, **options), np.random.default_rng(seed)
    start = game.start()
    for _ in range(plies):
        start = start.play(start.moves[int(dice.integers(len(start.moves)))].text)
        if start.outcome is not None:
            return 1.0
    points = 0.0
    for first in range(2):
        position, sessions = start, (Session(), Session())
        for session in sessions:
            session.new_game()
        heuristics = [heuristic_of(game, text) for text in names]
        for _ in range(300):
            if position.outcome is not None:
                break
            player = (position.mover + first) % 2
            found = search(position, "pvs", heuristic=heuristics[player], seconds=think, session=sessions[player])
            position = position.play(found.move.text)
        for session in sessions:
            session.close()
        won = None if position.outcome is None else position.outcome.winner
        points += 0.5 if won is None else float((won + first) % 2 == 0)
    return points


def match(asked: argparse.Namespace, options: dict[str, str], names: tuple[str, str]) -> dict[str, Any]:
    """Play the pairs and sum them up."""
    with ProcessPoolExecutor(asked.workers, mp_context=get_context("spawn")) as pool:
        jobs = [
            pool.submit(play_pair, asked.game, options, names, asked.think, asked.plies, 1000 + i)
            for i in range(asked.pairs)
        ]
        points = [job.result() for job in jobs]
    counts = [points.count(score) for score in (0.0, 0.5, 1.0, 1.5, 2.0)]
    return {"players": names, "pairs": counts, "share": sum(points) / (2 * len(points))}


def main() -> None:
    """Teach and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=200, help="how long a generation plays (200)")
    parser.add_argument("--nodes", type=int, default=5000, help="nodes of a search (5000)")
    parser.add_argument("--random-turns", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--plies", type=int, default=4, help="random plies that a pair of games begins with (4)")
    parser.add_argument("--think", type=float, default=0.1, help="seconds a move in the matches (0.1)")
    asked = parser.parse_args()
    options = dict(text.split("=") for text in asked.option)
    plan = DatagenPlan(asked.game, options, asked.nodes, random_turns=asked.random_turns)
    learner = NnueLearner(plan, NnueTraining(width=asked.width), asked.folder, asked.workers, asked.device)
    for _ in range(asked.generations):
        begun, generation = time.monotonic(), learner.generations
        card = learner.learn(asked.seconds, lambda text: print(text, flush=True))
        print(json.dumps(card), flush=True)
        for rival in ("strong", *([str(learner.path(generation - 1))] if generation else [])):
            print(json.dumps(match(asked, options, (str(learner.path(generation)), rival))), flush=True)
        print(f"{time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
