"""The engine's features: techniques that can be switched off individually. Kernels test them as bits."""

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
    NULL_MOVE,
    HISTORY_REDUCTIONS,
    INTERNAL_REDUCTIONS,
    WAITING_MOVES,
) = (1 << bit for bit in range(15))


class Feature(NamedTuple):
    """A technique: its bit, its description, and the option's name in earlier releases."""

    bit: int
    meaning: str
    formerly: str = ""
    usual: bool = True
    """False if it is off by default: no match has accepted it yet (see bench/README.md)."""


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
    "null_move": Feature(NULL_MOVE, Message("search.option.null_move"), usual=False),
    "history_reductions": Feature(HISTORY_REDUCTIONS, Message("search.option.history_reductions"), usual=False),
    "internal_reductions": Feature(INTERNAL_REDUCTIONS, Message("search.option.internal_reductions"), usual=False),
    "waiting_moves": Feature(WAITING_MOVES, Message("search.option.waiting_moves"), usual=False),
}
"""Features that can be switched on and off, by name."""
UNUSUAL = frozenset(name for name, feature in FEATURES.items() if not feature.usual)
"""Features that are off by default."""
OF_THREADS = frozenset({"deferral"})
"""Features that only matter with several threads."""
OF_GAMES = frozenset({"keep"})
"""Options that only matter between the moves of a game."""
INEXACT = frozenset({"deeper_entries", "reductions", "quiescence", "extensions", "repetition"}) | UNUSUAL
"""Features that can change the value at a given depth."""


@dataclass(frozen=True)
class EngineSettings:
    """The engine's options."""

    megabytes: int = 64
    threads: int = 1
    aspiration: bool = True
    contempt: int = 0
    keep: bool = True
    """Keep the table and the move histories between the moves of a game."""
    without: frozenset[str] = UNUSUAL
    """Features that are switched off."""

    @property
    def table_megabytes(self) -> int:
        """Size of the table; the minimum if the table is switched off."""
        return 1 if "table" in self.without else self.megabytes

    @property
    def features(self) -> int:
        """The enabled features, as bits."""
        off = self.without if self.threads > 1 else self.without | OF_THREADS
        return sum(feature.bit for name, feature in FEATURES.items() if name not in off)
