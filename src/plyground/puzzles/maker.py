"""Make puzzles: look for positions with exactly one winning move in played games and among endings, and rate them.

Candidates are positions of games between quick engines that err now and then; where there are tables of endings,
endings drawn from them; without such tables of Eximo, positions of its games with most men taken off. Each is proved by
`Judge`; then the levels try it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.scene import Scene
from plyground.core.sectors import state_at
from plyground.play.agents.agent import Agent, read_search
from plyground.play.agents.levels import players_of
from plyground.play.agents.perfect import prober_of
from plyground.play.agents.spec import AgentSpec
from plyground.play.records.text_format import option_choices
from plyground.puzzles.proof import Judge, UniqueWin, unique_in
from plyground.puzzles.puzzle import LEVELS, Puzzle
from plyground.search.api import MOST_LINES
from plyground.search.budget import Cancel
from plyground.solve.probe import Prober

LAST_POSITIONS = 24
"""Positions from the end of a game that are tried: earlier ones are seldom proved."""
LONGEST_GAME = 200
FEWEST_PLIES, MOST_PLIES = 3, 13
"""A win in one is not a puzzle; longer ones are for tables, not for people."""
LOOK_DEPTH = 2
EASIEST_SHARE = 0.34
"""Share of puzzles that may be wins in `FEWEST_PLIES`."""
THINNED = {"eximo": (1, 2)}
"""Games whose positions are proved only with few men: how many each side keeps."""


@dataclass(frozen=True)
class Making:
    """What puzzles to make."""

    number: int = 200
    nodes: int = 200_000
    """Nodes of a proof."""
    quick_nodes: int = 2000
    """Nodes a move of the games that are played."""
    blunder: float = 0.15
    seed: int = 1


def make_puzzles(
    game: Game,
    making: Making,
    cancel: Cancel,
    on_found: Callable[[Puzzle], None] = lambda puzzle: None,
) -> list[Puzzle]:
    """As many puzzles as wanted, or as were found when it was cancelled."""
    judge, found, seen = Judge(game, making.nodes), list[Puzzle](), set[str]()
    easiest = 0
    for candidate in candidates(game, judge, making):
        if cancel.asked or len(found) >= making.number:
            break
        position, text = candidate.without_history(), str(candidate)
        unique = None if text in seen else judge.unique_win(position)
        seen.add(text)
        if unique is None or not FEWEST_PLIES <= unique.plies <= MOST_PLIES:
            continue
        if unique.plies == FEWEST_PLIES:
            easiest += 1
            if easiest > EASIEST_SHARE * making.number:
                continue
        puzzle = rated(position, unique, len(found) + 1)
        found.append(puzzle)
        on_found(puzzle)
    return found


def candidates(game: Game, judge: Judge, making: Making) -> Iterator[Position]:
    """Positions to try, without end."""
    dice = random.Random(f"{game!r} {making.seed}")  # noqa: S311
    tables = judge.prober or prober_of(game)
    while True:
        if tables is not None and not tables.sector_set.closed:
            yield from endings(game, tables, dice)
        elif game.name in THINNED:
            yield from thinned_out(played_game(game, making, dice), dice)
        else:
            yield from played_game(game, making, dice)[-LAST_POSITIONS:]


def played_game(game: Game, making: Making, dice: random.Random) -> list[Position]:
    """The positions of a quick game with errors."""
    agent, position = read_search(f"pvs:nodes={making.quick_nodes}", game), game.start()
    found: list[Position] = []
    while position.outcome is None and len(found) < LONGEST_GAME:
        found.append(position)
        wild = len(found) <= game.opening_plies or dice.random() < making.blunder
        position = position.play(dice.choice(position.moves) if wild else agent.think(position).move)
    return found


def thinned_out(positions: list[Position], dice: random.Random, times: int = 40) -> Iterator[Position]:
    """Positions of a game with most men taken off the board, where the rules allow that."""
    for _ in range(times):
        position = dice.choice(positions)
        scene = position.game.scene(position.state)
        kept = []
        for seat in range(len(position.game.seats)):
            own = [piece for piece in scene.pieces if piece.seat == seat]
            kept += dice.sample(own, min(len(own), dice.randint(*THINNED[position.game.name])))
        try:
            thin = position.game.compose(Scene(tuple(kept), dice.randrange(2), scene.reserves))
            found = position.game.position(thin)
        except PlygroundError:
            continue
        if found.outcome is None:
            yield found


def endings(game: Game, tables: Prober, dice: random.Random, times: int = 100) -> Iterator[Position]:
    """Positions with one winning move drawn from a tablebase."""
    sectors = tables.sector_set
    for _ in range(times):
        sector = dice.randrange(len(sectors.sectors))
        state = game.empty_state()
        if state_at(sectors.numbering, sector, dice.randrange(sectors.sectors[sector].size), state):
            position = Position(game, state.tobytes())
            if position.outcome is None and unique_in(tables, position) is not None:
                yield position


def rated(position: Position, unique: UniqueWin, number: int) -> Puzzle:
    """The puzzle of a position, with what makes it hard."""
    game = position.game
    return Puzzle(
        game=game.name,
        number=number,
        options=option_choices(game),
        text=str(position),
        solution=unique.move,
        plies=unique.plies,
        alike=look_alikes(position, unique.move),
        solved_by=weakest_solver(position, unique.move),
    )


def look_alikes(position: Position, solution: str) -> int:
    """Number of moves that a search of two plies puts before the solution."""
    agent = read_search(f"alphabeta:depth={LOOK_DEPTH}", position.game)
    lines = agent.think(position, lines=min(MOST_LINES, len(position.moves))).lines
    order = [str(line.moves[0]) for line in lines]
    return order.index(solution) if solution in order else len(order)


def weakest_solver(position: Position, solution: str) -> str:
    """The weakest level that plays the solution; empty if none does."""
    for level, agent in level_agents(position.game).items():
        if str(agent.think(position).move) == solution:
            return level
    return ""


def level_agents(game: Game) -> Mapping[str, Agent]:
    """The levels that try puzzles, always playing their best."""
    known = players_of(game)
    return {level: read_search(AgentSpec(level, vary=0, blunder=0.0), game) for level in LEVELS if level in known}
