"""Kernel tables in GPU memory. Imported only by code that runs there: CUDA takes a while to load."""

from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # removed in NumPy 2.4, still used by some releases of numba-cuda
from numba import cuda


def on_device(values: Any) -> Any:
    """An array in GPU memory, or a (nested) tuple, named or not, with all its arrays there."""
    if isinstance(values, np.ndarray):
        return cuda.to_device(values)
    if isinstance(values, tuple):
        parts = tuple(map(on_device, values))
        return type(values)(*parts) if hasattr(values, "_fields") else parts
    return values


def is_available() -> bool:
    """True if there is a GPU that Numba can use."""
    return bool(cuda.is_available())
