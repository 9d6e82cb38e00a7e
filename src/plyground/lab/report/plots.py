"""Plots as SVG texts, by matplotlib: they need no file and no font, and the same values give the same bytes.

Lines and letters are drawn in the colour of the text around them, so that a plot suits light and dark pages; the
colours of data suit both. matplotlib is slow to import and is imported only when something is drawn.
"""

import io
import re
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any

from plyground.lab.stats.elo import Estimate

MOST_FIGURES = 16
"""A cross table of more names is drawn without figures."""
INK = "#010203"
"""Stands for the colour of the text around, until the picture is written."""
COLOURS = ("#2f7fd1", "#e07b28", "#3a9d5d", "#c44e6f", "#8a67c7", "#1f9aa8", "#a3812a", "#7f8790")
SIZE = (7.2, 3.4)
"""Inches, wide and high."""
SALT = "plyground"
STYLE: Any = {
    "svg.fonttype": "path",
    "svg.hashsalt": SALT,
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "figure.facecolor": "none",
    "grid.alpha": 0.18,
    "grid.color": INK,
    "legend.frameon": False,
    "xtick.color": INK,
    "ytick.color": INK,
}


def picture(draw: Callable[[Any], None], size: tuple[float, float] = SIZE) -> str:
    """The SVG of what `draw` puts on a matplotlib `Axes`."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        draw(figure.add_subplot())
        written = io.StringIO()
        figure.savefig(written, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return re.sub(r"<!--.*?-->\s*", "", written.getvalue(), flags=re.DOTALL).replace(INK, "currentColor")


def intervals(names: Sequence[str], estimates: Sequence[Estimate], label: str) -> str:
    """Values with their 95 % intervals, one below the other; an end without a bound is an arrow."""
    ends = [end for each in estimates for end in (each.value, each.low, each.high) if isfinite(end)]
    reach = max(max(ends) - min(ends), 1.0)
    low, high = min(ends) - 0.12 * reach, max(ends) + 0.12 * reach

    def draw(axes: Any) -> None:
        axes.axvline(0, color=INK, linewidth=0.8, alpha=0.5)
        for place, each in enumerate(estimates):
            axes.plot([max(each.low, low), min(each.high, high)], [place, place], color=COLOURS[0], linewidth=2)
            for end, edge, marker in ((each.low, low, "<"), (each.high, high, ">")):
                at, sign = (end, "|") if isfinite(end) else (edge, marker)
                axes.plot(at, place, sign, color=COLOURS[0], clip_on=False)
            axes.plot(each.value, place, "o", color=COLOURS[0], markersize=7)
        axes.set_yticks(range(len(names)), [shortened(name) for name in names])
        axes.set(xlabel=label, ylim=(len(names) - 0.5, -0.5), xlim=(low, high))
        axes.grid(axis="x")

    return picture(draw, (SIZE[0], 1.1 + 0.38 * len(names)))


def heat(names: Sequence[str], shares: Sequence[Sequence[float | None]], label: str) -> str:
    """A cross table of shares from 0 to 1: the row's against the column's, which has its number; `None` stays empty.

    Where there are many names, the colours alone say it: figures would not fit.
    """
    few = len(names) <= MOST_FIGURES

    def draw(axes: Any) -> None:
        values = [[float("nan") if share is None else share for share in row] for row in shares]
        shown = axes.imshow(values, vmin=0, vmax=1, cmap="RdYlBu", aspect="auto")
        for row, line in enumerate(shares):
            for column, share in enumerate(line):
                if share is not None and few:
                    colour = "#1a1a1a" if 0.15 < share < 0.85 else "#ffffff"
                    axes.text(column, row, f"{share:.0%}", ha="center", va="center", color=colour, fontsize=9)
        places = range(len(names))
        axes.set_xticks(places, [str(place + 1) for place in places], fontsize=9 if few else 5)
        axes.set_yticks(places, [f"{shortened(name)}  {place}" for place, name in enumerate(names, 1)])
        axes.spines[:].set_visible(False)
        axes.figure.colorbar(shown, label=label, format="{x:.0%}")

    return picture(draw, (SIZE[0], 1.1 + 0.42 * len(names)))


def curves(
    series: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    labels: tuple[str, str],
    *,
    levels: Mapping[str, float] | None = None,
    logarithmic: bool = False,
    marked: bool = False,
) -> str:
    """Lines by name, each with its x values, which count something, and y values; `levels` are named horizontals."""

    def draw(axes: Any) -> None:
        for place, (name, (across, up)) in enumerate(series.items()):
            axes.plot(across, up, "o-" if marked else "-", color=COLOURS[place % len(COLOURS)], label=shortened(name))
        for name, level in (levels or {}).items():
            axes.axhline(level, color=INK, linestyle="--", linewidth=1, alpha=0.7)
            axes.annotate(name, (1, level), xycoords=("axes fraction", "data"), ha="right", va="bottom", fontsize=9)
        axes.xaxis.get_major_locator().set_params(integer=True)
        if logarithmic:
            axes.set_yscale("log")
        axes.set(xlabel=labels[0], ylabel=labels[1])
        axes.grid()
        if len(series) > 1:
            axes.legend()

    return picture(draw)


def histogram(values: Sequence[float], labels: tuple[str, str]) -> str:
    """How often values occur."""

    def draw(axes: Any) -> None:
        axes.hist(values, bins=min(24, max(len(set(values)), 1)), color=COLOURS[0], alpha=0.85)
        axes.set(xlabel=labels[0], ylabel=labels[1])
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.grid(axis="y")

    return picture(draw)


def bars(names: Sequence[str], groups: Mapping[str, Sequence[float]], label: str) -> str:
    """Bars side by side: a group for each name, a colour for each key of `groups`."""

    def draw(axes: Any) -> None:
        width = 0.8 / max(len(groups), 1)
        for place, (key, values) in enumerate(groups.items()):
            across = [x - 0.4 + width * (place + 0.5) for x in range(len(names))]
            axes.bar(across, values, width * 0.92, color=COLOURS[place % len(COLOURS)], label=shortened(key))
        axes.set_xticks(range(len(names)), [shortened(name, 18) for name in names])
        axes.set(ylabel=label)
        axes.grid(axis="y")
        if len(groups) > 1:
            axes.legend()

    return picture(draw)


def shortened(name: str, most: int = 40) -> str:
    """A name that fits beside an axis; no sign of it is taken for a formula."""
    return (name if len(name) <= most else f"{name[: most - 1]}…").replace("$", r"\$")
