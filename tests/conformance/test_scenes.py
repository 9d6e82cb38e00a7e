"""What every game tells a front end, checked on random games of every game with every option set."""

import dataclasses
import json
import random
from typing import Any

import pytest

import plyground
from plyground import Game, InvalidPositionError, Position
from plyground.core.scene import COLOURS, Board, Piece, Scene
from tests.cases import all_cases, label, random_line

GAMES_EACH = 2
STRIDE = 3
"""Every third position of a random game is looked at: neighbours differ little."""


@pytest.fixture(params=all_cases(), ids=lambda case: f"{case[0]}-{label(case[1])}", scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    """A game with its options."""
    name, options = request.param
    return plyground.game(name, **options)


@pytest.fixture(scope="module")
def seen(game: Game) -> list[Position]:
    """Positions of some random games, with the first and the last of each."""
    dice = random.Random(f"scenes {game!r}")
    lines = [[position for position, _ in random_line(game, dice)] for _ in range(GAMES_EACH)]
    return [position for line in lines for position in (*line[:-1:STRIDE], line[-1])]


@pytest.fixture(scope="module")
def board(game: Game) -> Board:
    """The game's board."""
    return game.board()


def test_cells_have_different_names_and_places(board: Board) -> None:
    assert len({cell.name for cell in board.cells}) == len(board.cells)
    assert len({(cell.x, cell.y, cell.width, cell.height) for cell in board.cells}) == len(board.cells)
    assert not {cell.name for cell in board.cells} & set(board.buttons)


def test_everything_lies_within_the_extent(board: Board) -> None:
    extent = board.extent
    points = [
        (cell.x + side * cell.width / 2, cell.y + side * cell.height / 2) for cell in board.cells for side in (-1, 1)
    ]
    points += [(label.x, label.y) for label in board.labels]
    points += [point for line in (*board.lines, *board.borders) for point in line.points]
    assert all(extent.left - 1e-9 <= x <= extent.left + extent.width + 1e-9 for x, _ in points)
    assert all(extent.top - 1e-9 <= y <= extent.top + extent.height + 1e-9 for _, y in points)


def test_no_two_cells_of_one_shape_and_size_share_a_place(board: Board) -> None:
    """Slots may cross each other; squares, hexagons and points keep a whole unit apart."""
    places = [(cell.x, cell.y) for cell in board.cells if cell.shape != "slot"]
    nearest = min((a - c) ** 2 + (b - d) ** 2 for a, b in places[:40] for c, d in places if (a, b) != (c, d))
    assert nearest == pytest.approx(1)


def test_columns_and_rows_are_those_of_the_names(board: Board) -> None:
    for cell in board.cells:
        assert cell.name.rstrip("hv") == f"{chr(ord('a') + cell.column)}{cell.row + 1}"


def test_seats_are_colours_and_borders_belong_to_them(game: Game, board: Board) -> None:
    assert set(game.seats) <= set(COLOURS)
    assert {border.seat for border in board.borders} <= set(range(len(game.seats)))


def test_data_goes_through_json(game: Game, board: Board, seen: list[Position]) -> None:
    for value in (board, game.scene(seen[-1].state)):
        data = value.as_data()
        assert json.loads(json.dumps(data)) == data
        assert list(data) == [field.name for field in dataclasses.fields(value)]


def test_pieces_stand_on_cells_that_are_for_them(game: Game, board: Board, seen: list[Position]) -> None:
    cells = {cell.name: cell for cell in board.cells}
    for position in seen:
        scene = game.scene(position.state)
        assert len({piece.cell for piece in scene.pieces}) == len(scene.pieces)
        for piece in scene.pieces:
            assert cells[piece.cell].holds == piece.kind
            assert (piece.seat is None) == (cells[piece.cell].shape == "slot")
            assert piece.seat is None or 0 <= piece.seat < len(game.seats)


def test_the_scene_has_the_mover_and_a_reserve_for_every_seat_or_none(game: Game, seen: list[Position]) -> None:
    for position in seen:
        scene = game.scene(position.state)
        assert scene.mover == position.mover
        assert [reserve.seat for reserve in scene.reserves] in ([], list(range(len(game.seats))))


def test_composing_a_scene_writes_the_position(game: Game, seen: list[Position]) -> None:
    for position in seen:
        assert game.compose(game.scene(position.state)) == str(position)


def test_the_order_of_the_pieces_does_not_matter(game: Game, seen: list[Position]) -> None:
    dice = random.Random(f"orders {game!r}")
    for position in seen[:20]:
        scene = game.scene(position.state)
        pieces = dice.sample(scene.pieces, len(scene.pieces))
        assert game.compose(dataclasses.replace(scene, pieces=tuple(pieces))) == str(position)


def spoiled(game: Game, scene: Scene, dice: random.Random) -> Scene:
    """The scene as it is in the middle of setting up another: pieces added, taken away, numbers changed."""
    free = [cell for cell in game.board().cells if cell.name not in {piece.cell for piece in scene.pieces}]
    kept = [piece for piece in scene.pieces if dice.random() < 0.8]
    added = [
        Piece(cell.name, None if cell.shape == "slot" else dice.randrange(len(game.seats)), cell.holds)
        for cell in dice.sample(free, min(len(free), dice.randint(0, 3)))
    ]
    reserves = tuple(
        dataclasses.replace(reserve, number=max(0, reserve.number + dice.randint(-1, 1))) for reserve in scene.reserves
    )
    return Scene((*kept, *added), dice.randrange(len(game.seats)), reserves)


def as_sets(scene: Scene) -> tuple[Any, ...]:
    """A scene that can be compared whatever the order of its pieces."""
    return set(scene.pieces), scene.mover, scene.reserves


def test_any_scene_is_either_a_position_or_refused_with_reasons(game: Game, seen: list[Position]) -> None:
    dice = random.Random(f"spoiled {game!r}")
    for position in dice.choices(seen, k=30):
        scene = spoiled(game, game.scene(position.state), dice)
        text = game.compose(scene)
        try:
            read = game.position(text)
        except InvalidPositionError as error:
            assert error.reasons
            assert not any("it is written" in reason for reason in error.reasons), "the text has the usual form"
        else:
            assert as_sets(game.scene(read.state)) == as_sets(scene), "nothing is lost on the way"


def test_what_no_text_can_say_is_refused(game: Game, board: Board) -> None:
    scene = game.scene(game.start().state)
    cell = next(cell for cell in board.cells if cell.shape != "slot")
    strange = dataclasses.replace(
        scene,
        mover=len(game.seats),
        pieces=(
            Piece("z99", 0, cell.holds),
            Piece(cell.name, len(game.seats), cell.holds),
            Piece(cell.name, None, cell.holds),
            Piece(cell.name, 0, "barrier"),
        ),
    )
    with pytest.raises(InvalidPositionError) as caught:
        game.compose(strange)
    complaints = (
        "'z99' is not a cell",
        f"seat {len(game.seats)}, not",
        "seat None",
        "'barrier'",
        "has 3 pieces",
        "to move",
    )
    assert len(caught.value.reasons) == len(complaints)
    for complaint in complaints:
        assert any(complaint in reason for reason in caught.value.reasons)


@pytest.mark.parametrize("mover", [-1, 4, 10**30, None, "0", 1.0, True])
def test_an_impossible_mover_is_told_in_a_sentence(game: Game, mover: Any) -> None:
    scene = game.scene(game.start().state)
    with pytest.raises(InvalidPositionError) as caught:
        game.compose(dataclasses.replace(scene, mover=mover))
    (reason,) = caught.value.reasons
    shown = mover if isinstance(mover, int) else repr(str(mover))
    assert reason == f"the player to move has a number from 0 to {len(game.seats) - 1}, not {shown}"


def test_steps_are_cells_or_buttons(game: Game, board: Board, seen: list[Position]) -> None:
    known = {cell.name for cell in board.cells} | set(board.buttons)
    for position in seen:
        for move in position.moves:
            steps = game.steps(position.state, move.value)
            assert steps
            assert known.issuperset(steps)


def test_steps_are_the_first_of_their_orders(game: Game, seen: list[Position]) -> None:
    for position in seen:
        for move in position.moves:
            orders = game.step_orders(position.state, move.value)
            assert orders[0] == game.steps(position.state, move.value)
            assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(orders[0]))}


def assert_clicks_decide(position: Position) -> None:
    """No two moves have the same clicks in any order, and none the beginning of another's."""
    state, game = position.state, position.game
    orders = [order for move in position.moves for order in game.step_orders(state, move.value)]
    known = set(orders)
    assert len(known) == len(orders)
    for order in orders:
        assert not any(order[:length] in known for length in range(len(order)))


def test_clicks_decide_which_move_is_made(seen: list[Position]) -> None:
    for position in seen:
        assert_clicks_decide(position)


def test_the_winning_cells_are_the_winners(game: Game, seen: list[Position]) -> None:
    for position in seen:
        cells = game.winning_cells(position.state)
        winner = None if position.outcome is None else position.outcome.winner
        owners = {piece.cell: piece.seat for piece in game.scene(position.state).pieces}
        assert all(owners[cell] == winner for cell in cells)
        assert len(set(cells)) == len(cells)


def test_forbidden_cells_are_free_and_no_steps(game: Game, board: Board, seen: list[Position]) -> None:
    known = {cell.name for cell in board.cells}
    for position in seen:
        state = position.state
        forbidden = set(game.forbidden(state))
        assert forbidden <= known
        assert forbidden.isdisjoint(piece.cell for piece in game.scene(state).pieces)
        assert forbidden.isdisjoint(step for move in position.moves for step in game.steps(state, move.value))
