"""What plots put where, read back from matplotlib's axes before they become a picture."""

from collections.abc import Callable
from math import inf
from typing import Any

import pytest
from matplotlib.figure import Figure

from plyground.lab.report import plots
from plyground.lab.stats.elo import Estimate


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The axes of what was drawn, and its size in inches."""
    seen: list[Any] = []

    def look(draw: Callable[[Any], None], size: tuple[float, float] = plots.SIZE) -> str:
        axes = Figure(figsize=size).add_subplot()
        draw(axes)
        seen.append((axes, size))
        return ""

    monkeypatch.setattr(plots, "picture", look)
    return seen


def points(axes: Any) -> list[tuple[list[float], list[float]]]:
    """The x and y values of every line."""
    return [(list(map(float, line.get_xdata())), list(map(float, line.get_ydata()))) for line in axes.lines]


def test_an_interval_without_a_bound_ends_in_an_arrow_at_the_edge(drawn: list[Any]) -> None:
    plots.intervals(["one", "two"], [Estimate(10, -40, 60), Estimate(0, -inf, 20)], "Elo")
    ((axes, size),) = drawn
    low, high = axes.get_xlim()
    assert (low, high) == (pytest.approx(-52), pytest.approx(72))
    assert axes.get_ylim() == (1.5, -0.5), "the first name on top"
    assert [text.get_text() for text in axes.get_yticklabels()] == ["one", "two"]
    found = {(line.get_marker(), tuple(line.get_xdata()), tuple(line.get_ydata())) for line in axes.lines}
    assert {("|", (-40,), (0,)), ("|", (60,), (0,)), ("o", (10,), (0,)), ("|", (20,), (1,)), ("o", (0,), (1,))} <= found
    assert ("<", (low,), (1,)) in found
    assert ([-40, 60], [0, 0]) in points(axes)
    assert ([pytest.approx(low), 20], [1, 1]) in points(axes)
    assert axes.get_xlabel() == "Elo"
    assert size[1] == pytest.approx(1.1 + 2 * 0.38)


def test_a_cross_table_shows_shares_where_there_are_some(drawn: list[Any]) -> None:
    plots.heat(["a", "b"], [[None, 0.9], [0.1, None]], "points")
    axes, size = drawn[0]
    assert size == (plots.SIZE[0], pytest.approx(1.1 + 2 * 0.42)), "as wide as any, and higher with every name"
    texts = {text.get_text(): (text.get_position(), text.get_color()) for text in axes.texts}
    assert texts == {"90%": ((1, 0), "#ffffff"), "10%": ((0, 1), "#ffffff")}
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "2"]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["a  1", "b  2"]
    plots.heat(["a", "b"], [[None, 0.84], [0.16, None]], "points")
    assert {text.get_color() for text in drawn[1][0].texts} == {"#1a1a1a"}


def test_a_cross_table_of_many_is_drawn_without_figures(drawn: list[Any]) -> None:
    for number in (plots.MOST_FIGURES, plots.MOST_FIGURES + 1):
        plots.heat([f"player {place}" for place in range(number)], [[0.5] * number] * number, "points")
    assert [len(axes.texts) for axes, _ in drawn] == [plots.MOST_FIGURES**2, 0]


def test_curves_have_their_values_levels_and_a_legend_if_there_are_several(drawn: list[Any]) -> None:
    plots.curves({"one": ([1, 2], [10, 20])}, ("depth", "nodes"), levels={"even": 0.5})
    plots.curves({"one": ([1], [1]), "two": ([1, 2], [3, 4])}, ("x", "y"), logarithmic=True, marked=True)
    first, second = (axes for axes, _ in drawn)
    assert points(first)[0] == ([1, 2], [10, 20])
    assert points(first)[1][1] == [0.5, 0.5]
    assert [text.get_text() for text in first.texts] == ["even"]
    assert (first.get_xlabel(), first.get_ylabel(), first.get_yscale()) == ("depth", "nodes", "linear")
    assert first.get_legend() is None
    assert first.lines[0].get_marker() in ("None", "", None)
    assert second.get_yscale() == "log"
    assert [text.get_text() for text in second.get_legend().get_texts()] == ["one", "two"]
    assert second.lines[0].get_marker() == "o"
    assert second.lines[0].get_color() != second.lines[1].get_color()


def test_bars_stand_side_by_side_about_their_name(drawn: list[Any]) -> None:
    plots.bars(["a", "b"], {"x": [1, 2], "y": [3, 4]}, "games")
    axes = drawn[0][0]
    found = sorted((bar.get_x() + bar.get_width() / 2, bar.get_height()) for bar in axes.patches)
    assert found == [pytest.approx(pair) for pair in [(-0.2, 1), (0.2, 3), (0.8, 2), (1.2, 4)]]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["x", "y"]
    assert [(tick.get_position()[0], tick.get_text()) for tick in axes.get_xticklabels()] == [(0, "a"), (1, "b")]
    plots.bars(["a"], {"x": [1]}, "games")
    assert drawn[1][0].get_legend() is None


def test_a_histogram_has_a_bin_for_each_value_up_to_two_dozen(drawn: list[Any]) -> None:
    plots.histogram([1, 1, 2, 5], ("moves", "games"))
    plots.histogram(list(range(100)), ("moves", "games"))
    plots.histogram([3], ("moves", "games"))
    assert [len(axes.patches) for axes, _ in drawn] == [3, 24, 1]
    assert sum(bar.get_height() for bar in drawn[0][0].patches) == 4


def test_a_name_is_cut_where_it_would_not_fit() -> None:
    assert plots.shortened("x" * 40) == "x" * 40
    assert plots.shortened("x" * 41) == "x" * 39 + "…"
    assert plots.shortened("$a$") == r"\$a\$"
