"""The lessons of a game: positions to try moves on, step by step; see `lessons.toml` in the game's folder."""

import tomllib
from functools import cache
from typing import Any

from plyground.games import game_class
from plyground.language import Message, language
from plyground.web.game_resources import file_of

FILE = "lessons.toml"


@cache
def lessons_of(name: str, code: str) -> dict[str, Any]:
    """The steps with their texts in a language; none for a game that brings no lessons."""
    text = file_of(game_class(name), FILE)
    if text is None:
        return {"steps": []}
    steps = tomllib.loads(text)["step"]
    return {"steps": [step_data(name, step, code) for step in steps]}


def step_data(name: str, step: dict[str, Any], code: str) -> dict[str, Any]:
    """One step: where it begins, the moves that it asks for (any move if it names none), and its text."""
    place = {"game": name, "options": step.get("options", {}), "moves": step.get("moves", [])}
    if "start" in step:
        place["start"] = step["start"]
    text = language(code).translate(Message(f"lesson.{name}.{step['name']}"))
    return {"name": step["name"], "place": place, "tries": step.get("tries", []), "text": text}
