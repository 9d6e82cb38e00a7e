"""The levels of every game, one table: from `easy` to `expert`, each an agent's text.

`easy`, `medium` and `hard` are what the game's report describes, or made from its heuristics and depths where it has
no levels; `expert` is the engine. `bench/ladder.py` measures that each beats the one below it.
"""

from plyground.core.errors import OptionError, quoted
from plyground.core.game import Game

LEVEL_NAMES = ("easy", "medium", "hard", "expert")

TWO: dict[str, dict[str, str]] = {
    "hex": {
        "easy": "greedy:heuristic=distance,vary=2,nearly=2",
        "medium": "alphabeta:heuristic=distance,depth=2,sort=on,blunder=0.1,vary=2,nearly=1",
        "hard": "alphabeta:heuristic=distance,depth=3,sort=on,vary=2,nearly=1",
        "expert": "deepening:heuristic=strong,seconds=1,vary=2,nearly=20",
    },
    "blockit": {
        "easy": "alphabeta:heuristic=competitive,moves=classic,depth=1,blunder=0.3",
        "medium": "alphabeta:heuristic=competitive,moves=classic,depth=3,vary=4",
        "hard": "deepening:heuristic=path,moves=classic,depth=5,contempt=2,vary=4",
        "expert": "deepening:heuristic=strong,seconds=1,vary=4,nearly=20",
    },
    "eximo": {
        "easy": "alphabeta:heuristic=basic,depth=1,vary=8",
        "medium": "alphabeta:heuristic=improved,depth=2,vary=8,nearly=2",
        "hard": "alphabeta:heuristic=advanced,depth=5,vary=6,nearly=3",
        "expert": "deepening:heuristic=strong,seconds=1,vary=6,nearly=20",
    },
    "neutreeko": {
        "easy": "alphabeta:heuristic=H5,depth=1,vary=6,nearly=10",
        "medium": "alphabeta:heuristic=H1,depth=3,vary=6,nearly=5",
        "hard": "alphabeta:heuristic=H4,depth=6,vary=6,nearly=5",
        "expert": "deepening:heuristic=strong,contempt=600,seconds=1,vary=4,nearly=20",
    },
    "morris": {
        "easy": "alphabeta:heuristic=agent1,depth=2,vary=18",
        "medium": "alphabeta:heuristic=agent2,depth=3,vary=18",
        "hard": "alphabeta:heuristic=agent3,depth=4,vary=18,nearly=1",
        "expert": "deepening:heuristic=strong,seconds=1,vary=8,nearly=10",
    },
}
"""For two players, by game."""

SEVERAL: dict[str, dict[str, str]] = {
    "blockit": {
        "easy": "greedy:heuristic=competitive,blunder=0.3",
        "medium": "paranoid:heuristic=competitive,moves=classic,depth=3,vary=4",
        "hard": "paranoid:heuristic=path,moves=classic,depth=4,vary=4",
        "expert": "paranoid:heuristic=strong,seconds=1,vary=4",
    },
}
"""For three and four players."""

ANY: dict[str, str] = {
    "easy": "greedy:blunder=0.3",
    "medium": "alphabeta:depth=2,vary=4",
    "hard": "alphabeta:depth=4,vary=4",
    "expert": "deepening:seconds=1",
}
"""For a game from elsewhere."""


def level_text(game: Game, level: str) -> str:
    """The agent that a level is in a game."""
    if level not in LEVEL_NAMES:
        raise OptionError(f"There is no level {quoted(level)}; there are {', '.join(LEVEL_NAMES)}.")
    table = TWO if len(game.seats) == 2 else SEVERAL
    return table.get(game.name, ANY)[level]
