"""The levels of Block It. `medium` and `hard` are the report's Normal and Hard; `expert` is the engine.

`bench/ladder.py` measures that each level beats the one below it.
"""

from plyground.core.levels import PublishedReport, chancy, ladder
from plyground.language import Message


def _published(heuristic: str) -> str:
    """Normal and Hard differ only in their heuristic. Ties are broken at random in every turn of a game of at most 400
    turns: otherwise pawns would move back and forth for ever.
    """
    return f"alphabeta:heuristic={heuristic},moves=classic,depth=5,vary=400"


REPORT = PublishedReport(
    "Resolução do jogo Block It utilizando o método de pesquisa MiniMax alfa-beta e variantes em linguagem "
    "Java (Tema A3 Grupo 5)",
    {"normal": _published("competitive"), "hard": _published("path")},
    Message("level.note.all_moves"),
)

REPORT_NAMES = {"medium": "normal"}
"""The report's names for levels."""

LEVELS = {
    "easy": "alphabeta:heuristic=competitive,moves=classic,depth=1,blunder=0.3",
    "medium": REPORT.players["normal"],
    "hard": REPORT.players["hard"],
    "expert": "pvs:heuristic=nnue,seconds=1,vary=4,nearly=20",
}


def _limited(nodes: int) -> str:
    """The engine with a node limit."""
    return f"pvs:heuristic=strong,nodes={nodes},vary=4,nearly=20"


LADDER = ladder(
    *map(chancy, (160, 90, 60, 40, 28, 18)),
    *map(_limited, (10000,)),
    LEVELS["expert"],
)
"""From a beginner's level to the engine, about as far from each other: chosen from the pool of `bench/rungs.py`."""

MULTIPLAYER_LEVELS = {
    "easy": "greedy:heuristic=competitive,blunder=0.3",
    "medium": "paranoid:heuristic=competitive,moves=classic,depth=3,vary=4",
    "hard": "paranoid:heuristic=path,moves=classic,depth=4,vary=4",
    "expert": "paranoid:heuristic=strong,seconds=1,vary=4",
}
"""For three and four players."""
