"""The network: residual blocks of convolutions with a policy over the grid and a value for the mover.

Nothing in it depends on the size of the board, so one network plays on all sizes. It takes the planes as the rules
write them (core/contract.py) and scales each one itself. For play, batch normalisation is folded into the convolutions:
`folded` returns the resulting weights, which `SelfPlayNetwork` runs here and learn/export.py exports.
"""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from plyground.core.encoding import Encoding

VALUE_CHANNELS, VALUE_HIDDEN = 32, 64
Weights = dict[str, Tensor]


@dataclass(frozen=True)
class Architecture:
    """The size of a network; its inputs and outputs are given by the game's encoding."""

    blocks: int
    channels: int


class Convolution(nn.Module):
    """A 3×3 convolution with batch normalisation; on a grid that wraps, columns are padded circularly."""

    def __init__(self, inputs: int, outputs: int, wraps: bool) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(inputs, outputs, 3, bias=False)
        self.normalisation = nn.BatchNorm2d(outputs)
        self.wraps = wraps

    def forward(self, x: Tensor) -> Tensor:
        """Normalised, before ReLU."""
        weight = self.convolution.weight
        return self.normalisation(convolve(x, weight, None, self.wraps))  # type: ignore[no-any-return]

    def folded(self) -> tuple[Tensor, Tensor]:
        """Weight and bias of the equivalent plain convolution."""
        norm = self.normalisation
        factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)  # type: ignore[operator,arg-type]
        weight = self.convolution.weight * factor[:, None, None, None]
        return weight, norm.bias - norm.running_mean * factor  # type: ignore[operator]


class Block(nn.Module):
    """A residual block of two convolutions."""

    def __init__(self, channels: int, wraps: bool) -> None:
        super().__init__()
        self.first = Convolution(channels, channels, wraps)
        self.second = Convolution(channels, channels, wraps)

    def forward(self, x: Tensor) -> Tensor:
        """Input plus residual, after ReLU."""
        return functional.relu(x + self.second(functional.relu(self.first(x))))


class Network(nn.Module):
    """The network in training form."""

    scales: Tensor

    def __init__(self, encoding: Encoding, architecture: Architecture) -> None:
        super().__init__()
        channels, wraps = architecture.channels, encoding.wraps
        self.register_buffer("scales", torch.tensor([plane.scale for plane in encoding.planes]).view(1, -1, 1, 1))
        self.stem = Convolution(len(encoding.planes), channels, wraps)
        self.blocks = nn.ModuleList(Block(channels, wraps) for _ in range(architecture.blocks))
        self.policy = nn.Conv2d(channels, len(encoding.answers), 1)
        self.pool = nn.Conv2d(channels, VALUE_CHANNELS, 1)
        self.hidden = nn.Linear(2 * VALUE_CHANNELS, VALUE_HIDDEN)
        self.value = nn.Linear(VALUE_HIDDEN, 1)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Policy logits and values for a batch of planes."""
        x = functional.relu(self.stem(seen * self.scales))
        for block in self.blocks:
            x = block(x)
        pooled = functional.relu(self.pool(x))
        summary = torch.cat([pooled.mean((2, 3)), pooled.amax((2, 3))], 1)
        return self.policy(x).flatten(1), torch.tanh(self.value(functional.relu(self.hidden(summary)))).squeeze(1)

    def folded(self) -> Weights:
        """The weights without batch normalisation and scales, by name, as in the exported file."""
        stem_weight, stem_bias = self.stem.folded()
        weights = {"stem.weight": stem_weight * self.scales, "stem.bias": stem_bias}
        for number, block in enumerate(self.blocks):
            for name in ("first", "second"):
                weight, bias = getattr(block, name).folded()
                weights |= {f"blocks.{number}.{name}.weight": weight, f"blocks.{number}.{name}.bias": bias}
        for name in ("policy", "pool", "hidden", "value"):
            layer: Any = getattr(self, name)
            weights |= {f"{name}.weight": layer.weight, f"{name}.bias": layer.bias}
        return {name: weight.detach() for name, weight in weights.items()}


def convolve(x: Tensor, weight: Tensor, bias: Tensor | None, wraps: bool) -> Tensor:
    """A 3×3 convolution that keeps the size of the grid."""
    if wraps:
        x = functional.pad(x, (1, 1, 0, 0), mode="circular")
    return functional.conv2d(x, weight, bias, padding=(1, 0 if wraps else 1))


class SelfPlayNetwork:
    """A network for self-play: folded weights, in half precision on a GPU."""

    def __init__(self, encoding: Encoding, architecture: Architecture, device: torch.device) -> None:
        self.wraps, self.blocks, self.device = encoding.wraps, architecture.blocks, device
        self.type = torch.float16 if device.type == "cuda" else torch.float32
        self.weights: Weights = {}

    def learn_from(self, weights: Weights) -> None:
        """Load the weights."""
        for name, weight in weights.items():
            known = self.weights.get(name)
            if known is None:
                layout = torch.channels_last if weight.dim() == 4 else torch.preserve_format
                self.weights[name] = weight.to(self.device, self.type).contiguous(memory_format=layout)
            else:
                known.copy_(weight)

    def __call__(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Policy logits and values for a batch of planes as bytes."""
        w = self.weights
        with torch.inference_mode():
            x = seen.to(self.type).contiguous(memory_format=torch.channels_last)
            x = self._rectified(x, "stem")
            for number in range(self.blocks):
                x = self._rectified(self._rectified(x, f"blocks.{number}.first"), f"blocks.{number}.second", x)
            pooled = functional.relu(functional.conv2d(x, w["pool.weight"], w["pool.bias"]))
            summary = torch.cat([pooled.mean((2, 3)), pooled.amax((2, 3))], 1)
            hidden = functional.relu(functional.linear(summary, w["hidden.weight"], w["hidden.bias"]))
            value = torch.tanh(functional.linear(hidden, w["value.weight"], w["value.bias"])).squeeze(1)
            policy = functional.conv2d(x, w["policy.weight"], w["policy.bias"])
            return policy.float().contiguous().flatten(1), value.float()

    def _rectified(self, x: Tensor, name: str, added: Tensor | None = None) -> Tensor:
        """Convolution plus `added`, then ReLU: fused where cuDNN supports it."""
        weight, bias = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]
        if not x.is_cuda or self.wraps:
            convolved = convolve(x, weight, bias, self.wraps)
            return functional.relu(convolved if added is None else convolved + added)
        around, ones = [1, 1], [1, 1]
        if added is None:
            return torch.cudnn_convolution_relu(x, weight, bias, ones, around, ones, 1)
        return torch.cudnn_convolution_add_relu(x, weight, added, 1.0, bias, ones, around, ones, 1)
