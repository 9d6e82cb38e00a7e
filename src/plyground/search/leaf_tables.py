"""Tables of exact values at the leaves of a search: a position in a table is a leaf with a proved value.

Tables know nothing of what came before a position. A draw stays a draw whatever came before. A win in n plies stays one
if no position that has occurred twice lies nearer to its end: its winner then need not pass through one, and play that
follows the table never repeats a position. `nearest` has the distance of such positions, and values at that distance or
beyond are not used. Nor are those that may come after the draw by quiet turns (`latest`).
"""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import signed
from plyground.core.contract import Words, contract, mover, rule
from plyground.core.jit import kernel
from plyground.core.position import OCCURRENCES_TO_DRAW, Position
from plyground.core.sectors import index_in, sector_of
from plyground.core.tablebase_values import DRAWN, HOLE, OPEN, Values
from plyground.search.score import INFINITE, WIN

UNPROVED = 2 * INFINITE
"""No value: the tables do not have the position, or its value may not hold after what came before."""
FAR = 1 << 40
"""A distance beyond all others."""


class NoTables(NamedTuple):
    """No table is loaded; probing costs nothing."""


NO_TABLES = NoTables()


class LeafTables(NamedTuple):
    """The loaded sectors of a game."""

    numbering: Any
    values: Values
    """The values of all loaded sectors."""
    offsets: npt.NDArray[np.int64]
    """By sector: where its values begin, or -1 if they are not loaded."""
    open_is_draw: bool
    """True if positions neither won nor lost are draws; otherwise they are unknown."""
    nearest: npt.NDArray[np.int64]
    """By seat: the least distance to a win of that seat from a position that has occurred twice."""
    latest: int
    """The last ply below the root at which a win comes before the draw by quiet turns."""


@contract
def table_value(tables: Any, rules: Any, state: Words, ply: int) -> int:  # type: ignore[empty-body]
    """The exact value of a state without a winner for its mover, as a search value at `ply`, or `UNPROVED`."""


@rule(table_value)
def no_value(tables: NoTables, rules: Any, state: Words, ply: int) -> int:
    """Nothing is known."""
    return UNPROVED


@kernel
def stored(tables: LeafTables, state: Words) -> int:
    """The number stored for a state; `HOLE` if there is none."""
    sector = sector_of(tables.numbering, state)
    if sector < 0 or tables.offsets[sector] < 0:
        return HOLE
    return signed(tables.values[tables.offsets[sector] + index_in(tables.numbering, sector, state)])


@rule(table_value)
def value_in_tables(tables: LeafTables, rules: Any, state: Words, ply: int) -> int:
    """The value of the state in a loaded sector, if it holds whatever came before."""
    value = stored(tables, state)
    if value == DRAWN or (value == OPEN and tables.open_is_draw):
        return 0
    if value in (OPEN, HOLE):
        return UNPROVED
    plies, seat = abs(value) - 1, mover(rules, state)
    if plies >= tables.nearest[seat if value > 0 else 1 - seat] or ply + plies > tables.latest:
        return UNPROVED
    return WIN - ply - plies if value > 0 else ply + plies - WIN


def tables_with(numbering: Any, parts: dict[int, Values], sectors: int, *, open_is_draw: bool) -> LeafTables:
    """Tables with the values of these sectors, out of `sectors`."""
    starts = np.cumsum([0, *map(len, parts.values())])
    offsets = np.full(sectors, -1, np.int64)
    offsets[list(parts)] = starts[:-1]
    return LeafTables(
        numbering=numbering,
        values=np.concatenate(list(parts.values())),
        offsets=offsets,
        open_is_draw=open_is_draw,
        nearest=np.full(2, FAR, np.int64),
        latest=FAR,
    )


def tables_after(tables: LeafTables, position: Position) -> LeafTables:
    """The tables for a search of `position`, with what came before it taken into account."""
    limit = position.game.quiet_turns_to_draw
    latest = FAR if limit is None else limit - position.quiet_turns
    return tables._replace(nearest=_nearest(tables, position), latest=latest)


def twice_occurred(position: Position) -> list[bytes]:
    """The states that draw the game when they occur once more."""
    counts = Counter([*position.earlier, position.key]) if position.game.repetition_draws else Counter[bytes]()
    return [key for key, times in counts.items() if times >= OCCURRENCES_TO_DRAW - 1]


def _nearest(tables: LeafTables, position: Position) -> npt.NDArray[np.int64]:
    found = np.full(2, FAR, np.int64)
    for key in twice_occurred(position):
        state = np.frombuffer(key, np.uint64).copy()
        value = int(stored(tables, state))
        if value not in (OPEN, HOLE, DRAWN):
            seat = int(mover(position.game.rules, state))
            winner = seat if value > 0 else 1 - seat
            found[winner] = min(found[winner], abs(value) - 1)
    return found
