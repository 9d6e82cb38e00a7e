"""Solve Nine Men's Morris sector by sector on a GPU, without the packages of the command line.

    python bench/morris_gpu.py [--men N] [--device cuda] [--check N] [--folder FOLDER] [--stop-after SECONDS]
                               [--out FILE.json] [--compare FILE.json]
                               [--sample N --sample-folder FOLDER] [--values FILE.json]

Without --men the whole game is solved. A line per component of sectors gives its size, time and rate. With a folder,
tables are kept, and a run that was stopped can be resumed. --check recomputes at least N values of each sector from
their successors, by other code. --compare fails unless the counts agree with another run in every sector that both
have. --sample writes N positions with the values of all their moves, in files of half a million (solve/sample.py);
--values writes the number of orbits of each sector by value. Equivalent to `plyground solve morris --all --device cuda
--json`, which needs more packages.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from threading import Timer
from typing import Any

import numpy as np

import plyground
from plyground.solve.device import DEVICES, device_named
from plyground.solve.passes import StoppedError
from plyground.solve.resources import size
from plyground.solve.sample import Sampler, write_sample
from plyground.solve.streamed import ComponentReport, StreamedSolver

IN_A_FILE = 500_000
"""Positions of a sample in a file."""
A_GAME = 40
"""Different positions of a game, about."""
COUNTED = ("orbits", "positions", "wins", "draws", "losses", "longest_win", "longest_loss")


def say(component: ComponentReport) -> None:
    """Print a line about a component of sectors."""
    rate, spent = component.numbers / max(component.seconds, 1e-6), f"{component.seconds:8.2f} s"
    line = f"{' '.join(component.sectors):<16} {component.numbers:>13,} {component.plies:>4} plies {spent}"
    line = f"{line} {rate / 1e6:9.1f} M/s"
    print(
        f"{line} {size(component.memory):>9}  checked {component.checked:,} in {component.check_seconds:.2f} s",
        flush=True,
    )


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """The sectors that both runs have but count differently."""
    known = {(*sector["mover"], *sector["opponent"]): sector for sector in theirs["sectors"]}
    found = []
    for sector in ours["sectors"]:
        key = (*sector["mover"], *sector["opponent"])
        if key in known and any(sector[name] != known[key][name] for name in COUNTED):
            found.append(f"{key}: {sector} here, {known[key]} there")
    return found


def write_samples(solver: StreamedSolver, wanted: int, folder: Path) -> None:
    """Write positions with their values, half of them from games, half from everywhere."""
    begun = time.perf_counter()
    sampler = Sampler(solver.game, solver.sector_set, solver.device, solver.load_all())
    print(f"sample: all in memory after {time.perf_counter() - begun:.1f} s", flush=True)
    played = sampler.from_games(wanted // A_GAME)
    print(f"sample: {len(played):,} positions of games after {time.perf_counter() - begun:.1f} s", flush=True)
    played = sampler.random.permutation(played)[: wanted // 2]
    states = np.concatenate([played, sampler.from_sectors(wanted - len(played))])
    states = sampler.random.permutation(np.unique(states, axis=0))
    for number, at in enumerate(range(0, len(states), IN_A_FILE)):
        found = sampler.look_up(states[at : at + IN_A_FILE])
        write_sample(folder / f"sample{number}.npz", found)
        drawn, won = (found.values == 0).mean(), (found.values > 0).mean()
        about = f"{len(found.values):,} positions, {len(found.after):,} moves, {won:.3f} won, {drawn:.3f} drawn"
        print(f"sample: {about}, after {time.perf_counter() - begun:.1f} s", flush=True)


def values_of(solver: StreamedSolver) -> dict[str, dict[int, int]]:
    """By sector: how many orbits have each value."""
    offsets = solver.load_all()
    sectors = enumerate(solver.sector_set.sectors)
    return {sector.name: solver.device.tally(number, offsets)[0] for number, sector in sectors}


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--men", type=int, help="solve only endings with at most this many men")
    parser.add_argument("--device", choices=DEVICES, default="cuda", help="device to solve on (cuda)")
    parser.add_argument("--check", type=int, default=0, help="number of values of each sector to recompute")
    parser.add_argument("--folder", type=Path, help="folder for the tables; without it none are kept")
    parser.add_argument("--stop-after", type=float, help="stop after this many seconds; the next run resumes")
    parser.add_argument("--out", type=Path, help="write the result to this file")
    parser.add_argument("--compare", type=Path, help="compare with this result of another run")
    parser.add_argument("--sample", type=int, default=0, help="number of positions to write with their moves' values")
    parser.add_argument("--sample-folder", type=Path, default=Path(), help="folder for these positions")
    parser.add_argument("--values", type=Path, help="write the numbers of orbits by value to this file")
    return parser.parse_args()


def main() -> None:
    """Solve, then print and write the results."""
    asked, begun = arguments(), time.perf_counter()
    game = plyground.game("morris")
    sector_set = game.sectors(asked.men) if asked.men else game.all_sectors()
    device = device_named(asked.device, game, sector_set)
    solver = StreamedSolver(game, sector_set, device, asked.folder, asked.check, on_report=say)
    print(
        f"{solver.whole:,} numbers; {time.perf_counter() - begun:.1f} s to make the tables that number them", flush=True
    )
    if asked.stop_after:
        timer = Timer(asked.stop_after, solver.stop)
        timer.daemon = True
        timer.start()
    try:
        solver.run()
    except StoppedError:
        sys.exit("Stopped; the same command goes on.")
    told = {"game": game.name, "options": game.option_texts(), "device": device.name}
    data = told | solver.data() | {"seconds": round(time.perf_counter() - begun, 3)}
    if asked.out:
        asked.out.write_text(json.dumps(data, indent=1) + "\n")
    print(f"start: {data.get('start')}; first moves: {data.get('first_moves')}; {data['seconds']} s in all")
    if asked.values:
        asked.values.write_text(json.dumps(values_of(solver)) + "\n")
    if asked.sample:
        write_samples(solver, asked.sample, asked.sample_folder)
    wrong = differences(data, json.loads(asked.compare.read_text())) if asked.compare else []
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
