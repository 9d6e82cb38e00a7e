"""Named players: the levels and rungs of a game and the players of its report, plain texts in the game's folder."""

from plyground.core.errors import OptionError, quoted
from plyground.core.game import Game
from plyground.core.levels import PublishedReport
from plyground.language import Message

USUAL_LEVEL, STRONGEST_LEVEL = "medium", "expert"
"""Defaults where no level is named, if the game has them."""


def report_of(game: Game) -> PublishedReport | None:
    """The report about a game; None with more than two players."""
    return game.report if len(game.seats) == 2 else None


def own_name(game: Game, level: str) -> str:
    """The name of a level in a game: the report's name for it, if there is one."""
    return game.report_names.get(level, level)


def usual_level(game: Game) -> str:
    """The level menus offer first, by its own name: `medium`, or the middle one."""
    levels = list(game.levels())
    return own_name(game, USUAL_LEVEL if USUAL_LEVEL in levels else levels[(len(levels) - 1) // 2])


def strongest_level(game: Game) -> str:
    """The level that gives hints: `expert`, or the last one."""
    levels = game.levels()
    return STRONGEST_LEVEL if STRONGEST_LEVEL in levels else list(levels)[-1]


def players_of(game: Game) -> dict[str, str]:
    """Players that can be chosen by name, in menu order: the levels, the report's other players, the rungs."""
    report = report_of(game)
    levels = {own_name(game, level): text for level, text in game.levels().items()}
    return levels | (dict(report.players) if report is not None else {}) | dict(game.ladder())


def listed_players(game: Game) -> str:
    """The names of the players in a line; of the rungs only the first and the last."""
    rungs = list(game.ladder())
    names = [name for name in players_of(game) if name not in rungs]
    return ", ".join([*names, *([f"{rungs[0]} … {rungs[-1]}"] if rungs else [])])


def find_player(game: Game, name: str) -> str | None:
    """The agent text for a player's name, ignoring case; None if there is no such player."""
    known = players_of(game) | dict(game.levels())
    return {each.casefold(): text for each, text in known.items()}.get(name.casefold())


def level_text(game: Game, level: str) -> str:
    """The agent text of a level or of a player of the game's report."""
    text = find_player(game, level)
    if text is None:
        raise OptionError(Message("level.unknown", level=quoted(level), levels=listed_players(game)))
    return text
