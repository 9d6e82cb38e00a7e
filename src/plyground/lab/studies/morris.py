"""The Nine Men's Morris report: its six games between agents of different strengths."""

from collections.abc import Iterator
from dataclasses import replace

from plyground.lab.report.page import Block, ReportTable, Text
from plyground.lab.runs.jobs import Job
from plyground.lab.studies.duels import (
    Duel,
    duel_blocks,
    duel_figures,
    plan_duels,
    play_times,
    varied_seen,
    winner_claim,
    within,
)
from plyground.lab.studies.study import TIMES_DIFFER, Claim, Figure, Finding, Results, Scale, Study
from plyground.language import Message
from plyground.play.agents.spec import AgentSpec

GAME = "morris"


def duel(
    key: str, agents: tuple[int, int], depths: tuple[int, int], winner: int | None, plays: tuple[int, int]
) -> Duel:
    """A row of the report: two agents with their depths."""
    both = list(zip(agents, depths, strict=True))
    names = [f"agent{agent} depth {depth}" for agent, depth in both]
    specs = [AgentSpec("alphabeta", f"agent{agent}", depth=depth) for agent, depth in both]
    return Duel(
        key,
        (names[0], names[1]),
        (specs[0], specs[1]),
        winner,
        max(depths),
        plays=((plays[0],), (plays[1],)),
    )


DUELS = (
    duel("m1", (3, 1), (4, 4), 0, (12, 11)),
    duel("m2", (3, 2), (4, 4), 0, (15, 14)),
    duel("m3", (2, 3), (4, 1), 0, (19, 18)),
    duel("m4", (2, 3), (4, 2), None, (20, 19)),
    duel("m5", (1, 2), (4, 4), 1, (15, 16)),
    duel("m6", (1, 2), (4, 1), None, (20, 21)),
)
SECONDS = {
    "m1": (0.152071, 0.08414),
    "m2": (0.001493, 0.027628),
    "m3": (0.156801, 0.000667),
    "m4": (0.093477, 0.002038),
    "m5": (0.066698, 0.083194),
    "m6": (0.052196, 0.000337),
}
"""Published mean seconds per play of both players, including the time to print the board."""


MILLS = ("strict", "standard")
"""The report's program never captures men in mills, `mills=strict`; the usual rules allow it if there are no others."""


def variant(mills: str) -> tuple[Duel, ...]:
    """The rows under one of the two rules."""
    return tuple(replace(each, key=f"{mills}-{each.key}", manner=f"mills={mills}") for each in DUELS)


def plan(scale: Scale) -> Iterator[Job]:
    """Every row under both rules."""
    for mills in MILLS:
        yield from plan_duels(GAME, variant(mills), scale, mills=mills)


def read(results: Results, scale: Scale) -> Finding:
    """The finding under the report's own rules: the winners it shows and its sentence about agent 3."""
    as_published, usual = (within(variant(mills), scale) for mills in MILLS)
    duels = (*as_published, *usual)
    unread = tuple(Text(_unread(results, each)) for each in as_published if each.winner is None)
    times = play_times(results, duels, {f"{mills}-{key}": SECONDS[key] for mills in MILLS for key in SECONDS})
    tables = duel_blocks("morris-agents", results, duels)
    blocks: tuple[Block, ...] = (_usual_table(_claims(results, usual)), *tables, times.table, *unread)
    figures: tuple[Figure, ...] = (*duel_figures(results, duels), *times.figures)
    return Finding(_claims(results, as_published), figures, blocks)


def _claims(results: Results, duels: tuple[Duel, ...]) -> tuple[Claim, ...]:
    """The report's claims about the winners."""
    shown = (winner_claim(results, each) for each in duels if each.winner is not None)
    return (*shown, *_implied(results, duels))


def _usual_table(claims: tuple[Claim, ...]) -> ReportTable:
    """The same claims under the usual rules, which are not the report's."""
    rows = tuple(
        (each.text, each.here, each.word, each.varied.here, each.varied.verdict) for each in claims if each.varied
    )
    columns = ("the report", "from the usual start", "verdict", "with varied openings", "verdict")
    return ReportTable("The same by the usual rules, which were not those of the report's program", columns, rows)


def _implied(results: Results, duels: tuple[Duel, ...]) -> list[Claim]:
    """The report says that agent 3 loses only at depth 1; so it would win at depth 2, which no table shows."""
    found = [winner_claim(results, _won_by_second(each)) for each in duels if each.key.endswith("m4")]
    return [replace(each, text=f"{each.text} (by the report's conclusion)") for each in found]


def _won_by_second(each: Duel) -> Duel:
    return replace(each, winner=1)


def _unread(results: Results, each: Duel) -> str:
    """Our results for a row without a winner."""
    last = 1 if each.plays[1][0] >= each.plays[0][0] else 2
    shown, varied = winner_claim(results, each).here, varied_seen(results, each).here
    return (
        f"{each.what}: the report's table shows no winner that can be read. Player {3 - last} made the last of its "
        f"plays, so that player may have won. Here: {shown}; with varied openings {varied}."
    )


STUDIES = (
    Study(
        "morris-agents",
        "Nine Men's Morris",
        "Nine Men's Morris: agents of several strengths",
        Message("study.morris-agents"),
        (
            "Alpha-beta without sorting, as published, from the usual start, and again with varied openings of four "
            "random moves. The report has one game a row; its times include printing the board, ours are the search "
            "alone.",
            "In the report's program a man in a mill is never taken, not even if there is no other: the option "
            "mills=strict of the game. Its claims are judged by that rule; the usual one, mills=standard, is played "
            "and shown beside it.",
            "An agent's number is for the player who searches; all three count own minus enemy, so it would be the "
            "same for the player to move.",
        ),
        plan,
        read,
        TIMES_DIFFER,
    ),
)
