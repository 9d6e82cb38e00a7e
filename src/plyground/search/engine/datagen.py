"""Games of the engine against itself in one kernel, for learning: thousands of short searches without Python between.

A search here is simpler than one of runner.py: one thread, no aspiration window, and nothing known of the game before
its root but what the table holds.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.contract import ALL_FORCE, Words, below, fingerprint, forcing, mover, winner
from plyground.core.heuristic import EveryMove
from plyground.core.jit import kernel
from plyground.core.nnue import with_own_memory
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.position import Position
from plyground.search.engine.context import ThreadState
from plyground.search.engine.features import EngineSettings
from plyground.search.engine.ordering import new_move_history
from plyground.search.engine.pvs import pvs_root
from plyground.search.engine.smp import new_marks
from plyground.search.engine.transposition import TABLE_POOL
from plyground.search.repetition import new_history
from plyground.search.root import UNSEEN, RootMoves, new_roots
from plyground.search.score import INFINITE, PROVED
from plyground.search.stack import MOST_PLIES, NODES, STOP, WIDEST, Numbers, SearchContext, generate, make, new_stack
from plyground.search.trace import NoTrace

TABLE_MEGABYTES = 8
DEEPEST = 24
RANDOM_PERCENT = 3
"""Share of random turns after the opening."""


class DatagenMemory(NamedTuple):
    """How games are played, and where what is kept of them goes."""

    random_turns: int
    """A game begins with up to this many random turns."""
    random_percent: int
    """Share of later turns that are random."""
    longest: int
    """A game of this many turns is a draw."""
    order: Numbers
    roots: RootMoves
    states: Words
    """The positions of a game, but for those in which every move is forcing: no estimate is asked for there."""
    scores: Numbers
    """The score of each position for its mover."""
    seats: Numbers
    """The mover of each position."""


@kernel
def best_root_move(thread: ThreadState, context: SearchContext, play: DatagenMemory, count: int) -> tuple[int, int]:
    """Search states[0] deeper and deeper up to the node limit; return the best of its `count` moves, and its value."""
    counters, order, roots = context.stack.counters, play.order, play.roots
    counters[NODES] = counters[STOP] = 0
    best, value = 0, 0
    for i in range(count):
        order[i] = i
    for depth in range(1, DEEPEST):
        for i in range(count):
            roots.values[i] = UNSEEN
        index = pvs_root(thread, context, depth, -INFINITE, INFINITE, order[:count], 0, roots)
        if index >= 0:
            best, value = index, roots.values[index]
            bring_to_front(order, index)
        if counters[STOP] != 0 or abs(value) >= PROVED:
            break
    counters[STOP] = counters[WIDEST] = 0
    return best, value


@kernel
def bring_to_front(order: Numbers, index: int) -> None:
    """Move a root move to the front of the order."""
    place = 0
    while order[place] != index:
        place += 1
    for i in range(place, 0, -1):
        order[i] = order[i - 1]
    order[0] = index


@kernel
def move_root(context: SearchContext, index: int) -> None:
    """Make a move of the root: what it leads to is the new root."""
    stack, history = context.stack, context.history
    make(context, 0, index)
    for i in range(stack.states.shape[1]):
        stack.states[0, i] = stack.states[1, i]
    history.past[history.root_at] = fingerprint(context.rules, stack.states[0])
    history.quiet[0] = 0


@kernel
def play_game(thread: ThreadState, context: SearchContext, play: DatagenMemory, dice: Words) -> tuple[int, int]:
    """Play a game from states[0] on; return the number of positions kept, and who won."""
    state, kept = context.stack.states[0], 0
    opening = below(dice, play.random_turns + 1)
    for turn in range(play.longest):
        decided = winner(context.rules, state)
        if decided != NOBODY_YET:
            return kept, decided
        count = min(generate(context, 0), len(play.order))
        if turn < opening:
            move_root(context, below(dice, count))
            continue
        index, value = best_root_move(thread, context, play, count)
        seat = mover(context.rules, state)
        if forcing(context.rules, state) != ALL_FORCE:
            for i in range(state.size):
                play.states[kept, i] = state[i]
            play.scores[kept], play.seats[kept] = value, seat
            kept += 1
        if abs(value) >= PROVED:
            return kept, seat if value > 0 else 1 - seat
        generate(context, 0)
        move_root(context, below(dice, count) if below(dice, 100) < play.random_percent else index)
    return kept, DRAW


class GameGenerator:
    """Plays games of the engine against itself with a heuristic."""

    def __init__(self, start: Position, heuristic: Any, nodes: int, random_turns: int, longest: int, seed: int) -> None:
        game, settings = start.game, EngineSettings()
        room = game.usual_moves
        self.start = start.state
        self.dice = np.array([seed * 2 + 1], np.uint64)
        table = TABLE_POOL.take(TABLE_MEGABYTES)
        self.thread = ThreadState(
            features=settings.features,
            contempt=0,
            table=table.words,
            search=table.search,
            oldest=table.oldest,
            move_history=new_move_history(),
            marks=new_marks(),
        )
        self.context = SearchContext(
            game.rules,
            with_own_memory(heuristic),
            EveryMove(),
            NoTrace(),
            new_stack(game, start.state, room, nodes),
            new_history(start, MOST_PLIES),
        )
        self.play = DatagenMemory(
            random_turns=random_turns,
            random_percent=RANDOM_PERCENT,
            longest=longest,
            order=np.zeros(room, np.int64),
            roots=new_roots(room, 1),
            states=np.zeros((longest, game.words), np.uint64),
            scores=np.zeros(longest, np.int64),
            seats=np.zeros(longest, np.int64),
        )

    def game(self) -> tuple[Words, Numbers, Numbers]:
        """Play a game; return its positions, their scores, and who won (1, 0 or -1), all for the mover."""
        self.context.stack.states[0] = self.start
        self.context.history.quiet[0] = 0
        kept, won = play_game(self.thread, self.context, self.play, self.dice)
        seats = self.play.seats[:kept]
        results = np.zeros(kept, np.int64) if won == DRAW else np.where(seats == won, 1, -1)
        return self.play.states[:kept].copy(), self.play.scores[:kept].copy(), results
