"""The engine's features: techniques that can be switched off one by one. Kernels test them as bits."""

from dataclasses import dataclass
from typing import NamedTuple

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
    "table": Feature(TABLE, "remember positions in a transposition table"),
    "deeper_entries": Feature(DEEPER_ENTRIES, "let a table entry of a deeper search answer a shallower one"),
    "killers": Feature(KILLERS, "try early what refuted a sibling position (killer moves)"),
    "history": Feature(HISTORY, "try early what caused cut-offs elsewhere (history heuristic)"),
    "countermoves": Feature(COUNTERMOVES, "try early what refuted the same move before", "replies"),
    "pvs": Feature(PVS, "search all but the first move with a null window first", "verification"),
    "reductions": Feature(REDUCTIONS, "search late quiet moves less deep at first (late move reductions)"),
    "quiescence": Feature(QUIESCENCE, "follow forcing moves beyond the last ply"),
    "extensions": Feature(EXTENSIONS, "search one ply deeper where there is only one move"),
    "repetition": Feature(REPETITION, "score a position that repeats below the root as a draw the second time already"),
    "deferral": Feature(DEFERRAL, "let a thread defer moves that another thread is searching", "sharing"),
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
