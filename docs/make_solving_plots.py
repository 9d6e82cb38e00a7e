"""Draw the plots of docs/solving.md from what the solver finds: `python docs/make_solving_plots.py`."""

from pathlib import Path

import matplotlib as mpl
from matplotlib import pyplot as plt

import plyground
from plyground.solve.driver import SolvePlan, prepare
from plyground.solve.statistics import by_sector, whole_game

HERE = Path(__file__).parent


def draw_distances() -> None:
    """How many positions of Neutreeko are decided in how many plies."""
    solver = prepare(SolvePlan(plyground.game("neutreeko")))
    solver.run()
    histogram = {int(plies): many for plies, many in whole_game(solver)["histogram"].items()}
    figure, axes = plt.subplots(figsize=(8, 3.2), layout="constrained")
    for name, odd, colour in (("won", 1, "#2a7"), ("lost", 0, "#c44")):
        bars = {plies: many for plies, many in histogram.items() if plies % 2 == odd}
        axes.bar(list(bars), list(bars.values()), color=colour, label=f"{name} for the mover")
    axes.set(yscale="log", xlabel="plies to the end of the game", ylabel="positions", title="Neutreeko")
    axes.legend()
    figure.savefig(HERE / "solving-neutreeko.svg", metadata={"Date": None})


def draw_sectors() -> None:
    """Wins, draws and losses of the endings of Nine Men's Morris."""
    solver = prepare(SolvePlan(plyground.game("morris"), 8))
    solver.run()
    sectors = by_sector(solver)["sectors"]
    names = [f"{sector['mover'][0]}-{sector['opponent'][0]}" for sector in sectors]
    figure, axes = plt.subplots(figsize=(8, 2.8), layout="constrained")
    left = [0.0] * len(sectors)
    for kind, colour in (("wins", "#2a7"), ("draws", "#bbb"), ("losses", "#c44")):
        shares = [sector[kind] / sector["orbits"] for sector in sectors]
        axes.barh(names, shares, left=left, color=colour, label=kind)
        left = [a + b for a, b in zip(left, shares, strict=True)]
    axes.set(xlabel="share of the orbits", ylabel="mover-opponent", title="Nine Men's Morris, endings")
    axes.invert_yaxis()
    axes.legend(loc="upper right")
    figure.savefig(HERE / "solving-morris.svg", metadata={"Date": None})


if __name__ == "__main__":
    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "plyground"
    draw_distances()
    draw_sectors()
