"""A network's policy for a move."""

from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.core.contract import Words, policy_index
from plyground.core.jit import kernel


@kernel
def logit_of(rules: Any, state: Words, move: np.uint64, answers: npt.NDArray[np.float32]) -> float:
    """Sum of the outputs for the parts of a move; a softmax over the legal moves gives its probability."""
    total, part = 0.0, 0
    index = policy_index(rules, state, move, part)
    while index >= 0:
        total += answers[index]
        part += 1
        index = policy_index(rules, state, move, part)
    return total
