"""The Eximo report: the effect of heuristics, depth and pruning in games between two agents (its tables 3, 4 and 5)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import mean

from plyground.core.text import duration
from plyground.lab.report.page import Plot, ReportTable
from plyground.lab.report.plots import bars
from plyground.lab.studies.duels import (
    Duel,
    duel_blocks,
    duel_figures,
    from_start,
    plan_duels,
    read_duels,
    seat_name,
    within,
)
from plyground.lab.studies.study import LIMITS_DIFFER, Claim, Finding, Results, Scale, Study
from plyground.lab.studies.timing import shown_ratio
from plyground.language import Message
from plyground.play.agents.spec import AgentSpec

GAME = "eximo"
SORTED = AgentSpec("alphabeta", options=(("sort", "on"),))
UNCUT_SEARCH = AgentSpec("minimax")


@dataclass(frozen=True)
class Pairing:
    """The two players of a row: their heuristics and depths, the seconds of a move, and the search of both."""

    names: tuple[str, str]
    depths: tuple[int, int]
    limit: int
    search: AgentSpec = SORTED

    @property
    def shown(self) -> tuple[str, str]:
        """The players as tables show them."""
        first, second = (f"{name} {depth}" for name, depth in zip(self.names, self.depths, strict=True))
        return first, second

    @property
    def agents(self) -> tuple[AgentSpec, AgentSpec]:
        """The players as they play here."""
        common = replace(self.search, seconds=self.limit)
        both = zip(self.names, self.depths, strict=True)
        first, second = (replace(common, heuristic=name, depth=depth) for name, depth in both)
        return first, second


@dataclass(frozen=True)
class PublishedGames:
    """What the report says of the games of a row."""

    winner: int | None
    seconds: Sequence[float]
    plays: tuple[Sequence[int], Sequence[int]]
    contradiction: str = ""


def duel(key: str, players: Pairing, published: PublishedGames) -> Duel:
    """A row of the report's tables; its search sorts the nodes before descending."""
    cuts = "" if players.search == SORTED else ", no cuts"
    return Duel(
        key,
        players.shown,
        players.agents,
        published.winner,
        max(players.depths),
        tuple(published.seconds),
        (tuple(published.plays[0]), tuple(published.plays[1])),
        f"{players.limit} s{cuts}",
        published.contradiction,
    )


HEURISTICS = (
    duel("h1", Pairing(("advanced", "improved"), (3, 3), 3), PublishedGames(0, (5, 4, 5, 5, 4), ([29] * 5, [24] * 5))),
    duel(
        "h2",
        Pairing(("advanced", "improved"), (3, 3), 1),
        PublishedGames(0, (11, 5, 5, 5, 6), ([46, 29, 29, 29, 29], [44, 24, 24, 24, 24])),
    ),
    duel(
        "h3",
        Pairing(("advanced", "improved"), (5, 5), 2),
        PublishedGames(0, (107, 84, 89, 75, 64), ([42, 42, 34, 38, 32], [35, 37, 32, 29, 23])),
    ),
    duel(
        "h4",
        Pairing(("advanced", "improved"), (5, 5), 1),
        PublishedGames(0, (40, 40, 53, 44, 35), ([34, 35, 42, 34, 32], [25, 29, 37, 31, 27])),
    ),
    duel(
        "h5", Pairing(("improved", "first"), (3, 3), 5), PublishedGames(0, (15, 15, 16, 15, 14), ([63] * 5, [39] * 5))
    ),
    duel(
        "h6", Pairing(("advanced", "basic"), (3, 3), 5), PublishedGames(0, (16, 16, 17, 17, 16), ([67] * 5, [64] * 5))
    ),
    duel(
        "h7",
        Pairing(("basic", "improved"), (3, 3), 2),
        PublishedGames(1, (122, 37, 60, 72, 96), ([95, 38, 63, 52, 88], [131, 46, 74, 73, 96])),
    ),
)
"""Table 3."""

DEPTHS = (
    duel(
        "d1",
        Pairing(("advanced", "advanced"), (3, 1), 2),
        PublishedGames(0, (15, 14, 15, 15, 13), ([60, 57, 63, 63, 56], [55, 53, 51, 51, 51])),
    ),
    duel("d2", Pairing(("improved", "basic"), (1, 3), 2), PublishedGames(1, (5, 4, 4, 5, 4), ([27] * 5, [33] * 5))),
    duel(
        "d3",
        Pairing(("advanced", "basic"), (4, 1), 2),
        PublishedGames(
            None,
            (75, 89, 96, 74, 54),
            ([226, 293, 318, 226, 206], [236, 295, 319, 236, 209]),
            "player 2 is named the winner, and then “Advanced”, which is player 1",
        ),
    ),
)
"""Table 4. Its last row contradicts itself, so it can neither hold nor fail."""

UNCUT = (
    duel(
        "u1",
        Pairing(("advanced", "improved"), (3, 3), 5, UNCUT_SEARCH),
        PublishedGames(0, (30, 29, 29, 42, 31), ([29, 29, 29, 43, 29], [24, 24, 24, 41, 24])),
    ),
    duel(
        "u2",
        Pairing(("advanced", "basic"), (3, 3), 5, UNCUT_SEARCH),
        PublishedGames(0, (256, 126, 247, 183, 138), ([89, 87, 118, 98, 67], [79, 77, 110, 90, 61])),
    ),
)
"""Table 5."""

CUT = (HEURISTICS[0], HEURISTICS[5])
"""The rows of table 3 with the same players and depths as those of table 5."""

AS_PUBLISHED = (
    "Each row is played as published: the same search (alpha-beta that sorts children by the heuristic), depths and "
    "seconds a move, five games. Our searches stay far below the limits, so five games are the same game five times; "
    "that is why every row is also played with varied openings of four random moves, the same for every row, and "
    "without the limits, so that these games can be repeated; rows that differ in the limit alone share them.",
    "Sorting changes no value and no move here, it only saves nodes: of equally good moves the first in the game's "
    "order is played. The published program sorts the moves to choose from as well, so that of equally good ones it "
    "plays the one that looks best at once.",
    "Where the search ends the heuristic is a number for the player who searches, as in the report, and not for "
    "the player to move there: with one-sided heuristics that would be a different player.",
    "A play is counted as the report counts it, by the steps of a turn: a chain of three hops is three; drops count "
    "nothing. Turns stand beside it.",
    "Every claim about a winner has two verdicts: one on the game from the usual start, which is the game that the "
    "report played, and one on the games with varied openings, which tell who is the better player.",
)


def read_pruning(results: Results, scale: Scale) -> Finding:
    """The effect of pruning: the rows without it beside the same rows with it."""
    uncut, cut = within(UNCUT, scale), within(CUT, scale)
    pairs = list(zip(uncut, cut, strict=True))
    claims = (*(_saving(results, *pair) for pair in pairs), *(_same_winner(results, *pair) for pair in pairs))
    rows = tuple(_saving_row(results, *pair) for pair in pairs)
    columns = (
        "players",
        "published",
        "published with cuts",
        "factor",
        "here",
        "here with cuts",
        "factor here",
        "nodes",
    )
    note = "Time of a game. Nodes: how many times more of them are visited for a move without cuts, on average."
    table = ReportTable("What a game takes without and with cuts", columns, rows, note)
    blocks = (table, _factors(results, pairs), *duel_blocks("eximo-pruning-points", results, (*uncut, *cut)))
    return Finding(claims, tuple(duel_figures(results, (*uncut, *cut))), blocks)


def seconds_of_game(results: Results, each: Duel) -> float:
    """Mean seconds of the games from the usual start."""
    return mean(sum(game.seconds) for game in from_start(results, each))


def nodes_of_move(results: Results, each: Duel) -> float:
    """Mean nodes per move in the games from the usual start."""
    games = from_start(results, each)
    return sum(sum(game.nodes) for game in games) / sum(sum(game.turns) for game in games)


def factors(results: Results, uncut: Duel, cut: Duel) -> tuple[float, float]:
    """How many times longer a game takes without pruning: published, and here."""
    here = seconds_of_game(results, uncut) / seconds_of_game(results, cut)
    return mean(uncut.seconds) / mean(cut.seconds), here


def heuristics_of(each: Duel) -> str:
    """The heuristics of both players."""
    return " – ".join(player.split()[0] for player in each.players)


def _saving(results: Results, uncut: Duel, cut: Duel) -> Claim:
    published, here = factors(results, uncut, cut)
    nodes = nodes_of_move(results, uncut) / nodes_of_move(results, cut)
    return Claim(
        f"{heuristics_of(uncut)}: without cuts a game takes much longer ({published:.1f} times as long)",
        f"{here:.1f} times as long, with {nodes:.1f} times as many nodes a move",
        here >= 2,
    )


def _same_winner(results: Results, uncut: Duel, cut: Duel) -> Claim:
    winners = [seat_name(from_start(results, each)[0].winner) for each in (uncut, cut)]
    return Claim(
        f"{heuristics_of(uncut)}: the winner is the same with and without cuts",
        f"{winners[0]} without, {winners[1]} with",
        winners[0] == winners[1],
    )


def _saving_row(results: Results, uncut: Duel, cut: Duel) -> tuple[object, ...]:
    published, here = factors(results, uncut, cut)
    times = [duration(mean(uncut.seconds)), duration(mean(cut.seconds)), shown_ratio(published)]
    times += [duration(seconds_of_game(results, uncut)), duration(seconds_of_game(results, cut)), shown_ratio(here)]
    nodes = nodes_of_move(results, uncut) / nodes_of_move(results, cut)
    return (heuristics_of(uncut), *times, shown_ratio(nodes))


def _factors(results: Results, pairs: Sequence[tuple[Duel, Duel]]) -> Plot:
    found = [factors(results, *pair) for pair in pairs]
    groups = {"published": [each[0] for each in found], "here": [each[1] for each in found]}
    names = [heuristics_of(uncut) for uncut, _ in pairs]
    caption = "How many times longer a game takes without cuts."
    return Plot("eximo-pruning", caption, bars(names, groups, "times as long without cuts"))


STUDIES = (
    Study(
        "eximo-heuristics",
        "Eximo",
        "Eximo: which heuristic wins",
        Message("study.eximo-heuristics"),
        AS_PUBLISHED,
        partial(plan_duels, GAME, HEURISTICS),
        partial(read_duels, "eximo-heuristics", HEURISTICS),
        LIMITS_DIFFER,
    ),
    Study(
        "eximo-depth",
        "Eximo",
        "Eximo: what depth is worth",
        Message("study.eximo-depth"),
        (
            *AS_PUBLISHED,
            "The report's last row contradicts itself: it names player 2 the winner and adds “Advanced”, which is "
            "player 1. So there is no winner to be confirmed or refuted; what our games show stands beside it.",
        ),
        partial(plan_duels, GAME, DEPTHS),
        partial(read_duels, "eximo-depth", DEPTHS),
        LIMITS_DIFFER,
    ),
    Study(
        "eximo-pruning",
        "Eximo",
        "Eximo: what the cuts save",
        Message("study.eximo-pruning"),
        (
            *AS_PUBLISHED,
            "No cuts means plain minimax. The report's games with cuts are the rows of its table 3 with the same "
            "players and depths; one of them had 3 seconds a move instead of 5, which neither its games nor ours need. "
            "Sorting is part of the report's search with cuts; without cuts it has none.",
        ),
        partial(plan_duels, GAME, (*UNCUT, *CUT)),
        read_pruning,
        LIMITS_DIFFER,
    ),
)
