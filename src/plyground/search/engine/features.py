"""The engine's features: techniques that can be switched off one by one. Kernels test them as bits."""

from dataclasses import dataclass
from typing import NamedTuple

from plyground.language import Message

(
    TABLE,
    DEEPER_ENTRIES,
    KILLERS,
    HISTORY,
    COUNTERMOVES,
    PVS,
    REDUCTIONS,
    QUIESCENCE,
    EXTENSIONS,
    REPETITION,
    DEFERRAL,
) = (1 << bit for bit in range(11))


class Feature(NamedTuple):
    """A technique: its bit, what it does, and the name its option had in earlier releases."""

    bit: int
    meaning: str
    formerly: str = ""


FEATURES = {
    "table": Feature(TABLE, Message("search.option.table")),
    "deeper_entries": Feature(DEEPER_ENTRIES, Message("search.option.deeper_entries")),
    "killers": Feature(KILLERS, Message("search.option.killers")),
    "history": Feature(HISTORY, Message("search.option.history")),
    "countermoves": Feature(COUNTERMOVES, Message("search.option.countermoves"), "replies"),
    "pvs": Feature(PVS, Message("search.option.pvs"), "verification"),
    "reductions": Feature(REDUCTIONS, Message("search.option.reductions")),
    "quiescence": Feature(QUIESCENCE, Message("search.option.quiescence")),
    "extensions": Feature(EXTENSIONS, Message("search.option.extensions")),
    "repetition": Feature(REPETITION, Message("search.option.repetition")),
    "deferral": Feature(DEFERRAL, Message("search.option.deferral"), "sharing"),
}
"""What can be switched off, by name."""
OF_THREADS = frozenset({"deferral"})
"""The features that only matter with several threads."""
OF_GAMES = frozenset({"keep"})
"""The options that only matter from move to move of a game."""
INEXACT = frozenset({"deeper_entries", "reductions", "quiescence", "extensions", "repetition"})
"""The features that can change the value of a given depth."""


@dataclass(frozen=True)
class EngineSettings:
    """The engine's options."""

    megabytes: int = 64
    threads: int = 1
    aspiration: bool = True
    contempt: int = 0
    keep: bool = True
    """Whether the table and the move histories are kept from move to move of a game."""
    without: frozenset[str] = frozenset()
    """The features that are switched off."""

    @property
    def table_megabytes(self) -> int:
        """The size of the table; the least one where it is switched off."""
        return 1 if "table" in self.without else self.megabytes

    @property
    def features(self) -> int:
        """The features that are on, as bits."""
        off = self.without if self.threads > 1 else self.without | OF_THREADS
        return sum(feature.bit for name, feature in FEATURES.items() if name not in off)
