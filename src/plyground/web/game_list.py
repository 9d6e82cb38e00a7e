"""The list of games, from which the page lets visitors choose."""

from functools import lru_cache
from typing import Any

from plyground.core.game import Game
from plyground.core.options import Choice, Number, Option, Several, Switch
from plyground.games import game_class, names
from plyground.language import Language, language
from plyground.play.agents.agent import describe_agents, describe_heuristics
from plyground.play.agents.levels import own_name, report_of
from plyground.play.agents.spec import AgentSpec


def option_data(option: Option, speech: Language) -> dict[str, Any]:
    """An option: its kind, and its possible values."""
    default = "" if option.default is None else option.write(option.default)
    data = {"name": option.name, "default": default, "meaning": speech.translate(option.meaning)}
    if isinstance(option, Number):
        return data | {"kind": "number", "low": option.low, "high": option.high, "step": option.step}
    if isinstance(option, Switch):
        return data | {"kind": "switch"}
    if isinstance(option, Choice):
        return data | {"kind": "choice", "choices": option.choices}
    if isinstance(option, Several):
        return data | {"kind": "several", "choices": option.choices, "fewest": option.fewest}
    return data | {"kind": "text", "values": speech.translate(option.values)}


def game_entry(game: Game, speech: Language) -> dict[str, Any]:
    """A game with its options, levels, searches and heuristics."""
    return {
        "name": game.name,
        "title": speech.translate(game.title),
        "summary": speech.translate(game.summary),
        "seats": game.seats,
        "options": [option_data(option, speech) for option in game.known_options],
        "levels": [own_name(game, level) for level in game.levels()],
        "ladder": list(game.ladder()),
        "expects": expectations(game, speech),
        "formats": [each.name for each in game.formats],
        "endings": sorted({f".{each.ending.rpartition('.')[2]}" for each in game.formats}),
        "report": report_data(game, speech),
        "searches": [_translated(each, speech) for each in describe_agents(game)],
        "heuristics": [_translated(each, speech) for each in describe_heuristics(game)],
    }


def expectations(game: Game, speech: Language) -> dict[str, str]:
    """What to expect of each level and of each rung."""
    levels = {own_name(game, level): expectation(text, speech) for level, text in game.levels().items()}
    return levels | {rung: speech.text(f"menu.level.{rung}") for rung in game.ladder()}


def expectation(text: str, speech: Language) -> str:
    """What to expect of a level, in a player's words, from its search."""
    spec = AgentSpec.parse(text)
    if spec.tables:
        return speech.text("server.expects.perfect")
    if spec.seconds is not None:
        return speech.text("server.expects.seconds")
    depth = 1 if spec.depth is None else spec.depth
    sees = speech.count("server.expects.sees", depth)
    return sees if spec.blunder is None else speech.text("server.expects.errs", sees=sees)


def report_data(game: Game, speech: Language) -> dict[str, Any] | None:
    """The published report of a game, and its players' names."""
    report = report_of(game)
    if report is None:
        return None
    return {"title": report.title, "players": list(report.players), "note": speech.translate(report.note)}


def _translated(entry: dict[str, Any], speech: Language) -> dict[str, Any]:
    """The entry with its sentences translated."""
    said = {key: speech.translate(value) for key, value in entry.items() if key in ("summary", "meaning", "values")}
    options = [_translated(option, speech) for option in entry.get("options", ())]
    return entry | said | ({"options": options} if "options" in entry else {})


@lru_cache(maxsize=8)
def all_games(code: str, version: int = 0) -> dict[str, Any]:
    """Every game, for `/api/games`; `version` counts the changes of heuristics from files."""
    speech = language(code)
    return {"games": [game_entry(game_class(name)(), speech) for name in names()]}
