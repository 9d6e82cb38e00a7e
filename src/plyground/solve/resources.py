"""Memory and disk that solving takes, checked against the machine before anything starts."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from plyground.core.errors import PlygroundError
from plyground.language import Message

UNITS = ("bytes", "kB", "MB", "GB", "TB")
SPARE = 0.9
"""Share of free resources that may be used."""


class TooLargeError(PlygroundError):
    """Solving would take more than the machine has."""


@dataclass(frozen=True)
class ResourceEstimate:
    """Bytes a run takes at most, and bytes free; None if the system does not report them."""

    numbers: int
    memory: int
    disk: int
    free_memory: int | None
    free_disk: int | None

    def check(self) -> None:
        """Raise an error if something does not fit."""
        if self.free_memory is not None and self.memory > SPARE * self.free_memory:
            raise TooLargeError(Message("solve.memory", memory=size(self.memory), free=size(self.free_memory)))
        if self.free_disk is not None and self.disk > SPARE * self.free_disk:
            raise TooLargeError(Message("solve.disk", disk=size(self.disk), free=size(self.free_disk)))


def size(count: int) -> str:
    """A byte count as text, such as `1.5 MB`."""
    number, unit = float(count), 0
    while number >= 1000 and unit < len(UNITS) - 1:
        number, unit = number / 1000, unit + 1
    return Message("solve.size.bytes", size=count) if unit == 0 else Message(f"solve.size.{UNITS[unit]}", size=number)


def free_memory() -> int | None:
    """Memory available now, in bytes."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


def free_disk(folder: Path) -> int | None:
    """Free disk space for a folder, which need not exist yet, in bytes."""
    for place in (folder, *folder.absolute().parents):
        if place.exists():
            return shutil.disk_usage(place).free
    return None
