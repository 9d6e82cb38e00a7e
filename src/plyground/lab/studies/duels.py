"""Rows of a report between two agents: played as published, and again with varied openings.

Deterministic agents repeat the same game, so a row of a report is one game. That game, from the usual start, is what
the report describes, and it has its own verdict. Whether its winner is the better player is a separate question,
answered by many games that begin with a few random moves, the same for every row.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from re import sub
from statistics import mean, median

from plyground.core.text import duration
from plyground.lab.contests.game_pair import PairGame
from plyground.lab.contests.played_pair import tally_games
from plyground.lab.report.page import Block, Plot, ReportTable
from plyground.lab.report.plots import intervals
from plyground.lab.runs.jobs import Job
from plyground.lab.stats.elo import SURE, Estimate, GameTally, compare, expected_score
from plyground.lab.studies.study import Claim, Figure, Finding, Results, Scale, Seen
from plyground.lab.studies.tasks import START, GamesPlan, games_in, games_jobs, varied
from plyground.lab.studies.timing import Timings, shown_ratio, times_table
from plyground.play.agents.spec import AgentSpec


@dataclass(frozen=True)
class Duel:
    """A row of a report's table: two agents in their seats, and the winner."""

    key: str
    players: tuple[str, str]
    """Names of the players, as shown in tables."""
    agents: tuple[AgentSpec, AgentSpec]
    winner: int | None
    """Seat of the published winner; `None` if the report shows none."""
    depth: int
    """The greater depth of the two."""
    seconds: tuple[float, ...] = ()
    """Published seconds of each game."""
    plays: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Published number of plays of both players in each game: steps, if a turn can have several."""
    manner: str = ""
    """Further remarks on the row, such as its time limit."""
    contradiction: str = ""
    """The report's contradictory statements about the winner, if any: there is then no winner to confirm."""

    @property
    def what(self) -> str:
        """Short description of the row."""
        return f"{self.players[0]} – {self.players[1]}" + (f", {self.manner}" if self.manner else "")

    @property
    def won(self) -> str:
        """The published winner."""
        if self.contradiction:
            return self.contradiction
        return "not shown" if self.winner is None else seat_name(self.winner)

    @property
    def claimed(self) -> str:
        """The claim of the row."""
        if self.contradiction:
            return f"{self.what}: {self.contradiction}"
        return f"{self.what}: no winner is shown" if self.winner is None else f"{self.what}: {self.won} wins"


def seat_name(winner: int | None) -> str:
    """Short name of a winner."""
    return "draw" if winner is None else f"player {winner + 1}"


def within(duels: Sequence[Duel], scale: Scale) -> tuple[Duel, ...]:
    """The rows within the depth limit of a scale."""
    return tuple(duel for duel in duels if duel.depth <= scale.deepest)


def plan_duels(game: str, rows: Sequence[Duel], scale: Scale, **options: str) -> Iterator[Job]:
    """The published games, one row at a time with nothing in parallel; then those with varied openings."""
    duels, alone = within(rows, scale), GamesPlan(game, options, probe=0, timed=True)
    for duel in duels:
        yield from games_jobs(f"{duel.key}-start", alone, duel.agents, [(START,)] * scale.runs)
    openings = varied(game, scale.games, scale.seed, **options)
    for name, agents in {varied_name(duel): unlimited(duel) for duel in duels}.items():
        yield from games_jobs(name, GamesPlan(game, options), agents, openings)


def unlimited(duel: Duel) -> tuple[AgentSpec, ...]:
    """The agents without their time limits, which would make the games unrepeatable."""
    return tuple(replace(agent, seconds=None) for agent in duel.agents)


def varied_name(duel: Duel) -> str:
    """Name of the jobs with varied openings; rows that differ only in their time limits share them."""
    group = duel.key.rpartition("-")[0]
    return f"{group}{'-' if group else ''}varied-" + sub("[^a-z0-9]+", "-", " ".join(map(str, unlimited(duel))))


def read_duels(name: str, rows: Sequence[Duel], results: Results, scale: Scale) -> Finding:
    """The finding of a table whose claims are its winners."""
    duels = within(rows, scale)
    claims = tuple(winner_claim(results, duel) for duel in duels)
    return Finding(claims, tuple(duel_figures(results, duels)), duel_blocks(name, results, duels))


def duel_blocks(name: str, results: Results, duels: Sequence[Duel]) -> tuple[Block, ...]:
    """The report blocks of such a table: two tables and a plot."""
    return games_table(results, duels), varied_table(results, duels), share_plot(name, results, duels)


def from_start(results: Results, duel: Duel) -> list[PairGame]:
    """The published game, replayed here."""
    return games_in(results, f"{duel.key}-start")


def with_openings(results: Results, duel: Duel) -> list[PairGame]:
    """The games with varied openings."""
    return games_in(results, varied_name(duel))


def better(counted: GameTally) -> int | None:
    """Seat of the better player, if the difference is significant."""
    likely = compare(counted).superiority
    return 0 if likely >= SURE else 1 if likely <= 1 - SURE else None


def share(counted: GameTally) -> Estimate:
    """Score of player 1 in per cent, with its 95 % interval."""
    found = compare(counted)
    return Estimate(100 * found.score, 100 * expected_score(found.elo.low), 100 * expected_score(found.elo.high))


def winner_claim(results: Results, duel: Duel) -> Claim:
    """Check whether the published winner wins the published game, and whether it is the better player."""
    games, again = from_start(results, duel), varied_seen(results, duel)
    winners = ", ".join(dict.fromkeys(won_text(game.winner) for game in games))
    here = f"{winners}; plays {plays_text(games)}"
    if any(duel.plays):
        here += f", published {published_plays(duel)}"
    return Claim(duel.claimed, here, _holds(duel, {game.winner for game in games}), varied=again)


def _holds(duel: Duel, winners: set[int | None]) -> bool | None:
    """True if the published winner won every game, False if none; None if undecided."""
    if duel.winner is None or (duel.winner in winners and len(winners) > 1):
        return None
    return duel.winner in winners


def varied_seen(results: Results, duel: Duel) -> Seen:
    """Check by many games whether the published winner is the better player."""
    counted = tally_games(with_openings(results, duel))
    best, points = better(counted), counted.wins + counted.draws / 2
    holds = None if best is None or duel.winner is None else best == duel.winner
    return Seen(f"player 1 makes {points:g} of {counted.games} points", holds)


def won_text(winner: int | None) -> str:
    """The result as a short phrase."""
    return "a draw" if winner is None else f"{seat_name(winner)} wins"


def plays_text(games: Sequence[PairGame]) -> str:
    """Mean number of plays of both players in these games, in steps."""
    return " / ".join(f"{mean(game.plays[seat] for game in games):.3g}" for seat in (0, 1))


def turns_text(games: Sequence[PairGame]) -> str:
    """Mean number of turns of both players in these games."""
    return " / ".join(f"{mean(game.turns[seat] for game in games):.3g}" for seat in (0, 1))


def published_plays(duel: Duel) -> str:
    """Mean published number of plays of both players."""
    return " / ".join(f"{mean(plays):.3g}" for plays in duel.plays)


def duel_figures(results: Results, duels: Sequence[Duel]) -> Iterator[Figure]:
    """Published and measured: seconds per game, plays of both players (in steps, as published), score of player 1."""
    for duel in duels:
        games = from_start(results, duel)
        if duel.seconds:
            seconds = mean(sum(game.seconds) for game in games)
            yield Figure(duel.what, "seconds a game", mean(duel.seconds), round(seconds, 4))
        for seat in (0, 1):
            plays = mean(game.plays[seat] for game in games)
            yield Figure(duel.what, f"plays of player {seat + 1}", mean(duel.plays[seat]), plays)
        points = None if duel.winner is None else 100.0 * (1 - duel.winner)
        measured = share(tally_games(with_openings(results, duel))).value
        yield Figure(duel.what, "points of player 1, %", points, round(measured, 1))


def games_table(results: Results, duels: Sequence[Duel]) -> ReportTable:
    """The published games beside ours; turns have a column if the report counts something else."""
    played = {duel.key: from_start(results, duel) for duel in duels}
    stepped = any(game.plays != game.turns for games in played.values() for game in games)
    timed = any(duel.seconds for duel in duels)
    columns = ("player 1 – player 2", "plays published", "here", *(("turns here",) if stepped else ()))
    columns += ("winner published", "here", *(("time published", "here", "ratio") if timed else ()))
    rows = tuple(_games_row(duel, played[duel.key], stepped=stepped) for duel in duels)
    note = "Plays are those of player 1 / player 2, on average."
    if stepped:
        note += " The report counts the steps of a turn: each hop is one, drops are none."
    if timed:
        note += " Time: of a game, on average. A ratio of 10: we took a tenth of the time."
    return ReportTable("The published games and ours, from the usual start", columns, rows, note)


def _games_row(duel: Duel, games: Sequence[PairGame], *, stepped: bool) -> tuple[object, ...]:
    winners = ", ".join(dict.fromkeys(seat_name(game.winner) for game in games))
    turns = (turns_text(games),) if stepped else ()
    row: tuple[object, ...] = (duel.what, published_plays(duel), plays_text(games), *turns, duel.won, winners)
    if not duel.seconds:
        return row
    published, seconds = mean(duel.seconds), mean(sum(game.seconds) for game in games)
    return (*row, duration(published), duration(seconds), shown_ratio(published / seconds))


def varied_table(results: Results, duels: Sequence[Duel]) -> ReportTable:
    """Results of the games with varied openings."""
    rows = []
    for duel in duels:
        counted = tally_games(with_openings(results, duel))
        points, best = share(counted), better(counted)
        word = "cannot be told" if best is None else seat_name(best)
        interval = f"{points.value:.1f} ({points.low:.0f} to {points.high:.0f})"
        results_text = f"{counted.wins}, {counted.draws}, {counted.losses}"
        rows.append((duel.what, results_text, interval, duel.won, word))
    columns = ("player 1 – player 2", "won, drawn, lost", "points of player 1, %", "published winner", "better here")
    note = "Counted for player 1, who moves first, with the 95 % interval. Better: with a likelihood of 97.5 %."
    return ReportTable("The same players with varied openings", columns, tuple(rows), note)


def share_plot(name: str, results: Results, duels: Sequence[Duel]) -> Plot:
    """Score of player 1 in every row."""
    estimates = [share(tally_games(with_openings(results, duel))) for duel in duels]
    names = [duel.what for duel in duels]
    svg = intervals(names, estimates, "points of player 1 with varied openings, per cent")
    return Plot(name, "The share of the points that player 1 makes with varied openings, with 95 % intervals.", svg)


def play_times(results: Results, duels: Sequence[Duel], published: Mapping[str, tuple[float, float]]) -> Timings:
    """Mean seconds per play of both players in every row: the median over the repeated games."""
    figures = tuple(
        Figure(f"{duel.what}: player {seat + 1}", "seconds a play", published[duel.key][seat], measured)
        for duel in duels
        for seat in (0, 1)
        for measured in [median(game.seconds[seat] / game.turns[seat] for game in from_start(results, duel))]
    )
    return Timings(figures, times_table("Mean time a play in the games from the usual start", figures))
