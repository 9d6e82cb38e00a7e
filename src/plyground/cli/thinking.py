"""Commands that let an agent think, and list the agents."""

from collections.abc import Mapping
from contextlib import closing, nullcontext
from dataclasses import asdict
from typing import Annotated

import typer
from rich.live import Live
from rich.table import Table

from plyground.cli.app import (
    AsJson,
    GameName,
    Line,
    Options,
    Plugins,
    PositionText,
    app,
    describe,
    load_plugins,
    out,
    print_json,
    read_options,
    read_position,
)
from plyground.core.background import interruptible
from plyground.core.errors import IllegalMoveError, quoted
from plyground.core.position import Position
from plyground.games import game as make_game
from plyground.play.agents import Player, describe_agents, describe_heuristics, read_agent
from plyground.play.levels import Report, levels_of, report_of
from plyground.play.match import RESIGN
from plyground.search.budget import Cancel
from plyground.search.result import Result
from plyground.search.task import ignore


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
    with closing(thinker):
        found = think(thinker, start, lines, live=not as_json and out.is_terminal)
    check_answer(agent, start, found)
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


def check_answer(agent: str, position: Position, found: Result) -> None:
    """Raise an error for an answer that is not a legal move: programs outside may say anything, or give up."""
    text = str(found.move)
    if text != RESIGN and all(move.text != text for move in position.moves):
        raise IllegalMoveError(
            f"{quoted(agent)} answers {quoted(text)}, which is not legal here. Legal moves: {position.moves_like(text)}"
        )


def think(thinker: Player, position: Position, lines: int, *, live: bool) -> Result:
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


def list_players(heading: str, players: Mapping[str, str]) -> None:
    """Players by name, each with the text that it stands for."""
    table = Table(heading, "what it is", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name, meant in players.items():
        table.add_row(name, meant)
    out.print(table)


def list_report(report: Report) -> None:
    """The players of a report, and where they come from."""
    list_players("of the report", report.players)
    out.print(f"The report: {report.title}.{report.note and ' '}{report.note}", markup=False, highlight=False)


@app.command()
def agents(game: GameName, option: Options = None, plugin: Plugins = None, as_json: AsJson = False) -> None:
    """List the levels, the report's players, the searches and heuristics of a game, with what they can be told."""
    load_plugins(plugin)
    made = make_game(game, **read_options(option))
    searches, heuristics = describe_agents(made), describe_heuristics(made)
    levels, report = levels_of(made), report_of(made)
    if as_json:
        told = None if report is None else asdict(report)
        print_json({"levels": levels, "report": told, "searches": searches, "heuristics": heuristics})
        return
    list_players("level", levels)
    if report is not None:
        list_report(report)
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
    out.print("An agent takes heuristic=NAME, depth=N, nodes=N, seconds=S, moves=NAME, seed=N as well;")
    out.print("blunder=SHARE for moves at random, vary=N,nearly=N for openings that differ.")
    out.print("A program outside is an agent too: cmd:program arguments, hexgtp:program arguments.")
    out.print("weights=NAME or weights=name:value;name:value gives its heuristic other weights.", markup=False)
    example = "deepening:seconds=2,threads=2" if len(made.seats) == 2 else "paranoid:depth=3"
    out.print(f"Example: plyground search {game} --agent {example}")
