"""`plyground openings`: the first player's chance of winning after each first move."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.app import app, out, plain_table
from plyground.cli.arguments import AsJson, GameArguments, options_from
from plyground.cli.counting_bar import counting_bar
from plyground.cli.language import Lang, in_language, read_language
from plyground.core.errors import quoted
from plyground.core.files import write_text
from plyground.core.game import Game
from plyground.core.interruptible import interruptible
from plyground.language import Language
from plyground.review.opening_map import (
    NODES,
    OpeningMap,
    map_of,
    mapped_games,
    maps_text,
    read_maps,
    stored_at,
    with_map,
)
from plyground.search.onnx_network import find_network
from plyground.terminal.opening_view import draw_openings, percent
from plyground.terminal.output import say, say_json

if TYPE_CHECKING:
    from plyground.lab.runs.executors import Workers

Nodes = Annotated[
    int | None,
    typer.Option(
        "--nodes", metavar="N", min=1, help=f"Nodes of each search; {NODES} if not given, or the map that is stored."
    ),
]
WorkerCount = Annotated[
    int | None, typer.Option("--workers", "-w", metavar="N", min=1, help="Number of processes; all cores if not given.")
]


@dataclass(frozen=True, kw_only=True)
class OpeningsArguments:
    """The arguments of `openings`."""

    game: GameArguments
    whole: Annotated[bool, typer.Option("--all", help="Every variant whose map comes with the game.")] = False
    write: Annotated[bool, typer.Option("--write", help="Store the maps with the game, for the page.")] = False
    nodes: Nodes = None
    network: Annotated[
        str, typer.Option("--network", metavar="FILE", help="An `.onnx` file; the game's own network if not given.")
    ] = ""
    workers: WorkerCount = None
    as_json: AsJson = False
    lang: Lang = None

    def variants(self, made: Game) -> tuple[Game, ...]:
        """The games to map."""
        return mapped_games(type(made)) if self.whole else (made.without_swap(),)


@app.command()
@options_from(OpeningsArguments)
def openings(given: OpeningsArguments) -> None:
    """Show the first player's chance of winning after each first move, by a search with the game's network.

    Without the swap rule: an opening above 50 % should be swapped. Maps that are stored for the same network are
    shown at once. Ctrl-C keeps the maps that were stored; the same command continues.

    - `plyground openings hex --option size=9`
    - `plyground openings hex --all --write` (after another network has come with the game)
    """
    words = read_language(given.lang)
    with in_language(words):
        made = given.game.make()
        games = given.variants(made)
        network = find_network(made, given.network).sha256
        stored = {game: known for game in games if (known := fitting(game, network, given.nodes)) is not None}
        found = stored | drawn([game for game in games if game not in stored], given)
    if given.as_json:
        say_json({"game": made.name, "maps": [found[game].as_data() for game in games]})
        return
    for game in games:
        show(game, found[game], words)
    if given.write:
        say(words.text("openings.written", file=quoted(str(stored_at(type(made))))))


def fitting(game: Game, network: str, nodes: int | None) -> OpeningMap | None:
    """The stored map of a game, if this network judged it, with this number of nodes if that is asked for."""
    found = map_of(game, read_maps(stored_at(type(game))))
    fits = found is not None and found.network == network and nodes in (None, found.nodes)
    return found if fits else None


def drawn(games: list[Game], given: OpeningsArguments) -> dict[Game, OpeningMap]:
    """New maps, each stored as soon as it is complete if that is asked for."""
    found: dict[Game, OpeningMap] = {}

    def keep(game: Game, new: OpeningMap) -> None:
        found[game] = new
        if given.write:
            store(new, type(game))

    if games:
        from plyground.lab.mapping import Judging, draw_maps  # other commands start without the lab
        from plyground.lab.runs.executors import local_executor

        judging = Judging(given.nodes or NODES, given.network)
        with local_executor(given.workers) as workers, abandoned(workers), counting_bar() as tell:
            interruptible(lambda: draw_maps(games, judging, workers, keep, tell), workers.abandon)
    return found


@contextmanager
def abandoned(workers: "Workers") -> Iterator[None]:
    """Do not wait for the processes when the work ends early."""
    try:
        yield
    except BaseException:
        workers.abandon()
        raise


def store(new: OpeningMap, kind: type[Game]) -> None:
    """Store a map with its game, instead of the one before."""
    path = stored_at(kind)
    write_text(path, maps_text(with_map(read_maps(path), new, mapped_games(kind))))


def show(game: Game, found: OpeningMap, words: Language) -> None:
    """Print a map: on the board where first moves are cells, else as a list."""
    said = {"options": ", ".join(f"{name}={value}" for name, value in found.options.items()), "nodes": found.nodes}
    say(words.text("openings.title", game=words.translate(game.title), **said))
    lines = draw_openings(game, found)
    for line in lines:
        out.print(line)
    if not lines:
        table = plain_table()
        table.show_header = False
        for alike, each in found.judged.items():
            table.add_row(" ".join(alike), words.text("explorer.percent", score=percent(each.chance)))
        out.print(table)
    say(words.text("openings.winning", number=len(found.winning), all=len(found.chances)))
    if "swap" in found.options:
        say(words.text("openings.swap"))
