"""The lessons of a game: positions to try moves on, step by step; see `lessons.toml` in the game's folder."""

import tomllib
from functools import cache
from typing import Any

from plyground.games import game, game_class
from plyground.language import Message, language
from plyground.web.game_resources import file_of

FILE = "lessons.toml"
TEXTS = ("title", "ask", "well", "wrong")
"""What a step says: its title, what it asks for, what came of it, and help for those who try something else."""


@cache
def lessons_of(name: str, code: str) -> dict[str, Any]:
    """The steps with their texts in a language; none for a game that brings no lessons."""
    text = file_of(game_class(name), FILE)
    if text is None:
        return {"steps": []}
    steps = tomllib.loads(text)["step"]
    return {"steps": [step_data(name, step, code) for step in steps]}


def step_data(name: str, step: dict[str, Any], code: str) -> dict[str, Any]:
    """One step: the rules that it teaches, where it begins and who plays, what it asks for, and its texts.

    It asks for one of the moves in `tries`, or for clicks in `refused` that make no move, so that one sees why; any
    move will do if it names neither.
    """
    place = {"game": name, "options": step.get("options", {}), "moves": step.get("moves", [])}
    if "start" in step:
        place["start"] = step["start"]
    say = language(code).translate
    texts = {part: say(Message(f"lesson.{name}.{step['name']}.{part}")) for part in TEXTS}
    asked = {field: step.get(field, []) for field in ("rules", "tries", "refused")}
    seats = list(game(name, **place["options"]).seats)
    return {"name": step["name"], "place": place, "seats": seats} | asked | texts
