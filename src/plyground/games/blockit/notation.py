"""Block It as text: moves (`e2`, `e3h`, `pass`) and positions (`e1,e9 5,5 - r`)."""

import re
from collections.abc import Sequence

import numpy as np

from plyground.core.bits import field
from plyground.core.contract import Words
from plyground.core.errors import NotationError, quoted
from plyground.core.scene import Piece, Scene, reserves_of, seat_title
from plyground.core.text import Grid, read_mover, read_number, split_fields
from plyground.games.blockit.board import Barrier, words_for, write_barrier
from plyground.games.blockit.rules import (
    LEFT_AT,
    LEFT_BITS,
    MOVER_AT,
    PAWN_BITS,
)
from plyground.games.blockit.ways import (
    HORIZONTAL,
    PASS,
    VERTICAL,
)
from plyground.language import Message

NONE = "-"
"""Stands for no barriers, or for a missing pawn."""


def write_move(grid: Grid, move: int) -> str:
    """The pawn's destination, the barrier, or `pass`."""
    kind, square = move >> 8, move & 255
    if kind == PASS:
        return "pass"
    barrier = barrier_of(move)
    return grid.names[square] if barrier is None else write_barrier(grid, barrier)


def barrier_of(move: int) -> Barrier | None:
    """The barrier that a move places, if any."""
    kind, square = move >> 8, move & 255
    return Barrier(square, kind == HORIZONTAL) if kind in (HORIZONTAL, VERTICAL) else None


def check_move(grid: Grid, text: str) -> None:
    """Raise an error unless the text is a square of the board, alone or with h or v, or `pass`."""
    if text == "pass":
        return
    found = re.fullmatch(r"([a-z][0-9]+)[hv]?", text, re.ASCII)
    if found is None:
        raise NotationError(Message("blockit.notation", move=quoted(text)))
    grid.square_in(text, found[1])


def read_barrier(grid: Grid, text: str) -> Barrier | None:
    """The barrier with that name, even if it extends beyond the board; None for any other text."""
    if text[-1:] not in ("h", "v") or text[:-1] not in grid:
        return None
    return Barrier(grid.square(text[:-1]), text[-1] == "h")


def barriers_in(grid: Grid, state: Words) -> list[Barrier]:
    """The barriers on the board, horizontal ones first."""
    words = words_for(grid)
    sets = [sum(int(state[at + index]) << (64 * index) for index in range(words)) for at in (0, words)]
    return [
        Barrier(square, horizontal)
        for horizontal, squares in ((True, sets[0]), (False, sets[1]))
        for square in range(len(grid.names))
        if squares >> square & 1
    ]


def pawns_in(state: Words, seats: int) -> list[int]:
    """The squares of the pawns, by seat."""
    return [int(field(state[-1], PAWN_BITS * seat, PAWN_BITS)) for seat in range(seats)]


def left_in(state: Words, seats: int) -> list[int]:
    """Number of barriers left, by seat."""
    return [int(field(state[-1], LEFT_AT + LEFT_BITS * seat, LEFT_BITS)) for seat in range(seats)]


def write_position(grid: Grid, colours: Sequence[str], state: Words) -> str:
    """Pawns, barriers left, barriers placed, mover."""
    seats = len(colours)
    pawns = [grid.names[square] for square in pawns_in(state, seats)]
    placed = [write_barrier(grid, barrier) for barrier in barriers_in(grid, state)]
    return position_text(pawns, left_in(state, seats), placed, colours[field(state[-1], MOVER_AT, 2)])


def position_text(pawns: Sequence[str], left: Sequence[int], placed: Sequence[str], colour: str) -> str:
    """The position text for these pawns, barriers left, barriers placed and mover's colour."""
    return f"{','.join(pawns)} {','.join(map(str, left))} {','.join(sorted(placed)) or NONE} {colour[0]}"


def scene(grid: Grid, state: Words, seats: int) -> Scene:
    """The pawns and barriers as a front end draws them."""
    pawns = [Piece(grid.names[square], seat, "pawn") for seat, square in enumerate(pawns_in(state, seats))]
    placed = [Piece(write_barrier(grid, barrier), None, "barrier") for barrier in barriers_in(grid, state)]
    reserves = reserves_of(left_in(state, seats), Message("blockit.field.barriers_left"))
    return Scene((*pawns, *placed), int(field(state[-1], MOVER_AT, 2)), reserves)


def write_scene(colours: Sequence[str], scene: Scene) -> str:
    """The position text of a scene, with `-` for a player without a pawn."""
    standing = [[piece.cell for piece in scene.pieces if piece.seat == seat] for seat in range(len(colours))]
    pawns = [name for names in standing for name in names or [NONE]]
    placed = [piece.cell for piece in scene.pieces if piece.kind == "barrier"]
    return position_text(pawns, scene.in_reserve(len(colours)), placed, colours[scene.mover])


def make_state(grid: Grid, pawns: Sequence[int], left: Sequence[int], barriers: Sequence[Barrier], seat: int) -> Words:
    """The state with these pieces."""
    words = words_for(grid)
    state = np.zeros(2 * words + 1, np.uint64)
    for barrier in barriers:
        index = barrier.square // 64 + (0 if barrier.horizontal else words)
        state[index] |= np.uint64(1 << (barrier.square % 64))
    packed = seat << MOVER_AT
    for place, (square, number) in enumerate(zip(pawns, left, strict=True)):
        packed |= square << (PAWN_BITS * place) | number << (LEFT_AT + LEFT_BITS * place)
    state[-1] = packed
    return state


class Parts:
    """The parts of a position text as written, and any errors in reading them."""

    def __init__(self, grid: Grid, colours: Sequence[str], most: int, text: str) -> None:
        fields, self.reasons = split_fields(
            text, [Message(f"blockit.field.{each}") for each in ("pawns", "barriers_left", "barriers_placed", "mover")]
        )
        if self.reasons:
            return
        self.pawns = self._pawns(grid, fields[0], colours)
        self.left = self._left(fields[1], len(colours), most)
        self.barriers = self._barriers(grid, fields[2])
        self.seat, reasons = read_mover(fields[3], [colour[0] for colour in colours])
        self.reasons += reasons

    def _pawns(self, grid: Grid, field: str, colours: Sequence[str]) -> list[int]:
        names = field.split(",")
        if len(names) != len(colours):
            self.reasons.append(Message("blockit.pawns", pawns=len(colours), found=len(names)))
        elif NONE in names:
            missing = [colour for colour, name in zip(colours, names, strict=True) if name == NONE]
            self.reasons += [Message("blockit.no_pawn", seat=seat_title(colour)) for colour in missing]
        strange = [name for name in names if name not in grid and name != NONE]
        self.reasons += [Message("blockit.no_square", square=quoted(name), extent=grid.extent) for name in strange]
        return [grid.square(name) for name in names if name in grid]

    def _left(self, field: str, seats: int, most: int) -> list[int]:
        numbers = [read_number(number, most) for number in field.split(",")]
        if len(numbers) != seats or None in numbers:
            self.reasons.append(Message("blockit.left_numbers", seats=seats, most=most, found=quoted(field)))
        return [number or 0 for number in numbers]

    def _barriers(self, grid: Grid, field: str) -> list[Barrier]:
        names = [] if field == NONE else field.split(",")
        found = [read_barrier(grid, name) for name in names]
        unreadable = [name for name, barrier in zip(names, found, strict=True) if barrier is None]
        self.reasons += [Message("blockit.no_barrier", barrier=quoted(name)) for name in unreadable]
        if names != sorted(set(names)):
            self.reasons.append(Message("blockit.unsorted"))
        return [barrier for barrier in found if barrier is not None]
