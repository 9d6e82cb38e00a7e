"""The pictures of the game chooser are what the games say; `python -m tests.web.test_pictures` writes them anew."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.web.game_resources import PICTURE, all_pictures, picture_of, start_picture
from tests.noughts import noughts


def picture_file(name: str) -> Path:
    """Where a game keeps its picture."""
    return Path(str(import_module(f"plyground.games.{name}").__file__)).parent / PICTURE


def picture(name: str) -> dict[str, Any]:
    """A game's picture, made from the options and the moves in its file."""
    told = json.loads(picture_file(name).read_text(encoding="utf-8"))
    game = plyground.game(name, **told["options"])
    position = game.start()
    for move in told["moves"].split():
        position = position.play(move)
    board, scene = game.board().as_data(), game.scene(position.state).as_data()
    shown = {"board": board, "pieces": scene["pieces"], "seats": list(game.seats)}
    return {"options": told["options"], "moves": told["moves"]} | shown


@pytest.mark.parametrize("name", plyground.games())
def test_every_game_has_its_picture_in_its_folder(name: str) -> None:
    stored = json.loads(picture_file(name).read_text(encoding="utf-8"))
    assert stored == json.loads(json.dumps(picture(name)))
    assert all_pictures()[name] == {part: stored[part] for part in ("board", "pieces", "seats")}
    assert stored["pieces"]


def test_every_board_is_of_a_material_of_its_own() -> None:
    materials = [shown["board"]["material"] for shown in all_pictures().values()]
    assert len(set(materials)) == len(materials) == len(plyground.games())


def test_a_game_without_a_stored_picture_shows_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    game = noughts(monkeypatch)
    shown = picture_of(type(game))
    assert shown == start_picture(game)
    assert [len(shown[part]) for part in ("pieces", "seats")] == [0, 2]
    assert (len(shown["board"]["cells"]), shown["board"]["material"]) == (9, "wood")


def write_all() -> None:
    """Write the pictures anew."""
    for name in plyground.games():
        text = json.dumps(picture(name), ensure_ascii=False, separators=(",", ":"))
        picture_file(name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_all()
