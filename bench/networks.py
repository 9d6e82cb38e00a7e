"""Measure how fast a network plays on one core: evaluations by batch size, float32 and int8, and the tree's share.

    python bench/networks.py [--game GAME] [--blocks 6] [--channels 64] [--seconds 1] [--json] [--write]

Without `--game`: the seven networks of the page. A residual network has random weights, which cost as much as trained
ones; strength is not measured. All times are
processor times of this thread, so a busy machine changes little. The int8 network is the same one quantised by
onnxruntime and calibrated on positions of random games; the difference of its answers is printed beside its speed.
"""

import hashlib
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
import numpy.typing as npt
from bench import figures
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

import plyground
from plyground.core.contract import planes
from plyground.core.encoding import Encoding
from plyground.learn.quantise import Examples
from plyground.search.onnx_network import OnnxNetwork, expected_metadata, find_network

BATCHES = (1, 2, 4, 8, 16, 32, 64)
HIDDEN = 64
CALIBRATION, COMPARED = 256, 256
SIZES = (
    ("hex", 6, 64),
    ("hex", 6, 48),
    ("hex", 4, 32),
    ("blockit", 6, 64),
    ("morris", 6, 64),
    ("eximo", 6, 64),
    ("neutreeko", 6, 64),
)
"""Game, blocks and channels of the networks of the page."""
HEAD = ("network", "in", "1", "4", "16", "64", "searched, batch 4", "the network's share", "same move")
KINDS = {"float32": "single precision", "int8": "bytes"}
Floats = npt.NDArray[np.float32]


class Builder:
    """An ONNX graph under construction."""

    def __init__(self, seed: int) -> None:
        self.steps: list[Any] = []
        self.constants: list[Any] = []
        self.dice = np.random.default_rng(seed)

    def constant(self, values: npt.NDArray[Any]) -> str:
        """Add a constant; return its name."""
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(values, name))
        return name

    def weights(self, *shape: int) -> str:
        """Add random weights of the magnitude of an untrained network; return their name."""
        scale = np.sqrt(2 / np.prod(shape[1:]))
        return self.constant(self.dice.normal(0, scale, shape).astype(np.float32))

    def step(self, kind: str, *inputs: str, output: str = "", **attributes: Any) -> str:
        """Add an operation; return the name of its output."""
        name = output or f"s{len(self.steps)}"
        self.steps.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def conv(self, source: str, wide: int, narrow: int, size: int) -> str:
        """Add a convolution that keeps the board size."""
        bias = self.constant(np.zeros(wide, np.float32))
        return self.step("Conv", source, self.weights(wide, narrow, size, size), bias, pads=[size // 2] * 4)


def residual(encoding: Encoding, blocks: int, channels: int) -> Builder:
    """The graph of a residual network with a policy and a value head."""
    made = Builder(seed=1)
    scales = np.array([plane.scale for plane in encoding.planes], np.float32).reshape(1, -1, 1, 1)
    seen = made.step("Mul", made.step("Cast", "planes", to=TensorProto.FLOAT), made.constant(scales))
    trunk = made.step("Relu", made.conv(seen, channels, len(encoding.planes), 3))
    for _ in range(blocks):
        inner = made.step("Relu", made.conv(trunk, channels, channels, 3))
        trunk = made.step("Relu", made.step("Add", trunk, made.conv(inner, channels, channels, 3)))
    made.step("Flatten", made.conv(trunk, len(encoding.answers), channels, 1), output="policy", axis=1)
    pooled = made.step("Flatten", made.step("GlobalAveragePool", trunk), axis=1)
    hidden = made.step(
        "Relu",
        made.step("MatMul", pooled, made.constant(made.dice.normal(0, 0.1, (channels, HIDDEN)).astype(np.float32))),
    )
    judged = made.step("MatMul", hidden, made.constant(made.dice.normal(0, 0.1, (HIDDEN, 1)).astype(np.float32)))
    made.step("Tanh", made.step("Reshape", judged, made.constant(np.array([-1]))), output="value")
    return made


def write_model(path: Path, game: plyground.Game, blocks: int, channels: int) -> None:
    """Write a network and its card."""
    encoding = seen_by_networks(game)
    made = residual(encoding, blocks, channels)
    shape = ["batch", len(encoding.planes), "rows", "columns"]
    inputs = [helper.make_tensor_value_info("planes", TensorProto.UINT8, shape)]
    outputs = [
        helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["batch", "answers"]),
        helper.make_tensor_value_info("value", TensorProto.FLOAT, ["batch"]),
    ]
    graph = helper.make_graph(made.steps, "residual", inputs, outputs, made.constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, expected_metadata(game, encoding))
    path.write_bytes(model.SerializeToString())
    write_card(path, game)


def write_card(path: Path, game: plyground.Game) -> None:
    """Write the card of a network file."""
    card = {"sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "game": game.name, "options": {}, "strength": ""}
    path.with_suffix(".json").write_text(json.dumps(card))


def seen_by_networks(game: plyground.Game) -> Encoding:
    """The game's network encoding."""
    encoding = game.encoding()
    assert encoding is not None, f"no network can see {game.name}"
    return encoding


def random_planes(game: plyground.Game, count: int) -> npt.NDArray[np.uint8]:
    """Positions of random games, encoded as planes."""
    dice, found = random.Random(1), np.zeros((count, *seen_by_networks(game).shape), np.uint8)
    position = game.start()
    for row in found:
        position = position.play(dice.choice(position.moves))
        if position.outcome is not None:
            position = game.start()
        planes(game.rules, position.state, row)
    return found


def quantise(path: Path, game: plyground.Game) -> Path:
    """Write the same network quantised to bytes."""
    prepared, quantised = path.with_name("prepared.onnx"), path.with_name("quantised.onnx")
    shown = random_planes(game, CALIBRATION)
    quant_pre_process(str(path), str(prepared))
    quantize_static(
        str(prepared),
        str(quantised),
        Examples(iter(np.split(shown, len(shown) // 16))),
        quant_format=QuantFormat.QDQ,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        per_channel=True,
        op_types_to_quantize=["Conv", "Add"],
    )
    write_card(quantised, game)
    return quantised


def per_second(work: Callable[[], int], seconds: float) -> float:
    """Amount of work done per second of this thread's processor time, the best of three runs."""
    work()
    best = 0.0
    for _ in range(3):
        done, began = 0, time.thread_time()
        while (spent := time.thread_time() - began) < seconds / 3:
            done += work()
        best = max(best, done / spent)
    return best


def evaluations(network: OnnxNetwork, shown: npt.NDArray[np.uint8], seconds: float) -> dict[int, float]:
    """Evaluations per second by batch size."""

    def ask(batch: int) -> int:
        network.evaluate(shown[:batch])
        return batch

    return {batch: per_second(lambda batch=batch: ask(batch), seconds) for batch in BATCHES}  # type: ignore[misc]


def difference(exact: OnnxNetwork, bytes_only: OnnxNetwork, shown: npt.NDArray[np.uint8]) -> dict[str, float]:
    """Differences between the outputs of two networks."""
    (policy, value), (other_policy, other_value) = (network.evaluate(shown) for network in (exact, bytes_only))
    first, second = softmax(policy), softmax(other_policy)
    return {
        "same_first_move": float(np.mean(first.argmax(1) == second.argmax(1))),
        "policy_moved": float(np.abs(first - second).sum(1).mean() / 2),
        "value": float(np.abs(value - other_value).max()),
    }


def softmax(logits: Floats) -> Floats:
    """Softmax over the outputs of each position."""
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True), np.float32)


def searched(game: plyground.Game, path: Path, batch: int, nodes: int) -> dict[str, float]:
    """Search the start: evaluations per second of processor time, the network's share, mean fill of the batches."""
    network = find_network(game, str(path))
    spent, calls, ask = 0.0, 0, network.session.run

    def measured(*arguments: Any) -> Any:
        nonlocal spent, calls
        began = time.thread_time()
        answer = ask(*arguments)
        spent, calls = spent + time.thread_time() - began, calls + 1
        return answer

    plyground.search(game.start(), "puct", network=path, nodes=1, keep=False)
    network.session.run = measured
    began = time.thread_time()
    found = plyground.search(game.start(), "puct", network=path, nodes=nodes, batch=batch, keep=False)
    total = time.thread_time() - began
    network.session.run = ask
    return {"per_second": found.nodes / total, "network": spent / total, "filled": found.nodes / calls}


def measure(name: str, blocks: int, channels: int, seconds: float) -> dict[str, Any]:
    """All measurements of a network of that size for a game."""
    game = plyground.game(name)
    shown = random_planes(game, COMPARED)
    with tempfile.TemporaryDirectory() as folder:
        exact = Path(folder) / "exact.onnx"
        write_model(exact, game, blocks, channels)
        paths = {"float32": exact, "int8": quantise(exact, game)}
        networks = {kind: find_network(game, str(path)) for kind, path in paths.items()}
        return {
            "network": f"{game.title}, {blocks} × {channels}",
            "megabytes": {kind: round(path.stat().st_size / 1e6, 2) for kind, path in paths.items()},
            "evaluations": {kind: evaluations(network, shown, seconds) for kind, network in networks.items()},
            "difference": difference(networks["float32"], networks["int8"], shown),
            "search": {
                kind: {batch: searched(game, path, batch, int(1500 * seconds)) for batch in (1, 4, 8, 16, 32)}
                for kind, path in paths.items()
            },
        }


def show(found: dict[str, Any]) -> None:
    """Print what was measured of a network."""
    print(found["network"], found["megabytes"], found["difference"])
    for kind, rates in found["evaluations"].items():
        print(f"{kind:8}", *(f"{batch}: {rate:,.0f}/s" for batch, rate in rates.items()), sep="  ")
    for kind, rows in found["search"].items():
        for batch, row in rows.items():
            print(
                f"{kind:8} batch {batch:2}: {row['per_second']:,.0f}/s, network {row['network']:.0%}, "
                f"{row['filled']:.1f} a batch",
                flush=True,
            )


def table_rows(found: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """The two rows of a network."""
    for kind, words in KINDS.items():
        rates, searched_by_four = found["evaluations"][kind], found["search"][kind][4]
        shown = [f"{rates[batch]:,.0f}" for batch in (1, 4, 16, 64)]
        share = f"{100 * searched_by_four['network']:.0f} %"
        same = f"{100 * found['difference']['same_first_move']:.0f} %" if kind == "int8" else "–"
        yield found["network"], words, *shown, f"{searched_by_four['per_second']:,.0f}", share, same


def main() -> None:
    """Measure, and print tables or JSON."""
    parser = figures.Parser(__doc__)
    parser.add_argument("--game", help="game whose network is timed (seven networks of all games)")
    parser.add_argument("--blocks", type=int, default=6, help="residual blocks (6)")
    parser.add_argument("--channels", type=int, default=64, help="channels of each block (64)")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds per measurement (1)")
    parser.add_argument("--json", action="store_true", help="print one JSON list")
    given = parser.parse_args()
    parser.whole(given, given.game)
    sizes = [(given.game, given.blocks, given.channels)] if given.game else SIZES
    found = []
    for size in sizes:
        found.append(measure(*size, given.seconds))
        if not given.json:
            show(found[-1])
    if given.json:
        print(json.dumps(found))
    if given.write:
        figures.write("networks", figures.table(HEAD, [row for each in found for row in table_rows(each)]))


if __name__ == "__main__":
    main()
