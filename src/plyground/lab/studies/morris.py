"""The Nine Men's Morris report: its six games between agents of several strengths."""

from dataclasses import replace
from functools import partial

from plyground.lab.report import Block, Text
from plyground.lab.studies.duels import Duel, duel_blocks, duel_figures, plan_duels, winner_claim, within
from plyground.lab.studies.study import TIMES_DIFFER, Claim, Figure, Finding, Results, Scale, Study
from plyground.lab.studies.timing import play_times

GAME = "morris"


def duel(
    key: str, agents: tuple[int, int], depths: tuple[int, int], winner: int | None, plays: tuple[int, int]
) -> Duel:
    """A row of the report: two agents with their depths."""
    both = list(zip(agents, depths, strict=True))
    names = [f"agent{agent} depth {depth}" for agent, depth in both]
    texts = [f"alphabeta:heuristic=agent{agent},depth={depth}" for agent, depth in both]
    return Duel(
        key,
        (names[0], names[1]),
        (texts[0], texts[1]),
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
"""Published mean seconds a play of both players; printing the board is part of them."""


def read(results: Results, scale: Scale) -> Finding:
    """The finding: the winners that are shown, and the sentence about agent 3."""
    duels = within(DUELS, scale)
    claims = tuple(winner_claim(results, each) for each in duels if each.winner is not None)
    unread = tuple(Text(_unread(results, each)) for each in duels if each.winner is None)
    times = play_times(results, duels, SECONDS)
    blocks: tuple[Block, ...] = (*duel_blocks("morris-agents", results, duels), times.table, *unread)
    figures: tuple[Figure, ...] = (*duel_figures(results, duels), *times.figures)
    return Finding((*claims, *_implied(results, duels)), figures, blocks)


def _implied(results: Results, duels: tuple[Duel, ...]) -> list[Claim]:
    """The report's sentence: agent 3 loses only at depth 1; so at depth 2 it would win, which no table shows."""
    found = [winner_claim(results, _won_by_second(each)) for each in duels if each.key == "m4"]
    return [Claim(f"{each.text} (by the report's conclusion)", each.here, each.holds) for each in found]


def _won_by_second(each: Duel) -> Duel:
    return replace(each, winner=1)


def _unread(results: Results, each: Duel) -> str:
    """What is known about a row without a winner."""
    last = 1 if each.plays[1][0] >= each.plays[0][0] else 2
    shown = winner_claim(results, each).here
    return (
        f"{each.what}: the report's table shows no winner that can be read. Player {3 - last} made the last of its "
        f"plays, so that player may have won. Here: {shown}."
    )


STUDIES = (
    Study(
        "morris-agents",
        "Nine Men's Morris",
        "Nine Men's Morris: agents of several strengths",
        "The report's six games. It concludes that agent 3 wins everything, whatever the depth, except with depth 1 "
        "against depth 4.",
        (
            "Alpha-beta without sorting, as published, from the usual start, and again with varied openings of four "
            "random moves. The report has one game a row; its times include printing the board, ours are the search "
            "alone.",
            "An agent's number is for whoever is to move where the search ends; all three count own minus enemy, so "
            "that makes no difference here.",
        ),
        partial(plan_duels, GAME, DUELS),
        read,
        TIMES_DIFFER,
    ),
)
