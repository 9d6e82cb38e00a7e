"""`plyground explore`: which moves were played from a position, how often, and with what result."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.app import app, describe, out, titled_table
from plyground.cli.arguments import AsJson, PositionArguments, options_from
from plyground.cli.language import Lang, in_language, read_language
from plyground.core.position import Position
from plyground.language import Language
from plyground.play.explorer import Explored, explore, run_records
from plyground.play.position_index import PositionIndex
from plyground.play.store.store import Store, store_path
from plyground.terminal.output import say, say_json


@dataclass(frozen=True, kw_only=True)
class ExploreArguments:
    """The arguments of `explore`."""

    start: PositionArguments
    run: Annotated[
        list[Path] | None, typer.Option("--run", metavar="FOLDER", help="Games of a lab run too; repeatable.")
    ] = None
    saved: Annotated[bool, typer.Option(" /--no-saved", help="Leave the saved games out.")] = True
    as_json: AsJson = False
    lang: Lang = None


@app.command(name="explore")
@options_from(ExploreArguments)
def explore_command(given: ExploreArguments) -> None:
    """Show which moves were played from a position in the saved games and in lab runs, how often, and with what result.

    - `plyground explore hex --line f6`
    - `plyground explore morris --run runs/match-morris-2026-11-16 --no-saved --json`
    """
    words = read_language(given.lang)
    with in_language(words):
        position = given.start.read()
        found = explored(position, given)
    if given.as_json:
        say_json(describe(position) | found.as_data())
    elif not found.moves:
        say(words.text("explorer.none"))
    else:
        table = titled_table(
            words, "explorer.column", "move", "games", "won", "drawn", "lost", "score", justify="right"
        )
        for row in rows(found, words):
            table.add_row(*row)
        out.print(table)


def explored(position: Position, given: ExploreArguments) -> Explored:
    """The moves from the position in all games to look at."""
    found = Explored()
    if given.saved:
        with Store(store_path()) as store:
            index = PositionIndex(store)
            index.replay(position.game.name)
            found = index.explore(position)
    for folder in given.run or ():
        found = explore(position, run_records(folder), found)
    return found


def rows(found: Explored, words: Language) -> Iterator[list[str]]:
    """A row for each move."""
    for move in found.ranked():
        score = "–" if move.score is None else words.text("explorer.percent", score=f"{100 * move.score:.0f}")
        yield [move.move, *map(str, (move.games, move.won, move.drawn, move.lost)), score]
