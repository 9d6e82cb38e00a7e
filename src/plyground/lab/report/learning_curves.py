"""The report of a run of learning: its curves, from its log."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from plyground.core.files import read_text, write_text
from plyground.lab.report.page import Block, Page, Plot, ReportTable, Section, Text, as_html
from plyground.lab.report.plots import curves
from plyground.learn import LOG, PLAN

REPORT = "report.html"
Line = dict[str, Any]


def write_report(folder: Path) -> Path:
    """Write the report beside the log; its path."""
    lines = read_log(folder / LOG)
    plan = json.loads(read_text(folder / PLAN))
    write_text(folder / REPORT, as_html(page_of(plan, lines)))
    return folder / REPORT


def read_log(path: Path) -> list[Line]:
    """The lines of a log; one that was cut short by a kill is left out."""
    lines = []
    for text in read_text(path).splitlines():
        try:
            lines.append(json.loads(text))
        except ValueError:
            continue
    return lines


def page_of(plan: dict[str, Any], lines: Sequence[Line]) -> Page:
    """The report."""
    last: Line = lines[-1] if lines else {}
    totals = f"{last.get('games', 0):,} games, {last.get('positions', 0):,} positions, {last.get('steps', 0):,} steps"
    blocks: list[Block] = [Text(totals, strong=True), _plan_table(plan)]
    return Page(
        f"Learning {plan['game']}",
        f"{last.get('seconds', 0) / 60:.1f} minutes of self-play",
        (Section("What was done", tuple(blocks)), Section("Curves", tuple(_plots(lines)))),
    )


def _plan_table(plan: dict[str, Any]) -> ReportTable:
    flat = plan | plan.get("architecture", {})
    rows = tuple((key, value) for key, value in flat.items() if not isinstance(value, dict))
    return ReportTable("The plan", ("setting", "value"), rows)


def _plots(lines: Sequence[Line]) -> list[Block]:
    """Losses, lengths and Elo by minutes, as far as the log has them."""
    plots: list[Block] = []
    wanted: tuple[tuple[str, str, dict[str, str], str], ...] = (
        (
            "losses",
            "How far the network is from what it learns",
            {"policy": "policy_loss", "value": "value_loss"},
            "loss",
        ),
        ("length", "How long the games were", {"plies": "length"}, "plies"),
        ("draws", "Share of draws", {"draws": "draws"}, "share"),
        ("elo", "Strength by matches of each version against the one before", {"Elo": "elo"}, "Elo above version 1"),
    )
    for name, caption, series, label in wanted:
        has_match: Callable[[Line], bool] = (lambda line: "match" in line) if name == "elo" else (lambda line: True)
        chosen = [line for line in lines if has_match(line)]
        drawn = {key: points for key, column in series.items() if (points := _points(chosen, column))[0]}
        if drawn:
            plots.append(Plot(name, caption, curves(drawn, ("minutes", label), marked=name == "elo")))
    return plots


def _points(lines: Sequence[Line], column: str) -> tuple[list[float], list[float]]:
    known = [line for line in lines if line.get(column) is not None]
    return [line["seconds"] / 60 for line in known], [line[column] for line in known]
