"""Commands that let an agent think, and list the agents."""

from collections.abc import Mapping
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer
from rich.live import Live
from rich.table import Table

from plyground.cli.app import app, describe, out, titled_table
from plyground.cli.arguments import AsJson, GameArguments, Plugins, PositionArguments, load_plugins, options_from
from plyground.cli.language import Lang, in_language, read_language
from plyground.core.errors import IllegalMoveError, quoted
from plyground.core.interruptible import interruptible
from plyground.core.levels import PublishedReport
from plyground.core.position import Position
from plyground.core.text import duration
from plyground.language import Language, Message
from plyground.play.agents.agent import Player, describe_agents, describe_heuristics, read_agent
from plyground.play.agents.levels import report_of
from plyground.play.match import RESIGN
from plyground.search.budget import Cancel
from plyground.search.result import Result
from plyground.search.task import ignore
from plyground.terminal.output import say, say_json

COLUMNS = "search.column"
"""Where the catalogue has the titles of columns."""
Searcher = Annotated[
    str,
    typer.Option("--agent", "-a", metavar="SPEC", help="Who searches, such as `alphabeta:heuristic=path,depth=5`."),
]


@dataclass(frozen=True, kw_only=True)
class SearchArguments:
    """The arguments of `search`."""

    agent: Searcher = "pvs:seconds=1"
    start: PositionArguments
    lines: Annotated[int, typer.Option("--lines", metavar="K", help="Show the best K moves.")] = 1
    plugin: Plugins = None
    as_json: AsJson = False
    lang: Lang = None


@app.command()
@options_from(SearchArguments)
def search(given: SearchArguments) -> None:
    """Let an agent choose a move, and watch it think. `plyground agents GAME` lists what there is."""
    words = read_language(given.lang)
    with in_language(words):
        load_plugins(given.plugin)
        start = given.start.read()
        thinker = read_agent(given.agent, start.game)
        with closing(thinker):
            found = think(thinker, start, given.lines, words, live=not given.as_json and out.is_terminal)
        check_answer(given.agent, start, found)
    if given.as_json:
        say_json(describe(start) | {"agent": given.agent} | found.as_data())
        return
    print_result(found, given.lines, words)


def print_result(found: Result, lines: int, words: Language) -> None:
    """Print the best lines, what the search cost, and last the move."""
    for number, best in enumerate(found.lines, start=1):
        prefix = f"{number}. " if lines > 1 else ""
        say(f"{prefix}{words.translate(str(best.score))}: {' '.join(map(str, best.moves))}")
    say(spent(found, words))
    say(found.move)


def check_answer(agent: str, position: Position, found: Result) -> None:
    """Raise an error for an answer that is not a legal move: an outside program may answer anything, or give up."""
    text = str(found.move)
    if text != RESIGN and all(move.text != text for move in position.moves):
        raise IllegalMoveError(
            Message("program.illegal", program=quoted(agent), move=quoted(text), legal=position.moves_like(text))
        )


def spent(found: Result, words: Language) -> str:
    """What a search cost, and why it stopped."""
    return words.text(
        "search.spent",
        depth=found.depth,
        nodes=words.count("nodes", found.nodes),
        time=duration(found.seconds),
        speed=words.number(found.nodes_per_second, ",.0f"),
        stop=words.text(f"search.stop.{found.stopped_by}"),
    )


def think(thinker: Player, position: Position, lines: int, words: Language, *, live: bool) -> Result:
    """The agent's result, with a table that grows meanwhile on a terminal; Ctrl-C takes what it has by then."""
    cancel = Cancel()
    table = titled_table(words, COLUMNS, "depth", "score", "nodes", "speed", "line")

    def add(result: Result) -> None:
        moves = " ".join(map(str, result.line[:12]))
        nodes, speed = words.number(result.nodes, ","), words.number(result.nodes_per_second, ",.0f")
        table.add_row(str(result.depth), words.translate(str(result.score)), nodes, speed, moves)

    def work() -> Result:
        return thinker.think(position, lines=lines, cancel=cancel, on_progress=add if live else ignore)

    with Live(table, console=out, transient=False, vertical_overflow="crop") if live else nullcontext():
        return interruptible(work, cancel.now, take_rest=True)


def list_players(heading: str, players: Mapping[str, str], words: Language) -> None:
    """Players by name, each with the text that it stands for."""
    table = titled_table(words, COLUMNS, heading, "meant")
    for name, meant in players.items():
        table.add_row(name, meant)
    out.print(table)


def list_report(report: PublishedReport, words: Language) -> None:
    """The players of a report, and where they come from."""
    list_players("report", report.players, words)
    note = f" {words.translate(report.note)}" if report.note else ""
    out.print(words.text("search.report", title=report.title) + note)


@dataclass(frozen=True, kw_only=True)
class AgentsArguments:
    """The arguments of `agents`."""

    game: GameArguments
    plugin: Plugins = None
    as_json: AsJson = False
    lang: Lang = None


@app.command()
@options_from(AgentsArguments)
def agents(given: AgentsArguments) -> None:
    """List the levels, the report's players, the searches and heuristics of a game, with their options."""
    words = read_language(given.lang)
    with in_language(words):
        load_plugins(given.plugin)
        made = given.game.make()
    searches, heuristics = describe_agents(made), describe_heuristics(made)
    levels, rungs, report = dict(made.levels()), dict(made.ladder()), report_of(made)
    if given.as_json:
        published = None if report is None else asdict(report)
        players = {"levels": levels, "ladder": rungs, "report": published}
        say_json(players | {"searches": searches, "heuristics": heuristics})
        return
    list_players("level", levels, words)
    if rungs:
        list_players("ladder", rungs, words)
    if report is not None:
        list_report(report, words)
    out.print(search_table(searches, words))
    out.print(heuristic_table(heuristics, words))
    out.print(words.text("search.agents"))
    example = "pvs:seconds=2,threads=2" if len(made.seats) == 2 else "paranoid:depth=3"
    out.print(words.text("search.example", command=f"plyground search {made.name} --agent {example}"))


def search_table(searches: list[dict[str, Any]], words: Language) -> Table:
    """The searches with their options."""
    table, said = titled_table(words, COLUMNS, "search", "does", "options"), words.translate
    for each in searches:
        texts = [f"{known['name']}={known['default']}: {said(known['meaning'])}" for known in each["options"]]
        table.add_row(each["name"], said(each["summary"]), "\n".join(texts))
    return table


def heuristic_table(heuristics: list[dict[str, Any]], words: Language) -> Table:
    """The heuristics with their weights."""
    table = titled_table(words, COLUMNS, "heuristic", "counts", "weights")
    for each in heuristics:
        weights = ", ".join(f"{name}={value}" for name, value in each["weights"].items())
        table.add_row(each["name"], words.translate(each["summary"]), weights)
    return table
