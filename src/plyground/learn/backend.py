"""Where self-play runs: the same steps on a CPU or a GPU, in memory shared with torch tensors."""

from abc import ABC, abstractmethod
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
import torch

from plyground.core.errors import PlygroundError
from plyground.language import Message
from plyground.search.mcts import gumbel_cpu

Values = TypeVar("Values", bound=tuple[Any, ...])


class NoGpuError(PlygroundError):
    """The requested device is not available."""


class Backend(ABC):
    """Runs the steps of search/mcts/gumbel_cpu.py, which have the same names on every backend."""

    device: torch.device
    steps: ModuleType

    @abstractmethod
    def view(self, tensor: torch.Tensor) -> Any:
        """A tensor as a kernel argument; 64-bit integers become unsigned words."""

    @abstractmethod
    def constant(self, values: Values) -> Values:
        """A named tuple with its arrays in the memory of the kernels."""

    @abstractmethod
    def run(self, step: str, trees: int, *arguments: Any) -> None:
        """Run a step for `trees` trees."""

    def zeros(self, *shape: int, dtype: torch.dtype) -> torch.Tensor:
        """A tensor of zeros."""
        return torch.zeros(shape, dtype=dtype, device=self.device)


class CpuBackend(Backend):
    """One loop over all trees."""

    def __init__(self) -> None:
        self.device, self.steps = torch.device("cpu"), gumbel_cpu

    def view(self, tensor: torch.Tensor) -> Any:
        """The tensor's own memory."""
        array = tensor.numpy()
        return array.view(np.uint64) if tensor.dtype == torch.int64 else array

    def constant(self, values: Values) -> Values:
        """Unchanged."""
        return values

    def run(self, step: str, trees: int, *arguments: Any) -> None:
        """Call the loop."""
        getattr(self.steps, step)(*arguments)


class CudaBackend(Backend):
    """One thread per tree."""

    def __init__(self) -> None:
        from plyground.learn import gumbel_cuda

        if not torch.cuda.is_available() or not gumbel_cuda.is_available():
            raise NoGpuError(Message("learn.no_gpu"))
        self.device, self.steps, self._cuda = torch.device("cuda"), gumbel_cuda, gumbel_cuda

    def view(self, tensor: torch.Tensor) -> Any:
        """The tensor's own memory."""
        return self._cuda.view(tensor)

    def constant(self, values: Values) -> Values:
        """Copied to the GPU."""
        return self._cuda.on_device(values)  # type: ignore[no-any-return]

    def run(self, step: str, trees: int, *arguments: Any) -> None:
        """Launch the grid; returns before the GPU is done."""
        self._cuda.launch(getattr(self.steps, step), trees, *arguments)


def backend(device: str) -> Backend:
    """The backend for `cpu`, `cuda`, or `auto`: a GPU if there is one."""
    if device == "auto":
        return CudaBackend() if torch.cuda.is_available() else CpuBackend()
    return CudaBackend() if device == "cuda" else CpuBackend()
