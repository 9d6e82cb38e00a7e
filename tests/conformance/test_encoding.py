"""What a network sees: everything that matters, from the mover's side, and the same after a symmetry of the board."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import plyground
from plyground import Game, Position
from plyground.core.contract import Words, passed, planes, play, policy_index, winner
from plyground.core.encoding import Encoding, Symmetry
from plyground.core.outcome import NOBODY_YET
from plyground.core.position import legal_values
from plyground.games.neutreeko.board import GRID
from tests.cases import all_cases, label, random_line
from tests.nightly import NIGHTLY

SEEN = [(name, options) for name, options in all_cases() if plyground.game(name, **options).encoding() is not None]
LIKE_EACH_OTHER = [(name, options) for name, options in SEEN if name != "hex" or options.get("swap") is False]
"""Where both players begin alike: in Hex only the second may swap."""
MOST_PARTS = 20
POSITIONS, TURNS, SYMMETRIES = (1_000, 400, 16) if NIGHTLY else (30, 30, 2)
"""Of a game that are looked at; of a game that is played on two boards, and so many boards."""


def names(case: Any) -> str:
    """A test's name for a case."""
    return f"{case[0]}-{label(case[1])}"


@pytest.fixture(params=SEEN, ids=names, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    """A game that a network can see."""
    name, options = request.param
    return plyground.game(name, **options)


def encoding_of(game: Game) -> Encoding:
    """The game's encoding, which it has."""
    encoding = game.encoding()
    assert encoding is not None
    return encoding


def seen(game: Game, state: Words) -> Words:
    """What a network sees of a state; every number is written, whatever stood there before."""
    numbers = [np.full(encoding_of(game).shape, before, np.uint8) for before in (0, 255)]
    for out in numbers:
        planes(game.rules, state, out)
    assert np.array_equal(*numbers)
    return numbers[0].ravel()


def parts(game: Game, state: Words, move: int) -> tuple[int, ...]:
    """The numbers of the parts of a move."""
    found = []
    while (index := policy_index(game.rules, state, np.uint64(move), len(found))) >= 0:
        found.append(int(index))
        assert len(found) <= MOST_PARTS
    return tuple(found)


def answers(game: Game, state: Words) -> dict[tuple[int, ...], int]:
    """The legal moves by their parts."""
    return {parts(game, state, move): move for move in legal_values(game, state)}


@cache
def positions(game: Game) -> list[Position]:
    """The positions of some random games that go on."""
    dice = random.Random(f"encoding {game!r}")
    found = [position for _ in range(3) for position, move in random_line(game, dice) if move is not None]
    return dice.sample(found, min(len(found), POSITIONS))


def test_every_move_has_numbers_of_its_own(game: Game) -> None:
    count = encoding_of(game).answer_count
    for position in positions(game):
        found = answers(game, position.state)
        assert len(found) == len(position.moves)
        assert all(parts and max(parts) < count for parts in found)


def test_positions_that_look_alike_are_alike(game: Game) -> None:
    """Two that the same player sees alike are the same position."""
    by_look: dict[tuple[int, bytes], str] = {}
    for position in positions(game):
        look = position.mover, seen(game, position.state).tobytes()
        assert by_look.setdefault(look, str(position)) == str(position)


def test_the_planes_are_named_and_small(game: Game) -> None:
    encoding = encoding_of(game)
    assert len(set(encoding.answers)) == len(encoding.answers)
    scales = np.repeat([plane.scale for plane in encoding.planes], encoding.rows * encoding.columns)
    for position in positions(game):
        assert (seen(game, position.state) * scales).max() <= 4


def turned(symmetry: Symmetry, numbers: Words) -> Words:
    """What a network sees after a symmetry."""
    after = np.empty_like(numbers)
    after[symmetry.inputs] = numbers
    return after


def follow(game: Game, mine: Words, other: Words, symmetry: Symmetry) -> int:
    """Play one game in two states, each move and its image; how many turns both look as they must."""

    def image(parts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(int(symmetry.answers[part]) for part in parts))

    dice, turns = random.Random(f"twins {game!r}"), 0
    while winner(game.rules, mine) == NOBODY_YET and turns < TURNS:
        assert np.array_equal(turned(symmetry, seen(game, mine)), seen(game, other))
        here, there = answers(game, mine), answers(game, other)
        assert {image(each) for each in here} == {tuple(sorted(each)) for each in there}
        chosen = dice.choice(sorted(here))
        (twin,) = [move for each, move in there.items() if tuple(sorted(each)) == image(chosen)]
        mine, other = after(game, mine, here[chosen]), after(game, other, twin)
        turns += 1
    assert winner(game.rules, other) != NOBODY_YET or turns == TURNS
    return turns


def after(game: Game, state: Words, move: int) -> Words:
    """The state after a move."""
    child = game.empty_state()
    play(game.rules, state, np.uint64(move), child)
    return child


def test_a_symmetry_changes_nothing(game: Game) -> None:
    """The same game is played on the turned board, wherever the start looks the same when it is turned."""
    start, encoding = game.start_state(), encoding_of(game)
    for symmetry in encoding.symmetries:
        assert sorted(symmetry.inputs) == list(range(len(symmetry.inputs)))
        assert sorted(symmetry.answers) == list(range(encoding.answer_count))

    same = [each for each in encoding.symmetries if np.array_equal(turned(each, seen(game, start)), seen(game, start))]
    assert len(same) > 1 or len(encoding.symmetries) == 1
    for symmetry in random.Random(f"symmetries {game!r}").sample(same, min(len(same), SYMMETRIES)):
        assert follow(game, start, start, symmetry) > 0
    assert np.array_equal(encoding.symmetries[0].inputs, np.arange(len(encoding.symmetries[0].inputs)))


def test_neutreeko_may_be_turned_in_eight_ways() -> None:
    """Its start looks the same only when it is mirrored: here the squares themselves are turned."""
    game = plyground.game("neutreeko")
    encoding = encoding_of(game)
    looks = {symmetry.inputs[:25].tobytes() for symmetry in encoding.symmetries}
    assert len(looks) == 8
    for position in positions(game)[:30]:
        scene = game.scene(position.state)
        for symmetry in encoding.symmetries:
            cells = {name: GRID.names[symmetry.inputs[i]] for i, name in enumerate(GRID.names)}
            other_scene = type(scene)(
                tuple(replace(piece, cell=cells[piece.cell]) for piece in scene.pieces), scene.mover
            )
            other = game.position(game.compose(other_scene))
            assert {
                tuple(int(symmetry.answers[part]) for part in each) for each in answers(game, position.state)
            } == set(answers(game, other.state))


@pytest.mark.parametrize("case", LIKE_EACH_OTHER, ids=names)
def test_both_players_see_their_own_side(case: tuple[str, dict[str, Any]]) -> None:
    """Whoever begins sees the same (in Neutreeko with the board turned), and so on, move for move."""
    game = plyground.game(case[0], **case[1])
    start, other = game.start_state(), game.empty_state()
    passed(game.rules, start, other)
    first, second = seen(game, start), seen(game, other)
    symmetry = next(each for each in encoding_of(game).symmetries if np.array_equal(turned(each, first), second))
    assert follow(game, start, other, symmetry) > 5


def test_three_have_no_network() -> None:
    assert plyground.game("blockit", colours="red,green,blue").encoding() is None
