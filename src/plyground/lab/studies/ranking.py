"""The ranking of the Neutreeko report's six heuristics, by a round robin of matches."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from plyground.lab.contests.game_pair import PairGame
from plyground.lab.report.page import Block, Plot, ReportTable
from plyground.lab.report.plots import heat, intervals
from plyground.lab.runs.jobs import Job
from plyground.lab.stats.bradley_terry import Ratings, rate
from plyground.lab.stats.elo import SURE, Played
from plyground.lab.studies.study import Claim, Figure, Finding, Results, Scale
from plyground.lab.studies.tasks import GamesPlan, games_in, games_jobs, varied
from plyground.play.agents.spec import AgentSpec

GAME, DEPTHS = "neutreeko", (3, 6)
PLACES = {"H4": 1, "H2": 2, "H6": 2, "H1": 3, "H3": 3, "H5": 4}
"""The published ranking (annex 1)."""
OUTWARD = "H4 outward"
"""H4 as worded in the report: more points for a greater distance from the centre."""
OPTIONS = {"order": "report"}
"""Moves in the report's order, which breaks ties."""


@dataclass(frozen=True)
class HeuristicReading:
    """An interpretation of the heuristics: the report does not say whose pieces they count."""

    key: str
    title: str
    enemy: int
    """Weight of the opponent's pieces."""
    players: tuple[str, ...]


SIX = tuple(sorted(PLACES))
OWN = HeuristicReading("own", "own pieces only", 0, (*SIX, OUTWARD))
"""The reading by which the report's claims are judged."""
DIFFERENCE = HeuristicReading("difference", "own minus enemy", 1, SIX)
OPENINGS_A_GAME = 2
"""Multiplier for the number of games: they are short, and many are drawn."""
RANKS = (
    ("H4 is the best", ("H4",), ("H1", "H2", "H3", "H5", "H6")),
    ("H2 and H6 are better than H1 and H3", ("H2", "H6"), ("H1", "H3")),
    ("H5 is the last", ("H1", "H2", "H3", "H4", "H6"), ("H5",)),
)
"""The claims of the ranking: which heuristics are better than which."""


def agent(name: str, depth: int, reading: HeuristicReading = OWN) -> AgentSpec:
    """A player; alpha-beta gives the same result as minimax."""
    heuristic, weights = ("H4", "distance:-2;") if name == OUTWARD else (name, "")
    return AgentSpec("alphabeta", heuristic, f"{weights}enemy:{reading.enemy}", depth=depth)


def plan(scale: Scale) -> list[Job]:
    """Every pair at both depths, every opening with both colours."""
    openings = varied(GAME, OPENINGS_A_GAME * scale.games, scale.seed, **OPTIONS)
    jobs: list[Job] = []
    for reading in (OWN, DIFFERENCE):
        for depth in depths(scale):
            for one, other in combinations(reading.players, 2):
                players = (agent(one, depth, reading), agent(other, depth, reading))
                name = match_name(reading, depth, one, other)
                jobs += games_jobs(name, GamesPlan(GAME, OPTIONS, both=True), players, openings)
    return jobs


def depths(scale: Scale) -> tuple[int, ...]:
    """The depths to run."""
    return tuple(depth for depth in DEPTHS if depth <= scale.deepest)


def match_name(reading: HeuristicReading, depth: int, one: str, other: str) -> str:
    """Name of a match's jobs."""
    return f"{reading.key}-{depth}-{one}-{other}"


def played(results: Results, reading: HeuristicReading, depth: int) -> Iterator[Played]:
    """All games at a depth."""
    for one, other in combinations(reading.players, 2):
        for game in games_in(results, match_name(reading, depth, one, other)):
            names = (one, other) if game.first == 0 else (other, one)
            yield Played(*names, game.points if game.first == 0 else 1 - game.points, len(game.moves))


def read(results: Results, scale: Scale) -> Finding:
    """The ranking at both depths for own pieces only, and the other reading for comparison."""
    rated, other = (
        {depth: rate(played(results, reading, depth)) for depth in depths(scale)} for reading in (OWN, DIFFERENCE)
    )
    figures = tuple(
        Figure(f"depth {depth}, {name}", "place", PLACES[name], places_of(ratings)[name])
        for depth, ratings in rated.items()
        for name in PLACES
    )
    blocks = [block for depth, ratings in rated.items() for block in _blocks(results, depth, ratings)]
    beside = [_other_claims(claims_of(other)), *(_table(DIFFERENCE, depth, each) for depth, each in other.items())]
    return Finding(claims_of(rated), figures, (*blocks, *beside))


def claims_of(rated: Mapping[int, Ratings]) -> tuple[Claim, ...]:
    """The claims of the ranking, at every depth."""
    return tuple(ranked_claim(depth, ratings, *rank) for depth, ratings in rated.items() for rank in RANKS)


def _other_claims(claims: tuple[Claim, ...]) -> ReportTable:
    """The same claims under the other reading."""
    rows = tuple((claim.text, claim.here, claim.word) for claim in claims)
    return ReportTable(
        f"The same with heuristics that count {DIFFERENCE.title}", ("the report", "here", "verdict"), rows
    )


def places_of(ratings: Ratings) -> dict[str, int]:
    """Ranks of the six published heuristics; equal ratings share a rank."""
    elo = {rating.player: round(rating.elo.value) for rating in ratings.players if rating.player in PLACES}
    return {name: 1 + sum(other > value for other in elo.values()) for name, value in elo.items()}


def superiority(ratings: Ratings, one: str, other: str) -> float:
    """Probability that one is better than the other."""
    names = [rating.player for rating in ratings.players]
    return ratings.superiority[names.index(one)][names.index(other)]


def ranked_claim(depth: int, ratings: Ratings, text: str, ahead: tuple[str, ...], behind: tuple[str, ...]) -> Claim:
    """Test if all of `ahead` are better than all of `behind`; fails if one of `behind` is surely better."""
    likely = {(one, other): superiority(ratings, one, other) for one in ahead for other in behind}
    against = [f"{other} is better than {one}" for (one, other), value in likely.items() if value <= 1 - SURE]
    sure = sum(value >= SURE for value in likely.values())
    here = "; ".join(against) if against else f"sure for {sure} of {len(likely)} pairs, the others cannot be told apart"
    if sure == len(likely):
        here = f"sure for all {sure} pairs" if sure > 1 else "sure"
    return Claim(f"depth {depth}: {text}", here, False if against else True if sure == len(likely) else None)


def _blocks(results: Results, depth: int, ratings: Ratings) -> tuple[Block, ...]:
    names = [rating.player for rating in ratings.players]
    svg = intervals(names, [rating.elo for rating in ratings.players], "Elo")
    plot = Plot(f"neutreeko-ranking-{depth}", f"Ratings at depth {depth}, with 95 % intervals.", svg)
    cross = [[_share(results, depth, one, other) for other in names] for one in names]
    crossed = Plot(
        f"neutreeko-cross-{depth}",
        f"Depth {depth}: the share of the points that the player of the row makes against the player of the column.",
        heat(names, cross, "points"),
    )
    return _table(OWN, depth, ratings), plot, crossed


def _table(reading: HeuristicReading, depth: int, ratings: Ratings) -> ReportTable:
    places = places_of(ratings)
    rows = tuple(
        (
            rating.player,
            PLACES.get(rating.player),
            places.get(rating.player),
            f"{rating.elo.value:+.0f} ({rating.elo.low:+.0f} to {rating.elo.high:+.0f})".replace("-", "−"),
            f"{rating.points:g} of {rating.games}",
        )
        for rating in ratings.players
    )
    columns = ("heuristic", "place published", "place here", "Elo (95 % interval)", "points")
    note = f"{ratings.draw_rate:.0%} of the games between equals are drawn."
    note += f" {OUTWARD} is not one of the six." if OUTWARD in reading.players else ""
    return ReportTable(f"Each against each at depth {depth}, {reading.title}", columns, rows, note)


def _share(results: Results, depth: int, one: str, other: str) -> float | None:
    """Score of one against another, as a share of the points."""
    if one == other:
        return None
    forward = OWN.players.index(one) < OWN.players.index(other)
    pair = (one, other) if forward else (other, one)
    games: list[PairGame] = games_in(results, match_name(OWN, depth, *pair))
    points = sum(game.points for game in games) / len(games)
    return points if forward else 1 - points
