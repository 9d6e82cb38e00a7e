"""Finished game pairs, and what can be counted in them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.core.game import Game
from plyground.lab.contests.contest import Contestant
from plyground.lab.contests.game_pair import PairGame, games_of
from plyground.lab.runs.jobs import Data, Job
from plyground.lab.stats.elo import GameTally, PairCounts, Played
from plyground.play.match import FAULTS
from plyground.play.records.text_format import Record


@dataclass(frozen=True)
class PlayedPair:
    """Two games between two players with colours exchanged."""

    job: str
    players: tuple[Contestant, Contestant]
    games: tuple[PairGame, ...]

    @property
    def names(self) -> tuple[str, str]:
        """The players as tables show them."""
        return self.players[0].name, self.players[1].name

    @property
    def points(self) -> float:
        """Points of the first-named player in both games: 0 to 2."""
        return sum(game.points for game in self.games)

    def played(self) -> Iterator[Played]:
        """The games by themselves, by who moved first."""
        for game in self.games:
            names = self.names if game.first == 0 else self.names[::-1]
            score = game.points if game.first == 0 else 1 - game.points
            yield Played(*names, score, len(game.moves))


def played_pairs(
    jobs: Sequence[Job], results: Mapping[str, Data], players: Mapping[str, tuple[Contestant, Contestant]]
) -> list[PlayedPair]:
    """The pairs that have a result, in the order of the jobs; `players` by the id of the job."""
    return [PlayedPair(job.id, players[job.id], games_of(results[job.id])) for job in jobs if job.id in results]


def all_played(pairs: Sequence[PlayedPair]) -> list[Played]:
    """Every game by itself."""
    return [played for pair in pairs for played in pair.played()]


def pair_counts(pairs: Sequence[PlayedPair]) -> PairCounts:
    """The pairs of one match, counted by the points of the first-named player."""
    return PairCounts.of(pair.points for pair in pairs)


def tally(pairs: Sequence[PlayedPair]) -> GameTally:
    """The games of one match, counted for the first-named player."""
    return tally_games(game for pair in pairs for game in pair.games)


def tally_games(games: Iterable[PairGame]) -> GameTally:
    """Games counted for player 0."""
    found = Counter(game.points for game in games)
    return GameTally(found[1.0], found[0.5], found[0.0])


def faults(pairs: Sequence[PlayedPair], names: Sequence[str]) -> dict[str, dict[str, int]]:
    """Number of games that each player lost by an illegal move, a crash or its time."""
    found: dict[str, dict[str, int]] = {name: dict.fromkeys(FAULTS, 0) for name in names}
    for pair in pairs:
        for game in pair.games:
            if game.fault is not None:
                found[pair.names[game.fault]][game.reason] += 1
    return found


def same_games(pairs: Sequence[PlayedPair]) -> int:
    """Number of games that repeat another one between the same players move for move."""
    seen = Counter(
        (pair.names if game.first == 0 else pair.names[::-1], game.start, game.moves)
        for pair in pairs
        for game in pair.games
    )
    return sum(count - 1 for count in seen.values())


def records(pairs: Sequence[PlayedPair], game: Game) -> Iterator[Record]:
    """The games to be written down."""
    for pair in pairs:
        for each in pair.games:
            yield each.record(game, pair.names, pair.job)


def rows(pairs: Sequence[PlayedPair]) -> list[dict[str, Any]]:
    """A row of a table for each game; columns of a player are in the order of seats."""
    return [_row(pair, number, game) for pair in pairs for number, game in enumerate(pair.games)]


def _row(pair: PlayedPair, number: int, game: PairGame) -> dict[str, Any]:
    first, second = (0, 1) if game.first == 0 else (1, 0)
    return {
        "unit": pair.job,
        "game": number,
        "first": pair.names[first],
        "second": pair.names[second],
        "winner": None if game.winner is None else pair.names[game.winner],
        "points_first": game.points if first == 0 else 1 - game.points,
        "reason": game.reason,
        "detail": game.detail,
        "plies": len(game.moves),
        "turns_first": game.turns[first],
        "turns_second": game.turns[second],
        "steps_first": game.plays[first],
        "steps_second": game.plays[second],
        "opening_plies": game.opening,
        "start": game.start,
        "moves": " ".join(game.moves),
        "seconds_first": game.seconds[first],
        "seconds_second": game.seconds[second],
        "nodes_first": game.nodes[first],
        "nodes_second": game.nodes[second],
    }
