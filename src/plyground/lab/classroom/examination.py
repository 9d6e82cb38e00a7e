"""Looks at one student's file, in a process of its own: `python -m …examination FILE GAME OPTIONS`.

It prints one JSON object: the heuristics that the file has for the game, or what is wrong with it.
"""

import json
import sys
from contextlib import closing
from pathlib import Path

import plyground
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.heuristic import find_heuristic, heuristics_in
from plyground.games import load_plugin
from plyground.language import Message
from plyground.play.agents.agent import read_agent, read_search
from plyground.play.bench.assessment import value_of

MODULE = "plyground.lab.classroom.examination"
TRIAL_SECONDS = 5.0


class StudentFileError(PlygroundError):
    """A file has nothing that plays this game."""


def examine(path: Path, game: Game) -> list[str]:
    """The heuristics of a Python file; nothing for an agent's text or a program, which only must play."""
    if path.suffix == ".py":
        return examine_heuristics(path, game)
    if path.suffix == ".txt":
        read_search(agent_text(path), game).close()
    else:
        examine_program(f"cmd:{path}", game)
    return []


def examine_heuristics(path: Path, game: Game) -> list[str]:
    """Load a file, and let each of its heuristics value the first position."""
    load_plugin(path)
    names = heuristics_in(path, game.name)
    if not names:
        raise StudentFileError(Message("lab.class.no_heuristic", game=game.name))
    for name in names:
        value_of(find_heuristic(game, name), game, game.start().state)
    return list(names)


def agent_text(path: Path) -> str:
    """The agent that a text file names, in its first line that is no comment."""
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    found = next((line for line in lines if line and not line.startswith("#")), "")
    if not found:
        raise StudentFileError(Message("lab.class.no_agent"))
    return found


def examine_program(text: str, game: Game) -> None:
    """Let a program choose a first move."""
    start = game.start()
    with closing(read_agent(text, game)) as player:
        start.play(str(player.think(start, seconds=TRIAL_SECONDS).move))


def main() -> None:
    """Examine the file, and print what was found."""
    path, game, options = sys.argv[1:]
    try:
        found: dict[str, object] = {"heuristics": examine(Path(path), plyground.game(game, **json.loads(options)))}
    except PlygroundError as problem:
        found = {"problem": str(problem)}
    except (OSError, UnicodeError, MemoryError) as problem:
        found = {"problem": f"{type(problem).__name__}: {problem}"}
    sys.stdout.write(f"\n{json.dumps(found)}\n")


if __name__ == "__main__":
    main()
