"""How a game numbers its positions so that exact values fit in arrays: the contract of retrograde analysis.

Positions are divided into sectors (by the number of men on each side), and those of a sector are numbered from 0,
folded by the board's symmetries where it pays. A numbering is a NamedTuple of lookup tables; its type selects the
functions below at compile time, as with rules. They allocate nothing and use no Python objects, so they run on a GPU.

Positions are seen from the mover's side: two that differ only in the colours are one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plyground.core.contract import Words, contract, optional

UNKNOWN_PARENTS = -1


@contract
def sector_of(numbering: Any, state: Words) -> int:  # type: ignore[empty-body]
    """The sector number of a state, or -1 if it is in none."""


@contract
def index_in(numbering: Any, sector: int, state: Words) -> int:  # type: ignore[empty-body]
    """The index of a state in its sector, the same for all its symmetric images."""


@contract
def state_at(numbering: Any, sector: int, at: int, state: Words) -> bool:  # type: ignore[empty-body]
    """Write the state with an index into `state`; False if the index stands for no position."""


@contract
def orbit_size(numbering: Any, sector: int, at: int) -> int:  # type: ignore[empty-body]
    """Number of positions that share an index."""


@optional
def parents(numbering: Any, rules: Any, state: Words, out: Any) -> int:
    """Write the states from which a move within the sectors leads to `state`, one per row; return their number.

    Include all moves that stay within the sectors, and no others: a state written without such a move would be
    taken for a win. Without this rule every open position is examined again at every ply, which is slow.
    """
    return UNKNOWN_PARENTS


@dataclass(frozen=True)
class Sector:
    """A set of positions: its name, its number of indices, and the sectors that a move may lead to, by number."""

    name: str
    size: int
    successors: tuple[int, ...]
    men: tuple[int, int] = (0, 0)
    """Number of men of the mover and of the opponent."""
    about: dict[str, Any] = field(default_factory=dict, compare=False)
    """Metadata for machine-readable output."""
    rests: tuple[int, int] = (0, 1)
    """The bits of a state above both sets, with the first seat to move and with the second."""


@dataclass(frozen=True)
class SectorSet:
    """The sectors of a game, with all that they list as successors, and the tables that number their positions."""

    numbering: Any
    sectors: tuple[Sector, ...]
    symmetries: tuple[tuple[int, ...], ...]
    """The board's symmetries, as the image of each cell; the identity first."""
    options: dict[str, str]
    """The game options that affect values."""
    closed: bool = False
    """True if every move from a position without a winner leads to one of the sectors."""
    open_is_draw: bool = True
    """True if positions neither won nor lost are draws; otherwise moves out of the sectors leave them open."""
    most_parents: int = 1
    """Maximum number of states that `parents` writes."""
    about: str = field(default="positions", compare=False)
    """What the sectors cover, briefly."""
