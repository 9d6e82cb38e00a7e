"""Checkpoints of a training run: plain arrays and JSON, each file written under another name and then renamed.

Weights, their average and the optimiser's moments are separate files. A kill between two writes leaves files of
different steps; each file stores its step, and moments of another step than the weights are ignored.
"""

import io
import json
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from plyground.core.errors import PlygroundError, quoted
from plyground.core.files import write_bytes, write_json
from plyground.language import Message

PARTS = ("weights", "average", "moments")
PROGRESS, VERSIONS = "progress.json", "versions"
STEP = "at step"
Tensors = dict[str, Tensor]


class CheckpointError(PlygroundError):
    """The files of a run cannot be read."""


@dataclass
class TrainingProgress:
    """Progress of a run."""

    steps: int = 0
    seconds: float = 0.0
    games: int = 0
    positions: int = 0
    evaluations: int = 0
    elo: float = 0.0
    """Elo above the first version, from matches between consecutive versions."""
    versions: int = 0


def write_arrays(path: Path, tensors: Tensors, step: int) -> None:
    """Write tensors by name, with their training step."""
    arrays = {name: tensor.detach().float().cpu().numpy() for name, tensor in tensors.items()}
    content = io.BytesIO()
    np.savez(content, allow_pickle=False, **arrays, **{STEP: np.array(step)})
    write_bytes(path, content.getvalue())


def read_arrays(path: Path) -> tuple[Tensors, int]:
    """The tensors of a file by name, and their training step."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            step = int(arrays[STEP])
            return {name: torch.from_numpy(arrays[name].copy()) for name in arrays.files if name != STEP}, step
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as problem:
        raise CheckpointError(Message("learn.no_weights", file=quoted(str(path)), problem=problem)) from None


def save(folder: Path, state: dict[str, Tensors], progress: TrainingProgress) -> None:
    """Save everything needed to resume."""
    for part in PARTS:
        write_arrays(folder / f"{part}.npz", state[part], progress.steps)
    write_json(folder / PROGRESS, asdict(progress))


def load(folder: Path) -> tuple[dict[str, Tensors], TrainingProgress] | None:
    """The saved state, or None if there is none."""
    if not (folder / "weights.npz").exists() or not (folder / PROGRESS).exists():
        return None
    weights, step = read_arrays(folder / "weights.npz")
    average, _ = read_arrays(folder / "average.npz")
    moments, moments_step = read_arrays(folder / "moments.npz")
    state = {"weights": weights, "average": average, "moments": moments if moments_step == step else {}}
    return state, _read_progress(folder / PROGRESS)


def _read_progress(path: Path) -> TrainingProgress:
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
        return TrainingProgress(**data)
    except (OSError, ValueError, TypeError) as problem:
        raise CheckpointError(Message("learn.unreadable", file=quoted(str(path)), problem=problem)) from None
