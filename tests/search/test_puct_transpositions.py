"""Transpositions of the tree that a network grows: a position is evaluated once, on whatever paths it is reached."""

import random
from typing import Any

import numpy as np
import pytest

import plyground
from plyground import Position
from plyground.core.outcome import DRAW
from plyground.search.budget import Budget
from plyground.search.mcts.puct import known_value
from plyground.search.mcts.puct_lines import edges_of
from plyground.search.mcts.puct_runner import KEPT_TREES, PuctOptions, PuctSearch
from plyground.search.mcts.puct_transpositions import NONE, find_node, new_slots, remember
from plyground.search.mcts.puct_tree import RESULT, USED_NODES, VISITS, PuctTree, child_of, new_tree
from plyground.search.onnx_network import OnnxNetwork, find_network
from plyground.search.task import Task, run_watched
from tests.search.networks import uniform
from tests.search.test_puct import SETTINGS, check_counts, moves_with_priors

OPTIONS = {"hex": {"size": 5, "swap": False}, "neutreeko": {}}


class Counting:
    """A network that remembers what it was asked."""

    def __init__(self, network: OnnxNetwork) -> None:
        self.sha256, self._network, self.asked = network.sha256, network, list[bytes]()

    def evaluate(self, planes: Any) -> Any:
        """Its answers."""
        self.asked += [each.tobytes() for each in planes]
        return self._network.evaluate(planes)


def counted(
    position: Position, nodes: int, *, transpositions: bool, keep: bool = False
) -> tuple[PuctTree, list[bytes]]:
    """The tree of a search and everything that its network was asked."""
    network = Counting(find_network(position.game, uniform(position.game.name)))
    options = PuctOptions(SETTINGS._replace(transpositions=transpositions), megabytes=16, batch=1, keep=keep)
    search = PuctSearch(Task(position, None, Budget(nodes=nodes)), options, network, random.Random(1))  # type: ignore[arg-type]
    run_watched(search)
    return search.tree, network.asked


@pytest.mark.parametrize("name", ["hex", "neutreeko"])
def test_a_position_is_evaluated_once_on_whatever_paths_it_is_reached(name: str) -> None:
    start = plyground.game(name, **OPTIONS[name]).start()
    tree, asked = counted(start, 1500, transpositions=True)
    assert len(set(asked)) == len(asked) < 1500
    assert tree.counters[1] == 1500, "copies count as visits"
    check_counts(tree)
    _, asked = counted(start, 1500, transpositions=False)
    assert len(set(asked)) < len(asked)


def test_a_copied_evaluation_has_the_priors_and_the_value_of_the_first() -> None:
    start = plyground.game("hex", **OPTIONS["hex"]).start()
    tree, _ = counted(start, 1500, transpositions=True)
    by_key: dict[int, list[int]] = {}
    for node in range(int(tree.used[USED_NODES])):
        if tree.keys[node] != 0:
            by_key.setdefault(int(tree.keys[node]), []).append(node)
    groups = [nodes for nodes in by_key.values() if len(nodes) > 1]
    assert len(groups) > 50
    for first, *others in groups:
        for other in others:
            assert sorted(moves_with_priors(tree, other)) == sorted(moves_with_priors(tree, first))
            assert -1 <= tree.values[other] <= 1


def test_a_kept_tree_still_knows_what_was_evaluated() -> None:
    KEPT_TREES.give_back()
    start = plyground.game("hex", **OPTIONS["hex"]).start()
    tree, before = counted(start, 1500, transpositions=True, keep=True)
    position, node = start, 0
    for _ in range(2):
        move = int(tree.moves[edges_of(tree, node)[0]])
        position, node = position.after(move), child_of(tree, node, move)
    kept, after = counted(position, 1000, transpositions=True, keep=True)
    evaluated = [node for node in range(int(kept.used[USED_NODES])) if kept.keys[node] != 0]
    assert kept.nodes[0, VISITS] > 1000
    assert len(set(after)) == len(after)
    assert all(find_node(kept.keys, kept.slots, kept.keys[node]) != NONE for node in evaluated)
    known = set(before) & set(after)
    assert len(known) < len(after) / 2, "only what left the tree is asked again"


def test_a_known_value_is_the_mean_of_the_visits_or_the_result() -> None:
    tree = new_tree(plyground.game("neutreeko").start(), 1, 1)
    tree.sums[0], tree.values[0] = 3.0, 0.5
    assert known_value(tree, 0) == 0.5, "a visit that was discounted leaves the first value"
    tree.nodes[0, VISITS] = 4
    assert known_value(tree, 0) == 0.75
    assert [known_value(tree, 0) for tree.nodes[0, RESULT] in (0, 1, DRAW)] == [1.0, -1.0, 0.0]


def test_a_full_row_of_slots_forgets_a_position_and_confuses_none() -> None:
    slots, keys = new_slots(1), np.arange(1, 41, dtype=np.uint64)
    for node in range(40):
        remember(keys, slots, node)
        assert find_node(keys, slots, keys[node]) == node
    found = [find_node(keys, slots, key) for key in keys]
    assert all(node in (NONE, expected) for expected, node in enumerate(found))
    assert 0 < found.count(NONE) < 40
    remember(keys, slots, 39)
    assert [find_node(keys, slots, key) for key in keys] == found, "a node that is known takes no second slot"
