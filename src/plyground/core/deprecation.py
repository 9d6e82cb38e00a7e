"""Former names, understood for one more release: who uses one is warned once in a process."""

import warnings
from functools import cache

from plyground.language import Message


@cache
def warn_renamed(former: str, name: str) -> None:
    """Warn that something is called `name` now, at the first use of its former name."""
    warnings.warn(Message("core.renamed", former=former, name=name), FutureWarning, stacklevel=4)
