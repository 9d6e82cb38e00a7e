"""Draw the plots of docs/morris-story.md from docs/morris-solved.json: `python docs/make_morris_plots.py [FOLDER]`."""

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib import pyplot as plt

HERE = Path(__file__).parent
KINDS = (("wins", "#2a7"), ("draws", "#bbb"), ("losses", "#c44"))
ON_CPU = {"3-4": 0.49, "4-4": 0.23, "3-5": 0.70}
"""Seconds by 16 cores of the same machine, for a pair of sectors (`bench/morris_gpu.py --men 8 --device cpu`)."""
FEWEST, MOST = 3, 9

Sectors = list[dict[str, Any]]


def in_hand(sector: dict[str, Any]) -> int:
    """Number of men in hand of both."""
    return int(sector["mover"][1] + sector["opponent"][1])


def draw_sizes(sectors: Sectors, folder: Path) -> None:
    """Orbits by men in hand, as wins, draws and losses, and the time they took."""
    figure, (axes, times) = plt.subplots(
        2, 1, figsize=(8, 4.6), layout="constrained", sharex=True, height_ratios=[2, 1]
    )
    hands = range(19)
    bottom = [0.0] * len(hands)
    for kind, colour in KINDS:
        sizes = [sum(sector[kind] for sector in sectors if in_hand(sector) == hand) / 1e9 for hand in hands]
        axes.bar(hands, sizes, bottom=bottom, color=colour, label=kind)
        bottom = [a + b for a, b in zip(bottom, sizes, strict=True)]
    seconds = [sum(sector["seconds"] for sector in sectors if in_hand(sector) == hand) for hand in hands]
    times.bar(hands, seconds, color="#47a")
    axes.set(ylabel="billion orbits", title="Nine Men's Morris, all of it")
    times.set(xlabel="men in hand of both players", ylabel="seconds", xticks=list(hands))
    axes.legend()
    figure.savefig(folder / "morris-sizes.svg", metadata={"Date": None})


def draw_values(endings: Sectors, folder: Path) -> None:
    """Shares of wins, draws and losses of the endings, a tile each."""
    figure, axes = plt.subplots(figsize=(7, 6), layout="constrained")
    for sector in endings:
        left, row = sector["opponent"][0] - 0.45, sector["mover"][0]
        for kind, colour in KINDS:
            width = 0.9 * sector[kind] / sector["orbits"]
            axes.barh(row, width, left=left, height=0.6, color=colour)
            left += width
        axes.text(sector["opponent"][0], row + 0.4, sector["longest_win"] or "", ha="center", va="center", fontsize=7)
    sides = list(range(FEWEST, MOST + 1))
    axes.set(xlabel="men of the opponent", ylabel="men of the mover", xticks=sides, yticks=sides)
    axes.set_title("Endings: won, drawn, lost for the mover; above, the longest win in plies")
    figure.savefig(folder / "morris-values.svg", metadata={"Date": None})


def draw_lengths(lengths: dict[str, Any], folder: Path) -> None:
    """How many orbits are won in how many plies."""
    figure, axes = plt.subplots(figsize=(8, 3.2), layout="constrained")
    for phase, colour in (("moving", "#47a"), ("placing", "#e93")):
        won = {int(plies): many for plies, many in lengths[phase]["won"].items()}
        axes.plot(list(won), list(won.values()), color=colour, label=f"{phase} phase")
    axes.set(yscale="log", xlabel="plies to the win", ylabel="orbits won for the mover", title="How long wins take")
    axes.legend()
    figure.savefig(folder / "morris-lengths.svg", metadata={"Date": None})


def draw_times(endings: Sectors, folder: Path) -> None:
    """Time of each pair of endings on the GPU and, where it was measured, on the CPU."""
    orbits, seconds = dict[str, int](), dict[str, float]()
    for sector in endings:
        name = "-".join(map(str, sorted((sector["mover"][0], sector["opponent"][0]))))
        orbits[name] = orbits.get(name, 0) + sector["orbits"]
        seconds[name] = seconds.get(name, 0.0) + sector["seconds"]
    del seconds["3-3"]  # mostly compiling
    figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
    axes.scatter([orbits[name] for name in seconds], list(seconds.values()), color="#47a", label="one H200")
    axes.scatter(
        [orbits[name] for name in ON_CPU], list(ON_CPU.values()), color="#c44", label="16 cores of its machine"
    )
    for name, spent in seconds.items():
        axes.annotate(name, (orbits[name], spent), fontsize=7, xytext=(3, 3), textcoords="offset points")
    axes.set(xscale="log", yscale="log", xlabel="orbits", ylabel="seconds", title="Time of a pair of endings")
    axes.legend()
    figure.savefig(folder / "morris-times.svg", metadata={"Date": None})


def main(folder: Path) -> None:
    """Draw everything."""
    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "plyground"
    solved = json.loads((HERE / "morris-solved.json").read_text())
    endings = [sector for sector in solved["sectors"] if in_hand(sector) == 0]
    draw_sizes(solved["sectors"], folder)
    draw_values(endings, folder)
    draw_lengths(solved["orbits_by_plies"], folder)
    draw_times(endings, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
