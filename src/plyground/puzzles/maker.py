"""Make puzzles: look for positions with exactly one winning move in played games and among endings.

Candidates are positions of games between quick engines that err now and then. Unless only these are wanted, also
endings drawn from tables where there are some, and positions of games with most men taken off where the game says so.
Each is proved by `WinProver`, played out once as a user would, and rated.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.scene import Scene
from plyground.core.sectors import state_at
from plyground.play.agents.agent import read_search
from plyground.play.agents.perfect import prober_of
from plyground.play.records.text_format import option_choices
from plyground.puzzles.attempt import is_playable
from plyground.puzzles.difficulty import rated
from plyground.puzzles.prover import UniqueWin, WinProver, unique_in
from plyground.puzzles.puzzle import Puzzle, mark_of
from plyground.search.budget import Cancel
from plyground.solve.probe import Prober

LAST_POSITIONS = 24
"""Positions from the end of a game that are tried: earlier ones are seldom proved."""
LONGEST_GAME = 200
FEWEST_PLIES, MOST_PLIES = 3, 13
"""A win in one is not a puzzle; longer ones are for tables, not for people."""
EASIEST_SHARE = 0.34
"""Share of puzzles that may be wins in `FEWEST_PLIES`."""
LONELY = 2
"""With one piece each there is little to see: such endings are left out."""


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
    men: int | None = None
    """Men of the endings whose tables prove, which must have been solved; None: those at hand at once."""
    played: bool = False
    """Only from played games."""


def make_puzzles(
    game: Game,
    making: Making,
    cancel: Cancel,
    on_found: Callable[[Puzzle], None] = lambda puzzle: None,
    known: Iterable[Puzzle] = (),
) -> list[Puzzle]:
    """As many puzzles as wanted that are not known, or as were found when it was cancelled."""
    prover, found, seen = WinProver(game, making.nodes, making.men), list[Puzzle](), {puzzle.text for puzzle in known}
    easiest = 0
    for candidate in candidates(game, prover, making):
        if cancel.asked or len(found) >= making.number:
            break
        position, text = candidate.without_history(), str(candidate)
        unique = None if text in seen else prover.unique_win(position)
        seen.add(text)
        if unique is None or not FEWEST_PLIES <= unique.plies <= MOST_PLIES:
            continue
        is_easiest = unique.plies == FEWEST_PLIES
        if is_easiest and easiest >= EASIEST_SHARE * making.number:
            continue
        puzzle = puzzle_of(position, unique, len(found) + 1)
        if is_playable(puzzle):
            easiest += is_easiest
            found.append(rated(puzzle))
            on_found(found[-1])
    return found


def candidates(game: Game, prover: WinProver, making: Making) -> Iterator[Position]:
    """Positions to try, without end."""
    dice = random.Random(f"{game!r} {making.seed}")  # noqa: S311
    tables = prover.prober or prober_of(game)
    while True:
        if not making.played and tables is not None and not tables.sector_set.closed:
            yield from endings(game, tables, dice)
        elif not making.played and game.thinned_men is not None:
            yield from thinned_out(played_game(game, making, dice), game.thinned_men, dice)
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


def thinned_out(
    positions: list[Position], men: tuple[int, int], dice: random.Random, times: int = 40
) -> Iterator[Position]:
    """Positions of a game with men taken off the board until each side has the given number."""
    for _ in range(times):
        position = dice.choice(positions)
        scene = position.game.scene(position.state)
        kept = []
        for seat in range(len(position.game.seats)):
            own = [piece for piece in scene.pieces if piece.seat == seat]
            kept += dice.sample(own, min(len(own), dice.randint(*men)))
        try:
            thin = position.game.compose(Scene(tuple(kept), dice.randrange(2), scene.reserves))
            found = position.game.position(thin)
        except PlygroundError:
            continue
        if found.outcome is None and len(kept) > LONELY:
            yield found


def endings(game: Game, tables: Prober, dice: random.Random, times: int = 100) -> Iterator[Position]:
    """Positions with one winning move drawn from a tablebase."""
    sectors = tables.sector_set
    for _ in range(times):
        sector = dice.randrange(len(sectors.sectors))
        state = game.empty_state()
        if state_at(sectors.numbering, sector, dice.randrange(sectors.sectors[sector].size), state):
            position = Position(game, state.tobytes())
            lonely = len(game.scene(position.state).pieces) <= LONELY
            if not lonely and position.outcome is None and unique_in(tables, position) is not None:
                yield position


def puzzle_of(position: Position, unique: UniqueWin, number: int) -> Puzzle:
    """The puzzle of a position, not rated yet."""
    options, text = option_choices(position.game), str(position)
    identity = mark_of(text, options)
    return Puzzle(position.game.name, number, options, text, unique.move, unique.plies, 0, identity=identity)
