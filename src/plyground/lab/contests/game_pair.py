"""The work of a job: a pair of games. Plain data in, plain data out, so that it can run in any process."""

from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import asdict, dataclass, replace
from functools import lru_cache

import plyground
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.outcome import Outcome
from plyground.lab.contests.contest import USUAL_TASK, check_files, load_plugins, seed_of
from plyground.lab.contests.openings import Opening, choose
from plyground.lab.runs.jobs import Data
from plyground.play.agents.agent import read_agent
from plyground.play.agents.monitored_player import STARTING_SECONDS, MonitoredPlayer
from plyground.play.clock import TimeControl, read_time
from plyground.play.match import FAULTS, Match, play_out, result_text
from plyground.play.records.text_format import Record

TOO_LONG = "too long"
"""Why a game ended as a draw that the rules did not end."""
NO_CLOCK = TimeControl()


@dataclass(frozen=True)
class PairGame:
    """One of the two games of a pair. Seats are 0 and 1; players are 0 and 1 as the job names them."""

    first: int
    """The player who sat in the first seat."""
    opening: int
    """How many of the moves were the opening."""
    start: str
    moves: tuple[str, ...]
    winner: int | None
    """The player who won; None: a draw."""
    reason: str
    seconds: tuple[float, float]
    """Of each player, for all its moves."""
    nodes: tuple[int, int]
    turns: tuple[int, int]
    """Number of moves that each player chose, without those of the opening."""
    steps: tuple[int, int] | None = None
    """The same by the steps of these moves (`Game.step_count`); None: each is one."""
    detail: str = ""
    """What exactly went wrong where a fault ended it."""

    def as_data(self) -> Data:
        """The game as plain data; a detail only where there is one."""
        seconds = [round(each, 6) for each in self.seconds]
        steps = None if self.steps is None else list(self.steps)
        data = asdict(self)
        if not self.detail:
            del data["detail"]
        return (
            data
            | {"moves": list(self.moves), "seconds": seconds, "steps": steps}
            | {key: list(getattr(self, key)) for key in ("nodes", "turns")}
        )

    @classmethod
    def from_data(cls, data: Data) -> "PairGame":
        """The game that was written as plain data."""
        lists = {key: tuple(data[key]) for key in ("moves", "seconds", "nodes", "turns")}
        steps = data.get("steps")
        return cls(**(data | lists | {"steps": None if steps is None else tuple(steps)}))

    @property
    def plays(self) -> tuple[int, int]:
        """What each player played, by steps."""
        return self.turns if self.steps is None else self.steps

    @property
    def points(self) -> float:
        """Of player 0."""
        return 0.5 if self.winner is None else float(self.winner == 0)

    @property
    def fault(self) -> int | None:
        """The player whose fault ended the game, if one did."""
        return 1 - self.winner if self.reason in FAULTS and self.winner is not None else None

    def record(self, game: Game, names: Sequence[str], job: str) -> Record:
        """The game to be written down."""
        seats = (names[self.first], names[1 - self.first])
        winner = None if self.winner is None else int(self.winner != self.first)
        start = game.position(self.start) if self.start else game.start()
        extra = (("Unit", job), ("Opening", str(self.opening)))
        result = result_text(Outcome(winner, ""))
        return Record(start, self.moves, seats, result, self.reason, extra=extra, detail=self.detail)


def games_of(result: Data) -> tuple[PairGame, ...]:
    """The games in the result of a job."""
    return tuple(PairGame.from_data(data) for data in result["games"])


def play_pair(task: Data) -> Data:
    """Play both games of a pair."""
    task = USUAL_TASK | task
    load_plugins(tuple((path, content) for path, content in task["plugins"]))
    check_files(task["files"])
    game = _game(task["game"], tuple(task["options"].items()))
    opening = choose(game, tuple(Opening.from_data(each) for each in task["openings"]), task["probe"])
    return {"games": [_play(task, game, opening, first).as_data() for first in (0, 1)]}


@lru_cache(16)
def _game(name: str, options: tuple[tuple[str, str], ...]) -> Game:
    return plyground.game(name, **dict(options))


def _play(task: Data, game: Game, opening: Opening, first: int) -> PairGame:
    """One game of the pair, with player `first` in the first seat."""
    return play_game(
        game,
        task["players"],
        opening,
        first=first,
        seed=f"{task['seed']} {first}",
        control=replace(read_time(task["clock"]), grace=task["grace"]),
        longest=task["longest"],
        starting=task["starting"],
    )


def play_game(
    game: Game,
    players: Sequence[str],
    opening: Opening,
    *,
    first: int,
    seed: str,
    longest: int,
    control: TimeControl = NO_CLOCK,
    starting: float = STARTING_SECONDS,
    processor_time: bool = False,
) -> PairGame:
    """Play a game between two agents, player `first` in the first seat: every game of the lab is played here.

    The seed is for the dice of agents that name none. A program has `starting` seconds to be ready for a clock. With
    `processor_time` only the searches count as time, without what other programs take from them; otherwise a player's
    time is what its clock shows.
    """
    texts = [players[first], players[1 - first]]
    match = Match(opening.begin(game), texts, control)
    for move in opening.moves:
        match.restore(move)
    with ExitStack() as stack:
        seats = [
            stack.enter_context(
                closing(
                    MonitoredPlayer(read_agent(text, game, seed_of(f"{seed} {seat}")), processor_time=processor_time)
                )
            )
            for seat, text in enumerate(texts)
        ]
        _warm(match, seats, starting)
        outcome = play_out(match, seats, most_turns=longest) or Outcome(None, TOO_LONG)
    return _finished(match, outcome, opening, first, seats)


def _warm(match: Match, players: Sequence[MonitoredPlayer], starting: float) -> None:
    """Where there is a clock, no player is to lose by it because a program starts or a search is compiled."""
    if match.first_clock.deadline(0) is not None:
        for player in players:
            with suppress(PlygroundError):
                player.warm_up(match.position, programs=True, patience=starting)


def _finished(
    match: Match, outcome: Outcome, opening: Opening, first: int, seats: Sequence[MonitoredPlayer]
) -> PairGame:
    """What is kept of a game; the opening's moves belong to no player."""
    seconds, turns, steps, position = [0.0, 0.0], [0, 0], [0, 0], match.start
    for number, turn in enumerate(match.turns):
        chosen = number >= len(opening.moves)
        seconds[position.mover] += turn.seconds
        turns[position.mover] += chosen
        steps[position.mover] += chosen * position.game.step_count(turn.move)
        position = turn.position
    seconds = [seat.spent if seat.processor_time else clock for seat, clock in zip(seats, seconds, strict=True)]
    players = (first, 1 - first)
    return PairGame(
        first=first,
        opening=len(opening.moves),
        start=opening.start,
        moves=tuple(turn.move for turn in match.turns),
        winner=None if outcome.winner is None else players[outcome.winner],
        reason=outcome.reason,
        seconds=(seconds[players[0]], seconds[players[1]]),
        nodes=(seats[players[0]].nodes, seats[players[1]].nodes),
        turns=(turns[players[0]], turns[players[1]]),
        steps=(steps[players[0]], steps[players[1]]),
        detail=outcome.detail,
    )
