"""Compile what games use before anybody plays."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from plyground.core.game import Game
from plyground.core.options import Choice, Several
from plyground.games import game as find_game
from plyground.games import names
from plyground.play.agents.agent import Agent, read_search
from plyground.play.agents.spec import AgentSpec
from plyground.search.budget import Cancel

MOMENT = 0.01
"""Seconds of a search that is only run to be compiled."""


def searches_of(game: Game) -> Iterator[Agent]:
    """The searches of the levels and of an analysis; none that builds a table of exact values."""
    texts = [*game.levels().values(), "pvs" if len(game.seats) == 2 else "paranoid"]
    for text in dict.fromkeys(texts):
        yield read_search(replace(AgentSpec.parse(text), tables=False), game, 0)


def variants(name: str) -> Iterator[Game]:
    """The usual game, one with each other value of an option in words, and one with all of a list: with all seats."""
    yield (usual := find_game(name))
    for option in usual.known_options:
        if isinstance(option, Choice):
            yield from (find_game(name, **{option.name: value}) for value in option.choices if value != option.default)
        elif isinstance(option, Several):
            yield find_game(name, **{option.name: option.choices})


def use_rules(game: Game) -> None:
    """Call once what every front end calls from Python: a move, its position as text and back, how it stands."""
    start = game.start()
    position = game.position(str(start.play(str(start.moves[0]))))
    position.diagram(), position.outcome, position.mover, position.moves
    game.scene(position.state), game.winning_cells(position.state)


def compile_games(report: Callable[[str, int, int], None], cancel: Cancel | None = None) -> None:
    """Use the rules of every game, and run every search for a moment; `report` gets the game, those done, and all.

    Left out is what is rarer: boards of other sizes, tables of exact values, the theatre's recorded searches, searches
    that no level uses.
    """
    jobs = [(game, agent) for name in names() for game in variants(name) for agent in searches_of(game)]
    for done, (game, agent) in enumerate(jobs):
        if cancel is not None and cancel.asked:
            return
        report(str(game.title), done, len(jobs))
        if done == 0 or jobs[done - 1][0] is not game:
            use_rules(game)
        agent.think(game.start(), seconds=MOMENT, cancel=cancel)
    report("", len(jobs), len(jobs))
