"""What a tree grown with a network says: its best lines with their scores, and how likely each move is to be chosen."""

import math

from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.position import Position
from plyground.search.mcts.puct import (
    PuctSettings,
    is_lost_for,
    seen_by,
)
from plyground.search.mcts.puct_tree import (
    COUNT,
    FIRST,
    NONE,
    PLIES,
    RESULT,
    SEAT,
    VISITS,
    PuctTree,
)
from plyground.search.mcts.runner import SCALE
from plyground.search.result import Line, moves_of
from plyground.search.score import WIN, Score

Rank = tuple[int, int, float]


def edges_of(tree: PuctTree, node: int) -> range:
    """The moves of a node."""
    first = int(tree.nodes[node, FIRST])
    return range(first, first + int(tree.nodes[node, COUNT]))


def is_lost(tree: PuctTree, edge: int, seat: int) -> bool:
    """Whether a move of that seat's is known to lose."""
    child = tree.children[edge]
    return bool(child != NONE and is_lost_for(seat, tree.nodes[child, RESULT]))


def visits_of(tree: PuctTree, edge: int) -> int:
    """How often a move was tried; none that loses counts."""
    child = tree.children[edge]
    return 0 if child == NONE else int(tree.nodes[child, VISITS])


def rank(tree: PuctTree, edge: int, seat: int) -> Rank:
    """Where a move stands: the soonest win first, then the moves tried most, the latest loss last."""
    child, prior = tree.children[edge], -float(tree.priors[edge])
    if child != NONE and tree.nodes[child, RESULT] == seat:
        return 0, int(tree.nodes[child, PLIES]), prior
    if is_lost(tree, edge, seat):
        return 2, -int(tree.nodes[child, PLIES]), prior
    return 1, -visits_of(tree, edge), prior


def ranked(tree: PuctTree, node: int) -> list[int]:
    """The moves of a node, the best first."""
    seat = int(tree.nodes[node, SEAT])
    return sorted(edges_of(tree, node), key=lambda edge: rank(tree, edge, seat))


def best_lines(tree: PuctTree, position: Position, ways: PuctSettings, wanted: int) -> tuple[Line, ...]:
    """The best lines from the root, as many as are wanted."""
    return tuple(line_of(tree, position, ways, edge) for edge in ranked(tree, 0)[:wanted])


def line_of(tree: PuctTree, position: Position, ways: PuctSettings, edge: int) -> Line:
    """The line that begins with a move of the root, as far as it was tried or is certain."""
    values, node = [int(tree.moves[edge])], int(tree.children[edge])
    while node != NONE and len(edges_of(tree, node)):
        seat = int(tree.nodes[node, SEAT])
        best = min(edges_of(tree, node), key=lambda edge: rank(tree, edge, seat))
        if visits_of(tree, best) == 0 and tree.nodes[node, RESULT] == NOBODY_YET:
            break
        values.append(int(tree.moves[best]))
        node = int(tree.children[best])
    return Line(moves_of(position, values), score_of_move(tree, ways, edge))


def score_of_move(tree: PuctTree, ways: PuctSettings, edge: int) -> Score:
    """The score of a move of the root: what is certain, with the plies that it takes at the most, or an estimate."""
    seat, child = int(tree.nodes[0, SEAT]), int(tree.children[edge])
    if child == NONE or (tree.nodes[child, RESULT] == NOBODY_YET and tree.nodes[child, VISITS] == 0):
        return Score("estimate", round(SCALE * value_untried(tree, ways)))
    result, plies = int(tree.nodes[child, RESULT]), int(tree.nodes[child, PLIES]) + 1
    if result == DRAW:
        return Score("draw", 0)
    if result == NOBODY_YET:
        return Score("estimate", round(SCALE * seen_by(seat, tree.sums[child]) / int(tree.nodes[child, VISITS])))
    return Score("win", WIN - plies, plies) if result == seat else Score("loss", plies - WIN, plies)


def value_untried(tree: PuctTree, ways: PuctSettings) -> float:
    """What a move of the root is thought worth that was not tried: less than the root, the more of its moves were."""
    own = seen_by(int(tree.nodes[0, SEAT]), float(tree.sums[0])) / max(1, int(tree.nodes[0, VISITS]))
    tried = sum(float(tree.priors[edge]) for edge in edges_of(tree, 0) if visits_of(tree, edge))
    return max(-1.0, own - ways.reduction * math.sqrt(tried))


def chances(tree: PuctTree, temperature: float) -> dict[int, float]:
    """How likely each move of the root is to be chosen, by its visits, or by the policy alone where nothing was tried.

    Higher temperatures make the moves more alike. A move that loses is left out; where all do, none is left.
    """
    seat = int(tree.nodes[0, SEAT])
    edges = [edge for edge in edges_of(tree, 0) if not is_lost(tree, edge, seat)]
    weights = {edge: float(visits_of(tree, edge)) for edge in edges}
    if not any(weights.values()):
        weights = {edge: float(tree.priors[edge]) for edge in edges}
    most = max(weights.values(), default=0.0)
    return {edge: (weight / most) ** (1 / temperature) for edge, weight in weights.items() if most > 0}
