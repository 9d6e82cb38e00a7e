"""Looks at one student's file, in a process of its own: `python -P -m …examination FILE GAME OPTIONS SEARCH`.

Whatever plays is asked for its first two moves, so that its kernels are compiled and no clock runs while they are.
It prints one JSON object: the heuristics that the file has for the game, or what is wrong with it.
"""

import json
import os
import shlex
import sys
from contextlib import closing
from pathlib import Path

import plyground
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.heuristic import find_heuristic, heuristics_in
from plyground.games import load_plugin
from plyground.language import Message
from plyground.play.agents.agent import Player, read_agent, read_search
from plyground.play.agents.spec import AgentSpec
from plyground.play.bench.assessment import value_of

MODULE = "plyground.lab.classroom.examination"
TOO_LARGE = "It needs more memory than a file of the class may have."
TRIAL_SECONDS, TRIAL_MOVES = 5.0, 2
"""How long it may think of each move, and of how many: the second is no longer from the usual start."""


class StudentFileError(PlygroundError):
    """A file has nothing that plays this game."""


def examine(path: Path, game: Game, search: str) -> list[str]:
    """The heuristics of a Python file; nothing for an agent's text or a program, which only must play."""
    if path.suffix == ".py":
        return examine_heuristics(path, game, search)
    if path.suffix == ".txt":
        try_moves(read_search(agent_text(path), game), game)
    else:
        try_moves(read_agent(f"cmd:{shlex.quote(str(path))}", game), game)
    return []


def examine_heuristics(path: Path, game: Game, search: str) -> list[str]:
    """Load a file, and let each of its heuristics value the first position and search there."""
    load_plugin(path)
    names = heuristics_in(path, game.name)
    if not names:
        raise StudentFileError(Message("lab.class.no_heuristic", game=game.name))
    for name in names:
        value_of(find_heuristic(game, name), game, game.start().state)
        try_moves(read_search(playing_with(search, name), game), game)
    return list(names)


def agent_text(path: Path) -> str:
    """The agent that a text file names, in its first line that is no comment."""
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    found = next((line for line in lines if line and not line.startswith("#")), "")
    if not found:
        raise StudentFileError(Message("lab.class.no_agent"))
    return found


def playing_with(search: str, heuristic: str) -> AgentSpec:
    """The agent that plays by a heuristic."""
    return AgentSpec.parse(search).changed({"heuristic": heuristic})


def try_moves(player: Player, game: Game) -> None:
    """Let a player choose its first moves, each answered by any legal one."""
    position = game.start()
    with closing(player):
        for _ in range(TRIAL_MOVES):
            position = position.play(str(player.think(position, seconds=TRIAL_SECONDS).move))
            if position.outcome is None:
                position = position.play(str(position.moves[0]))
            if position.outcome is not None:
                return


def _is_out_of_memory(problem: PlygroundError) -> bool:
    return isinstance(problem.__cause__ or problem.__context__, MemoryError)


def main() -> None:
    """Examine the file, and print what was found."""
    path, name, options, search = sys.argv[1:]
    try:
        game = plyground.game(name, **json.loads(options))
        found: dict[str, object] = {"heuristics": examine(Path(path), game, search)}
    except PlygroundError as problem:
        found = {"problem": TOO_LARGE if _is_out_of_memory(problem) else str(problem)}
    except MemoryError:
        found = {"problem": TOO_LARGE}
    except (OSError, UnicodeError) as problem:
        found = {"problem": f"{type(problem).__name__}: {problem}"}
    sys.stdout.flush()  # what the file itself printed comes first: the last line is the answer
    os.write(sys.stdout.fileno(), f"\n{json.dumps(found)}\n".encode())


if __name__ == "__main__":
    main()
