"""Compile what games use before anybody plays: `python -m plyground.play.compiling`, which `make play` runs once."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace

from rich.console import Console
from rich.progress import Progress

from plyground.core.game import Game
from plyground.games import game as find_game
from plyground.games import names
from plyground.language import Message
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


def main() -> int:
    """Show a bar meanwhile; Ctrl-C skips the rest."""
    console = Console(stderr=True)
    console.print(Message("compiling.begins"))
    try:
        with Progress(console=console, transient=True) as progress:
            task = progress.add_task("", total=None)
            compile_games(lambda game, done, all_: progress.update(task, description=game, completed=done, total=all_))
    except KeyboardInterrupt:
        console.print(Message("compiling.skipped"))
        return 0
    console.print(Message("compiling.done"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
