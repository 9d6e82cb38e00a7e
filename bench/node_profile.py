"""Profile a node: each function of the game, and the engine with parts of it switched off.

    python bench/node_profile.py [--runs 5] [--write] [GAME ...]

Functions run over positions of random games; their figures are nanoseconds of processor time per call. The engine
searches the start position to a fixed number of nodes; its figures are nanoseconds per node. The best of several runs
counts. Switching a part off also changes the tree: a row is the cost of a node without the part, not of the part.
"""

import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from bench import figures

import plyground
from plyground.core.contract import Words, evaluate, fingerprint, forcing, moves, play, winner
from plyground.core.heuristic import find_heuristic
from plyground.core.jit import kernel
from plyground.play.agents.agent import read_agent
from plyground.play.agents.spec import AgentSpec

GAMES = {"morris": "strong", "neutreeko": "strong", "eximo": "strong", "blockit": "path", "hex": "strong"}
POSITIONS = 2000
NODES = 1_000_000
WARMING_NODES = 1000
"""Nodes of the search that compiles before one is measured."""
SWITCHED_OFF: tuple[tuple[str, ...], ...] = (
    (),
    ("table",),
    ("quiescence",),
    ("killers", "history", "countermoves"),
    ("table", "quiescence"),
)


@kernel
def generate_all(rules: Any, heuristic: Any, states: Words, out: Words, child: Words) -> int:
    """Generate the moves of every state."""
    total = 0
    for i in range(len(states)):
        total += moves(rules, states[i], out)
    return total


@kernel
def make_all(rules: Any, heuristic: Any, states: Words, out: Words, child: Words) -> int:
    """Generate the moves of every state and make the first."""
    total = 0
    for i in range(len(states)):
        total += moves(rules, states[i], out)
        play(rules, states[i], out[0], child)
    return total


@kernel
def judge_all(rules: Any, heuristic: Any, states: Words, out: Words, child: Words) -> int:
    """Test every state for a winner."""
    total = 0
    for i in range(len(states)):
        total += winner(rules, states[i])
    return total


@kernel
def hash_all(rules: Any, heuristic: Any, states: Words, out: Words, child: Words) -> Any:
    """Compute the key of every state."""
    total = np.uint64(0)
    for i in range(len(states)):
        total ^= fingerprint(rules, states[i])
    return np.int64(total >> np.uint64(1))


@kernel
def force_all(rules: Any, heuristic: Any, states: Words, out: Words, child: Words) -> int:
    """Test every state for forcing moves."""
    total = 0
    for i in range(len(states)):
        total += forcing(rules, states[i])
    return total


@kernel
def estimate_all(rules: Any, heuristic: Any, states: Words, out: Words, child: Words) -> int:
    """Estimate every state."""
    total = 0
    for i in range(len(states)):
        total += evaluate(heuristic, rules, states[i])
    return total


PARTS: dict[str, Callable[..., int]] = {
    "generate": generate_all,
    "generate and make one": make_all,
    "who won": judge_all,
    "key": hash_all,
    "forcing": force_all,
    "estimate": estimate_all,
}
TITLES = {
    "generate": "generate the moves of a position, one call",
    "generate and make one": "generate the moves and make one",
    "forcing": "forcing moves or not, one call",
    "whole engine": "the engine, a node",
    "table=off": "without its table",
    "quiescence=off": "without quiescence",
    "killers=off,history=off,countermoves=off": "without killers, history and countermoves",
    "table=off,quiescence=off": "without table and quiescence",
}
"""How the rows of the table are named; the others are a part's name and "one call"."""


def sample(game: plyground.Game, count: int) -> Words:
    """States of random games that are not over."""
    dice = random.Random("profile")
    states: list[Words] = []
    while len(states) < count:
        position = game.start()
        while position.outcome is None and len(states) < count:
            states.append(position.state)
            position = position.play(dice.choice(position.moves))
    return np.array(states, np.uint64)


def best_of(runs: int, task: Callable[[], int]) -> float:
    """Nanoseconds of processor time per item, for the number of items the task returns."""
    found = []
    for _ in range(runs):
        started = time.process_time_ns()
        done = task()
        found.append((time.process_time_ns() - started) / done)
    return min(found)


def parts(name: str, runs: int) -> dict[str, float]:
    """Nanoseconds per call of the game's functions."""
    game = plyground.game(name)
    states = sample(game, POSITIONS)
    room = np.zeros(4 * game.usual_moves, np.uint64)
    child = np.zeros(states.shape[1], np.uint64)
    heuristic = find_heuristic(game, GAMES[name])
    found = {}
    for part, run in PARTS.items():
        run(game.rules, heuristic, states, room, child)

        def task(run: Callable[..., int] = run) -> int:
            for _ in range(20):
                run(game.rules, heuristic, states, room, child)
            return 20 * len(states)

        found[part] = best_of(runs, task)
    return found


def engine(name: str, runs: int) -> dict[str, float]:
    """Nanoseconds per node of the engine, complete and with features switched off."""
    game = plyground.game(name)
    found = {}
    for off in SWITCHED_OFF:
        spec = AgentSpec("pvs", GAMES[name], nodes=NODES, options=tuple((part, "off") for part in off))
        thinker = read_agent(spec, game)
        read_agent(replace(spec, nodes=WARMING_NODES), game).think(game.start())
        row = ",".join(f"{part}=off" for part in off) or "whole engine"
        found[row] = best_of(runs, lambda thinker=thinker: thinker.think(game.start()).nodes)  # type: ignore[misc]
    return found


def table(found: dict[str, dict[str, float]]) -> str:
    """The nanoseconds as Markdown, a column a game."""
    head = ("nanoseconds", *(f"{plyground.game(name).title}, `{GAMES[name]}`" for name in found))
    names = next(iter(found.values()))
    rows = [
        (TITLES.get(each, f"{each}, one call"), *(f"{rows[each]:.0f}" for rows in found.values())) for each in names
    ]
    return figures.table(head, rows)


def main() -> None:
    """Measure the requested games."""
    parser = figures.Parser(__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to run (all)")
    parser.add_argument("--runs", type=int, default=5, help="runs of each, of which the best counts (5)")
    arguments = parser.parse_args()
    parser.whole(arguments, arguments.games)
    found: dict[str, dict[str, float]] = {}
    for name in arguments.games or GAMES:
        for kind, rows in (("a call", parts(name, arguments.runs)), ("a node", engine(name, arguments.runs))):
            found.setdefault(name, {}).update(rows)
            for part, nanoseconds in rows.items():
                print(f"{name:10} {part:40} {nanoseconds:7.1f} ns {kind}", flush=True)
    if arguments.write:
        figures.write("node_profile", table(found))


if __name__ == "__main__":
    main()
