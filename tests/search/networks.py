"""Tiny networks, made for a test: a policy and a value that are linear in what the network sees."""

import atexit
import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from onnx import TensorProto, helper, numpy_helper

import plyground
from plyground import Game
from plyground.core.encoding import Encoding
from plyground.search.onnx_network import expected_metadata

OPSET = 17
Weights = npt.NDArray[np.float32]


def seen(game: Game) -> Encoding:
    """How a network sees a game that one can see."""
    encoding = game.encoding()
    assert encoding is not None
    return encoding


def nodes_of(encoding: Encoding, policy: Weights | None, value: Weights | None) -> tuple[list[Any], list[Any]]:
    """The steps of the network, and their constants."""
    planes, answers = len(encoding.planes), len(encoding.answers)
    bias = np.zeros((1, 1), np.float32) if policy is None else policy.reshape(1, -1)
    weights = np.zeros(planes, np.float32) if value is None else value
    constants = {
        "per_answer": np.zeros((answers, planes, 1, 1), np.float32),
        "bias": bias.astype(np.float32),
        "per_plane": weights.astype(np.float32).reshape(1, planes, 1, 1),
        "flat": np.array([-1], np.int64),
    }
    steps = [
        helper.make_node("Cast", ["planes"], ["seen"], to=TensorProto.FLOAT),
        helper.make_node("Conv", ["seen", "per_answer"], ["cells"]),
        helper.make_node("Flatten", ["cells"], ["logits"], axis=1),
        helper.make_node("Add", ["logits", "bias"], ["policy"]),
        helper.make_node("Conv", ["seen", "per_plane"], ["judged"]),
        helper.make_node("GlobalAveragePool", ["judged"], ["mean"]),
        helper.make_node("Reshape", ["mean", "flat"], ["sum"]),
        helper.make_node("Tanh", ["sum"], ["value"]),
    ]
    return steps, [numpy_helper.from_array(array, name) for name, array in constants.items()]


def make_network(
    path: Path,
    game: Game,
    policy: Weights | None = None,
    value: Weights | None = None,
    said: Mapping[str, str | None] | None = None,
) -> str:
    """Write a network and its card, and return its name: logits of its own for the answers, a weight for each plane.

    Without either it likes all moves alike and thinks every position even, on boards of any size. `said` changes what
    it says of itself.
    """
    encoding = seen(game)
    steps, constants = nodes_of(encoding, policy, value)
    shape = [len(encoding.planes), "rows", "columns"] if policy is None else list(encoding.shape)
    inputs = [helper.make_tensor_value_info("planes", TensorProto.UINT8, ["batch", *shape])]
    outputs = [
        helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["batch", "answers"]),
        helper.make_tensor_value_info("value", TensorProto.FLOAT, ["batch"]),
    ]
    graph = helper.make_graph(steps, "tiny", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    told: dict[str, str | None] = {**expected_metadata(game, encoding), **(said or {})}
    helper.set_model_props(model, {key: text for key, text in told.items() if text is not None})
    return write_network(path, game, model.SerializeToString())


def write_network(path: Path, game: Game, data: bytes) -> str:
    """Write a network's file, and a card that fits it."""
    path.write_bytes(data)
    card = {"sha256": hashlib.sha256(data).hexdigest(), "game": game.name, "options": {}, "strength": "none"}
    path.with_suffix(".json").write_text(json.dumps(card))
    return str(path)


@cache
def _folder() -> Path:
    """Where networks lie that several tests use, until the tests are over."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


@cache
def uniform(game: str) -> str:
    """A network of a game that knows nothing, for boards of any size."""
    return make_network(_folder() / f"{game}.onnx", plyground.game(game))


def network_for(algorithm: str, game: Game) -> dict[str, str]:
    """What a search has to be told besides, if it asks a network."""
    return {"network": uniform(game.name)} if algorithm == "puct" else {}
