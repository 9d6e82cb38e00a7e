"""Export of a network as an ONNX file with a card beside it, for search/onnx_network.py and for other programs.

The graph is built from the folded weights, operator by operator. It takes the planes as bytes and returns `policy` and
`value`; batch, rows and columns may have any size.
"""

import hashlib
import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.files import write_bytes, write_json
from plyground.core.game import Game
from plyground.learn.network import Weights
from plyground.search.onnx_network import encoding_of, expected_metadata

OPSET = 19


class OnnxGraph:
    """An ONNX graph under construction."""

    def __init__(self, weights: Weights, wraps: bool) -> None:
        self.helper: Any = importlib.import_module("onnx").helper
        self.from_array: Any = importlib.import_module("onnx").numpy_helper.from_array
        self.wraps, self.nodes = wraps, list[Any]()
        self.constants = [self.from_array(w.cpu().float().numpy(), name) for name, w in weights.items()]

    def add(self, operator: str, *inputs: str, to: str | None = None, **attributes: Any) -> str:
        """Add an operator; return the name of its output."""
        name = to or f"{operator.lower()}{len(self.nodes)}"
        self.nodes.append(self.helper.make_node(operator, list(inputs), [name], **attributes))
        return name

    def constant(self, name: str, value: Any) -> str:
        """Add a constant; return its name."""
        self.constants.append(self.from_array(np.array(value), name))
        return name

    def convolution(self, x: str, layer: str) -> str:
        """A 3×3 convolution that keeps the size of the grid."""
        if self.wraps:
            x = self.add("Pad", x, "around", mode="wrap")
        sides = [1, 0, 1, 0] if self.wraps else [1, 1, 1, 1]
        return self.add("Conv", x, f"{layer}.weight", f"{layer}.bias", kernel_shape=[3, 3], pads=sides)

    def dense(self, x: str, layer: str) -> str:
        """A fully connected layer."""
        return self.add("Gemm", x, f"{layer}.weight", f"{layer}.bias", transB=1)


def model_of(weights: Weights, game: Game) -> bytes:
    """The ONNX file of a network, as bytes."""
    encoding = encoding_of(game)
    graph = OnnxGraph(weights, encoding.wraps)
    if encoding.wraps:
        graph.constant("around", np.array([0, 0, 0, 1, 0, 0, 0, 1], np.int64))
    _describe(graph, sum(name.endswith("second.bias") for name in weights))
    helper, types = graph.helper, importlib.import_module("onnx").TensorProto
    seen = helper.make_tensor_value_info("planes", types.UINT8, ["batch", len(encoding.planes), "rows", "columns"])
    answers = helper.make_tensor_value_info("policy", types.FLOAT, ["batch", "answers"])
    value = helper.make_tensor_value_info("value", types.FLOAT, ["batch"])
    body = helper.make_graph(graph.nodes, game.name, [seen], [answers, value], graph.constants)
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
    helper.set_model_props(model, expected_metadata(game, encoding))
    return bytes(model.SerializeToString(deterministic=True))


def _describe(graph: OnnxGraph, blocks: int) -> None:
    """Add the operators of learn/network.py."""
    x = graph.add("Relu", graph.convolution(_as_numbers(graph), "stem"))
    for number in range(blocks):
        inner = graph.add("Relu", graph.convolution(x, f"blocks.{number}.first"))
        x = graph.add("Relu", graph.add("Add", graph.convolution(inner, f"blocks.{number}.second"), x))
    flat = graph.add("Conv", x, "policy.weight", "policy.bias", kernel_shape=[1, 1])
    graph.add("Flatten", flat, to="policy")
    pooled = graph.add("Relu", graph.add("Conv", x, "pool.weight", "pool.bias", kernel_shape=[1, 1]))
    both = [graph.add("Flatten", graph.add(f"Global{kind}Pool", pooled)) for kind in ("Average", "Max")]
    hidden = graph.add("Relu", graph.dense(graph.add("Concat", *both, axis=1), "hidden"))
    value = graph.add("Tanh", graph.dense(hidden, "value"))
    graph.add("Squeeze", value, graph.constant("last", np.array([1], np.int64)), to="value")


def _as_numbers(graph: OnnxGraph) -> str:
    """Cast the bytes to floats; separate because the operator's own attribute is called `to`."""
    graph.nodes.append(graph.helper.make_node("Cast", ["planes"], ["seen"], to=1))
    return "seen"


def export(path: Path, content: bytes, card: Mapping[str, Any]) -> None:
    """Write a network and its card, which includes the hash of the file."""
    write_bytes(path, content)
    write_json(path.with_suffix(".json"), {"sha256": hashlib.sha256(content).hexdigest(), **card})
