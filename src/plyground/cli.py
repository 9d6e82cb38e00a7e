"""The command line: `plyground GAME-COMMAND`. Errors are one sentence on stderr and exit code 2."""

import json
import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.live import Live
from rich.markdown import Markdown
from rich.progress import track
from rich.table import Table

from plyground import __version__
from plyground.core.background import interruptible
from plyground.core.errors import OptionError, PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.heuristic import load_plugin_file
from plyground.core.jit import announcing_compilation
from plyground.core.perft import Counter, check_depth
from plyground.core.position import Position
from plyground.games import game as make_game
from plyground.games import game_class, names
from plyground.play.agents import Agent, describe_agents, describe_heuristics, read_agent
from plyground.search.budget import Cancel
from plyground.search.fixed import ignore
from plyground.search.result import Result
from plyground.terminal.loop import play_at_terminal, status

LANGUAGES = ("en", "pt")
INTERNAL_ERROR, USER_ERROR, INTERRUPTED = 1, 2, 130
WrongArguments: Any = typer.BadParameter.__mro__[2]
"""What the command line's library raises for wrong arguments."""

app = typer.Typer(
    help="Play, study and solve abstract board games by adversarial search.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Its name, as `plyground games` lists it.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game, such as `size=13`; repeatable."),
]
PositionText = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="Start from this position instead of the usual one.")
]
Line = Annotated[
    str, typer.Option("--line", metavar="MOVES", help='Then play these moves, such as `--line "f6 swap"`.')
]
Plugins = Annotated[
    list[Path] | None,
    typer.Option("--plugin", metavar="FILE", help="A Python file with heuristics of your own; repeatable."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object, for machines.")]


def read_options(texts: list[str] | None) -> dict[str, str]:
    """The options of a game from `key=value` texts."""
    options: dict[str, str] = {}
    for text in texts or []:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise OptionError(f"{quoted(text)} is not an option: write key=value, such as size=13.")
        if key in options:
            raise OptionError(f"The option {quoted(key)} is given twice.")
        options[key] = value
    return options


def read_position(name: str, options: list[str] | None, text: str | None, line: str) -> Position:
    """The position that the arguments of a command describe."""
    game = make_game(name, **read_options(options))
    position = game.start() if text is None else game.position(text)
    for move in line.split():
        position = position.play(move)
    return position


def describe(position: Position) -> dict[str, Any]:
    """A position as plain data."""
    outcome = position.outcome
    return {
        "game": position.game.name,
        "options": position.game.option_texts(),
        "position": str(position),
        "mover": position.game.seats[position.mover],
        "outcome": outcome
        and {
            "winner": None if outcome.winner is None else position.game.seats[outcome.winner],
            "reason": outcome.reason,
        },
    }


def print_json(data: Any) -> None:
    """One JSON object on standard output, never wrapped."""
    print(json.dumps(data, ensure_ascii=False))


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games with their options."""
    classes = [game_class(name) for name in names()]
    if as_json:
        listed = [
            {"name": game.name, "title": game.title, "summary": game.summary, "options": option_list(game)}
            for game in classes
        ]
        print_json({"games": listed})
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 1, 0))
    for column in ("game", "what it is about", "options (default)"):
        table.add_column(column)
    for game in classes:
        texts = [
            f"{option['name']}={option['default']}: {option['meaning']}; {option['values']}"
            for option in option_list(game)
        ]
        table.add_row(game.name, f"{game.title}. {game.summary}", "\n".join(texts) or "none")
    out.print(table)


def option_list(game: type[Game]) -> list[dict[str, str]]:
    """The options of a game, with the values that they have when nobody chooses."""
    chosen = game().option_texts()
    return [
        {"name": option.name, "default": chosen[option.name], "values": option.values, "meaning": option.meaning}
        for option in game.known_options
    ]


@app.command()
def rules(
    game: GameName,
    lang: Annotated[str, typer.Option("--lang", metavar="en|pt", help="English or Portuguese.")] = "en",
) -> None:
    """Teach the rules of a game."""
    if lang not in LANGUAGES:
        raise OptionError(f"There are no rules in {quoted(lang)}: --lang is {' or '.join(LANGUAGES)}.")
    out.print(Markdown(game_class(game)().rules_text(lang)))


@app.command()
def show(
    game: GameName, option: Options = None, position: PositionText = None, line: Line = "", as_json: AsJson = False
) -> None:
    """Draw a position, with its text and who is to move."""
    shown = read_position(game, option, position, line)
    if as_json:
        print_json(describe(shown) | {"diagram": shown.diagram()})
        return
    for text in (shown.diagram(), str(shown), status(shown)):
        print(text)


@app.command()
def moves(
    game: GameName, option: Options = None, position: PositionText = None, line: Line = "", as_json: AsJson = False
) -> None:
    """List the legal moves of a position, one a line."""
    shown = read_position(game, option, position, line)
    texts = [str(move) for move in shown.moves]
    if as_json:
        print_json(describe(shown) | {"moves": texts})
        return
    for text in texts:
        print(text)
    if not texts:
        err.print(f"No moves: {status(shown)}.")


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option("--depth", "-d", metavar="N", help="How many moves long the lines are.")],
    option: Options = None,
    position: PositionText = None,
    line: Line = "",
    divide: Annotated[bool, typer.Option("--divide", help="Also count what follows each first move.")] = False,
    as_json: AsJson = False,
) -> None:
    """Count the lines of play of a given length: the classic test of a move generator."""
    check_depth(depth)
    start = read_position(game, option, position, line)
    counts = count_by_move(start, depth)
    total = sum(counts.values()) if depth > 0 else 1
    if as_json:
        print_json(describe(start) | {"depth": depth, "leaves": total} | ({"divide": counts} if divide else {}))
        return
    if divide:
        for move, leaves in counts.items():
            print(f"{move} {leaves}")
    print(total)


def count_by_move(position: Position, depth: int) -> dict[str, int]:
    """The lines that begin with each move, with a progress bar on a terminal; empty for depth 0."""
    if depth == 0:
        return {}
    moves = track(position.moves, "Counting", console=err, transient=True, disable=not err.is_terminal or depth < 3)
    counter = Counter()
    return {str(move): counter.count(position.play(move).without_history(), depth - 1) for move in moves}


@app.command()
def search(
    game: GameName,
    agent: Annotated[
        str,
        typer.Option("--agent", "-a", metavar="SPEC", help="Who searches, such as `alphabeta:heuristic=path,depth=5`."),
    ] = "deepening:seconds=1",
    option: Options = None,
    position: PositionText = None,
    line: Line = "",
    lines: Annotated[int, typer.Option("--lines", metavar="K", help="Show the best K moves.")] = 1,
    plugin: Plugins = None,
    as_json: AsJson = False,
) -> None:
    """Let an agent choose a move, and watch it think. `plyground agents GAME` lists what there is."""
    load_plugins(plugin)
    start = read_position(game, option, position, line)
    thinker = read_agent(agent, start.game)
    found = think(thinker, start, lines, live=not as_json and out.is_terminal)
    if as_json:
        print_json(describe(start) | {"agent": agent} | found.as_data())
        return
    for number, best in enumerate(found.lines, start=1):
        prefix = f"{number}. " if lines > 1 else ""
        print(f"{prefix}{best.score}: {' '.join(map(str, best.moves))}")
    print(
        f"depth {found.depth}, {found.nodes:,} nodes in {found.seconds:.3f} s "
        f"({found.nodes_per_second:,.0f} a second), stopped by {found.stopped_by}"
    )
    print(found.move)


def think(thinker: Agent, position: Position, lines: int, *, live: bool) -> Result:
    """The agent's result, with a table that grows meanwhile on a terminal; Ctrl-C takes what it has by then."""
    cancel = Cancel()
    table = Table("depth", "score", "nodes", "nodes/s", "line", box=None, pad_edge=False, padding=(0, 2, 0, 0))

    def add(result: Result) -> None:
        moves = " ".join(map(str, result.line[:12]))
        table.add_row(
            str(result.depth), str(result.score), f"{result.nodes:,}", f"{result.nodes_per_second:,.0f}", moves
        )

    def work() -> Result:
        return thinker.think(position, lines=lines, cancel=cancel, on_progress=add if live else ignore)

    with Live(table, console=out, transient=False, vertical_overflow="crop") if live else nullcontext():
        return interruptible(work, cancel.now, take_rest=True)


@app.command()
def agents(game: GameName, option: Options = None, plugin: Plugins = None, as_json: AsJson = False) -> None:
    """List the searches and heuristics that a game has, with what they can be told."""
    load_plugins(plugin)
    made = make_game(game, **read_options(option))
    searches, heuristics = describe_agents(made), describe_heuristics(made)
    if as_json:
        print_json({"searches": searches, "heuristics": heuristics})
        return
    table = Table("search", "what it does", "options (default)", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for each in searches:
        texts = [f"{known['name']}={known['default']}: {known['meaning']}" for known in each["options"]]
        table.add_row(each["name"], each["summary"], "\n".join(texts))
    out.print(table)
    table = Table("heuristic", "what it counts", "weights", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for each in heuristics:
        weights = ", ".join(f"{name}={value}" for name, value in each["weights"].items())
        table.add_row(each["name"], each["summary"], weights)
    out.print(table)
    out.print("An agent takes heuristic=NAME, depth=N, nodes=N, seconds=S, moves=NAME, seed=N, blunder=SHARE as well.")
    example = "deepening:seconds=2,threads=2" if len(made.seats) == 2 else "paranoid:depth=3"
    out.print(f"Example: plyground search {game} --agent {example}")


def load_plugins(paths: list[Path] | None) -> None:
    """Load the user's own heuristics."""
    for path in paths or []:
        load_plugin_file(path)


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Which game; asked for if not given.")] = None,
    option: Options = None,
    position: PositionText = None,
    line: Line = "",
) -> None:
    """Play a game, two people at one terminal."""
    begin = None if game is None else read_position(game, option, position, line)
    if begin is None and (option or position or line):
        raise OptionError("Options, positions and lines belong to a game: write `plyground play GAME …`.")
    play_at_terminal(begin)


@app.command()
def version() -> None:
    """Print the version."""
    print(__version__)


@app.callback()
def program(
    wanted: Annotated[bool, typer.Option("--version", is_eager=True, help="Print the version and leave.")] = False,
) -> None:
    """Play, study and solve abstract board games by adversarial search."""
    if wanted:
        print(__version__)
        raise typer.Exit


def main() -> None:
    """Run a command; whatever a user can cause ends in one sentence."""
    try:
        with announcing_compilation(lambda: err.print("Compiling for the first run; the next ones start at once …")):
            code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
            sys.stdout.flush()
        if code == INTERRUPTED:
            fail("Stopped.", INTERRUPTED)
        sys.exit(code)
    except (PlygroundError, WrongArguments) as problem:
        fail(str(problem) if isinstance(problem, PlygroundError) else problem.format_message(), USER_ERROR)
    except (typer.Abort, KeyboardInterrupt):
        fail("Stopped.", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(INTERNAL_ERROR)
    except OSError as problem:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        fail(f"{problem.strerror or problem}.", INTERNAL_ERROR)
    except Exception as problem:
        if os.environ.get("PLYGROUND_DEBUG"):
            raise
        fail(
            f"Plyground failed ({repr(problem)[:200]}); run it again with PLYGROUND_DEBUG=1 to see where.",
            INTERNAL_ERROR,
        )


def fail(sentence: str, code: int) -> None:
    """Say what is wrong, in one sentence, and leave."""
    print(" ".join(sentence.split()), file=sys.stderr)
    sys.exit(code)
