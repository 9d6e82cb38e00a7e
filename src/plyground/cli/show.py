"""Commands that show what there is: games, rules, positions, moves, counts."""

from dataclasses import dataclass
from typing import Annotated

import typer
from rich.progress import track
from rich.table import Table

from plyground.cli.app import app, describe, err, out, plain_table
from plyground.cli.arguments import AsJson, GameName, PositionArguments, options_from
from plyground.cli.language import Lang, in_language, read_language
from plyground.core.game import Game
from plyground.core.perft import Counter, check_depth
from plyground.core.position import Position
from plyground.games import game_class, names
from plyground.language import Language
from plyground.terminal.output import say, say_json
from plyground.terminal.texts import status


@app.command()
def games(as_json: AsJson = False, lang: Lang = None) -> None:
    """List the games with their options."""
    classes = [game_class(name) for name in names()]
    if as_json:
        listed = [
            {"name": game.name, "title": game.title, "summary": game.summary, "options": option_list(game)}
            for game in classes
        ]
        say_json({"games": listed})
        return
    out.print(table_of(classes, read_language(lang)))


def table_of(classes: list[type[Game]], words: Language) -> Table:
    """The games as a table."""
    titles = [words.text(f"games.{column}") for column in ("game", "about", "options")]
    table = plain_table(*titles, padding=(0, 2, 1, 0))
    said = words.translate
    for game in classes:
        texts = [
            f"{option['name']}={option['default']}".rstrip("=")
            + f": {said(option['meaning'])}; {said(option['values'])}"
            for option in option_list(game)
        ]
        about = f"{said(game.title)}. {said(game.summary)}"
        table.add_row(game.name, about, "\n".join(texts) or words.text("games.none"))
    return table


def option_list(game: type[Game]) -> list[dict[str, str]]:
    """The options of a game with their default values."""
    chosen = game().option_texts()
    return [
        {
            "name": option.name,
            "default": chosen.get(option.name, ""),
            "values": option.values,
            "meaning": option.meaning,
        }
        for option in game.known_options
    ]


@app.command()
def rules(game: GameName, lang: Lang = None) -> None:
    """Print the rules of a game."""
    words = read_language(lang)
    with in_language(words):
        from rich.markdown import Markdown  # slow to import, and for this command only

        out.print(Markdown(game_class(game)().rules_text(words.code)))


@dataclass(frozen=True, kw_only=True)
class ShowArguments:
    """The arguments of `show` and `moves`."""

    start: PositionArguments
    as_json: AsJson = False
    lang: Lang = None


@app.command()
@options_from(ShowArguments)
def show(given: ShowArguments) -> None:
    """Draw a position, with its text and who is to move."""
    words = read_language(given.lang)
    with in_language(words):
        shown = given.start.read()
    if given.as_json:
        say_json(describe(shown) | {"diagram": shown.diagram()})
        return
    for text in (words.translate(shown.diagram()), str(shown), status(shown, words)):
        say(text)


@app.command()
@options_from(ShowArguments)
def moves(given: ShowArguments) -> None:
    """List the legal moves of a position, one a line."""
    words = read_language(given.lang)
    with in_language(words):
        shown = given.start.read()
    texts = [str(move) for move in shown.moves]
    if given.as_json:
        say_json(describe(shown) | {"moves": texts})
        return
    for text in texts:
        say(text)
    if not texts:
        err.print(words.text("games.over", status=status(shown, words)))


@dataclass(frozen=True, kw_only=True)
class PerftArguments:
    """The arguments of `perft`."""

    depth: Annotated[int, typer.Option("--depth", "-d", metavar="N", help="How many moves long the lines are.")]
    start: PositionArguments
    divide: Annotated[bool, typer.Option("--divide", help="Also count what follows each first move.")] = False
    as_json: AsJson = False
    lang: Lang = None


@app.command()
@options_from(PerftArguments)
def perft(given: PerftArguments) -> None:
    """Count the lines of play of a given length: the classic test of a move generator."""
    words, depth = read_language(given.lang), given.depth
    with in_language(words):
        check_depth(depth)
        start = given.start.read()
    counts = count_by_move(start, depth, words.text("cli.counting"))
    total = sum(counts.values()) if depth > 0 else 1
    if given.as_json:
        say_json(describe(start) | {"depth": depth, "leaves": total} | ({"divide": counts} if given.divide else {}))
        return
    if given.divide:
        for move, leaves in counts.items():
            say(f"{move} {leaves}")
    say(words.text("cli.total", total=total) if given.divide else total)


def count_by_move(position: Position, depth: int, title: str) -> dict[str, int]:
    """The lines that begin with each move, with a progress bar on a terminal; empty for depth 0."""
    if depth == 0:
        return {}
    moves = track(position.moves, title, console=err, transient=True, disable=not err.is_terminal or depth < 3)
    counter = Counter()
    return {str(move): counter.count(position.play(move).without_history(), depth - 1) for move in moves}
