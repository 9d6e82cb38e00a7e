"""Quantisation of a network to 8 bits: a third of the size, and two to three times as fast on CPUs that multiply bytes.

The ranges of its activations are taken from self-play games with moves drawn from its policy.
"""

import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from plyground.core.contract import Planes, planes
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.search.mcts.policy import logit_of
from plyground.search.onnx_network import OnnxNetwork, encoding_of, find_network

EXAMPLES, TOGETHER = 512, 16
"""Positions per variant, and batch size."""


class Examples(CalibrationDataReader):  # type: ignore[misc]
    """Batches of positions for calibration."""

    def __init__(self, batches: Iterator[Planes]) -> None:
        self._batches = batches

    def get_next(self) -> dict[str, Any] | None:
        """The next batch, None after the last."""
        batch = next(self._batches, None)
        return None if batch is None else {"planes": batch}


def quantise(path: Path, games: Sequence[Game], seed: int = 1) -> bytes:
    """Quantise the network in a file; the ranges are calibrated on positions of `games`."""
    networks = [find_network(game, str(path)) for game in games]
    batches = [batch for pair in zip(games, networks, strict=True) for batch in shown_positions(*pair, seed)]
    with tempfile.TemporaryDirectory() as folder:
        prepared, written = Path(folder) / "prepared.onnx", Path(folder) / "written.onnx"
        quant_pre_process(str(path), str(prepared), skip_symbolic_shape=True)
        quantize_static(
            str(prepared),
            str(written),
            Examples(iter(batches)),
            quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            per_channel=True,
            op_types_to_quantize=["Conv", "Add"],
        )
        return written.read_bytes()


def shown_positions(game: Game, network: OnnxNetwork, seed: int) -> list[Planes]:
    """Batches of positions from self-play games with moves drawn from the network's policy."""
    dice, encoding = random.Random(seed), encoding_of(game)  # noqa: S311
    found = np.zeros((EXAMPLES, *encoding.shape), np.uint8)
    position = game.start()
    for row in found:
        if position.outcome is not None:
            position = game.start()
        planes(game.rules, position.state, row)
        position = position.play(position.moves[drawn(position, network.evaluate(row[None])[0][0], dice)])
    return np.split(found, EXAMPLES // TOGETHER)


def drawn(position: Position, answers: npt.NDArray[np.float32], dice: random.Random) -> int:
    """Index of a move drawn from the network's policy."""
    rules, state = position.game.rules, position.state
    logits = [logit_of(rules, state, np.uint64(move.value), answers) for move in position.moves]
    top = max(logits)
    return dice.choices(range(len(logits)), [float(np.exp(logit - top)) for logit in logits])[0]
