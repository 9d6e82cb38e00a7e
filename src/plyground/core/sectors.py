"""How a game numbers its positions, so that exact values can be kept in arrays: the contract of retrograde analysis.

The positions are cut into sectors (so many men against so many), and those of a sector are numbered from 0 on, the
board's symmetries folded where it pays. A numbering is a NamedTuple of lookup tables; its type selects the functions
below at compile time, as rules do. They allocate nothing and know no Python objects, so that they compile for a GPU.

Positions are seen by the mover: two that differ only in the colours are one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from plyground.core.contract import Words, contract, optional

UNKNOWN_PARENTS = -1


@contract
def sector_of(numbering: Any, state: Words) -> int:  # type: ignore[empty-body]
    """The number of the sector that a state belongs to, or -1 for one outside all of them."""


@contract
def index_in(numbering: Any, sector: int, state: Words) -> int:  # type: ignore[empty-body]
    """The number of a state in its sector, the same for all that the symmetries make of it."""


@contract
def state_at(numbering: Any, sector: int, at: int, state: Words) -> bool:  # type: ignore[empty-body]
    """Write the state with a number into `state`; False where the number stands for no position."""


@contract
def orbit_size(numbering: Any, sector: int, at: int) -> int:  # type: ignore[empty-body]
    """How many positions share a number that stands for one."""


@optional
def parents(numbering: Any, rules: Any, state: Words, out: Any) -> int:
    """Write the states from which a move inside the sectors' circle leads to `state`, a row each; how many there are.

    All moves count that stay inside the circle, and no others: a state from which no move leads here would be taken
    for a win. Without this rule every open position is looked at again for every ply, which takes time.
    """
    return UNKNOWN_PARENTS


@dataclass(frozen=True)
class Sector:
    """A set of positions: its name, how many numbers it has, and the sectors that a move may lead to, by number."""

    name: str
    size: int
    successors: tuple[int, ...]
    men: tuple[int, int] = (0, 0)
    """How many men the mover has, and how many the other."""
    about: dict[str, Any] = field(default_factory=dict, compare=False)
    """What machines are told of it."""
    rests: tuple[int, int] = (0, 1)
    """What a state has above the bits of both sets, with the first seat to move and with the second."""


@dataclass(frozen=True)
class SectorSet:
    """The sectors of a game, whose successors are among them, with the tables that number their positions."""

    numbering: Any
    sectors: tuple[Sector, ...]
    symmetries: tuple[tuple[int, ...], ...]
    """The board's symmetries: where each takes each cell; the first changes nothing."""
    options: dict[str, str]
    """The options of the game that change values."""
    closed: bool = False
    """Whether every move of a position that nobody has won leads to one of the sectors."""
    open_is_draw: bool = True
    """Whether what is neither won nor lost is a draw; else moves out of the sectors leave it open."""
    most_parents: int = 1
    """Room for what `parents` writes."""
    about: str = field(default="positions", compare=False)
    """What the sectors cover, in a few words."""
