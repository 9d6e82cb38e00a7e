"""Training: a network learns the policies of its own searches and the results of its games."""

import copy
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from plyground.core.encoding import Encoding, Permutation
from plyground.learn.network import Network, Weights
from plyground.learn.replay import Samples
from plyground.learn.selfplay import SelfPlay

IMPOSSIBLE = -1e9
"""Logit of an illegal move."""


AVERAGED_STEPS = 4
"""Steps between updates of the average."""


class TrainingBatch(NamedTuple):
    """A training batch: network inputs, and the answers that make up each move."""

    seen: Tensor
    parts: Tensor
    counts: Tensor
    policies: Tensor
    results: Tensor


class Symmetries:
    """The symmetries of a board as index tables, for random augmentation."""

    def __init__(self, encoding: Encoding, device: torch.device) -> None:
        self.inputs = torch.stack([_sources(each.inputs) for each in encoding.symmetries]).to(device)
        self.answers = torch.stack([torch.from_numpy(each.answers) for each in encoding.symmetries]).to(device)

    def turn(self, batch: TrainingBatch, way: int | None = None) -> TrainingBatch:
        """Transform each position by a random symmetry, or all by the same one."""
        ways = range(len(self.inputs)) if way is None else range(way, way + 1)
        which = torch.randint(ways.start, ways.stop, (len(batch.seen),), device=batch.seen.device)
        flat = batch.seen.flatten(1).gather(1, self.inputs[which]).view_as(batch.seen)
        parts = batch.parts.flatten(1)
        turned = self.answers[which].gather(1, parts.clamp(min=0).long())
        return batch._replace(seen=flat, parts=torch.where(parts < 0, -1, turned).view_as(batch.parts))


def _sources(destinations: Permutation) -> Tensor:
    """The inverse of a permutation."""
    goes = torch.from_numpy(destinations)
    sources = torch.empty_like(goes)
    sources[goes] = torch.arange(len(goes))
    return sources


def batch_of(selfplay: SelfPlay, samples: Samples) -> TrainingBatch:
    """Network inputs for self-play samples, by the game's own rules."""
    backend, encoding, count = selfplay.backend, selfplay.encoding, len(samples.results)
    seen = backend.zeros(count, *encoding.shape, dtype=torch.uint8)
    parts = backend.zeros(count, selfplay.width, encoding.most_parts, dtype=torch.int32)
    counts = backend.zeros(count, dtype=torch.int32)
    buffer = backend.zeros(count, selfplay.game.usual_moves, dtype=torch.int64)
    view = backend.view
    arrays = [view(each) for each in (samples.states, seen, parts, counts, buffer)]
    backend.run("lay_out_all", count, selfplay.rules, *arrays)
    return TrainingBatch(seen, parts, counts, samples.policies.float(), samples.results.float())


def move_logits(answers: Tensor, parts: Tensor) -> Tensor:
    """The logit of each move: the sum of its parts' answers; `IMPOSSIBLE` for padding."""
    gathered = answers.gather(1, parts.flatten(1).clamp(min=0).long()).view(parts.shape)
    logits = torch.where(parts < 0, 0.0, gathered).sum(2)
    return logits.masked_fill(parts[:, :, 0] < 0, IMPOSSIBLE)


class Trainer:
    """A network, its optimiser, and the running average of its weights, which plays better than the latest ones."""

    def __init__(self, network: Network, rate: float = 2e-3, averaging: float = 0.99) -> None:
        self.network, self.rate, self.averaging, self.steps = network, rate, averaging, 0
        on_gpu = network.scales.is_cuda
        self.average = copy.deepcopy(network).requires_grad_(False).eval()
        self.optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-4, fused=on_gpu)

    def learn(self, batch: TrainingBatch) -> Tensor:
        """Do one step; return the losses: policy cross-entropy and mean squared value error."""
        self._warm_up()
        self.network.train()
        cuda = batch.seen.is_cuda
        with torch.autocast("cuda", torch.bfloat16, enabled=cuda):
            answers, values = self.network(batch.seen.contiguous(memory_format=torch.channels_last))
        logits = move_logits(answers.float(), batch.parts)
        policy_loss = -(batch.policies * logits.log_softmax(1)).sum(1).mean()
        value_loss = functional.mse_loss(values.float(), batch.results)
        self.optimiser.zero_grad(set_to_none=True)
        (policy_loss + value_loss).backward()  # type: ignore[no-untyped-call]
        self.optimiser.step()
        self.steps += 1
        self._average()
        return torch.stack([policy_loss.detach(), value_loss.detach()])

    def _warm_up(self) -> None:
        """Ramp up the learning rate over the first steps."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * min(1.0, (self.steps + 1) / 500)

    def _average(self) -> None:
        """Update the average, batch statistics included; at first it follows quickly."""
        if self.steps % AVERAGED_STEPS:
            return
        kept = max(0.0, min(self.averaging, 1 - 10 / (10 + self.steps)))
        pairs = zip(self.average.state_dict().values(), self.network.state_dict().values(), strict=True)
        numbers = [(mine, theirs) for mine, theirs in pairs if mine.is_floating_point()]
        with torch.no_grad():
            torch._foreach_lerp_(
                [mine for mine, _ in numbers], [theirs for _, theirs in numbers], 1 - kept**AVERAGED_STEPS
            )

    def playing_weights(self) -> Weights:
        """Weights for play: the average, folded."""
        return self.average.folded()

    def state(self) -> dict[str, dict[str, Any]]:
        """Everything needed to resume, as tensors by name."""
        moments: dict[str, Any] = {}
        for name, parameter in self.network.named_parameters():
            kept = self.optimiser.state.get(parameter, {})
            moments |= {f"{key}.{name}": value for key, value in kept.items()}
        return {"weights": self.network.state_dict(), "average": self.average.state_dict(), "moments": moments}

    def go_on(self, state: dict[str, dict[str, Tensor]], steps: int) -> None:
        """Resume from the result of `state`."""
        self.network.load_state_dict(state["weights"])
        self.average.load_state_dict(state["average"])
        for name, parameter in self.network.named_parameters():
            suffix = f".{name}"
            kept = {key[: -len(suffix)]: value for key, value in state["moments"].items() if key.endswith(suffix)}
            kept = {key: value for key, value in kept.items() if "." not in key}
            if kept:
                self.optimiser.state[parameter] = {key: _laid_out(value, parameter) for key, value in kept.items()}
        self.steps = steps


def _laid_out(value: Tensor, parameter: Tensor) -> Tensor:
    """A moment in the memory layout of its parameter; the optimiser's step is a single number."""
    if value.shape == parameter.shape:
        return torch.empty_like(parameter, requires_grad=False).copy_(value)
    return value.to(parameter.device) if parameter.is_cuda else value
