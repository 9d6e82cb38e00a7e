"""Players by name: the levels of a game and the players of its report, which the game's folder has as plain texts."""

from plyground.core.errors import OptionError, quoted
from plyground.core.game import Game
from plyground.core.players import PublishedReport
from plyground.language import Message

USUAL_LEVEL, STRONGEST_LEVEL = "medium", "expert"
"""Those that are chosen where no other is named, if a game has them."""


def report_of(game: Game) -> PublishedReport | None:
    """The report about a game; with more than two players there is none."""
    return game.report if len(game.seats) == 2 else None


def own_name(game: Game, level: str) -> str:
    """What a level is called in a game: by its report's name for it, if that has one."""
    return game.report_names.get(level, level)


def usual_level(game: Game) -> str:
    """The level that a menu offers first: `medium`, or the one in the middle; by its own name."""
    levels = list(game.levels())
    return own_name(game, USUAL_LEVEL if USUAL_LEVEL in levels else levels[(len(levels) - 1) // 2])


def strongest_level(game: Game) -> str:
    """The level that gives hints: `expert`, or the last one."""
    levels = game.levels()
    return STRONGEST_LEVEL if STRONGEST_LEVEL in levels else list(levels)[-1]


def players_of(game: Game) -> dict[str, str]:
    """The players that can be chosen by name, as menus list them: the levels, then the report's other players."""
    report = report_of(game)
    levels = {own_name(game, level): text for level, text in game.levels().items()}
    return levels | (dict(report.players) if report is not None else {})


def find_player(game: Game, name: str) -> str | None:
    """The agent's text that a name stands for, however it is capitalised; None for no name of a player."""
    known = players_of(game) | dict(game.levels())
    return {each.casefold(): text for each, text in known.items()}.get(name.casefold())


def level_text(game: Game, level: str) -> str:
    """The agent that a level, or a player of the game's report, is."""
    text = find_player(game, level)
    if text is None:
        raise OptionError(Message("level.unknown", level=quoted(level), levels=", ".join(players_of(game))))
    return text
