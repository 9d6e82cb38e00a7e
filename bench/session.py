"""Measure what an engine session saves: nodes to equal depth with and without the kept table.

    python bench/session.py [--games 4] [--plies 16] [--write] [GAME ...]

The engine plays short games against itself from the positions of the bench signature. Their positions are searched to a
fixed depth: every second one, as a player does (own moves), and all of them, forward and backward, as in analysis;
each time separately and within one session. Node counts depend on no clock and no machine.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures

import plyground
from plyground.core.position import Position
from plyground.search.api import search
from plyground.search.engine.session import Session

DEPTHS = {"hex": 3, "blockit": 4, "eximo": 7, "neutreeko": 10, "morris": 8}
HEAD = ("game", "depth", "own moves", "analysis, forward", "analysis, backward")
NODES = 20_000
"""Nodes per move in the games."""


def positions_of(name: str, games: int) -> list[Position]:
    """The first positions of a game in the bench signature."""
    lines = (Path(__file__).parent / "positions.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["game"] == name][:games]
    return [plyground.game(name, **case["options"]).position(case["position"]) for case in cases]


def played_from(position: Position, plies: int) -> list[Position]:
    """The positions of a game of the engine against itself."""
    line, session = [position], Session()
    session.new_game()
    while position.outcome is None and len(line) <= plies:
        position = position.play(search(position, nodes=NODES, session=session).move)
        line.append(position)
    session.close()
    return line if position.outcome is None else line[:-1]


def nodes_of(positions: Sequence[Position], depth: int, *, kept: bool) -> int:
    """Total nodes to search all positions to the depth, in one session or separately."""
    session = Session()
    if kept:
        session.new_game()
    found = [search(each, depth=depth, session=session if kept else None).nodes for each in positions]
    session.close()
    return sum(found)


def row(name: str, games: int, plies: int) -> tuple[str, ...]:
    """The row of a game."""
    lines = [played_from(position, plies) for position in positions_of(name, games)]
    shown = []
    for take in (slice(None, None, 2), slice(None), slice(None, None, -1)):
        alone, kept = (sum(nodes_of(line[take], DEPTHS[name], kept=each) for line in lines) for each in (False, True))
        shown.append(f"{alone / kept:.2f} ({alone:,} to {kept:,})")
    return (plyground.game(name).title, str(DEPTHS[name]), *shown)


def main() -> None:
    """Print a row for each game."""
    parser = figures.Parser(__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="games to run (all)")
    parser.add_argument("--games", type=int, default=4, help="number of games of each (4)")
    parser.add_argument("--plies", type=int, default=16, help="plies per game (16)")
    arguments = parser.parse_args()
    parser.whole(arguments, arguments.names)
    rows = []
    for name in arguments.names or DEPTHS:
        rows.append(row(name, arguments.games, arguments.plies))
        print(*rows[-1], sep="  ", flush=True)
    if arguments.write:
        figures.write("session", figures.table(HEAD, rows))


if __name__ == "__main__":
    main()
