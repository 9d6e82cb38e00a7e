"""The same question gets the same answer: in one process, in two, and after the cache was wiped."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import plyground
from tests.search.boards import BOARDS, positions
from tests.search.networks import network_for

ROOT = Path(__file__).resolve().parent.parent.parent
PROBE = """
import json, sys, plyground
position = plyground.game("neutreeko").position(sys.argv[1])
for algorithm in sys.argv[2:]:
    found = plyground.search(position, algorithm, heuristic="strong", nodes=20000, seed=5).as_data()
    print(json.dumps([found[key] for key in ("move", "score", "line", "nodes", "depth")]))
"""


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs", "montecarlo", "puct", "greedy", "random"])
@pytest.mark.parametrize("name", BOARDS)
def test_twice_in_one_process(name: str, algorithm: str) -> None:
    heuristic, nodes = BOARDS[name][1], 1_000 if algorithm == "puct" else 20_000
    for position in positions(name, 3, "same"):
        more = network_for(algorithm, position.game)
        first, second = (
            plyground.search(position, algorithm, heuristic=heuristic, nodes=nodes, seed=5, **more) for _ in range(2)
        )
        kept = ("move", "score", "line", "nodes", "depth", "lines")
        assert [getattr(first, name) for name in kept] == [getattr(second, name) for name in kept]


def answers(position: object, *algorithms: str, **variables: str) -> list[str]:
    """What these searches say in a new process, a line for each."""
    command = [sys.executable, "-c", PROBE, str(position), *algorithms]
    done = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_in_two_processes_and_after_a_cache_wipe(tmp_path: Path) -> None:
    (position,) = positions("neutreeko", 1, "processes")
    first, second = (answers(position, "minimax", "alphabeta", "pvs", "montecarlo") for _ in range(2))
    assert len(first) == 4
    assert first == second
    assert answers(position, "minimax", PLYGROUND_CACHE=str(tmp_path)) == first[:1]


def test_the_bench_signature() -> None:
    """Total nodes over 40 fixed positions; a change that means to change the search changes the file with it."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "bench/signature.py")], capture_output=True, text=True, check=True
    )
    assert done.stdout == (ROOT / "bench/signature.txt").read_text()


def test_seeds_differ() -> None:
    start = plyground.game("morris").start()
    moves = {str(plyground.search(start, "random", heuristic="strong", seed=seed).move) for seed in range(40)}
    assert len(moves) > 10
