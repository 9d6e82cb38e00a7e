"""A network's file is checked before it plays, and what is wrong with it is said in words."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground
from plyground.core.contract import planes
from plyground.search import onnx_network as networks
from plyground.search.onnx_network import NetworkError, encoding_of, find_network
from tests.search.networks import make_network, seen, write_network

HEX = plyground.game("hex", size=4)


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({"game": "morris"}, "does not fit hex: its game is 'morris', not 'hex'"),
        ({"planes": "own stones|enemy stones|board"}, "does not fit hex: its planes is 'own stones.*, not 'own"),
        ({"answers": "stone"}, "does not fit hex: its answers is 'stone', not 'stone|swap'"),
        ({"wraps": "1"}, "does not fit hex: its wraps is '1', not '0'"),
        ({"plyground": "2"}, "does not fit hex: its plyground is '2', not '1'"),
        ({"plyground": None}, "not a network that can play: it does not say its plyground"),
    ],
)
def test_a_network_that_does_not_fit_its_game_is_refused(said: dict[str, Any], complaint: str, tmp_path: Path) -> None:
    file = make_network(tmp_path / "wrong.onnx", HEX, said=said)
    with pytest.raises(NetworkError, match=complaint):
        find_network(HEX, file)


def test_a_network_for_another_board_is_refused(tmp_path: Path) -> None:
    policy = np.zeros(seen(HEX).answer_count, np.float32)
    file = make_network(tmp_path / "four.onnx", HEX, policy)
    assert find_network(HEX, file).name == file
    with pytest.raises(NetworkError, match="it takes 4 × 4 × 4 numbers, and the game shows 4 × 5 × 5"):
        find_network(plyground.game("hex", size=5), file)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("morris", "it takes 3 × rows × columns numbers, and the game shows 5 × 3 × 8"),
        ("neutreeko", "it gives 150 answers, and the game asks for 200"),
    ],
)
def test_a_network_that_is_not_what_it_says_is_refused(name: str, complaint: str, tmp_path: Path) -> None:
    game = plyground.game(name)
    told = networks.expected_metadata(game, seen(game))
    file = make_network(tmp_path / "eximo.onnx", plyground.game("eximo"), said=told)
    with pytest.raises(NetworkError, match=complaint):
        find_network(game, file)


def test_a_network_that_was_changed_is_refused(tmp_path: Path) -> None:
    file = Path(make_network(tmp_path / "changed.onnx", HEX))
    file.write_bytes(file.read_bytes() + b"\0")
    with pytest.raises(NetworkError, match="is damaged: its hash is not the one on its card"):
        find_network(HEX, str(file))


def test_a_network_needs_its_card(tmp_path: Path) -> None:
    file = Path(make_network(tmp_path / "net.onnx", HEX))
    card = file.with_suffix(".json")
    told = json.loads(card.read_text())
    del told["strength"]
    card.write_text(json.dumps(told))
    with pytest.raises(NetworkError, match="not the card of a network: it needs sha256, game, options, strength"):
        find_network(HEX, str(file))
    for text in ("nothing", "[]", ""):
        card.write_text(text)
        with pytest.raises(NetworkError, match="card"):
            find_network(HEX, str(file))
    card.unlink()
    with pytest.raises(NetworkError, match=r"has no card: 'net\.json' belongs beside it"):
        find_network(HEX, str(file))


def test_what_is_no_network_is_refused(tmp_path: Path) -> None:
    file = write_network(tmp_path / "text.onnx", HEX, b"a text")
    with pytest.raises(NetworkError, match="is not a network: onnxruntime cannot read it"):
        find_network(HEX, file)
    with pytest.raises(NetworkError, match=r"There is no network .*missing\.onnx"):
        find_network(HEX, str(tmp_path / "missing.onnx"))
    with pytest.raises(NetworkError, match="There is no network"):
        find_network(HEX, str(tmp_path))


def test_a_network_that_answers_no_number_is_refused(tmp_path: Path) -> None:
    policy = np.full(seen(HEX).answer_count, np.nan, np.float32)
    with pytest.raises(NetworkError, match="it answers with something that is not a number"):
        find_network(HEX, make_network(tmp_path / "nan.onnx", HEX, policy))


def test_without_a_packaged_network_one_has_to_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "PACKAGED", "nothing.onnx")
    with pytest.raises(NetworkError, match=r"No network came with hex: name one with network=FILE\.onnx"):
        plyground.search(HEX.start(), "puct", nodes=1)


def test_without_onnxruntime_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = make_network(tmp_path / "net.onnx", HEX)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(NetworkError, match="needs onnxruntime, which cannot be imported: pip install onnxruntime"):
        find_network(HEX, file)


def test_a_game_that_no_network_can_see_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(HEX), "encoding", lambda self: None)
    encoding_of.cache_clear()
    with pytest.raises(NetworkError, match="No network can play hex"):
        plyground.search(HEX.start(), "puct", nodes=1)


def test_the_options_of_a_search_take_a_path(tmp_path: Path) -> None:
    file = make_network(tmp_path / "net.onnx", HEX)
    assert plyground.search(HEX.start(), "puct", nodes=1, network=Path(file)).nodes == 1
    with pytest.raises(plyground.PlygroundError, match="network is the name of a file"):
        plyground.search(HEX.start(), "puct", nodes=1, network=5)


def test_a_batch_says_what_each_position_alone_says(tmp_path: Path) -> None:
    """The value is what was put into the network: own stones count for, the enemy's against."""
    value = np.array([1, -1, 0, 0], np.float32)
    network = find_network(HEX, make_network(tmp_path / "net.onnx", HEX, value=value))
    shown = np.zeros((2, *seen(HEX).shape), np.uint8)
    for row, text in enumerate(("r.../..../..../...b r", "rr../..../..../...b b")):
        planes(HEX.rules, HEX.position(text).state, shown[row])
    policy, values = network.evaluate(shown)
    assert policy.shape == (2, seen(HEX).answer_count)
    assert values == pytest.approx(np.tanh([0, -1 / 16]), abs=1e-6)
    assert [network.evaluate(shown[row : row + 1])[1][0] for row in range(2)] == pytest.approx(list(values))
