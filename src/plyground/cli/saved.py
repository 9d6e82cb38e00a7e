"""Commands for saved games: list, resume, rename, delete, export, import."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from plyground.cli.app import Commands, app, out, plain_table
from plyground.cli.arguments import AsJson
from plyground.cli.language import Lang, in_language, read_language
from plyground.core.errors import OptionError, quoted
from plyground.core.record import GOING_ON
from plyground.language import Language
from plyground.play.explorer import run_records
from plyground.play.store.store import SavedGame, Store, store_path
from plyground.terminal.app import play_at_terminal
from plyground.terminal.game_files import game_text, read_game, write_game
from plyground.terminal.menu import game_title
from plyground.terminal.output import say, say_exactly, say_json
from plyground.terminal.screen import open_screen
from plyground.terminal.session import SessionSettings
from plyground.terminal.texts import player_name

saved = typer.Typer(
    cls=Commands,
    help="List the saved games; resume, rename, delete, export or import one.",
    add_completion=False,
)
app.add_typer(saved, name="saved")

Number = Annotated[str, typer.Argument(metavar="NUMBER", help="Its number, as `plyground saved` lists it.")]
MOST_DIGITS = 18
"""Of a number that the store can look for."""
MOST_LISTED = 2**31
Unfinished = Annotated[bool, typer.Option("--unfinished", help="Only unfinished games.")]


@contextmanager
def opened(words: Language) -> Iterator[Store]:
    """This user's store; errors are put into the user's language."""
    with in_language(words), Store(store_path()) as store:
        yield store


def read_number(text: str, words: Language) -> int:
    """The number of a saved game."""
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise OptionError(words.text("saved.no_number", text=quoted(text)))
    return int(text)


@saved.callback(invoke_without_command=True)
def listed(context: typer.Context, unfinished: Unfinished = False, as_json: AsJson = False, lang: Lang = None) -> None:
    """List the saved games, the last played first."""
    if context.invoked_subcommand is not None:
        return
    words = read_language(lang)
    with opened(words) as store:
        games, damaged = store.listing(unfinished=unfinished or None)
    if as_json:
        say_json({"saved": [asdict(game) for game in games], "damaged": damaged})
        return
    if games:
        out.print(table_of(games, words))
    elif not damaged:
        say(words.text("saved.none"))
    for sentence in damaged:
        say(words.translate(sentence))


def table_of(games: list[SavedGame], words: Language) -> Table:
    """The saved games as a table."""
    table = plain_table()
    for column in ("number", "game", "name", "players", "moves", "result", "changed"):
        table.add_column(words.text(f"saved.{column}"), justify="right" if column in ("number", "moves") else "left")
    for game in games:
        result = words.text("saved.going_on") if game.result == GOING_ON else words.text(f"result.{game.result}")
        players = ", ".join(player_name(player, words) for player in game.players)
        title = words.translate(game_title(game))
        changed = game.changed[:16].replace("T", " ")
        table.add_row(str(game.id), title, game.name, players, str(game.plies), result, changed)
    return table


@saved.command()
def resume(
    number: Number,
    think: Annotated[bool, typer.Option("--think", help="Show what the computer thinks of its moves.")] = False,
    lang: Lang = None,
) -> None:
    """Resume a saved game."""
    words = read_language(lang)
    dice = random.SystemRandom()
    with in_language(words):
        settings = SessionSettings(seed=dice.getrandbits(30), thinking=think)
        play_at_terminal(open_screen(words), read_number(number, words), settings, dice)


@saved.command()
def rename(
    number: Number, name: Annotated[str, typer.Argument(metavar="NAME", help="Any text.")], lang: Lang = None
) -> None:
    """Give a saved game a name."""
    words = read_language(lang)
    with opened(words) as store:
        store.rename(read_number(number, words), name)
    say(words.text("saved.renamed", number=number, name=name))


@saved.command()
def delete(
    number: Number,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")] = False,
    lang: Lang = None,
) -> None:
    """Delete a saved game for good. At a terminal it asks first; in a pipe, or with --yes, it does not."""
    words = read_language(lang)
    with opened(words) as store:
        wanted = read_number(number, words)
        if not (yes or confirm_deletion(store, wanted, words)):
            raise typer.Exit(1)
        store.delete(wanted)
    say(words.text("saved.deleted", number=number))


def confirm_deletion(store: Store, number: int, words: Language) -> bool:
    """Ask at the terminal whether to delete this game; no question for one that does not exist."""
    game = next((game for game in store.list(limit=MOST_LISTED) if game.id == number), None)
    if game is None:
        return True
    facts = f"{words.translate(game_title(game))}, {words.count('moves', game.plies)}"
    try:
        return open_screen(words).confirm("sure.delete", number=number, facts=facts)
    except EOFError:
        return False


@saved.command()
def export(
    number: Number,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Printed if not given. Its ending names the format, such as `.sgf`."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Write a saved game as a record."""
    words = read_language(lang)
    with opened(words) as store:
        record = store.export(read_number(number, words))
        if file is None:
            say_exactly(game_text(record, Path()))
            return
        write_game(record, file, words)
    say(words.text("saved.file", file=file))


@saved.command(name="import")
def import_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A record, an SGF file, a HexWorld link, or a lab run's folder.")
    ],
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What to call it.")] = "",
    lang: Lang = None,
) -> None:
    """Save the game in a file, or all games of a lab run, so that they can be replayed on the page and explored."""
    words = read_language(lang)
    with opened(words) as store:
        if file.is_dir():
            numbers = import_run(store, file, name or file.name)
            say(words.text("saved.imported_run", first=numbers[0], last=numbers[-1]))
            return
        number = store.import_(read_game(file, words), name)
    say(words.text("saved.imported", number=number))


def import_run(store: Store, folder: Path, name: str) -> list[int]:
    """Save all games of a lab run, each with the name and its number in the run; return their numbers."""
    with store.together():
        return [store.import_(record, f"{name} {game}") for game, record in enumerate(run_records(folder), start=1)]
