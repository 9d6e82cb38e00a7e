"""The Block It report: search time by depth and heuristic (its figure 2)."""

from plyground.lab.report.page import Plot, ReportTable
from plyground.lab.report.plots import curves
from plyground.lab.runs.jobs import Job
from plyground.lab.studies.study import TIMES_DIFFER, Claim, Figure, Finding, Results, Scale, Study
from plyground.lab.studies.tasks import START, GamesPlan, games_in, games_jobs, search_job, seconds_of
from plyground.lab.studies.timing import shown_ratio, shown_seconds
from plyground.language import Message
from plyground.play.agents.spec import AgentSpec

GAME = "blockit"
KINDS = {"2": ("Normal", "competitive"), "3": ("Hard", "astar")}
"""Names and heuristics of the report's numbered players: Hard finds shortest paths by A*, as published."""
FLOOD = "path"
"""The package's alternative to A*: the same lengths by a flood fill over the whole board, timed for comparison."""
PUBLISHED = {
    3: {"2/2": 7, "2/3": 1, "3/2": 750, "3/3": 291},
    5: {"2/2": 45, "2/3": 12, "3/2": 3114, "3/3": 2519},
    7: {"2/2": 308, "2/3": 269, "3/2": 31165, "3/3": 31467},
}
"""Milliseconds by depth and players: the player to move / the opponent."""
COLUMNS = tuple(PUBLISHED[3])


def agent(heuristic: str, depth: int) -> AgentSpec:
    """A player of the report, with the barrier selection of its published program."""
    return AgentSpec("alphabeta", heuristic, moves="classic", depth=depth)


def depths(scale: Scale) -> list[int]:
    """The depths to run."""
    return [depth for depth in PUBLISHED if depth <= scale.deepest]


def plan(scale: Scale) -> list[Job]:
    """The first move of both players at every depth, and of Hard without A*; then whole games."""
    heuristics = {kind: heuristic for kind, (_, heuristic) in KINDS.items()} | {FLOOD: FLOOD}
    jobs = [
        search_job(f"first-{kind}-{depth}", GAME, agent(heuristic, depth), runs=scale.runs, patience=scale.patience)
        for depth in depths(scale)
        for kind, heuristic in heuristics.items()
    ]
    for depth in depths(scale):
        for column in COLUMNS:
            players = [agent(heuristics[kind], depth) for kind in column.split("/")]
            starts = [(START,)] * scale.runs
            jobs += games_jobs(f"game-{column}-{depth}", GamesPlan(GAME, probe=0, timed=True), players, starts)
    return jobs


def first_seconds(results: Results, column: str, depth: int) -> float:
    """Time of the first move, which does not depend on the opponent."""
    return seconds_of(results[f"first-{column[0]}-{depth}"])


def flood_seconds(results: Results, column: str, depth: int) -> float | None:
    """The same for Hard without A*; None for Normal, which does not compute paths."""
    return seconds_of(results[f"first-{FLOOD}-{depth}"]) if column[0] == "3" else None


def game_seconds(results: Results, column: str, depth: int) -> float:
    """Mean time per move of the player who begins, over whole games."""
    games = games_in(results, f"game-{column}-{depth}")
    return sum(game.seconds[0] for game in games) / sum(game.turns[0] for game in games)


def read(results: Results, scale: Scale) -> Finding:
    """How much slower Hard is, and the cost of two more plies."""
    run = depths(scale)
    figures = tuple(
        Figure(f"depth {depth}, {column}", "seconds", PUBLISHED[depth][column] / 1000, measured)
        for depth in run
        for column in COLUMNS
        for measured in [first_seconds(results, column, depth)]
    )
    claims = tuple(_dearer(results, depth) for depth in run) + tuple(
        _growth(results, kind, run) for kind in KINDS if len(run) > 1
    )
    blocks = (_first_table(results, run), _game_table(results, run), _plot(results, run))
    return Finding(claims, figures, blocks)


def _dearer(results: Results, depth: int) -> Claim:
    """Hard against Normal at a depth; the relative cost of a path depends on the program."""
    factors = [PUBLISHED[depth][f"3/{other}"] / PUBLISHED[depth][f"2/{other}"] for other in KINDS]
    normal, hard = (first_seconds(results, column, depth) for column in ("2/2", "3/3"))
    flood = seconds_of(results[f"first-{FLOOD}-{depth}"])
    return Claim(
        f"depth {depth}: Hard thinks far longer than Normal ({min(factors):.0f} to {max(factors):.0f} times as long)",
        f"{hard / normal:.2g} times as long by A*, {flood / normal:.2g} times by the flood",
        None,
        comparable=False,
    )


def _growth(results: Results, kind: str, run: list[int]) -> Claim:
    """Mean cost of two more plies for a player."""
    steps = len(run) - 1
    column = f"{kind}/{kind}"
    published = (PUBLISHED[run[-1]][column] / PUBLISHED[run[0]][column]) ** (1 / steps)
    nodes = [results[f"first-{kind}-{depth}"]["nodes"] for depth in run]
    factor = (nodes[-1] / nodes[0]) ** (1 / steps)
    return Claim(
        f"{KINDS[kind][0]}: two plies more cost about {published:.0f} times as much",
        f"{factor:.0f} times as many nodes",
        published / 2 <= factor <= published * 2,
    )


def _first_table(results: Results, run: list[int]) -> ReportTable:
    rows = tuple(
        (
            depth,
            column,
            " – ".join(KINDS[kind][0] for kind in column.split("/")),
            f"{PUBLISHED[depth][column]:,} ms",
            shown_seconds(measured),
            shown_ratio(PUBLISHED[depth][column] / 1000 / measured),
            "–" if flood is None else shown_seconds(flood),
            results[f"first-{column[0]}-{depth}"]["nodes"],
        )
        for depth in run
        for column in COLUMNS
        for measured, flood in [(first_seconds(results, column, depth), flood_seconds(results, column, depth))]
    )
    columns = ("depth", "players", "mover – opponent", "published", "here", "ratio", "without A*", "nodes")
    note = "The opponent has not moved yet, so that a column's second number changes nothing here."
    return ReportTable("The first move", columns, rows, note)


def _game_table(results: Results, run: list[int]) -> ReportTable:
    rows = []
    for depth in run:
        for column in COLUMNS:
            games = games_in(results, f"game-{column}-{depth}")
            winner = "draw" if games[0].winner is None else f"player {games[0].winner + 1}"
            mean = shown_seconds(game_seconds(results, column, depth))
            rows.append((depth, column, mean, sum(games[0].turns), winner, games[0].reason))
    columns = ("depth", "players", "a move of the mover", "moves of both", "winner", "end")
    note = "Not in the report: whole games, in which the opponent does matter. The player of the first number begins."
    return ReportTable("Mean time a move in whole games", columns, tuple(rows), note)


def _plot(results: Results, run: list[int]) -> Plot:
    series = {
        f"{KINDS[kind][0]}, published": (run, [PUBLISHED[depth][f"{kind}/{kind}"] / 1000 for depth in run])
        for kind in KINDS
    } | {
        f"{KINDS[kind][0]}, here": (run, [first_seconds(results, f"{kind}/{kind}", depth) for depth in run])
        for kind in KINDS
    }
    series["Hard without A*, here"] = (run, [seconds_of(results[f"first-{FLOOD}-{depth}"]) for depth in run])
    svg = curves(series, ("depth", "seconds"), logarithmic=True, marked=True)
    return Plot("blockit-times", "Seconds for the first move by depth, Normal and Hard.", svg)


STUDIES = (
    Study(
        "blockit-times",
        "Block It",
        "Block It: search time by depth and heuristic",
        Message("study.blockit-times"),
        (
            "The first move on 9×9 with five barriers each, by alpha-beta without sorting over pawn moves and the "
            "barriers diagonally next to the opponent's pawn: so does the program published with the report, which "
            "itself speaks of all moves. Times are medians of several runs with compiled kernels, and the processor's: "
            "what other programs take does not count. Hard finds its ways by A* a square at a time, as the report's "
            "does; beside it stands the same search with the package's own way, a flood over the whole board at once.",
        ),
        plan,
        read,
        TIMES_DIFFER,
    ),
)
