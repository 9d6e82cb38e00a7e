"""The report of a tuning."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.core.text import counted
from plyground.lab.contests.contest import Terms
from plyground.lab.contests.match import conclusion, match_curves, result_tables
from plyground.lab.contests.proposers import Numbers
from plyground.lab.report.page import Block, Code, Page, Plot, ReportTable, Section, Text
from plyground.lab.report.plots import curves
from plyground.lab.report.sections import games_section, method_section, opening_text
from plyground.lab.runs.jobs import Data
from plyground.lab.runs.run import RunFolder
from plyground.lab.stats.results import PlayedPair
from plyground.lab.stats.sprt import Sprt


@dataclass(frozen=True)
class Tuned:
    """What a tuning brought."""

    terms: Terms
    trials: Sequence[Data]
    """A row a trial."""
    match: Sequence[PlayedPair]
    """The confirming one."""
    sprt: Sprt
    summary: Data


def tuning_page(tuned: Tuned, run: RunFolder) -> Page:
    """What was found, the match that shows what it is worth, and how it was found."""
    summary, match = tuned.summary, tuned.match
    found: tuple[Block, ...] = (
        Text(verdict(summary), strong=True),
        weights_table(summary["current"], summary["weights"]),
        *((Text("An agent takes these weights like this:"), Code(summary["agent"])) if match else ()),
    )
    search = Section("The search", search_blocks(tuned.trials, summary))
    method = method_section(run, tuned.terms, opening_text(tuned.terms))
    sections = (Section("The weights", found), *worth(tuned, search), method)
    games = f"{summary['tuning_games']} games to tune and {summary['games']} to confirm"
    return Page(run.manifest.title, f"{games}, begun {run.manifest.created}", sections)


def worth(tuned: Tuned, search: Section) -> tuple[Section, ...]:
    """What the confirming match showed, if there was one, and the search before it."""
    match = tuned.match
    if not match:
        return (search,)
    shown = (Text(conclusion(match, tuned.sprt)), *result_tables(match), *match_curves(match, tuned.sprt))
    return Section("The confirming match", shown), search, games_section(match, match[0].names)


def verdict(summary: Data) -> str:
    """Whether the new weights are worth anything."""
    if summary["weights"] == summary["current"]:
        return "No trial was better than the current weights, so no match was played to confirm it."
    if summary["passed"]:
        return f"The weights {summary['name']} passed: they are better than the current ones."
    if summary["sprt"]["verdict"] == "reject":
        return f"The weights {summary['name']} did not pass: keep the current ones."
    return f"The confirming match did not decide whether the weights {summary['name']} are better: play more games."


def weights_table(usual: Numbers, best: Numbers) -> ReportTable:
    """Old and new."""
    rows = tuple(
        (name, value, best[name], f"{best[name] - value:+d}".replace("-", "−")) for name, value in usual.items()
    )
    return ReportTable("Weights", ("weight", "current", "tuned", "change"), rows)


def search_blocks(trials: Sequence[Data], summary: Data) -> tuple[Block, ...]:
    """How the search went."""
    usual: Numbers = summary["current"]
    numbers = [trial["trial"] for trial in trials]
    scores = [trial["score"] for trial in trials]
    method = {"tpe": "TPE, against the current weights", "spsa": "SPSA, one side of the guess against the other"}
    path = {name: (numbers, [trial[name] / (abs(usual[name]) or 1) for trial in trials]) for name in usual}
    labels = ("trial", "score")
    blocks: list[Block] = [
        Text(f"{counted(len(trials), 'trial')} by {method[summary['method']]}."),
        Plot("trials", "The score of every trial.", curves({"score": (numbers, scores)}, labels, levels={"even": 0.5})),
    ]
    if len(usual) <= 8:
        picture = curves(path, ("trial", "share of the current weight"), marked=len(trials) < 60)
        blocks.append(Plot("weights", "The weights that were tried, as shares of the current ones.", picture))
    return tuple(blocks)
