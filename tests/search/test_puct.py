"""The tree that a network grows: what is certain, what the network knows, batches, threads and trees that are kept."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground
from plyground import Cancel, Position, Result
from plyground.core.contract import policy_index
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.play.agents.agent import describe_agents, read_agent
from plyground.search.budget import Budget
from plyground.search.mcts.puct import (
    PuctSettings,
    new_batch,
)
from plyground.search.mcts.puct_lines import edges_of, is_lost
from plyground.search.mcts.puct_runner import KEPT_TREES, REUSE, PuctOptions, PuctSearch
from plyground.search.mcts.puct_tree import (
    COUNT,
    FIRST,
    LONGEST_PATH,
    OPENED,
    PENDING,
    RESULT,
    SEAT,
    USED_NODES,
    VISITS,
    PuctTree,
    child_of,
    new_tree,
)
from plyground.search.mcts.tree_reuse import MOST_TREES, KeptTrees, moves_between
from plyground.search.onnx_network import NetworkError, find_network
from plyground.search.task import Task, run_watched
from tests.noughts import noughts
from tests.search.boards import positions
from tests.search.judge import LOSS, MOST_PLIES, WIN, kind_of, outcome_within
from tests.search.networks import make_network, seen, uniform

SETTINGS = PuctSettings(exploration=1.25, reduction=0.25)
HOT = {"nodes": 1, "temperature": 1000}
"""The policy alone, at a temperature at which every move may be played."""


def grown(position: Position, nodes: int, **settings: Any) -> PuctSearch:
    """A search with a network that knows nothing, when it is over."""
    search = PuctSearch(
        Task(position, None, Budget(nodes=nodes)),
        PuctOptions(SETTINGS, megabytes=16, **settings),
        find_network(position.game, uniform(position.game.name)),
        random.Random(1),
    )
    run_watched(search)
    return search


def think(position: Position, network: str | None = None, **manner: Any) -> Result:
    """What the search says of a position."""
    return plyground.search(position, "puct", network=network or uniform(position.game.name), **manner)


@pytest.mark.parametrize("size", [3, 4])
def test_small_boards_are_solved(size: int) -> None:
    """A position of Hex is won or lost: the tree says which, as an exhaustive search does."""
    dice, game = random.Random(size), plyground.game("hex", size=size, swap=False)
    for _ in range(12):
        position = game.start()
        while len(position.moves) > min(9, MOST_PLIES):
            position = position.play(dice.choice(position.moves))
        found = think(position, nodes=20_000)
        assert found.stopped_by == "proved"
        assert found.score.kind == kind_of(outcome_within(position, MOST_PLIES))
        last = position
        for move in found.line:
            last = last.play(move)
        assert last.outcome is not None, "a proved line goes to its end"


def truth(position: Position) -> str:
    """How a game ends by best play, found by trying everything."""
    if position.outcome is not None:
        won_by = position.outcome.winner
        return "draw" if won_by is None else "win" if won_by == position.mover else "loss"
    below = {truth(position.play(move)) for move in position.moves}
    return "win" if "loss" in below else "draw" if "draw" in below else "loss"


def test_noughts_and_crosses_is_solved_with_its_draws(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game, dice, kinds = noughts(monkeypatch), random.Random(1), set()
    network = make_network(tmp_path / "noughts.onnx", game)
    with pytest.raises(NetworkError, match="No network came with noughts"):
        plyground.search(game.start(), "puct", nodes=1)
    for _ in range(12):
        position = game.start()
        for _ in range(3):
            position = position.play(dice.choice(position.moves))
        found = think(position, network, nodes=5000, batch=dice.choice([1, 4, 16]))
        assert found.stopped_by == "proved"
        assert found.score.kind == truth(position)
        kinds.add(found.score.kind)
    assert kinds == {"win", "draw", "loss"}


def decisive(name: str, wanted: int, count: int) -> list[Position]:
    """Positions whose mover wins at once; or loses at once after some moves, and not after all."""
    found = []
    for position in positions(name, 600, "decisive"):
        fresh = position.without_history()
        wins = outcome_within(fresh, 1) == WIN
        if wins if wanted == WIN else not wins and is_threatened(fresh):
            found.append(fresh)
        if len(found) == count:
            return found
    raise AssertionError("too few such positions")


def is_threatened(position: Position) -> bool:
    """Whether some moves lose at once, and not all."""
    replies = [outcome_within(position.play(move), 1) for move in position.moves]
    return WIN in replies and outcome_within(position, 2) != LOSS


@pytest.mark.parametrize("name", ["neutreeko", "hex"])
def test_a_win_in_one_is_played_whatever_the_temperature(name: str) -> None:
    for seed, position in enumerate(decisive(name, WIN, 10)):
        found = think(position, seed=seed, **HOT)
        assert found.score.plies == 1
        after = position.play(found.move)
        assert after.outcome is not None
        assert after.outcome.winner == position.mover


@pytest.mark.parametrize("name", ["neutreeko", "hex"])
def test_a_loss_in_one_is_prevented_whatever_the_temperature(name: str) -> None:
    for position in decisive(name, LOSS, 5):
        for seed in range(5):
            assert outcome_within(position.play(think(position, seed=seed, **HOT).move), 1) != WIN


def liking(path: Path, position: Position, text: str) -> str:
    """A network that likes one move of a position."""
    game = position.game
    policy = np.zeros(seen(game).answer_count, np.float32)
    (move,) = (move for move in position.moves if str(move) == text)
    policy[policy_index(game.rules, position.state, np.uint64(move.value), 0)] = 9.0
    return make_network(path, game, policy)


def test_the_policy_alone_plays_what_the_network_likes(tmp_path: Path) -> None:
    start = plyground.game("hex", size=5).start()
    for text in ("c3", "a5", "e1"):
        assert str(think(start, liking(tmp_path / f"{text}.onnx", start, text), nodes=1).move) == text


def test_a_temperature_makes_moves_more_alike(tmp_path: Path) -> None:
    start = plyground.game("hex", size=5).start()
    network = liking(tmp_path / "centre.onnx", start, "c3")
    played = {
        temperature: [
            str(think(start, network, nodes=1, temperature=temperature, seed=seed).move) for seed in range(20)
        ]
        for temperature in (10, 100, 1000)
    }
    assert set(played[10]) == {"c3"}
    assert played[100].count("c3") > 15
    assert len(set(played[1000])) > 5


def test_the_value_is_the_movers() -> None:
    """A network that counts men closes a mill where it can, for either player."""
    game = plyground.game("morris")
    weights = np.array([3, -3, 0, 0, 0], np.float32)
    network = make_network(Path(uniform("morris")).with_name("men.onnx"), game, value=weights)
    for line in ("a1 g7 d1 g4", "b2 a1 b4 d1 f2"):
        position = game.start()
        for move in line.split():
            position = position.play(move)
        found = think(position, network, nodes=400)
        assert "x" in str(found.move)
        assert found.score.value > 0


def check_counts(tree: PuctTree) -> None:
    """Every node has its own visit and those of its children that count, and nothing waits any more."""
    for node in range(int(tree.used[USED_NODES])):
        row = tree.nodes[node]
        assert row[PENDING] == 0
        assert row[OPENED] <= row[COUNT]
        if row[RESULT] != NOBODY_YET or row[VISITS] == 0:
            continue
        seat = int(row[SEAT])
        opened = [edge for edge in edges_of(tree, node)[: row[OPENED]] if not is_lost(tree, edge, seat)]
        below = [int(tree.children[edge]) for edge in opened]
        assert row[VISITS] == 1 + sum(int(tree.nodes[child, VISITS]) for child in below)
        assert tree.sums[node] == pytest.approx(tree.values[node] + sum(tree.sums[child] for child in below))
        assert all(tree.sums[child] == 0 for child in below if tree.nodes[child, RESULT] == DRAW)


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("batch", [1, 16])
def test_visits_add_up_with_batches_and_threads(threads: int, batch: int) -> None:
    """Among wins, losses and draws that are found while other leaves wait for the network."""
    for position in positions("neutreeko", 3, "counts"):
        search = grown(position, 1500, threads=threads, batch=batch, keep=False)
        check_counts(search.tree)
        assert search.counters[0] == 1
        assert search.tree.nodes[0, RESULT] != NOBODY_YET or search.counters[1] == 1500


def test_progress_is_told_and_a_cancel_heard() -> None:
    cancel, told = Cancel(), list[Result]()

    def note(result: Result) -> None:
        told.append(result)
        cancel.now()

    start = plyground.game("hex").start()
    found = think(start, seconds=600, cancel=cancel, on_progress=note, lines=3)
    assert found.stopped_by == "cancel"
    assert len(told[0].lines) == len(found.lines) == 3
    assert told[0].nodes <= found.nodes


def test_a_tree_without_room_ends_its_search() -> None:
    found = think(plyground.game("hex").start(), nodes=10**9, megabytes=1)
    assert found.stopped_by == "rule"


def test_a_mistake_in_another_thread_is_told() -> None:
    start = plyground.game("neutreeko").start()
    search = PuctSearch(
        Task(start, None, Budget(nodes=10_000)),
        PuctOptions(SETTINGS, megabytes=16, threads=3, keep=False),
        find_network(start.game, uniform("neutreeko")),
        random.Random(1),
    )
    search._evaluate_root()
    search._exchange = lambda *_: 1 // 0  # type: ignore[method-assign]
    with pytest.raises(ZeroDivisionError):
        search._run_threads()


def test_the_tree_is_kept_for_the_next_move() -> None:
    KEPT_TREES.give_back()
    start = plyground.game("hex", size=5).start()
    first = grown(start, 500)
    line = [int(first.tree.moves[edges_of(first.tree, 0)[0]])]
    child = child_of(first.tree, 0, line[0])
    line.append(int(first.tree.moves[edges_of(first.tree, child)[0]]))
    known = first.tree.nodes[child_of(first.tree, child, line[1])].copy()
    position = start.after(line[0]).after(line[1])
    second = grown(position, 1)
    assert second.counters[1] == 1
    assert known[VISITS] > 2
    assert second.tree.nodes[0, VISITS] == known[VISITS] + 1
    check_counts(second.tree)
    assert grown(position, 500).tree.nodes[0, VISITS] <= 500, "the same position is searched anew"


def moves_with_priors(tree: PuctTree, node: int) -> list[tuple[int, float]]:
    """The moves of a node, looked at or not."""
    first, count = tree.nodes[node, [FIRST, COUNT]]
    return list(zip(tree.moves[first : first + count], tree.priors[first : first + count], strict=True))


def test_a_kept_tree_has_every_move_with_its_prior() -> None:
    start = plyground.game("hex", size=5).start()
    old = grown(start, 500, keep=False).tree
    old.priors[:] = np.arange(len(old.priors))
    position, node = start, 0
    for _ in range(2):
        move = int(old.moves[edges_of(old, node)[0]])
        position, node = position.after(move), child_of(old, node, move)
    kept, new = KeptTrees(REUSE), new_tree(position, 16, 1)
    kept.keep("terms", start, old)
    assert kept.take("terms", position, new)
    before, after = moves_with_priors(old, node), moves_with_priors(new, 0)
    assert len(before) == 23
    assert after == before


def test_a_leaf_has_room_for_the_longest_path() -> None:
    """The root, and a node for each ply: kernels would write beyond it without a word."""
    start = plyground.game("hex", size=5).start()
    assert new_batch(start, (1, 5, 5), 2).paths.shape[1] > LONGEST_PATH


def test_only_the_tree_of_the_same_player_and_the_same_past_is_taken() -> None:
    game = plyground.game("neutreeko")
    start = game.start()
    kept = KeptTrees(REUSE)
    search = grown(start, 300, keep=False)
    once, twice = start.play(start.moves[0]), start.play(start.moves[0])
    twice = twice.play(twice.moves[0])

    def taken(terms: str, position: Position) -> bool:
        kept.give_back()
        kept.keep("terms", start, search.tree)
        return kept.take(terms, position, new_tree(position, 16, 1))

    assert taken("terms", twice)
    assert len(kept) == 0
    assert not taken("other terms", twice)
    assert not taken("terms", plyground.game("hex", size=3).start().play("a1").play("b1")), "it is another game"
    assert not taken("terms", once), "it is the other player's turn"
    assert not taken("terms", start), "the same question gets the same answer"
    assert not taken("terms", twice.without_history()), "what came before counts"
    for _ in range(2 * MOST_TREES):
        kept.keep("terms", start, search.tree)
    assert len(kept) == MOST_TREES
    assert moves_between(start, twice) == [twice.last.before.value, twice.last.value]  # type: ignore[union-attr]


def test_a_game_with_a_kept_tree_claims_nothing_false() -> None:
    """Twenty turns of Neutreeko, in which positions come again."""
    KEPT_TREES.give_back()
    position = plyground.game("neutreeko").start()
    for turn in range(20):
        if position.outcome is not None:
            break
        found = think(position, nodes=200, temperature=50, seed=turn)
        if found.score.plies is not None and found.score.plies <= 4:
            assert found.score.kind == kind_of(outcome_within(position, found.score.plies))
        position = position.play(found.move)
    assert position.turns > 4


def test_it_is_an_agent_with_options_of_its_own() -> None:
    game = plyground.game("neutreeko")
    agent = read_agent(f"puct:network={uniform('neutreeko')},nodes=20,temperature=100,threads=2,seed=3", game)
    assert agent.think(game.start()).nodes == 20
    (told,) = (each for each in describe_agents(game) if each["name"] == "puct")
    assert {"network", "threads", "batch", "temperature"} <= {option["name"] for option in told["options"]}
    several = plyground.game("blockit", colours="red,green,blue")
    assert "puct" not in [each["name"] for each in describe_agents(several)]
    with pytest.raises(plyground.PlygroundError, match=r"puct needs nodes or seconds"):
        read_agent(f"puct:network={uniform('neutreeko')},depth=3", game)
    with pytest.raises(plyground.PlygroundError, match="There is no network"):
        read_agent("puct:network=nowhere.onnx", game)
