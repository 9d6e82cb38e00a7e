"""Loading tables for the leaves of a search: whole sectors in memory, smallest first, as far as they fit."""

from contextlib import suppress

from plyground.core.tablebase_values import Values
from plyground.search.leaf_tables import LeafTables, tables_with
from plyground.solve.probe import Prober
from plyground.solve.resources import free_memory
from plyground.solve.sector_order import BYTES_A_VALUE
from plyground.solve.tablebase_file import TableFileError

MOST_BYTES = 1 << 30
SHARE_OF_MEMORY = 8
"""At most one part in this many of the free memory is used."""


def load_tables(prober: Prober, most_bytes: int | None = None) -> LeafTables | None:
    """The solved sectors that fit in `most_bytes`; None if there are none. A damaged sector counts as not solved."""
    left = _room() if most_bytes is None else most_bytes
    sectors, parts = prober.sector_set.sectors, dict[int, Values]()
    for number in sorted(range(len(sectors)), key=lambda at: sectors[at].size):
        if sectors[number].size * BYTES_A_VALUE > left:
            break
        with suppress(TableFileError):
            values = prober.part(number)
            if values is not None:
                parts[number] = values
                left -= values.nbytes
    if not parts:
        return None
    open_is_draw = prober.sector_set.open_is_draw
    return tables_with(prober.sector_set.numbering, parts, len(sectors), open_is_draw=open_is_draw)


def _room() -> int:
    free = free_memory()
    return MOST_BYTES if free is None else min(MOST_BYTES, free // SHARE_OF_MEMORY)
