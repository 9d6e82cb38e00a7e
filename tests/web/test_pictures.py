"""The pictures of the game chooser are what the games say; `python -m tests.web.test_pictures` writes them anew."""

import json
from typing import Any

import plyground
from plyground.web.static_files import FOLDER

FILE = FOLDER / "pictures.json"
SHOWN: dict[str, tuple[dict[str, str], str]] = {
    "hex": ({"size": "5"}, "c3 b4 c4 d2 d3 b2 b3 e2"),
    "blockit": ({"size": "5", "barriers": "3"}, "c2 c4 c3h b4v d2 d2v"),
    "eximo": ({}, "d2-d3 e7-e6 c3-c4 f6-f5"),
    "neutreeko": ({}, "b1-b4 c2-c3"),
    "morris": ({}, "d6 f4 d2 b4 f6 b6 g7 g4 e4 a7"),
}
"""For each game its options and the moves that lead to its picture."""


def picture(name: str) -> dict[str, Any]:
    """Board, pieces and colours of a game's picture."""
    options, moves = SHOWN[name]
    game = plyground.game(name, **options)
    position = game.start()
    for move in moves.split():
        position = position.play(move)
    board, scene = game.board().as_data(), game.scene(position.state).as_data()
    return {"board": board, "pieces": scene["pieces"], "seats": list(game.seats)}


def test_every_game_has_its_picture() -> None:
    shown = json.loads(FILE.read_text(encoding="utf-8"))
    assert set(shown) == set(plyground.games())
    assert shown == json.loads(json.dumps({name: picture(name) for name in shown}))


if __name__ == "__main__":
    text = json.dumps({name: picture(name) for name in SHOWN}, ensure_ascii=False, separators=(",", ":"))
    FILE.write_text(text + "\n", encoding="utf-8")
