"""The command that prints the tree of a search."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from plyground.cli.app import app
from plyground.cli.arguments import AsJson, Plugins, PositionArguments, load_plugins, options_from
from plyground.cli.language import Lang, in_language, read_language
from plyground.language import Language
from plyground.play.agents.agent import read_search
from plyground.play.theatre.recording import MOST_NODES, RecordedAgent, tree_data
from plyground.search.score import score_of
from plyground.terminal.output import say, say_json


@dataclass(frozen=True, kw_only=True)
class TreeArguments:
    """The arguments of `tree`."""

    agent: Annotated[
        str,
        typer.Option(
            "--agent",
            "-a",
            metavar="SPEC",
            help="A search and its depth, such as `alphabeta:sort=on,depth=3`; without one, up to 3 as far as it fits.",
        ),
    ] = "alphabeta"
    start: PositionArguments
    plies: Annotated[
        int | None, typer.Option("--plies", metavar="N", min=0, help="Print the tree only this deep; all if not given.")
    ] = None
    most: Annotated[
        int, typer.Option("--most", metavar="N", min=1, max=100_000, help="The most nodes that a tree may have.")
    ] = MOST_NODES
    plugin: Plugins = None
    as_json: AsJson = False
    lang: Lang = None


@app.command()
@options_from(TreeArguments)
def tree(given: TreeArguments) -> None:
    """Print everything that a search looked at: each node with its window, its value, and why moves were cut off.

    The searches are `minimax`, `alphabeta`, `pvs` and `montecarlo:nodes=N`. The page shows the same tree as it grows:
    menu Think, Search theatre.
    """
    words = read_language(given.lang)
    with in_language(words):
        load_plugins(given.plugin)
        start = given.start.read()
        recorded = RecordedAgent(read_search(given.agent, start.game), given.most)
        with closing(recorded.agent):
            data = tree_data(start, recorded, recorded.think(start))
    if given.as_json:
        say_json(data)
        return
    for line in (
        playout_lines(data, given.plies, words)
        if data["kind"] == "playouts"
        else window_lines(data, given.plies, words)
    ):
        say(line)


def children_of(nodes: dict[str, Any]) -> list[list[int]]:
    """The rows of each row's children."""
    below: list[list[int]] = [[] for _ in nodes["parent"]]
    for row, parent in enumerate(nodes["parent"]):
        if parent >= 0:
            below[parent].append(row)
    return below


def branches(below: list[list[int]], plies: int | None) -> Iterator[tuple[int, str]]:
    """Every row to print, in order, with the lines that lead to it."""
    stack: list[tuple[int, str, str, int]] = [(0, "", "", 0)]
    while stack:
        row, lead, mark, ply = stack.pop()
        yield row, lead + mark
        if plies is not None and ply >= plies:
            continue
        inner = lead + {"": "", "├─ ": "│  ", "└─ ": "   "}[mark]
        last = below[row][-1:]
        stack += [(child, inner, "└─ " if [child] == last else "├─ ", ply + 1) for child in reversed(below[row])]


def window_lines(data: dict[str, Any], plies: int | None, words: Language) -> Iterator[str]:
    """The tree of a search with windows."""
    nodes = data["nodes"]
    yield words.text("theatre.text.values")
    for row, lead in branches(children_of(nodes), plies):
        name = nodes["move"][row] or data["position"]
        yield f"{lead}{name}  {_window(nodes, row)}  {_value(nodes['value'][row], words)}{_cut(data, row, words)}"
    totals = {"visited": data["visited"], "cutoffs": data["cutoffs"]}
    if data["saved"] is None:
        yield words.text("theatre.text.total", **totals)
    else:
        saved = sum(data["saved"])
        yield words.text("theatre.text.total_saves", saved=saved, minimax=data["minimax"], **totals)


def _window(nodes: dict[str, Any], row: int) -> str:
    """The window at entry."""
    alpha, beta = nodes["alpha"][row], nodes["beta"][row]
    return f"[{'-∞' if alpha is None else alpha}, {'∞' if beta is None else beta}]"


def _value(value: int | None, words: Language) -> str:
    return "" if value is None else words.translate(str(score_of(value)))


def _cut(data: dict[str, Any], row: int, words: Language) -> str:
    """Why the rest of a node was cut off, if it was."""
    nodes = data["nodes"]
    if not nodes["cut"][row] or nodes["beta"][row] is None:
        return ""
    left = nodes["moves"][row] - nodes["searched"][row]
    value, bound = _value(nodes["value"][row], words), _value(nodes["beta"][row], words)
    values: dict[str, Any] = {"moves": left, "value": value, "bound": bound}
    if data["saved"] is None:
        return "  ✂ " + words.text("theatre.text.cut", **values)
    return "  ✂ " + words.text("theatre.text.cut_saves", saved=data["saved"][row], **values)


def playout_lines(data: dict[str, Any], plies: int | None, words: Language) -> Iterator[str]:
    """The tree of a Monte Carlo search: visits, and the share that the player who moved there won."""
    nodes = data["nodes"]
    visits, rewards = [0] * len(nodes["parent"]), [0] * len(nodes["parent"])
    for path, reward in zip(nodes["paths"], nodes["rewards"], strict=True):
        for row in path:
            visits[row] += 1
            rewards[row] += reward
    for row, lead in branches(children_of(nodes), plies):
        share = rewards[row] / (2 * visits[row])
        moved = data["mover"] if nodes["parent"][row] < 0 else nodes["mover"][nodes["parent"][row]]
        percent = words.number(100 * (share if moved == 0 else 1 - share), ".0f")
        yield f"{lead}{nodes['move'][row] or data['position']}  {visits[row]}  {percent} %"
    yield words.text("theatre.text.playout_total", playouts=len(nodes["paths"]), nodes=len(visits))
