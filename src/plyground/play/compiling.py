"""Compile what games use before anybody plays."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from plyground.core.game import Game
from plyground.games import game as find_game
from plyground.games import names
from plyground.play.agents.agent import Agent, read_search
from plyground.play.agents.spec import AgentSpec

MOMENT = 0.01
"""Seconds of a search that is only run to be compiled."""


def searches_of(game: Game) -> Iterator[Agent]:
    """The searches of the levels and of an analysis; none that builds a table of exact values."""
    texts = [*game.levels().values(), "pvs"]
    for text in dict.fromkeys(texts):
        yield read_search(replace(AgentSpec.parse(text), tables=False), game, 0)


def compile_games(report: Callable[[str, int, int], None]) -> None:
    """Run every search of every game for a moment; `report` gets the game, the number done, and the number of all."""
    jobs = [(game, agent) for game in map(find_game, names()) for agent in searches_of(game)]
    for done, (game, agent) in enumerate(jobs):
        report(str(game.title), done, len(jobs))
        agent.think(game.start(), seconds=MOMENT)
    report("", len(jobs), len(jobs))
