"""Games on squares: texts, board and scene come from where the pieces stand."""

import pytest

from plyground import Game, InvalidPositionError, NotationError
from plyground.core.scene import Piece, Scene
from tests.noughts import noughts


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    return noughts(monkeypatch)


def test_a_position_is_its_rows_from_the_top_and_the_mover(game: Game) -> None:
    position = game.start().play("a1").play("c3").play("b1")
    assert str(position) == "..o/.../xx. o"
    assert game.position(str(position)) == position.without_history()
    assert game.diagram(position.state).splitlines()[1:4] == [" 3 . . o 3", " 2 . . . 2", " 1 x x . 1"]


def test_a_scene_has_a_piece_on_each_taken_square(game: Game) -> None:
    position = game.start().play("a1").play("c3")
    scene = game.scene(position.state)
    assert scene == Scene((Piece("a1", 0, "piece"), Piece("c3", 1, "piece")), 0)
    assert game.compose(scene) == str(position)
    assert [cell.name for cell in game.board().cells] == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("..o/.../xx.", "mover"),
        ("..o/... o", "rows"),
        ("..o/.../xy. o", "'y'"),
        ("..o/.../xx. z", "'z'"),
        ("..o/.../xx. x", "whose turn"),
    ],
)
def test_what_is_wrong_with_a_position_is_named(game: Game, text: str, reason: str) -> None:
    with pytest.raises(InvalidPositionError, match=reason):
        game.position(text)


def test_a_move_off_the_board_is_named(game: Game) -> None:
    with pytest.raises(NotationError, match="'d1' is not on the board"):
        game.start().play("d1")
