"""The levels of Block It. `medium` and `hard` are the report's Normal and Hard; `expert` is the engine.

`bench/ladder.py` measures that each level beats the one below it.
"""

from plyground.core.levels import Preset, PublishedReport, chancy, ladder, preset, texts
from plyground.language import Message


def _published(heuristic: str) -> Preset:
    """Normal and Hard differ only in their heuristic. Ties are broken at random in every turn of a game of at most 400
    turns: otherwise pawns would move back and forth for ever.
    """
    return preset("alphabeta", heuristic=heuristic, moves="classic", depth=5, vary=400)


PUBLISHED = {"normal": _published("competitive"), "hard": _published("path")}

REPORT = PublishedReport(
    "Resolução do jogo Block It utilizando o método de pesquisa MiniMax alfa-beta e variantes em linguagem "
    "Java (Tema A3 Grupo 5)",
    texts(PUBLISHED),
    Message("level.note.all_moves"),
)

REPORT_NAMES = {"medium": "normal"}
"""The report's names for levels."""

LEVELS = {
    "easy": preset("alphabeta", heuristic="competitive", moves="classic", depth=1, blunder=0.3),
    "medium": PUBLISHED["normal"],
    "hard": PUBLISHED["hard"],
    "expert": preset("pvs", heuristic="nnue", seconds=1, vary=4, nearly=20),
}


def _limited(nodes: int) -> Preset:
    """The engine with a node limit."""
    return preset("pvs", heuristic="strong", nodes=nodes, vary=4, nearly=20)


LADDER = ladder(
    *map(chancy, (160, 91, 57, 38, 23, 11)),
    *map(_limited, (50000,)),
    LEVELS["expert"],
)
"""From a beginner's level to the engine, about as far from each other, as measured by `bench/rungs.py`."""

MULTIPLAYER_LEVELS = {
    "easy": preset("greedy", heuristic="competitive", blunder=0.3),
    "medium": preset("paranoid", heuristic="competitive", moves="classic", depth=3, vary=4),
    "hard": preset("paranoid", heuristic="path", moves="classic", depth=4, vary=4),
    "expert": preset("paranoid", heuristic="strong", seconds=1, vary=4),
}
"""For three and four players."""
