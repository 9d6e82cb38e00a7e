"""The best lines of a PUCT tree with their scores, and the probability of choosing each move."""

import math

from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.position import Position
from plyground.search.mcts.puct import (
    PuctSettings,
    is_lost_for,
    value_for,
)
from plyground.search.mcts.puct_transpositions import NONE
from plyground.search.mcts.puct_tree import (
    COUNT,
    FIRST,
    PLIES,
    RESULT,
    SEAT,
    VISITS,
    PuctTree,
)
from plyground.search.result import Line, moves_of
from plyground.search.score import Score

Rank = tuple[int, int, float]


def edges_of(tree: PuctTree, node: int) -> range:
    """Edges of a node."""
    first = int(tree.nodes[node, FIRST])
    return range(first, first + int(tree.nodes[node, COUNT]))


def is_lost(tree: PuctTree, edge: int, seat: int) -> bool:
    """True if a move by that seat is proved to lose."""
    child = tree.children[edge]
    return bool(child != NONE and is_lost_for(seat, tree.nodes[child, RESULT]))


def visits_of(tree: PuctTree, edge: int) -> int:
    """Number of visits of a move."""
    child = tree.children[edge]
    return 0 if child == NONE else int(tree.nodes[child, VISITS])


def rank(tree: PuctTree, edge: int, seat: int) -> Rank:
    """Rank of a move: the fastest win first, then by visits, the slowest loss last."""
    child, prior = tree.children[edge], -float(tree.priors[edge])
    if child != NONE and tree.nodes[child, RESULT] == seat:
        return 0, int(tree.nodes[child, PLIES]), prior
    if is_lost(tree, edge, seat):
        return 2, -int(tree.nodes[child, PLIES]), prior
    return 1, -visits_of(tree, edge), prior


def ranked(tree: PuctTree, node: int) -> list[int]:
    """The moves of a node, best first."""
    seat = int(tree.nodes[node, SEAT])
    return sorted(edges_of(tree, node), key=lambda edge: rank(tree, edge, seat))


def best_lines(tree: PuctTree, position: Position, settings: PuctSettings, wanted: int) -> tuple[Line, ...]:
    """At most `wanted` best lines from the root."""
    return tuple(line_of(tree, position, settings, edge) for edge in ranked(tree, 0)[:wanted])


def line_of(tree: PuctTree, position: Position, settings: PuctSettings, edge: int) -> Line:
    """The line that begins with a root move, as far as it was visited or proved."""
    values, node = [int(tree.moves[edge])], int(tree.children[edge])
    while node != NONE and len(edges_of(tree, node)):
        seat = int(tree.nodes[node, SEAT])
        best = min(edges_of(tree, node), key=lambda edge: rank(tree, edge, seat))
        if visits_of(tree, best) == 0 and tree.nodes[node, RESULT] == NOBODY_YET:
            break
        values.append(int(tree.moves[best]))
        node = int(tree.children[best])
    return Line(moves_of(position, values), score_of_move(tree, settings, edge))


def score_of_move(tree: PuctTree, settings: PuctSettings, edge: int) -> Score:
    """Score of a root move: its proved result and the maximum number of plies to it, or an estimate."""
    seat, child = int(tree.nodes[0, SEAT]), int(tree.children[edge])
    if child == NONE or (tree.nodes[child, RESULT] == NOBODY_YET and tree.nodes[child, VISITS] == 0):
        return Score.of_mean(first_play_value(tree, settings))
    result, plies = int(tree.nodes[child, RESULT]), int(tree.nodes[child, PLIES]) + 1
    if result == DRAW:  # the best move, as long as no other is open
        return Score("draw", 0) if tree.nodes[0, RESULT] != NOBODY_YET else Score.of_mean(0.0)
    if result == NOBODY_YET:
        return Score.of_mean(value_for(seat, tree.sums[child]) / int(tree.nodes[child, VISITS]))
    return Score.win(plies) if result == seat else Score.loss(plies)


def first_play_value(tree: PuctTree, settings: PuctSettings) -> float:
    """First-play urgency of an unvisited root move: below the root's value, and lower the more was visited."""
    own = value_for(int(tree.nodes[0, SEAT]), float(tree.sums[0])) / max(1, int(tree.nodes[0, VISITS]))
    tried = sum(float(tree.priors[edge]) for edge in edges_of(tree, 0) if visits_of(tree, edge))
    return max(-1.0, own - settings.reduction * math.sqrt(tried))


def chances(tree: PuctTree, temperature: float) -> dict[int, float]:
    """Weight of each root move in a random choice: by visits, or by the policy if nothing was visited.

    Higher temperatures make the weights more equal. Moves proved to lose are left out.
    """
    seat = int(tree.nodes[0, SEAT])
    edges = [edge for edge in edges_of(tree, 0) if not is_lost(tree, edge, seat)]
    weights = {edge: float(visits_of(tree, edge)) for edge in edges}
    if not any(weights.values()):
        weights = {edge: float(tree.priors[edge]) for edge in edges}
    most = max(weights.values(), default=0.0)
    return {edge: (weight / most) ** (1 / temperature) for edge, weight in weights.items() if most > 0}
