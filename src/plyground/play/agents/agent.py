"""Agents: a player that chooses moves by a search, written as a text.

    alphabeta:heuristic=path,depth=5      pvs:seconds=1,threads=2      random:seed=7      expert:seconds=2

The search's name, then its options, the heuristic and the limits; or a level or a player of the game's report, with
what is to be different: spec.py reads it. Any agent takes `seed`, `blunder=0.1` (that share of its moves is played at
random), and `vary=6,nearly=5` (in the first six turns of a game it takes, by the seed, any of its best moves that are
worse by five of the heuristic's units at most).
With `tables=on` it plays by exact values where tables reach: see perfect.py.
`weights=` gives the heuristic other weights: see weights.py.
"""

import random
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any, Protocol

from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.heuristic import find_choice, find_heuristic, heuristics_of, usual_heuristic
from plyground.core.options import read_options
from plyground.core.position import Position
from plyground.language import Message, message_or
from plyground.play.agents import perfect
from plyground.play.agents.levels import players_of
from plyground.play.agents.spec import KEYS, LIMITS, AgentError, AgentSpec, ProgramSpec, parse_player
from plyground.play.agents.watchdog import search
from plyground.play.agents.weights import Weights, find_weights, weighted, weights_folder
from plyground.play.external.clients import PROGRAMS
from plyground.search.api import USUAL_SECONDS
from plyground.search.budget import Budget, Cancel
from plyground.search.engine.session import Session
from plyground.search.registry import ALGORITHMS, Algorithm, find_algorithm
from plyground.search.result import Line, Result
from plyground.search.task import Progress, ignore

VARIED_LINES = 6
"""An agent that varies its openings chooses among at most so many moves."""
SHORTEST_SECONDS = 0.001
LONGEST_PONDERING = 600.0


class Player(Protocol):
    """Whoever chooses moves without being asked for each: an agent, or a program outside."""

    @property
    def text(self) -> str:
        """The text that names it."""

    def think(
        self,
        position: Position,
        *,
        lines: int = 1,
        seconds: float | None = None,
        optimum: float | None = None,
        cancel: Cancel | None = None,
        on_progress: Progress = ignore,
    ) -> Result:
        """Choose a move in at most `seconds`; with a clock, usually in about `optimum`."""

    def new_game(self) -> None:
        """Start a game: what is found from now on may be kept from move to move."""

    def close(self) -> None:
        """Let go of whatever it holds."""


@dataclass(frozen=True)
class Agent:
    """A player that chooses its moves by a search: a spec that was checked for a game, with everything filled in."""

    spec: AgentSpec
    algorithm: str
    heuristic: str
    moves: str = "all"
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    seed: int = 0
    blunder: float = 0.0
    vary: int = 0
    """In so many first turns of a game any move nearly as good as the best may be taken."""
    nearly: int = 0
    """How much worse such a move may be, in the heuristic's units."""
    options: tuple[tuple[str, Any], ...] = ()
    weights: Weights = ()
    """Weights of the heuristic that are not its usual ones."""
    tables: bool = False
    """Whether it plays by exact values where tables reach."""
    session: Session = field(default_factory=Session, compare=False, repr=False)
    """What it keeps during a game; nothing before `new_game`."""

    def new_game(self) -> None:
        """Start a game: the table, the move histories and the tree are kept from move to move."""
        self.session.new_game()

    @property
    def text(self) -> str:
        """The text that names it."""
        return str(self.spec)

    def within(self, depth: int | None, nodes: int | None, seconds: float | None) -> "Agent":
        """The same agent with these limits instead of its own."""
        spec = replace(self.spec, depth=depth, nodes=nodes, seconds=seconds)
        return replace(self, spec=spec, depth=depth, nodes=nodes, seconds=seconds)

    def think(
        self,
        position: Position,
        *,
        lines: int = 1,
        seconds: float | None = None,
        optimum: float | None = None,
        cancel: Cancel | None = None,
        on_progress: Progress = ignore,
        trace: int = 0,
    ) -> Result:
        """Choose a move; `trace` as for a search."""
        self.session.stop_pondering()
        if position.outcome is None and self._dice("blunder", position).random() < self.blunder:
            return Result.unsearched(self._dice("which", position).choice(position.moves), "rule")
        exact = perfect.choose(position, lines, self.seed) if self.tables else None
        if exact is not None:
            return exact
        varied = position.turns < self.vary
        found = search(
            position,
            self.algorithm,
            heuristic=weighted(position.game, self.heuristic, self.weights),
            depth=self.depth,
            nodes=self.nodes,
            seconds=self._within(seconds),
            optimum=None if optimum is None else self._within(optimum),
            session=self.session if self.session.active else None,
            moves=self.moves,
            lines=max(lines, VARIED_LINES) if varied else lines,
            seed=self.seed,
            cancel=cancel,
            on_progress=on_progress,
            trace=trace,
            **dict(self.options),
        )
        found = found.choosing(self._vary(position, found), lines) if varied else found
        if not (cancel is not None and cancel.asked):
            self._ponder(position, found)
        return found

    def _ponder(self, position: Position, found: Result) -> None:
        """Search the position after the expected reply until the next move, if the agent ponders."""
        if not (self.session.active and dict(self.options).get("ponder") and len(found.line) > 1):
            return
        expected = position.play(found.move).play(found.line[1])

        def search_on(cancel: Cancel) -> None:
            with suppress(PlygroundError):
                search(
                    expected,
                    self.algorithm,
                    heuristic=weighted(position.game, self.heuristic, self.weights),
                    seconds=LONGEST_PONDERING,
                    moves=self.moves,
                    seed=self.seed,
                    cancel=cancel,
                    session=self.session,
                    **dict(self.options),
                )

        self.session.ponder(search_on)

    def close(self) -> None:
        """End the game, and free what was kept for it."""
        self.session.close()

    def _within(self, seconds: float | None) -> float | None:
        """The seconds that it may take: its own, or those that a clock leaves if they are fewer."""
        if seconds is None or not ALGORITHMS[self.algorithm].needs_budget:
            return self.seconds
        return max(SHORTEST_SECONDS, seconds if self.seconds is None else min(seconds, self.seconds))

    def _vary(self, position: Position, found: Result) -> Line:
        """One of the lines that are nearly as good as the best; what is proved is not varied."""
        if found.score.kind != "estimate":
            return found.lines[0]
        close = [
            line
            for line in found.lines
            if line.score.kind == "estimate" and line.score.value >= found.score.value - self.nearly
        ]
        return self._dice("vary", position).choice(close)

    def _dice(self, purpose: str, position: Position) -> random.Random:
        """Dice that fall alike for the same seed and position, and differently for others."""
        return random.Random(f"{purpose} {self.seed} {position.key.hex()} {len(position.earlier)}")


def read_agent(player: str | AgentSpec | ProgramSpec, game: Game, seed: int = 0) -> Player:
    """The player of a text or a spec, for `game`: a search, a level, or a program outside (`cmd:…`, `hexgtp:…`).

    Everything in it is checked now rather than at its first move, except what only a running program could say.
    The seed is for agents that name none.
    """
    spec = parse_player(player) if isinstance(player, str) else player
    if isinstance(spec, ProgramSpec):
        return PROGRAMS[spec.kind](spec.command, game)
    return read_search(spec, game, seed)


def read_search(agent: str | AgentSpec, game: Game, seed: int = 0) -> Agent:
    """The agent of a text or a spec, a search or a level."""
    spec = AgentSpec.parse(agent) if isinstance(agent, str) else agent
    meant = spec.resolved(game)
    if meant.name not in ALGORITHMS:
        raise AgentError(
            Message(
                "agent.unknown",
                name=quoted(meant.name),
                levels=", ".join(players_of(game)),
                searches=", ".join(ALGORITHMS),
            )
        )
    algorithm = find_algorithm(meant.name, len(game.seats))
    _check_options(spec, meant, algorithm)
    heuristic, weights = _heuristic(game, meant)
    moves = "all" if meant.moves is None else meant.moves
    find_choice(game, moves)
    options = read_options(meant.name, algorithm.options, dict(meant.options))
    algorithm.check(game, options)
    return Agent(
        spec,
        meant.name,
        heuristic,
        moves,
        **_limits(spec, meant, algorithm),
        seed=seed if meant.seed is None else meant.seed,
        blunder=_blunder(spec, meant),
        vary=meant.vary or 0,
        nearly=meant.nearly or 0,
        options=tuple(options.items()),
        weights=weights,
        tables=bool(meant.tables),
    )


def _check_options(spec: AgentSpec, meant: AgentSpec, algorithm: Algorithm) -> None:
    """Raise an error for an option that the search does not have, with what may have been meant."""
    known = [*KEYS, *(option.name for option in algorithm.options)]
    for key, _ in meant.options:
        if key not in known:
            close = get_close_matches(key, known, n=1)
            guess = Message("core.did_you_mean_before", name=close[0]) if close else ""
            raise AgentError(
                Message(
                    "agent.no_option",
                    agent=quoted(str(spec)),
                    search=algorithm.name,
                    option=quoted(key),
                    guess=guess,
                    known=", ".join(known),
                )
            )


def _limits(spec: AgentSpec, meant: AgentSpec, algorithm: Algorithm) -> dict[str, Any]:
    """The limits of the search; a second where it needs one and has none."""
    given = {limit: getattr(meant, limit) for limit in LIMITS if getattr(meant, limit) is not None}
    if given:
        Budget(**given)
    elif algorithm.needs_budget:
        return {"seconds": USUAL_SECONDS}
    if algorithm.counts and set(given) == {"depth"}:
        raise AgentError(Message("agent.no_depth", agent=quoted(str(spec)), search=meant.name))
    return given


def _blunder(spec: AgentSpec, meant: AgentSpec) -> float:
    """The share of moves that are played at random."""
    blunder = meant.blunder or 0.0
    if not 0 <= blunder <= 1:
        raise AgentError(Message("agent.blunder", agent=quoted(str(spec)), found=blunder))
    return blunder


def _heuristic(game: Game, meant: AgentSpec) -> tuple[str, Weights]:
    """The heuristic that is meant, and weights that are not its usual ones."""
    if meant.weights is not None:
        found = find_weights(meant.weights, game, meant.heuristic, weights_folder())
        return found.heuristic, found.weights
    name = usual_heuristic(game) if meant.heuristic is None else meant.heuristic
    find_heuristic(game, name)
    return name, ()


def describe_agents(game: Game) -> list[dict[str, Any]]:
    """Every search that fits the game, with its options, as plain data."""
    return [
        {
            "name": algorithm.name,
            "summary": algorithm.summary,
            "options": [
                {
                    "name": option.name,
                    "default": option.write(option.default),
                    "values": option.values,
                    "meaning": option.meaning,
                }
                for option in algorithm.options
            ],
        }
        for algorithm in ALGORITHMS.values()
        if algorithm.plays(game)
    ]


def describe_heuristics(game: Game) -> list[dict[str, Any]]:
    """Every heuristic of the game with its weights, as plain data."""
    return [
        {"name": name, "summary": heuristic_summary(game, name), "weights": dict(kind()._asdict())}
        for name, kind in heuristics_of(game).items()
    ]


def heuristic_summary(game: Game, name: str) -> str:
    """What a heuristic is about, in one line: of the catalogue, or of the docstring where somebody else wrote it."""
    first_line = (heuristics_of(game)[name].__doc__ or "").strip().split("\n")[0]
    return message_or(f"{game.name}.heuristic.{name}", first_line)
