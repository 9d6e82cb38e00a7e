"""The Hex report: search time by depth, and how often the first player wins."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import prod

from plyground.lab.contests.played_pair import tally_games
from plyground.lab.report.page import Plot, ReportTable
from plyground.lab.report.plots import curves, intervals
from plyground.lab.runs.jobs import Data, Job
from plyground.lab.stats.elo import Estimate
from plyground.lab.studies.duels import share
from plyground.lab.studies.study import TIMES_DIFFER, Claim, Figure, Finding, Results, Scale, Study
from plyground.lab.studies.tasks import START, GamesPlan, games_in, games_jobs, search_job, seconds_of, varied
from plyground.lab.studies.timing import shown_ratio, shown_seconds
from plyground.language import Message
from plyground.play.agents.spec import AgentSpec

GAME, OPTIONS = "hex", {"size": "11", "swap": "off"}
PUBLISHED = {6: 1.0, 7: 3.0, 8: 13.0, 9: 75.0}
"""Seconds by depth, on a laptop from 2011."""
SEARCHES = {
    "alpha-beta": AgentSpec("alphabeta", "distance", options=(("sort", "on"),)),
    "engine": AgentSpec("pvs", "distance", options=(("exact", "on"),)),
}
"""Both return the exact value at a depth: the report's search done correctly, and the fastest way to the same value."""
FOR_SEARCHER = "mine:1;theirs:2"
"""The engine evaluates for the mover, which is the opponent at odd depths: mine and theirs are swapped."""
DEPTHS = range(1, 8)
DEEPEST = {"alpha-beta": 6, "engine": 7}
"""Deepest feasible depth: the next ply takes twenty times as long."""


def plan_depths(scale: Scale) -> list[Job]:
    """Every search at every depth."""
    return [
        search_job(
            f"{name}-{depth}",
            GAME,
            replace(search_spec(name, depth), seconds=scale.limit),
            runs=scale.runs,
            patience=scale.patience,
            **OPTIONS,
        )
        for depth in DEPTHS
        for name in SEARCHES
        if depth <= min(scale.deepest, DEEPEST[name])
    ]


def search_spec(name: str, depth: int) -> AgentSpec:
    """A search to a depth, with the published formula for the searching player."""
    exchanged = FOR_SEARCHER if name == "engine" and depth % 2 else None
    return replace(SEARCHES[name], weights=exchanged, depth=depth)


def finished(results: Results, name: str) -> dict[int, Data]:
    """The results of a search by depth, for the depths finished in time."""
    found = {depth: results.get(f"{name}-{depth}") for depth in DEPTHS}
    return {depth: result for depth, result in found.items() if result is not None and result["finished"]}


def growth(nodes: Sequence[int]) -> float:
    """Growth of the nodes per ply, over the last two plies (odd and even plies grow differently)."""
    steps = [later / earlier for earlier, later in pairwise(nodes)][-2:]
    return float(prod(steps) ** (1 / len(steps))) if steps else float("nan")


def read_depths(results: Results, scale: Scale) -> Finding:
    """Time of a correct search to the published depths, and the cost of one more ply."""
    done = {name: finished(results, name) for name in SEARCHES}
    claims = (*(_timed(results, depth) for depth in sorted(PUBLISHED)), _cost_of_a_ply(done["alpha-beta"]))
    figures = tuple(
        Figure(f"{name}, depth {depth}", "seconds", PUBLISHED.get(depth), seconds_of(result))
        for name, found in done.items()
        for depth, result in found.items()
    )
    return Finding(claims, figures, (_depth_table(results), _depth_plot(done)))


def _timed(results: Results, depth: int) -> Claim:
    """Time of a correct search to a depth: from another program, so not comparable with the published time."""
    text = f"depth {depth} takes {PUBLISHED[depth]:g} s"
    done = finished(results, "engine")
    tried = [reached for reached in DEPTHS if f"engine-{reached}" in results and reached not in done]
    if depth in done:
        here = f"a correct search takes {shown_seconds(seconds_of(done[depth]))}"
    elif tried and min(tried) <= depth:
        spent = shown_seconds(seconds_of(results[f"engine-{min(tried)}"]))
        here = f"a correct search did not finish depth {min(tried)} in {spent}"
    else:
        here = "a correct search was not tried so deep"
    return Claim(text, here, None, comparable=False)


def _cost_of_a_ply(done: dict[int, Data]) -> Claim:
    steps = [PUBLISHED[depth + 1] / PUBLISHED[depth] for depth in (6, 7, 8)]
    text = f"one ply more costs {min(steps):.0f} to {max(steps):.0f} times as much"
    factor = growth([result["nodes"] for _, result in sorted(done.items())])
    if factor != factor:
        return Claim(text, "too few depths were finished", None)
    here = f"alpha-beta visits {factor:.1f} times as many nodes, on average over its last two plies"
    return Claim(text, here, min(steps) / 1.5 <= factor <= max(steps) * 1.5)


def _depth_table(results: Results) -> ReportTable:
    rows = []
    for depth in sorted({*PUBLISHED, *DEPTHS}):
        cells: list[object] = [depth, shown_seconds(PUBLISHED.get(depth))]
        for name in SEARCHES:
            result = results.get(f"{name}-{depth}")
            cells += _depth_cells(result, PUBLISHED.get(depth))
        rows.append(tuple(cells))
    columns = ["depth", "published"]
    for name in SEARCHES:
        columns += [name, "nodes", "ratio"]
    note = "A time with > was the limit: the search was not finished. A ratio below 1: we take longer than published."
    return ReportTable("The first move on 11×11", tuple(columns), tuple(rows), note)


def _depth_cells(result: Data | None, published: float | None) -> list[object]:
    if result is None:
        return ["–", "–", "–"]
    seconds = seconds_of(result)
    if not result["finished"]:
        return [f"> {shown_seconds(seconds)}", "–", "–"]
    return [shown_seconds(seconds), result["nodes"], shown_ratio(None if published is None else published / seconds)]


def _depth_plot(done: dict[str, dict[int, Data]]) -> Plot:
    series = {"published": (list(PUBLISHED), list(PUBLISHED.values()))}
    for name, found in done.items():
        series[f"{name}, here"] = (list(found), [seconds_of(result) for result in found.values()])
    svg = curves(series, ("depth", "seconds"), logarithmic=True, marked=True)
    return Plot("hex-depths", "Seconds for the first move on 11×11, by depth.", svg)


LOW, HIGH = 65.0, 80.0
"""Published percentage of games won by the first player."""
HARD = replace(SEARCHES["alpha-beta"], depth=3)
LEVELS = {"easy": AgentSpec("greedy", "distance"), "medium": replace(HARD, blunder=0.1), "hard": HARD}
"""The report's levels, with its formula for the searching player."""


def plan_first(scale: Scale) -> list[Job]:
    """Every level against itself; levels that would repeat one game begin with a random stone in each game."""
    jobs: list[Job] = []
    for level, agent in LEVELS.items():
        openings = [(START,)] * 2 * scale.games if level == "easy" else varied(GAME, scale.games, scale.seed, **OPTIONS)
        jobs += games_jobs(level, GamesPlan(GAME, OPTIONS, probe=0), (agent, agent), openings)
    return jobs


def read_first(results: Results, scale: Scale) -> Finding:
    """Score of the first player at every level."""
    shares = {level: share(tally_games(games_in(results, level))) for level in LEVELS}
    claims = tuple(_share_claim(level, found) for level, found in shares.items())
    figures = tuple(
        Figure(f"{level} against {level}", "wins of the first player, %", (LOW + HIGH) / 2, round(found.value, 1))
        for level, found in shares.items()
    )
    rows = tuple(_share_row(results, level, found) for level, found in shares.items())
    columns = ("level", "published, %", "here, %", "95 % interval", "ratio", "games", "moves a game")
    note = (
        "The published share is an estimate of the report's author, for all levels together. Ratio: its middle to ours."
    )
    table = ReportTable("Games that the first player wins, without the swap", columns, rows, note)
    estimates = [Estimate((LOW + HIGH) / 2, LOW, HIGH), *shares.values()]
    svg = intervals(["published", *shares], estimates, "wins of the first player, per cent")
    plot = Plot("hex-first-player", "The share of games that the first player wins, with 95 % intervals.", svg)
    return Finding(claims, figures, (table, plot))


def _share_claim(level: str, found: Estimate) -> Claim:
    inside = LOW <= found.value <= HIGH
    apart = found.high < LOW or found.low > HIGH
    here = f"{found.value:.0f} % (95 % interval {found.low:.0f} to {found.high:.0f} %)"
    text = f"{level} against {level}: the first player wins {LOW:.0f} to {HIGH:.0f} %"
    return Claim(text, here, True if inside else False if apart else None)


def _share_row(results: Results, level: str, found: Estimate) -> tuple[object, ...]:
    games = games_in(results, level)
    moves = sum(len(game.moves) for game in games) / len(games)
    interval = f"{found.low:.0f} to {found.high:.0f}"
    ratio = shown_ratio((LOW + HIGH) / 2 / found.value if found.value else None)
    return level, f"{LOW:.0f} to {HIGH:.0f}", f"{found.value:.1f}", interval, ratio, len(games), f"{moves:.1f}"


STUDIES = (
    Study(
        "hex-depths",
        "Hex",
        "Hex: search time by depth",
        Message("study.hex-depths"),
        (
            "The published search cannot be run again: its author was not sure which move it chooses, and keeps alpha "
            "and beta in two variables for the whole tree, so that it cuts what must not be cut. Here a correct search "
            "is run as deep as the time allows, from the empty board: alpha-beta with sorted children and the report's "
            "heuristic, and the engine restricted to what gives the same value. So two different programs are timed, "
            "and their times are not comparable; what they take stands side by side all the same.",
            "The heuristic is the report's formula, the own distance less half the opponent's, and a number for the "
            "player who searches.",
            "Times are medians of several runs with compiled kernels; long searches run once. The processor's time "
            "counts, so that other programs on the machine do not matter.",
        ),
        plan_depths,
        read_depths,
        TIMES_DIFFER,
    ),
    Study(
        "hex-first-player",
        "Hex",
        "Hex: how often the first player wins",
        Message("study.hex-first-player"),
        (
            "Every level plays itself on 11×11 without the swap, which the report did not have. Easy is hill climbing "
            "with ties at random; to it all first moves are equal. Medium and hard begin with a random stone of each "
            "side, because they would play the same game again and again; then they search with alpha-beta, medium "
            "with a tenth of its moves at random.",
            "The report's depth of 6 is out of reach for a correct search that is to play many games: depth 3 is used. "
            "The heuristic is the report's formula, the own distance less half the opponent's, and a number for the "
            "player who searches.",
        ),
        plan_first,
        read_first,
    ),
)
