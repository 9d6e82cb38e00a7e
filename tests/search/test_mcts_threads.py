"""Monte Carlo with several threads: the same every time, within its limits, proofs shared, stopped at once."""

import threading
from typing import Any

import numpy as np
import pytest

import plyground
from plyground import Cancel, Position
from plyground.search.budget import Budget
from plyground.search.engine.session import Session
from plyground.search.mcts.root_statistics import proof_of, root_rows, share_proofs, summed_rows
from plyground.search.mcts.runner import MctsSearch
from plyground.search.mcts.tree import EVEN, LOST, PROVED, SEAT, VISITS, WINS, WON, MctsSettings, Tree
from plyground.search.stack import NODES, STOP
from plyground.search.task import Task

NEUTREEKO = plyground.game("neutreeko").start()
SMALL_HEX = plyground.game("hex", size=4).start()
SETTINGS = MctsSettings(0.4, 300.0, True, 200)
BY_ONE_THREAD = [
    (NEUTREEKO, 1, [("d1-d4 b5-c5 d4-a1 c5-a5 a1-e5", 8), ("c4-c3 b5-c5 c3-e1 c2-a2 b1-b5", 19)]),
    (SMALL_HEX, 2, [("b3 b2 c2 d1 b1 a1", 145), ("a4 c2 c1 d2", 148)]),
]
"""Lines and values of 4,500 playouts, as they were before there were several threads."""


def grown(position: Position, nodes: int, threads: int, session: Session | None = None, **more: Any) -> MctsSearch:
    """A search that has come to its end."""
    task = Task(position, None, Budget(nodes=nodes), session=session, **more)
    search = MctsSearch(task, SETTINGS, 4, 0, keep=session is not None, threads=threads)
    search.whole()
    return search


@pytest.mark.parametrize(("position", "seed", "lines"), BY_ONE_THREAD)
def test_one_thread_searches_as_before(position: Position, seed: int, lines: list[tuple[str, int]]) -> None:
    found = plyground.search(position, "montecarlo", nodes=4500, seed=seed, lines=2)
    assert [(" ".join(map(str, line.moves)), line.score.value) for line in found.lines] == lines
    assert (found.nodes, found.stopped_by) == (4500, "nodes")


@pytest.mark.parametrize("threads", [2, 3])
def test_a_node_limit_gives_the_same_result_every_time(threads: int) -> None:
    first, second = (
        plyground.search(NEUTREEKO, "montecarlo", nodes=5000, threads=threads, lines=3, seed=7) for _ in range(2)
    )
    assert first.lines == second.lines
    assert first.nodes == second.nodes == 5000
    assert first.lines != plyground.search(NEUTREEKO, "montecarlo", nodes=5000, lines=3, seed=7).lines


@pytest.mark.parametrize("nodes", [1, 2, 7])
def test_fewer_nodes_than_threads_are_enough_for_a_move(nodes: int) -> None:
    found = plyground.search(NEUTREEKO, "montecarlo", nodes=nodes, threads=4)
    assert found.move in NEUTREEKO.moves
    assert found.nodes == nodes


def test_the_statistics_of_all_trees_are_added() -> None:
    search = grown(NEUTREEKO, 3000, 3)
    assert [int(tree.counters[NODES]) for tree in search.trees] == [1000, 1000, 1000]
    rows, parts = summed_rows(search.trees), [root_rows(tree) for tree in search.trees]
    for column in (VISITS, WINS):
        assert (rows[:, column] == sum(part[:, column] for part in parts)).all()
    assert not np.array_equal(parts[0], parts[1]), "each tree has dice of its own"
    assert (parts[0][:, SEAT] == 0).all()


def with_proofs(*trees: tuple[Tree, list[int]]) -> None:
    for tree, proved in trees:
        root_rows(tree)[:, PROVED] = proved


def test_what_one_tree_has_proved_all_know() -> None:
    trees = grown(plyground.game("hex", size=3, swap=False).start(), 40, 2).trees
    with_proofs((trees[0], [LOST] * 5 + [0] * 4), (trees[1], [0] * 5 + [LOST, LOST, EVEN, 0]))
    share_proofs(trees)
    assert all(list(root_rows(tree)[:, PROVED]) == [LOST] * 7 + [EVEN, 0] for tree in trees)
    assert [int(tree.nodes[0, PROVED]) for tree in trees] == [0, 0]
    root_rows(trees[1])[8, PROVED] = WON
    share_proofs(trees)
    assert [int(tree.nodes[0, PROVED]) for tree in trees] == [LOST, LOST]


@pytest.mark.parametrize(
    ("proved", "expected"),
    [([], 0), ([LOST, 0], 0), ([LOST, WON, 0], LOST), ([LOST, EVEN], EVEN), ([EVEN, 0], 0), ([LOST, LOST], WON)],
)
def test_the_root_is_proved_by_its_moves(proved: list[int], expected: int) -> None:
    rows = np.zeros((len(proved), 8), np.int64)
    rows[:, PROVED] = proved
    assert proof_of(rows) == expected


def test_a_proof_ends_the_search_of_all_threads() -> None:
    position = plyground.game("hex", size=3, swap=False).start().play("b2")
    found = plyground.search(position, "montecarlo", nodes=10**6, threads=2)
    assert (found.stopped_by, found.score.kind) == ("proved", "loss")
    assert found.nodes < 10**6


def test_a_cancel_ends_all_threads() -> None:
    cancel, before = Cancel(), threading.active_count()
    found = plyground.search(
        NEUTREEKO, "montecarlo", nodes=10**9, threads=3, cancel=cancel, on_progress=lambda _: cancel.now()
    )
    assert found.stopped_by == "cancel"
    assert found.nodes < 10**8
    assert threading.active_count() <= before + 1, "only the watcher may still be about to end"


def test_ctrl_c_stops_the_threads_that_are_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    search = MctsSearch(Task(NEUTREEKO, None, Budget(nodes=10**9)), SETTINGS, 4, 0, keep=False, threads=3)
    work = search.run_playouts_in

    def interrupted(tree: Tree, playouts: int) -> None:
        if tree is search.tree:
            raise KeyboardInterrupt
        work(tree, playouts)

    monkeypatch.setattr(search, "run_playouts_in", interrupted)
    with pytest.raises(KeyboardInterrupt):
        search.whole()
    assert [int(tree.counters[STOP]) for tree in search.trees[1:]] == [1, 1]


def test_a_stop_in_the_middle_of_a_batch_reaches_threads_that_lag(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first thread is stopped from outside; the others would run for ever."""
    search = MctsSearch(Task(NEUTREEKO, None, Budget(nodes=10**9)), SETTINGS, 4, 0, keep=False, threads=2)
    work = search.run_playouts_in

    def stopped(tree: Tree, playouts: int) -> None:
        if tree is search.tree:
            tree.counters[STOP] = 1
        work(tree, 10**9)

    monkeypatch.setattr(search, "run_playouts_in", stopped)
    assert search.whole().move in NEUTREEKO.moves


def test_each_thread_goes_on_with_its_own_tree_in_a_game() -> None:
    session = Session()
    session.new_game()
    first = grown(NEUTREEKO, 3000, 2, session)
    line = first._report("nodes").line
    later = Task(NEUTREEKO.play(line[0]).play(line[1]), None, Budget(nodes=100), session=session)
    trees = MctsSearch(later, SETTINGS, 4, 0, keep=True, threads=2).trees
    assert all(int(tree.nodes[0, VISITS]) > 0 for tree in trees)
    assert int(trees[0].nodes[0, VISITS]) != int(trees[1].nodes[0, VISITS])
