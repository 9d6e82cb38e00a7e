"""Begin a run with the weights of a finished network, whether exported in single precision or in bytes.

An exported network has its batch normalisation folded into the convolutions. To train on, it is unfolded: the mean and
variance of each convolution are measured on positions of the network's own games, so that the network in training form
computes the same values, both with these statistics and with those of a batch.
"""

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.language import Message
from plyground.learn.network import Convolution, Network, Weights, convolve
from plyground.learn.quantise import shown_positions
from plyground.search.onnx_network import find_network

QUANTISED = "_quantized"


class WarmStartError(PlygroundError):
    """A network cannot be trained on in this run."""


def warm_start(network: Network, path: Path, games: Sequence[Game], seed: int) -> None:
    """Give `network` the weights of the file, with statistics from positions of `games`."""
    found = [find_network(game, str(path)) for game in games]
    weights = read_weights(path)
    if _shapes(weights) != _shapes(network.folded()):
        blocks, channels = sum(name.endswith("second.bias") for name in weights), len(weights["stem.bias"])
        raise WarmStartError(Message("learn.other_network", file=quoted(str(path)), blocks=blocks, channels=channels))
    boards = [
        torch.from_numpy(np.concatenate(shown_positions(game, known, seed)))
        for game, known in zip(games, found, strict=True)
    ]
    unfold(network, weights, boards)


def _shapes(weights: Weights) -> dict[str, torch.Size]:
    return {name: weight.shape for name, weight in weights.items()}


def read_weights(path: Path) -> Weights:
    """The folded weights of an exported network, by name; those in bytes are scaled back."""
    onnx = importlib.import_module("onnx")
    arrays = {each.name: onnx.numpy_helper.to_array(each) for each in onnx.load(path).graph.initializer}
    layers = {name.removesuffix(QUANTISED) for name in arrays if name.endswith((".weight", ".bias", QUANTISED))}
    return {name: _in_single_precision(arrays, name) for name in layers}


def _in_single_precision(arrays: Mapping[str, Any], name: str) -> Tensor:
    """A weight or bias; onnxruntime calls the scale of a weight by the weight's name, that of a bias by its bytes'."""
    if name in arrays:
        return torch.from_numpy(arrays[name].copy())
    scale = arrays.get(f"{name}_scale", arrays.get(f"{name}{QUANTISED}_scale"))
    values = arrays[f"{name}{QUANTISED}"].astype(np.float32)
    return torch.from_numpy(values * np.reshape(scale, (-1,) + (1,) * (values.ndim - 1)))


@torch.no_grad()
def unfold(network: Network, weights: Weights, boards: Sequence[Tensor]) -> None:
    """Set the weights; `boards` are planes as bytes, a tensor a size of board."""
    weights = {name: weight.to(network.scales.device) for name, weight in weights.items()}
    for name in ("policy", "pool", "hidden", "value"):
        layer: Any = getattr(network, name)
        layer.weight.copy_(weights[f"{name}.weight"])
        layer.bias.copy_(weights[f"{name}.bias"])
    inputs = [board.to(network.scales.device) * network.scales for board in boards]
    scaled = weights | {"stem.weight": weights["stem.weight"] / network.scales}
    inputs = [functional.relu(x) for x in _set(network.stem, scaled, "stem", inputs)]
    for number, block in enumerate(network.blocks):
        first: Any = block.first
        second: Any = block.second
        inner = [functional.relu(x) for x in _set(first, weights, f"blocks.{number}.first", inputs)]
        outer = _set(second, weights, f"blocks.{number}.second", inner)
        inputs = [functional.relu(x + y) for x, y in zip(inputs, outer, strict=True)]


def _set(layer: Convolution, weights: Weights, name: str, inputs: Sequence[Tensor]) -> list[Tensor]:
    """Set one convolution and the statistics of its outputs; return what it computes."""
    weight, bias = weights[f"{name}.weight"], weights[f"{name}.bias"]
    outputs = [convolve(x, weight, None, layer.wraps) for x in inputs]
    flat = torch.cat([y.transpose(0, 1).flatten(1) for y in outputs], 1)
    mean, variance, norm = flat.mean(1), flat.var(1), layer.normalisation
    layer.convolution.weight.copy_(weight)
    norm.running_mean.copy_(mean)  # type: ignore[union-attr]
    norm.running_var.copy_(variance)  # type: ignore[union-attr]
    norm.weight.copy_(torch.sqrt(variance + norm.eps))
    norm.bias.copy_(bias + mean)
    return [y + bias[:, None, None] for y in outputs]
