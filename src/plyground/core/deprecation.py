"""Former names, accepted for one more release; each use warns once per process."""

import warnings
from functools import cache

from plyground.language import Message


@cache
def warn_renamed(former: str, name: str) -> None:
    """Warn that `former` is now called `name`, on its first use."""
    warnings.warn(Message("core.renamed", former=former, name=name), FutureWarning, stacklevel=4)
