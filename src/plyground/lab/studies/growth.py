"""Growth of searches: nodes and time by depth, and the effect of each technique, a second thread and each heuristic.

The same measurements for every game, over the usual start and a few positions from random play:

- every search at every depth it finishes in time: nodes, seconds, effective branching factor;
- the engine at a fixed depth with each technique switched off in turn;
- the same with two threads;
- matches between all heuristics of the game at equal nodes and at equal time.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any, ClassVar

import plyground
from plyground.core.heuristic import heuristics_of
from plyground.core.nnue import NNUE
from plyground.lab.report.page import Block, Code, Page, Plot, ReportTable, Section, Text
from plyground.lab.report.plots import curves
from plyground.lab.runs.executors import Workers
from plyground.lab.runs.jobs import Data, Job, RunProgress
from plyground.lab.runs.run import Manifest, RunFolder
from plyground.lab.studies.experiment import measured, write_games
from plyground.lab.studies.growth_tasks import PLAYOUTS, SEARCHES, work
from plyground.lab.studies.study import Results, shortened
from plyground.lab.studies.tasks import GamesPlan, games_in, games_jobs, varied
from plyground.lab.studies.timing import shown_ratio, shown_seconds
from plyground.search.budget import DEEPEST

MATCHES = ("nodes", "time")
"""What is equal for both heuristics of a match."""
UNREPEATABLE = (
    "Times, and what is found in a given time, depend on the machine and on what else it does; so do the nodes of two "
    "threads."
)


@dataclass(frozen=True)
class GrowthScale:
    """The size of the experiment."""

    limit: float = 2.0
    """Time limit of a search in seconds; the first to exceed it is the last."""
    deepest: int = DEEPEST
    playouts: int = PLAYOUTS[-1]
    """At most this many random games for the Monte Carlo search."""
    runs: int = 3
    pairs: int = 5
    """Number of openings in a match between two heuristics, each played with both colours."""
    nodes: int = 5000
    seconds: float = 0.005
    """Seconds per move in a match at equal time."""
    seed: int = 1

    def as_data(self) -> Data:
        """The scale as plain data."""
        return asdict(self)


FULL = GrowthScale()
QUICK = GrowthScale(limit=0.2, runs=1, pairs=1)
COUNTED_IN = {
    "limit": "seconds for a search",
    "runs": "repetitions of what is timed",
    "pairs": "openings for a match of two heuristics",
}
"""What the numbers of a scale count."""


@dataclass(frozen=True)
class GrowthExperiment:
    """The games to measure, and the scale."""

    kind: ClassVar[str] = "growth"

    games: tuple[str, ...]
    scale: GrowthScale = FULL

    @property
    def manifest(self) -> Manifest:
        """The manifest of the run."""
        settings = {"games": list(self.games), "scale": self.scale.as_data()}
        return Manifest(self.kind, "How searches grow", settings, UNREPEATABLE)

    @classmethod
    def from_settings(cls, settings: Data) -> "GrowthExperiment":
        """Read the experiment from the settings in its manifest."""
        return cls(tuple(settings["games"]), GrowthScale(**settings["scale"]))

    def carry_out(self, run: RunFolder, workers: Workers, watch: Callable[[RunProgress], None]) -> Data:
        """Measure what is missing, and write the report."""
        jobs = tuple(job for name in self.games for job in plan(name, self.scale))
        results = measured(run, jobs, workers, watch, work)
        write_games(run, jobs, results)
        run.write_table("depths", [row for name in self.games for row in depth_rows(name, results)])
        run.write_report(page_of(self.games, results, run.manifest))
        lines = [line for name in self.games for line in sentences(name, results)]
        smaller = shortened(self.scale, FULL, COUNTED_IN)
        return run.write_summary({"kind": self.kind, "errors": {}, "lines": lines, "shortened": smaller})

    @staticmethod
    def summary_blocks(summary: Data) -> list[Block]:
        """The blocks printed by the command."""
        return [Text(line) for line in [*summary["lines"], *filter(None, [summary.get("shortened")])]]


def plan(name: str, scale: GrowthScale) -> Iterator[Job]:
    """All jobs for a game; timed ones come first."""
    common: dict[str, Any] = scale.as_data() | {"game": name, "timed": True}
    for number, search in enumerate(SEARCHES):
        yield Job(f"{name}-climb-{number}", common | {"do": "climb", "search": search})
    for does in ("playouts", "switches", "threads"):
        yield Job(f"{name}-{does}", common | {"do": does})
    openings = varied(name, scale.pairs, scale.seed)
    for kind in MATCHES:
        limit = {"nodes": scale.nodes} if kind == "nodes" else {"seconds": scale.seconds}
        agent = replace(SEARCHES["alpha-beta, sorted"], **limit)
        for one, other in combinations(written_heuristics(name), 2):
            players = [replace(agent, heuristic=each) for each in (one, other)]
            yield from games_jobs(match_name(name, kind, one, other), GamesPlan(name, both=True), players, openings)


def written_heuristics(name: str) -> list[str]:
    """The heuristics of a game that are formulas, not networks."""
    return [each for each in heuristics_of(plyground.game(name)) if each != NNUE]


def match_name(game: str, kind: str, one: str, other: str) -> str:
    """Name of a match's jobs."""
    return f"{game}-{kind}-{one}-{other}"


def branching(rows: Sequence[Data], last: int = 4) -> float | None:
    """Effective branching factor: growth of the nodes per ply, the mean over the last few plies."""
    tail = rows[-last - 1 :]
    if len(tail) < 2:
        return None
    return float((tail[-1]["nodes"] / tail[0]["nodes"]) ** (1 / (len(tail) - 1)))


def climbs(name: str, results: Results) -> dict[str, list[Data]]:
    """The rows of every search of a game."""
    return {search: results[f"{name}-climb-{number}"]["rows"] for number, search in enumerate(SEARCHES)}


def depth_rows(name: str, results: Results) -> list[Data]:
    """Nodes and seconds by search and depth, for the stored table."""
    return [
        {"game": name, "search": search} | {key: row[key] for key in ("depth", "nodes", "seconds")}
        for search, rows in climbs(name, results).items()
        for row in rows
    ]


def page_of(games: Sequence[str], results: Results, manifest: Manifest) -> Page:
    """The page, with a section for every game."""
    smaller = shortened(GrowthScale(**manifest.settings["scale"]), FULL, COUNTED_IN)
    sections = tuple(Section(plyground.game(name).title, blocks_of(name, results)) for name in games)
    how = Section(
        "What was done",
        (
            Text(
                "Every search looks at three positions, the usual start and two after some random play; nodes and "
                "times are their sums, with the game's usual heuristic. The effective branching factor is the growth "
                "of the nodes for one ply, the mean of the last four plies that were finished in time."
            ),
            Text(
                "What a technique saves is measured at a fixed depth by switching it off alone. Some change the value "
                "that is found (reductions, quiescence, extensions, deeper entries), so fewer nodes are not always "
                "better play."
            ),
            Text(
                "Heuristics meet each other in matches by alpha-beta with sorted children at equal nodes and at equal "
                "time, with random openings and both colours: a slow heuristic does worse at equal time than at equal "
                "nodes."
            ),
            Text(manifest.unrepeatable),
            Code(f"plyground lab growth {' '.join(games)}{' --quick' if smaller else ''}"),
        ),
    )
    quick = (Section("Quick run", (Text(smaller, strong=True),)),) if smaller else ()
    return Page("How searches grow", f"Measured on {manifest.created[:10]}", (*quick, *sections, how))


def blocks_of(name: str, results: Results) -> tuple[Block, ...]:
    """All blocks for a game."""
    texts = tuple(Text(line) for line in sentences(name, results))
    return (
        *texts,
        growth_table(name, results),
        depth_table(name, results),
        growth_plot(name, results),
        switch_table(name, results),
        thread_table(name, results),
        playout_table(name, results),
        heuristic_table(name, results),
    )


def sentences(name: str, results: Results) -> list[str]:
    """Summary of the figures in a few sentences."""
    title, rows = plyground.game(name).title, climbs(name, results)
    factors = {search: branching(found) for search, found in rows.items() if branching(found) is not None}
    lines = []
    if "minimax" in factors and "engine" in factors:
        lines.append(
            f"{title}: the effective branching factor falls from {factors['minimax']:.3g} (minimax) to "
            f"{factors['engine']:.3g} (engine)."
        )
    saving = max(savings(name, results), key=lambda each: each[1])
    least = "" if saving[2] else "at least "
    lines.append(
        f"{title}: the technique that saves most nodes is {saving[0]} ({least}{saving[1]:.3g} times as many without)."
    )
    ranked = heuristic_scores(name, results)
    if ranked:
        best = max(ranked, key=lambda each: ranked[each]["time"])
        lines.append(f"{title}: at equal time {best} scores most ({ranked[best]['time']:.0%}).")
    return lines


def growth_table(name: str, results: Results) -> ReportTable:
    """The depth reached by every search."""
    rows = []
    for search, found in climbs(name, results).items():
        if found:
            last, factor = found[-1], branching(found)
            speed = last["nodes"] / max(last["seconds"], 1e-9)
            shown = "–" if factor is None else f"{factor:.2f}"
            rows.append((search, last["depth"], last["nodes"], shown_seconds(last["seconds"]), shown, round(speed)))
    columns = ("search", "deepest", "nodes", "time", "branching factor", "nodes a second")
    return ReportTable("The deepest search that was finished in time", columns, tuple(rows))


def depth_table(name: str, results: Results) -> ReportTable:
    """Nodes and time by depth."""
    found = {search: {row["depth"]: row for row in rows} for search, rows in climbs(name, results).items()}
    depths = sorted({depth for rows in found.values() for depth in rows})
    rows = tuple((depth, *(_cost(found[search].get(depth)) for search in SEARCHES)) for depth in depths)
    return ReportTable("Nodes and time by depth", ("depth", *SEARCHES), rows)


def _cost(row: Data | None) -> str:
    return "–" if row is None else f"{row['nodes']:,} ({shown_seconds(row['seconds'])})"


def growth_plot(name: str, results: Results) -> Plot:
    """Nodes by depth."""
    series = {
        search: ([row["depth"] for row in rows], [row["nodes"] for row in rows])
        for search, rows in climbs(name, results).items()
        if rows
    }
    svg = curves(series, ("depth", "nodes"), logarithmic=True, marked=True)
    return Plot(f"growth-{name}", f"{plyground.game(name).title}: nodes by depth.", svg)


def savings(name: str, results: Results) -> list[tuple[str, float, bool]]:
    """Growth of the nodes when a technique is switched off; True if that search finished."""
    every, *others = results[f"{name}-switches"]["rows"]
    return [(row["off"], row["nodes"] / every["nodes"], row["finished"]) for row in others]


def switch_table(name: str, results: Results) -> ReportTable:
    """The effect of each technique."""
    found = results[f"{name}-switches"]
    every, *others = found["rows"]
    rows = [("nothing", every["nodes"], shown_seconds(every["seconds"]), "1", "1")]
    for row in sorted(others, key=lambda each: -each["nodes"]):
        least = "" if row["finished"] else "> "
        nodes, seconds = row["nodes"] / every["nodes"], row["seconds"] / every["seconds"]
        cells = (f"{least}{shown_ratio(nodes)}", f"{least}{shown_ratio(seconds)}")
        rows.append((row["off"], row["nodes"], shown_seconds(row["seconds"]), *cells))
    columns = ("switched off", "nodes", "time", "times the nodes", "times the time")
    note = "A value with > was not finished: it is at least that."
    return ReportTable(f"What the engine's techniques save at depth {found['depth']}", columns, tuple(rows), note)


def thread_table(name: str, results: Results) -> ReportTable:
    """The effect of a second thread."""
    found = results[f"{name}-threads"]
    one = found["rows"][0]
    rows = tuple(
        (row["threads"], row["nodes"], shown_seconds(row["seconds"]), shown_ratio(one["seconds"] / row["seconds"]))
        for row in found["rows"]
    )
    return ReportTable(f"Threads, at depth {found['depth']}", ("threads", "nodes", "time", "times as fast"), rows)


def playout_table(name: str, results: Results) -> ReportTable:
    """The cost of random games."""
    rows = tuple(
        (row["games"], shown_seconds(row["seconds"]), round(row["nodes"] / max(row["seconds"], 1e-9)))
        for row in results[f"{name}-playouts"]["rows"]
    )
    return ReportTable("Monte Carlo, from the usual start", ("random games", "time", "games a second"), rows)


def heuristic_scores(name: str, results: Results) -> dict[str, dict[str, float]]:
    """Score of every heuristic as a share of the points, at equal nodes and at equal time."""
    names = written_heuristics(name)
    points: dict[str, dict[str, list[float]]] = {each: {kind: [] for kind in MATCHES} for each in names}
    for kind in MATCHES:
        for one, other in combinations(names, 2):
            for game in games_in(results, match_name(name, kind, one, other)):
                points[one][kind].append(game.points)
                points[other][kind].append(1 - game.points)
    return {
        each: {kind: sum(found) / len(found) for kind, found in kinds.items()}
        for each, kinds in points.items()
        if all(kinds.values())
    }


def heuristic_speed(name: str, heuristic: str, results: Results) -> float:
    """Nodes per second in the matches at equal nodes, which have no time limit."""
    nodes, seconds = 0, 0.0
    names = written_heuristics(name)
    for one, other in combinations(names, 2):
        for game in games_in(results, match_name(name, "nodes", one, other)) if heuristic in (one, other) else ():
            player = 0 if heuristic == one else 1
            nodes, seconds = nodes + game.nodes[player], seconds + game.seconds[player]
    return nodes / max(seconds, 1e-9)


def heuristic_table(name: str, results: Results) -> ReportTable:
    """The strength of every heuristic."""
    scores = heuristic_scores(name, results)
    rows = tuple(
        (
            each,
            f"{scores[each]['nodes']:.0%}",
            f"{scores[each]['time']:.0%}",
            round(heuristic_speed(name, each, results)),
        )
        for each in sorted(scores, key=lambda each: -scores[each]["time"])
    )
    columns = ("heuristic", "points at equal nodes", "points at equal time", "nodes a second")
    return ReportTable("What the heuristics are worth, each against each", columns, rows)
