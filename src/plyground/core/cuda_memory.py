"""Kernels' tables in the memory of a GPU. Imported only by what runs there: CUDA takes a while to load."""

from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # NumPy 2.4 has it no more, and some releases of numba-cuda want it
from numba import cuda


def on_device(values: Any) -> Any:
    """An array in the GPU's memory, or a named tuple, nested ones too, with all of its arrays there."""
    if isinstance(values, np.ndarray):
        return cuda.to_device(values)
    if isinstance(values, tuple):
        return type(values)(*map(on_device, values))
    return values


def is_available() -> bool:
    """Whether there is a GPU that numba can use."""
    return bool(cuda.is_available())
