"""Nine Men's Morris, played slowly and plainly (rules M1 to M7): the yardstick for the real rules.

Points are their names; men are frozen sets of names, one per seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

Men = frozenset[str]

WHITE, BLACK = 0, 1
LETTERS = "wb"
QUIET_TURNS = 100

ROWS = (
    ("a7", "d7", "g7"),
    ("b6", "d6", "f6"),
    ("c5", "d5", "e5"),
    ("a4", "b4", "c4", "e4", "f4", "g4"),
    ("c3", "d3", "e3"),
    ("b2", "d2", "f2"),
    ("a1", "d1", "g1"),
)
POINTS = tuple(point for row in ROWS for point in row)
LINES = (
    ("a7", "d7", "g7"),
    ("b6", "d6", "f6"),
    ("c5", "d5", "e5"),
    ("a4", "b4", "c4"),
    ("e4", "f4", "g4"),
    ("c3", "d3", "e3"),
    ("b2", "d2", "f2"),
    ("a1", "d1", "g1"),
    ("a1", "a4", "a7"),
    ("b2", "b4", "b6"),
    ("c3", "c4", "c5"),
    ("d1", "d2", "d3"),
    ("d5", "d6", "d7"),
    ("e3", "e4", "e5"),
    ("f2", "f4", "f6"),
    ("g1", "g4", "g7"),
)


@dataclass(frozen=True)
class State:
    """A position: the men on the board by seat, the seat to move, and the men in hand by seat."""

    men: tuple[Men, Men]
    mover: int
    hand: tuple[int, int]


@dataclass(frozen=True)
class Action:
    """The first half of a turn: its notation, the point reached and the mover's men afterwards."""

    notation: str
    reached: str
    own: Men


def are_neighbours(one: str, other: str) -> bool:
    """Whether two points follow each other on a line (M3)."""
    return any({one, other} in ({first, middle}, {middle, last}) for first, middle, last in LINES)


NEIGHBOURS = {point: tuple(other for other in POINTS if are_neighbours(point, other)) for point in POINTS}


def in_mill(point: str, men: Men) -> bool:
    """Whether a line through this point is full of these men (M5)."""
    return any(point in line and men.issuperset(line) for line in LINES)


class Reference:
    """Nine Men's Morris by the book."""

    def __init__(self, **options: object) -> None:
        """Take the options mills ("standard" or "strict") and flying (true or false)."""
        chosen = {"mills": "standard", "flying": True, **options}
        if set(chosen) != {"mills", "flying"} or chosen["mills"] not in ("standard", "strict"):
            raise ValueError(f"not options of morris: {options}")
        self.strict = chosen["mills"] == "strict"
        self.flying = bool(chosen["flying"])

    def start(self) -> State:
        """The empty board with nine men in each hand (M2)."""
        return State((frozenset(), frozenset()), WHITE, (9, 9))

    def parse(self, text: str) -> State:
        """Read a position text that is known to be valid."""
        board, letter, hands = text.split(" ")
        characters = dict(zip(POINTS, board.replace("/", ""), strict=True))
        white, black = (frozenset(p for p in POINTS if characters[p] == seat) for seat in LETTERS)
        in_white_hand, in_black_hand = hands.split(",")
        return State((white, black), LETTERS.index(letter), (int(in_white_hand), int(in_black_hand)))

    def text(self, state: State) -> str:
        """Write a position: the points from row 7 down, the mover, the men in hand."""
        rows = ["".join(self._letter(state, point) for point in row) for row in ROWS]
        return f"{'/'.join(rows)} {LETTERS[state.mover]} {state.hand[WHITE]},{state.hand[BLACK]}"

    def mover(self, state: State) -> int:
        """The seat to move."""
        return state.mover

    def winner(self, state: State) -> int | None:
        """The opponent of a seat with too few men, or of a mover who cannot move (M6)."""
        for seat in (WHITE, BLACK):
            if self._has_too_few(state, seat):
                return 1 - seat
        return None if self._turns(state) else 1 - state.mover

    def children(self, state: State) -> dict[str, State]:
        """Every legal turn and what it leads to; none when a seat has lost its third man (M6)."""
        if self._has_too_few(state, WHITE) or self._has_too_few(state, BLACK):
            return {}
        return self._turns(state)

    def drawn(self, line: list[State]) -> bool:
        """Whether an undecided game is drawn by a third occurrence or by 100 quiet turns (M7)."""
        if self.winner(line[-1]) is not None:
            return False
        return line.count(line[-1]) >= 3 or self._quiet_turns(line) >= QUIET_TURNS

    def _letter(self, state: State, point: str) -> str:
        """The character of one point in a position text."""
        if point in state.men[WHITE]:
            return "w"
        return "b" if point in state.men[BLACK] else "."

    def _has_too_few(self, state: State, seat: int) -> bool:
        """Whether a seat has none in hand and fewer than three men (M6)."""
        return state.hand[seat] == 0 and len(state.men[seat]) < 3

    def _quiet_turns(self, line: list[State]) -> int:
        """How many turns the game has gone on without a placing or a removal (M7)."""
        quiet = 0
        for before, after in pairwise(line):
            same_hands = before.hand == after.hand
            same_count = [len(men) for men in before.men] == [len(men) for men in after.men]
            quiet = quiet + 1 if same_hands and same_count else 0
        return quiet

    def _turns(self, state: State) -> dict[str, State]:
        """Every action of the mover, followed by every removal it allows (M2 to M5)."""
        enemies = state.men[1 - state.mover]
        turns = {}
        for action in self._actions(state):
            takes = self._removable(enemies) if in_mill(action.reached, action.own) else []
            for taken in takes:
                turns[f"{action.notation}x{taken}"] = self._after(state, action.own, enemies - {taken})
            if not takes:
                turns[action.notation] = self._after(state, action.own, enemies)
        return turns

    def _actions(self, state: State) -> Iterator[Action]:
        """Placings while there are men in hand, else moves along a line or by flying (M2, M3, M4)."""
        own = state.men[state.mover]
        empty = [point for point in POINTS if point not in state.men[WHITE] | state.men[BLACK]]
        if state.hand[state.mover] > 0:
            for target in empty:
                yield Action(target, target, own | {target})
            return
        for man in own:
            for target in empty:
                if target in NEIGHBOURS[man] or (self.flying and len(own) == 3):
                    yield Action(f"{man}-{target}", target, own - {man} | {target})

    def _removable(self, enemies: Men) -> list[str]:
        """The enemy men outside mills; where there is none, all of them or, if strict, none (M5)."""
        free = [man for man in enemies if not in_mill(man, enemies)]
        if free or self.strict:
            return free
        return list(enemies)

    def _after(self, state: State, own: Men, enemies: Men) -> State:
        """The position after a turn: a man has left the hand, if there was one, and the other is to move."""
        left = max(0, state.hand[state.mover] - 1)
        if state.mover == WHITE:
            return State((own, enemies), BLACK, (left, state.hand[BLACK]))
        return State((enemies, own), WHITE, (state.hand[WHITE], left))
