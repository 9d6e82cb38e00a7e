"""Small networks: values by the definition, in whatever order positions come, and files that do not fit."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground
from plyground import Game, Position
from plyground.core.contract import evaluate, mover
from plyground.core.heuristic import find_heuristic, heuristics_of, weights_of
from plyground.core.nnue import (
    ACTIVATION_ONE,
    OUTPUT_ONE,
    Nnue,
    NnueError,
    assemble,
    feature_bits,
    find_nnue,
    packaged_nnue,
    read_nnue,
    with_own_memory,
)

WIDTH = 16
GAMES = [("eximo", {}), ("blockit", {"rules": "quoridor"}), ("blockit", {}), ("morris", {})]
NAMES = [" ".join([name, *options.values()]) for name, options in GAMES]


def random_parts(game: Game, seed: int = 1) -> dict[str, Any]:
    """The arrays of a network with random weights."""
    dice, known = np.random.default_rng(seed), game.features()
    assert known is not None

    def numbers(*shape: int) -> Any:
        return dice.integers(-90, 90, shape).astype(np.int16)

    parts = {"features": numbers(known.count, WIDTH), "biases": numbers(WIDTH), "output": numbers(2 * WIDTH)}
    return parts | {"last": np.array([12345, 70], np.int64)}


def by_definition(game: Game, parts: dict[str, Any], state: Any) -> int:
    """The value, summed anew from the features of the position."""
    known = game.features()
    assert known is not None
    out = np.zeros((2, known.words), np.uint64)
    feature_bits(game.rules, state, out)
    layers = []
    for seat in range(2):
        present = np.flatnonzero(np.unpackbits(out[seat].view(np.uint8), bitorder="little"))
        rows = parts["features"][known.turned[present] if seat == 1 else present]
        layers.append(np.clip(rows.astype(np.int64).sum(0) + parts["biases"], 0, ACTIVATION_ONE) ** 2)
    seat = int(mover(game.rules, state))
    total = layers[seat] @ parts["output"][:WIDTH] + layers[1 - seat] @ parts["output"][WIDTH:] + parts["last"][0]
    return int(total * parts["last"][1] // (ACTIVATION_ONE**2 * OUTPUT_ONE))


def random_game(game: Game, seed: int) -> list[Position]:
    """The positions of a game of random moves."""
    dice, found = np.random.default_rng(seed), [game.start()]
    while found[-1].outcome is None and len(found) < 50:
        found.append(found[-1].play(found[-1].moves[int(dice.integers(len(found[-1].moves)))].text))
    return found if found[-1].outcome is None else found[:-1]


@pytest.mark.parametrize(("name", "options"), GAMES, ids=NAMES)
def test_values_are_those_of_the_definition_whatever_was_evaluated_before(name: str, options: dict[str, str]) -> None:
    game = plyground.game(name, **options)
    parts = random_parts(game)
    network = assemble(parts, game)
    positions = [*random_game(game, 1), *random_game(game, 2)]
    np.random.default_rng(3).shuffle(positions)  # type: ignore[arg-type]
    for position in positions:
        assert int(evaluate(network, game.rules, position.state)) == by_definition(game, parts, position.state)


def test_eximo_looks_the_same_from_both_sides() -> None:
    game = plyground.game("eximo")
    network = assemble(random_parts(game), game)
    white = game.position("..b...../b......./......../......../...w..../......../w......./......w. w")
    black = game.position("......b./b......./......../...b..../......../......../w......./..w..... b")
    assert evaluate(network, game.rules, white.state) == evaluate(network, game.rules, black.state)


def test_block_it_looks_the_same_from_both_sides() -> None:
    game = plyground.game("blockit", rules="quoridor")
    network = assemble(random_parts(game), game)
    moves = ["e2", "e8", "d3h", "e7", "f5v", "e6"]
    position = game.start()
    for move in moves:
        position = position.play(move)
    turned = turned_by_half(position)
    assert evaluate(network, game.rules, position.state) == evaluate(network, game.rules, turned)


def turned_by_half(position: Position) -> Any:
    """The same position of Block It with the players exchanged and the board turned by half."""
    game, state = position.game, position.state
    corners, squares = 9 * 8 - 2, 80
    sets = [int(state[2 * i]) | int(state[2 * i + 1]) << 64 for i in range(2)]
    flipped = [sum(1 << (corners - i) for i in range(81) if each >> i & 1) for each in sets]
    word = int(state[4])
    pawns = [word & 255, word >> 8 & 255]
    left = [word >> 32 & 31, word >> 37 & 31]
    seat = word >> 52 & 3
    turned = squares - pawns[1] | (squares - pawns[0]) << 8 | left[1] << 32 | left[0] << 37 | (1 - seat) << 52
    words = [part for each in flipped for part in (each & (1 << 64) - 1, each >> 64)]
    assert len(state) == game.words == 5
    return np.array([*words, turned], np.uint64)


def test_threads_have_memories_of_their_own() -> None:
    game = plyground.game("eximo")
    network = assemble(random_parts(game), game)
    evaluate(network, game.rules, game.start().state)
    other = with_own_memory(network)
    assert other == network
    assert hash(other) == hash(network)
    assert not np.shares_memory(other.accumulators, network.accumulators)
    assert not other.seen.any()
    assert (other.accumulators == network.biases).all()
    plain = find_heuristic(game, "strong")
    assert with_own_memory(plain) is plain


def test_a_search_with_a_network_gives_the_same_answer_again_and_with_threads() -> None:
    position = plyground.game("eximo").start()
    found = [plyground.search(position, heuristic="nnue", nodes=3000) for _ in range(2)]
    assert found[0].move == found[1].move
    assert found[0].score == found[1].score
    together = plyground.search(position, heuristic="nnue", depth=5, threads=2)
    assert together.depth == 5
    plain = plyground.search(position, "alphabeta", heuristic="nnue", depth=2)
    assert plain.score == plyground.search(position, "minimax", heuristic="nnue", depth=2).score


def test_only_games_with_a_network_offer_one() -> None:
    offered = [game for game in GAMES if "nnue" in heuristics_of(plyground.game(game[0], **game[1]))]
    assert offered == [("eximo", {}), ("blockit", {"rules": "quoridor"}), ("morris", {})]
    for name, options in (("morris", {"mills": "strict"}), ("blockit", {"rules": "quoridor", "barriers": "3"})):
        assert packaged_nnue(plyground.game(name, **options)) is None
    with pytest.raises(NnueError, match="no small network for hex"):
        find_nnue(plyground.game("hex"))


def test_the_share_of_a_network_is_its_only_weight() -> None:
    game = plyground.game("eximo")
    network = find_heuristic(game, "nnue")
    assert weights_of(network) == {"percent": 100}
    position = game.start().play("c3-c4")
    whole = int(evaluate(network, game.rules, position.state))
    half = int(evaluate(network._replace(percent=50), game.rules, position.state))
    assert half == whole // 2
    assert str(network) == "Nnue(100)"


def write(path: Path, parts: dict[str, Any], **card: Any) -> None:
    """A network's file with its card."""
    np.savez(path, **parts)
    sums = {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    path.with_suffix(".json").write_text(json.dumps(sums | card))


def test_a_file_is_read_and_a_changed_one_again(tmp_path: Path) -> None:
    game, path = plyground.game("eximo"), tmp_path / "net.npz"
    write(path, random_parts(game))
    before = read_nnue(path, game)
    assert read_nnue(path, game).features is before.features
    write(path, random_parts(game, seed=2))
    assert (read_nnue(path, game).features != before.features).any()


def test_files_that_do_not_fit_are_refused_in_words(tmp_path: Path) -> None:
    game, path = plyground.game("eximo"), tmp_path / "net.npz"
    with pytest.raises(NnueError, match=r"no small network .*net\.npz"):
        read_nnue(path, game)
    write(path, random_parts(plyground.game("morris")))
    with pytest.raises(NnueError, match="does not fit eximo"):
        read_nnue(path, game)
    write(path, random_parts(game), sha256="0" * 64)
    with pytest.raises(NnueError, match="SHA-256"):
        read_nnue(path, game)
    path.write_bytes(b"no network")
    with pytest.raises(NnueError, match="SHA-256"):
        read_nnue(path, game)
    path.with_suffix(".json").unlink()
    with pytest.raises(NnueError, match="card is missing"):
        read_nnue(path, game)
    write(path, {"features": np.zeros((2, 2))})
    with pytest.raises(NnueError, match="not a small network"):
        read_nnue(path, game)
    wide = random_parts(game) | {"biases": np.zeros(200, np.int16)}
    with pytest.raises(NnueError, match="does not fit"):
        assemble(wide, game)
    foreign: Nnue = assemble(random_parts(plyground.game("morris")), plyground.game("morris"))
    with pytest.raises(NnueError, match="does not fit eximo"):
        plyground.search(game.start(), heuristic=foreign, depth=1)
