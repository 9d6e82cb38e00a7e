"""Pages: self-contained, escaped, the same twice, and readable as Markdown."""

import re
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from math import inf
from typing import Any

import pytest
from matplotlib.figure import Figure

from plyground.lab.report import plots
from plyground.lab.report.page import Code, Page, Plot, ReportError, ReportTable, Section, Text, as_html, as_markdown
from plyground.lab.report.plots import bars, curves, heat, histogram, intervals
from plyground.lab.stats.elo import Estimate

HOSTILE = "<script>alert('x')</script> $a$ | *b* _c_"


@cache
def page() -> Page:
    """A page with everything; drawn once."""
    elos = [Estimate(120, 80, inf), Estimate(-120, -inf, -80)]
    blocks = (
        Text(HOSTILE, strong=True),
        ReportTable("Games", ("player", "points", "yes"), ((HOSTILE, 1234.5, None), ("b", 1000, True)), "note"),
        Plot("elo", "Elo <1>", intervals([HOSTILE, "b"], elos, "Elo")),
        Plot("cross", "all", heat(["a", "b"], [[None, 0.9], [0.1, None]], "score")),
        Plot("curve", "line", curves({"a": ([1, 2], [3, 4]), "b": ([1, 2], [4, 3])}, ("x", "y"), levels={"top": 4})),
        Plot("log", "line", curves({"a": ([1, 2], [3, 400])}, ("x", "y"), logarithmic=True, marked=True)),
        Plot("lengths", "lengths", histogram([1, 2, 2, 9], ("plies", "games"))),
        Plot("bars", "bars", bars(["a", "b"], {"x": [1, 2], "y": [2, 1]}, "seconds")),
        Code("plyground lab <x>"),
    )
    return Page(HOSTILE, "sub & title", (Section("One", blocks),))


class Parsed(HTMLParser):
    """Tags that are open, ids that were seen, and everything that points elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note it."""
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "xlink:href"):
                self.links.append(value or "")


def test_a_page_is_one_file_that_needs_nothing_else_and_runs_nothing() -> None:
    text = as_html(page())
    parsed = Parsed()
    parsed.feed(text)
    assert "script" not in parsed.tags
    assert parsed.tags.count("svg") == 6
    assert all(link.startswith(("#", "data:image/png")) for link in parsed.links)
    assert {link[1:] for link in parsed.links if link.startswith("#")} <= set(parsed.ids)
    assert len(set(parsed.ids)) == len(parsed.ids), "every id once, however many plots there are"
    assert "currentColor" in text
    assert "prefers-color-scheme" in text
    assert "#010203" not in text
    assert "@import" not in text
    assert "<!--" not in text


def test_the_same_page_has_the_same_bytes() -> None:
    assert as_html(page()) == as_html(page.__wrapped__())


def test_numbers_stand_right_and_empty_cells_stay_empty() -> None:
    text = as_html(page())
    assert '<td class="number">1234</td>' in text or '<td class="number">1,234' in text
    assert '<td class="number">1,000</td>' in text
    assert "<td></td>" in text
    assert "<td>yes</td>" in text


def test_markdown_has_the_same_tables_and_nothing_of_it_is_markup() -> None:
    text = as_markdown(page())
    assert "|---|---:|---|" in text
    assert r"\<script\>" in text
    assert r"\*b\* \_c\_" in text
    assert len([line for line in text.splitlines() if re.match(r"\|", line)]) == 4
    assert "![line](plots/curve.svg)" in text
    assert set(page().plots()) == {"elo", "cross", "curve", "log", "lengths", "bars"}


def test_tables_and_plots_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ReportError, match="2 cells"):
        ReportTable("t", ("a", "b"), ((1,),))
    with pytest.raises(ReportError, match="small letters"):
        Plot("../x", "", "")


def test_the_depths_below_a_curve_are_whole_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks: list[float] = []

    def look(draw: Callable[[Any], None]) -> str:
        figure = Figure()
        draw(axes := figure.add_subplot())
        ticks.extend(axes.get_xticks())
        return ""

    monkeypatch.setattr(plots, "picture", look)
    curves({"nodes": ([1, 2, 3], [10, 100, 1000])}, ("depth", "nodes"), logarithmic=True, marked=True)
    assert {1, 2, 3} <= set(ticks)
    assert all(tick == int(tick) for tick in ticks)
