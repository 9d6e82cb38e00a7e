"""Compare the rules compiled for CUDA with the same functions on the CPU, on random positions.

    python bench/cuda_rules.py [--positions 1000000] [--json FILE] [--write] [GAME ...]

The positions come from random games. CPU and GPU generate the moves of each position, play all of them and hash the
children into a checksum; all counts and checksums must be equal. Rates are positions expanded per second and leaves
made per second, beside those of one CPU core in the same run. Needs the extra `plyground[gpu]` and an NVIDIA GPU.
`--json` keeps the figures; where there is no GPU, `--json FILE --tell --write` writes the page from them.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # type: ignore[attr-defined]  # removed from NumPy 2.4; some releases of numba-cuda want it
from bench import figures
from numba import cuda

import plyground
from plyground.core.bits import ONE, ZERO
from plyground.core.contract import Words, fingerprint, moves, play, winner
from plyground.core.jit import kernel
from plyground.core.outcome import NOBODY_YET

CASES: dict[str, dict[str, Any]] = {
    "hex": {},
    "blockit": {"rules": "quoridor"},
    "eximo": {},
    "neutreeko": {},
    "morris": {},
}
HEAD = (
    "game",
    "moves",
    "generated, million positions/s",
    "× one core",
    "made, million children/s",
    "× one core",
)
THREADS = 128
_TWIST = np.uint64(6364136223846793005)


@kernel
def count_moves(rules: Any, state: Words, out: Words) -> int:
    """Number of moves of a state; the moves are written into `out`."""
    return moves(rules, state, out) if winner(rules, state) == NOBODY_YET else 0


@kernel
def checksum(rules: Any, state: Words, out: Words, child: Words) -> np.uint64:
    """Checksum of a state's moves and the fingerprints of its children, in order."""
    total = ZERO
    for i in range(min(count_moves(rules, state, out), out.size)):
        play(rules, state, out[i], child)
        total = (total ^ out[i]) * _TWIST + fingerprint(rules, child)
    return total


@kernel
def copy(state: Words, into: Words) -> None:
    """Copy a state word by word: assigning a whole row would allocate."""
    for i in range(state.size):
        into[i] = state[i]


@kernel
def random_positions(rules: Any, start: Words, states: Words, out: Words, seed: np.uint64) -> None:
    """Fill `states` with the positions of random games from `start`, one game after another."""
    dice = seed
    copy(start, states[0])
    for i in range(1, len(states)):
        count = min(count_moves(rules, states[i - 1], out), out.size)
        if count == 0:
            copy(start, states[i])
            continue
        dice = dice * _TWIST + ONE
        play(rules, states[i - 1], out[np.int64((dice >> np.uint64(33)) % np.uint64(count))], states[i])


@kernel
def on_cpu(rules: Any, states: Words, out: Words, child: Words, counts: Words, sums: Words) -> None:
    """Counts and checksums of all states, in a loop."""
    for i in range(len(states)):
        counts[i] = count_moves(rules, states[i], out)
        sums[i] = checksum(rules, states[i], out, child)


@kernel
def count_on_cpu(rules: Any, states: Words, out: Words, counts: Words) -> None:
    """Counts of all states, in a loop."""
    for i in range(len(states)):
        counts[i] = count_moves(rules, states[i], out)


@cuda.jit
def count_on_gpu(rules, states, outs, counts):  # type: ignore[no-untyped-def]
    """Counts of all states, one thread per state."""
    i = cuda.grid(1)
    if i < len(states):
        counts[i] = count_moves(rules, states[i], outs[i])


@cuda.jit
def sum_on_gpu(rules, states, outs, children, sums):  # type: ignore[no-untyped-def]
    """Checksums of all states, one thread per state."""
    i = cuda.grid(1)
    if i < len(states):
        sums[i] = checksum(rules, states[i], outs[i], children[i])


def seconds(work: Any) -> float:
    """Seconds that `work` takes, including the GPU."""
    cuda.synchronize()
    started = time.perf_counter()
    work()
    cuda.synchronize()
    return time.perf_counter() - started


def device_rules(rules: Any) -> Any:
    """The rules with their tables in GPU memory."""
    return type(rules)(*(cuda.to_device(part) if isinstance(part, np.ndarray) else part for part in rules))


def compare(name: str, options: dict[str, Any], positions: int) -> dict[str, Any]:
    """Run one game both ways: the rates, and whether all results agree."""
    game = plyground.game(name, **options)
    states = np.zeros((positions, game.words), np.uint64)
    out, child = np.zeros(game.usual_moves, np.uint64), game.empty_state()
    random_positions(game.rules, game.start_state(), states, out, np.uint64(2026))
    counts, sums = np.zeros(positions, np.uint64), np.zeros(positions, np.uint64)
    on_cpu(game.rules, states[:2], out, child, counts, sums)
    count_on_cpu(game.rules, states[:2], out, counts)
    cpu_making = seconds(lambda: on_cpu(game.rules, states, out, child, counts, sums))
    cpu_counting = seconds(lambda: count_on_cpu(game.rules, states, out, counts))

    rules, on_device = device_rules(game.rules), cuda.to_device(states)
    outs = cuda.device_array((positions, game.usual_moves), np.uint64)
    children = cuda.device_array((positions, game.words), np.uint64)
    gpu_counts, gpu_sums = cuda.device_array(positions, np.uint64), cuda.device_array(positions, np.uint64)
    blocks = -(-positions // THREADS)
    count = lambda: count_on_gpu[blocks, THREADS](rules, on_device, outs, gpu_counts)  # noqa: E731
    make = lambda: sum_on_gpu[blocks, THREADS](rules, on_device, outs, children, gpu_sums)  # noqa: E731
    count(), make()
    counting = min(seconds(count) for _ in range(5))
    making = min(seconds(make) for _ in range(5))
    same = np.array_equal(gpu_counts.copy_to_host(), counts) and np.array_equal(gpu_sums.copy_to_host(), sums)
    return {
        "game": ", ".join([game.title, *(f"`{key}={value}`" for key, value in options.items())]),
        "positions": positions,
        "different": len(np.unique(states, axis=0)),
        "moves": int(counts.sum()),
        "most_moves": int(counts.max()),
        "equal": bool(same),
        "generated": positions / counting / 1e6,
        "generated_times": cpu_counting / counting,
        "made": int(counts.sum()) / making / 1e6,
        "made_times": cpu_making / making,
    }


def line(row: dict[str, Any]) -> str:
    """A game's figures as they are printed."""
    return (
        f"{row['game']:<28} {row['positions']:>9,} positions, {row['different']:>9,} different, "
        f"{row['moves']:>12,} moves (at most {row['most_moves']:>4}): {'equal' if row['equal'] else 'DIFFERENT'}; "
        f"generating {row['generated']:8.1f} M positions/s ({row['generated_times']:6.0f} × one core); making "
        f"{row['made']:8.1f} M children/s ({row['made_times']:6.0f} × one core)"
    )


def table_row(row: dict[str, Any]) -> list[str]:
    """A game's row of the page."""
    rates = ("moves", "generated", "generated_times", "made", "made_times")
    return [row["game"], *(f"{row[each]:,.0f}" for each in rates)]


def device_name() -> str:
    """The GPU; without one the program ends."""
    if not cuda.is_available():
        sys.exit("No NVIDIA GPU was found.")
    name = cuda.get_current_device().name
    return name if isinstance(name, str) else str(name.decode())


def measured(names: list[str], positions: int) -> dict[str, Any]:
    """Everything, as plain data."""
    device, began = device_name(), figures.BEGUN
    print(f"{device}; all games with {positions:,} positions")
    rows = []
    for name in names:
        rows.append(compare(name, CASES[name], positions))
        print(line(rows[-1]), flush=True)
    ended = figures.conditions(figures.an(device))
    return {"rows": rows, "taken": [ended._replace(load=began.load), ended]}


def main() -> None:
    """Compare the requested games."""
    parser = figures.Parser(__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to run (all)")
    parser.add_argument("--positions", type=int, default=1_000_000, help="positions per game (1000000)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where the figures are kept")
    parser.add_argument("--tell", action="store_true", help="measure nothing, take the figures of the file")
    given = parser.parse_args()
    parser.whole(given, given.games)
    found = json.loads(given.json.read_text()) if given.tell else measured(given.games or list(CASES), given.positions)
    if given.json and not given.tell:
        given.json.write_text(json.dumps(found, indent=1) + "\n")
    table = figures.table(HEAD, map(table_row, found["rows"]))
    print(table)
    if given.write:
        figures.write("cuda_rules", table, taken=[figures.Conditions(*each) for each in found["taken"]])
    sys.exit(0 if all(row["equal"] for row in found["rows"]) else 1)


if __name__ == "__main__":
    main()
