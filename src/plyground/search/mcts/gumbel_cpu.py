"""The Gumbel search on a CPU: each step is one loop over all trees.

learn/gumbel_cuda.py has the same steps for a GPU, with one thread per tree and the same arguments.
"""

from typing import Any

from plyground.core.contract import Planes, Words
from plyground.core.jit import kernel
from plyground.search.mcts.gumbel import Forest, back_up, decide, descend, draw_candidates, lay_out, plant
from plyground.search.mcts.gumbel_games import Floats, Games, GumbelSettings, Integers, advance, begin


@kernel
def begin_all(rules: Any, start: Words, games: Games, turns: Integers, spare: Words, buffer: Words) -> None:
    """Begin the games whose number of random turns is not negative."""
    for tree in range(len(turns)):
        if turns[tree] >= 0:
            begin(rules, start, games, tree, turns[tree], spare[tree], buffer[tree])


@kernel
def plant_all(rules: Any, games: Games, forest: Forest, seen: Planes) -> None:
    """Reset all trees."""
    for tree in range(len(seen)):
        plant(rules, games, forest, tree, seen[tree])


@kernel
def draw_all(search: GumbelSettings, forest: Forest) -> None:
    """Sample the candidates of all roots."""
    for tree in range(len(forest.depth)):
        draw_candidates(search, forest, tree)


@kernel
def descend_all(
    rules: Any, search: GumbelSettings, games: Games, forest: Forest, simulation: int, seen: Planes
) -> None:
    """Descend in all trees."""
    for tree in range(len(seen)):
        descend(rules, search, games, forest, tree, simulation, seen[tree])


@kernel
def back_up_all(rules: Any, forest: Forest, answers: Floats, values: Floats) -> None:
    """Back up the network's answers in all trees."""
    for tree in range(len(values)):
        back_up(rules, forest, tree, answers[tree], values[tree])


@kernel
def decide_all(search: GumbelSettings, forest: Forest, policies: Floats, chosen: Words) -> None:
    """Choose the moves to play, and write the improved policies."""
    for tree in range(len(chosen)):
        chosen[tree] = decide(search, forest, tree, policies[tree])


@kernel
def advance_all(rules: Any, search: GumbelSettings, games: Games, chosen: Words, spare: Words) -> None:
    """Play the chosen moves."""
    for tree in range(len(chosen)):
        advance(rules, search, games, tree, chosen[tree], spare[tree])


@kernel
def lay_out_all(rules: Any, states: Words, seen: Planes, parts: Integers, counts: Integers, buffer: Words) -> None:
    """Write the network input of each state, and the output indices of its moves."""
    for at in range(len(states)):
        counts[at] = lay_out(rules, states[at], seen[at], parts[at], buffer[at])
