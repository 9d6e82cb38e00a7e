"""Agents: players that choose moves by search, described by a text.

    alphabeta:heuristic=path,depth=5      pvs:seconds=1,threads=2      random:seed=7      expert:seconds=2

The name of a search, then its options, heuristic and limits; or a level or a player of the game's report, with
overrides. spec.py parses it. Every agent accepts `seed`, `blunder=0.1` (the share of moves played at random), and
`vary=6,nearly=5` (in the first six turns of a game, pick by the seed any move at most five heuristic units worse than
the best). With `softmax=60` chance decides in every turn: a move sixty heuristic units worse is chosen e times less
often. Neither gives up a proved win, nor takes a proved loss while there is another move.
With `tables=on` it plays by exact values where tables reach, and elsewhere probes them at the leaves of its search: see
perfect.py.
`weights=` overrides the heuristic's weights: see weights.py.
"""

import math
import random
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any, Protocol

from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.heuristic import find_choice, find_heuristic, heuristics_of, usual_heuristic, weights_of
from plyground.core.options import read_options
from plyground.core.position import Position
from plyground.language import Message, message_or
from plyground.play.agents import perfect
from plyground.play.agents.levels import listed_players
from plyground.play.agents.spec import KEYS, LIMITS, AgentError, AgentSpec, ProgramSpec, parse_player
from plyground.play.agents.watchdog import search
from plyground.play.agents.weights import Weights, find_weights, weighted, weights_folder
from plyground.play.external.clients import PROGRAMS
from plyground.search.api import USUAL_SECONDS
from plyground.search.budget import Budget, Cancel
from plyground.search.engine.session import Session
from plyground.search.leaf_tables import LeafTables
from plyground.search.registry import ALGORITHMS, Algorithm, find_algorithm
from plyground.search.result import Line, Result
from plyground.search.task import Progress, ignore

VARIED_LINES = 6
"""Maximum number of moves to choose from when an agent varies its openings."""
SOFTMAX_LINES = 24
"""The same for an agent that chooses by softmax."""
SHORTEST_SECONDS = 0.001
LONGEST_PONDERING = 600.0


class Player(Protocol):
    """A player that chooses its own moves: an agent or an external program."""

    @property
    def text(self) -> str:
        """The text that describes the player."""

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
        """Start a new game; results may be kept from move to move from here on."""

    def close(self) -> None:
        """Release all resources."""


@dataclass(frozen=True)
class Agent:
    """A player that chooses its moves by search: an agent spec, checked for a game and with all defaults filled in."""

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
    """Number of first turns in which any move nearly as good as the best may be played."""
    nearly: int = 0
    """How much worse such a move may be, in heuristic units."""
    softmax: int = 0
    """Heuristic units by which a move must be worse to be chosen e times less often; 0: always the best move."""
    options: tuple[tuple[str, Any], ...] = ()
    weights: Weights = ()
    """Heuristic weights that differ from the defaults."""
    root_moves: tuple[str, ...] = ()
    """The only moves to choose between; all if it is empty."""
    tables: bool = False
    """True if it plays by exact values where tables reach, and its search probes them at its leaves."""
    session: Session = field(default_factory=Session, compare=False, repr=False)
    """State kept during a game; empty before `new_game`."""

    def new_game(self) -> None:
        """Start a new game: the table, the move histories and the tree are kept from move to move."""
        self.session.new_game()

    @property
    def text(self) -> str:
        """The text that describes the agent."""
        return str(self.spec)

    def within(self, depth: int | None, nodes: int | None, seconds: float | None) -> "Agent":
        """The same agent with these limits instead of its own."""
        spec = replace(self.spec, depth=depth, nodes=nodes, seconds=seconds)
        return replace(self, spec=spec, depth=depth, nodes=nodes, seconds=seconds)

    def choosing_between(self, moves: Iterable[str]) -> "Agent":
        """The same agent, told which moves of the next position to choose between."""
        return replace(self, root_moves=tuple(moves))

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
        """Choose a move; `trace` is as in `search`."""
        self.session.stop_pondering()
        if position.outcome is None and self._dice("blunder", position).random() < self.blunder:
            return Result.unsearched(self._dice("which", position).choice(position.moves), "rule")
        exact = perfect.choose(position, lines, self.seed) if self.tables else None
        if exact is not None:
            return exact
        choices = self._choices(position)
        found = search(
            position,
            self.algorithm,
            depth=self.depth,
            nodes=self.nodes,
            seconds=self._within(seconds),
            optimum=None if optimum is None else self._within(optimum),
            session=self.session if self.session.active else None,
            lines=max(lines, choices),
            cancel=cancel,
            on_progress=on_progress,
            trace=trace,
            root_moves=self.root_moves,
            **self._settings(position),
        )
        found = perfect.with_whole_lines(position, found) if self.tables else found
        found = found.choosing(self._vary(position, found), lines) if choices > 0 else found
        if not (cancel is not None and cancel.asked):
            self._ponder(position, found)
        return found

    def _ponder(self, position: Position, found: Result) -> None:
        """If the agent ponders, search the position after the expected reply until the next move."""
        if not (self.session.active and dict(self.options).get("ponder") and len(found.line) > 1):
            return
        expected = position.play(found.move).play(found.line[1])

        def search_on(cancel: Cancel) -> None:
            with suppress(PlygroundError):
                search(
                    expected,
                    self.algorithm,
                    seconds=LONGEST_PONDERING,
                    cancel=cancel,
                    session=self.session,
                    **self._settings(position),
                )

        self.session.ponder(search_on)

    def close(self) -> None:
        """End the game and free its state."""
        self.session.close()

    def _settings(self, position: Position) -> dict[str, Any]:
        """What every search of this agent is given, whatever its limits."""
        return {
            "heuristic": weighted(position.game, self.heuristic, self.weights),
            "moves": self.moves,
            "seed": self.seed,
            "tables": self._leaf_tables(position),
            **dict(self.options),
        }

    def _leaf_tables(self, position: Position) -> LeafTables | None:
        """The tables that its search probes at its leaves, if it uses any."""
        return perfect.leaf_tables(position.game) if self.tables else None

    def _within(self, seconds: float | None) -> float | None:
        """Seconds allowed for a move: the agent's own limit or the clock's, whichever is smaller."""
        if seconds is None or not ALGORITHMS[self.algorithm].needs_budget:
            return self.seconds
        return max(SHORTEST_SECONDS, seconds if self.seconds is None else min(seconds, self.seconds))

    def _choices(self, position: Position) -> int:
        """Number of best moves that chance decides between; 0 if it does not."""
        if self.softmax > 0:
            return SOFTMAX_LINES
        return VARIED_LINES if position.turns < self.vary else 0

    def _vary(self, position: Position, found: Result) -> Line:
        """Pick one of the lines by chance; proved results are not varied."""
        if found.score.kind != "estimate":
            return found.lines[0]
        dice, best = self._dice("vary", position), found.score.value
        estimates = [line for line in found.lines if line.score.kind == "estimate"]
        if self.softmax > 0:
            weights = [math.exp((line.score.value - best) / self.softmax) for line in estimates]
            return dice.choices(estimates, weights)[0]
        return dice.choice([line for line in estimates if line.score.value >= best - self.nearly])

    def _dice(self, purpose: str, position: Position) -> random.Random:
        """Random generator that depends only on the purpose, the seed and the position."""
        return random.Random(f"{purpose} {self.seed} {position.key.hex()} {len(position.earlier)}")


def prepare_tables(players: Iterable[str], game: Game) -> None:
    """Start to solve a small game in the background if one of its players plays by tables and there is none yet."""
    specs = [spec for player in players if isinstance(spec := parse_player(player), AgentSpec)]
    if any(spec.resolved(game).tables for spec in specs):
        perfect.prepare(game)


def read_agent(player: str | AgentSpec | ProgramSpec, game: Game, seed: int = 0) -> Player:
    """Return the player for a text or spec in `game`: a search, a level, or an external program (`cmd:…`, `hexgtp:…`).

    Everything is checked now rather than at the first move, except what only the running program can answer.
    The seed applies to agents that name none.
    """
    spec = parse_player(player) if isinstance(player, str) else player
    if isinstance(spec, ProgramSpec):
        return PROGRAMS[spec.kind](spec.command, game)
    return read_search(spec, game, seed)


def read_search(agent: str | AgentSpec, game: Game, seed: int = 0) -> Agent:
    """Return the agent for a text or spec: a search or a level."""
    spec = AgentSpec.parse(agent) if isinstance(agent, str) else agent
    meant = spec.resolved(game)
    if meant.name not in ALGORITHMS:
        raise AgentError(
            Message(
                "agent.unknown",
                name=quoted(meant.name),
                levels=listed_players(game),
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
        softmax=meant.softmax or 0,
        options=tuple(options.items()),
        weights=weights,
        tables=bool(meant.tables),
    )


def _check_options(spec: AgentSpec, meant: AgentSpec, algorithm: Algorithm) -> None:
    """Raise an error for an option the search does not have, with a suggestion."""
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
    """Limits of the search; one second if it needs a limit and has none."""
    given = {limit: getattr(meant, limit) for limit in LIMITS if getattr(meant, limit) is not None}
    if given:
        Budget(**given)
    elif algorithm.needs_budget:
        return {"seconds": USUAL_SECONDS}
    if algorithm.counts and set(given) == {"depth"}:
        raise AgentError(Message("agent.no_depth", agent=quoted(str(spec)), search=meant.name))
    return given


def _blunder(spec: AgentSpec, meant: AgentSpec) -> float:
    """Share of moves played at random."""
    blunder = meant.blunder or 0.0
    if not 0 <= blunder <= 1:
        raise AgentError(Message("agent.blunder", agent=quoted(str(spec)), found=blunder))
    return blunder


def _heuristic(game: Game, meant: AgentSpec) -> tuple[str, Weights]:
    """The heuristic's name, and the weights that differ from its defaults."""
    if meant.weights is not None:
        found = find_weights(meant.weights, game, meant.heuristic, weights_folder())
        return found.heuristic, found.weights
    name = usual_heuristic(game) if meant.heuristic is None else meant.heuristic
    find_heuristic(game, name)
    return name, ()


def describe_agents(game: Game) -> list[dict[str, Any]]:
    """Every search available for the game, with its options, as plain data."""
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
    """Every heuristic of the game, with its weights, as plain data."""
    return [
        {"name": name, "summary": heuristic_summary(game, name), "weights": weights_of(find_heuristic(game, name))}
        for name in heuristics_of(game)
    ]


def heuristic_summary(game: Game, name: str) -> str:
    """One-line summary of a heuristic: from the catalogue, or from its docstring if it is not built in."""
    first_line = (heuristics_of(game)[name].__doc__ or "").strip().split("\n")[0]
    return message_or(f"{game.name}.heuristic.{name}", first_line)
