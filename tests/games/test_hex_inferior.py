"""Cells of Hex that change nothing: dead and captured ones, drawn as text."""

import pytest

import plyground
from plyground.core.bitset import wide
from plyground.games.hex.inferior import CAPTURED, DEAD, filled_in
from plyground.games.hex.notation import stones

BOTH = DEAD | CAPTURED


def filled(text: str, kinds: int) -> str:
    """The board of a position with inferior cells filled in."""
    size = text.count("/") + 1
    game = plyground.game("hex", size=size, swap=False)
    state = game.position(f"{text} r" if text.count("r") == text.count("b") else f"{text} b").state
    standing = (wide(stones(game.grid, state, seat), 1) for seat in range(2))
    red, blue = filled_in(game.rules, *standing, kinds)
    colour = {0: ".", 1: "r", 2: "b"}
    cells = [colour[(int(red[0]) >> at & 1) | (int(blue[0]) >> at & 1) << 1] for at in range(size * size)]
    return "/".join("".join(cells[at : at + size]) for at in range(0, size * size, size))


@pytest.mark.parametrize(
    ("text", "kinds", "found"),
    [
        ("..../..../..../....", BOTH, "..../..../..../...."),
        ("..r./.rb./.b../....", 0, "..r./.rb./.b../...."),
        ("..r./.rb./.b../....", DEAD, "rrr./rrb./.b../...."),
        (".rb./..../..../....", BOTH, "rrb./..../..../...."),
        ("..../rr../bb../....", DEAD, "..../rr../bb../r..."),
        ("..../.r../..../...b", CAPTURED, "brr./br../..../...b"),
    ],
)
def test_cells_that_change_nothing_are_filled_in(text: str, kinds: int, found: str) -> None:
    assert filled(text, kinds) == found
