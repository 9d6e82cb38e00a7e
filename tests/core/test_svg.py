"""Positions as drawings: every piece is there, whoever looks."""

import random
from xml.etree import ElementTree

import pytest

import plyground
from plyground.core.svg import BARRIER, MARKS, PAINTS, WINNING, draw
from tests.cases import random_line

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", plyground.games())
def test_every_piece_is_drawn_in_its_players_paint_and_mark(name: str) -> None:
    game = plyground.game(name)
    position = list(random_line(game, random.Random(f"svg {name}"), 12))[-1][0]
    tree = ElementTree.fromstring(position.svg())
    assert tree.findtext(f"{SVG}title") == f"{game.title}: {position}"
    groups = tree.findall(f"{SVG}g")
    pieces = [piece for piece in game.scene(position.state).pieces if piece.kind != "barrier"]
    assert len(groups) == len(pieces)
    for piece, group in zip(pieces, groups, strict=True):
        disc, mark = list(group)
        assert piece.seat is not None
        assert disc.get("fill") == PAINTS[game.seats[piece.seat]][0]
        assert mark.tag.removeprefix(SVG) == MARKS[game.seats[piece.seat]][0]


def test_a_barrier_is_drawn_across_its_slot() -> None:
    before = plyground.game("blockit").start()
    after = before.play("d4h")
    drawn = [ElementTree.fromstring(position.svg()).findall(f"{SVG}rect") for position in (before, after)]
    (wall,) = [rect for rect in drawn[1] if rect.get("fill") == BARRIER]
    assert len(drawn[1]) == len(drawn[0]) + 1
    assert float(wall.get("width", 0)) > float(wall.get("height", 0))


def test_the_winning_line_is_ringed() -> None:
    game = plyground.game("neutreeko")
    position = game.position("...../...../wbw../.b.../.b..w w")
    rings = [part for part in ElementTree.fromstring(position.svg()) if part.get("stroke") == WINNING]
    assert len(rings) == 3
    assert not [part for part in ElementTree.fromstring(game.start().svg()) if part.get("stroke") == WINNING]


def test_text_in_a_title_is_escaped() -> None:
    game = plyground.game("neutreeko")
    drawn = draw(game.board(), game.scene(game.start().state), game.seats, title="<b> & c")
    assert ElementTree.fromstring(drawn).findtext(f"{SVG}title") == "<b> & c"
