"""The levels of Eximo, from the report's heuristics and depths; `expert` is the engine with a small network.

`bench/ladder.py` measures that each level beats the one below it.
"""

from plyground.core.levels import PublishedReport, chancy, ladder

REPORT = PublishedReport(
    "Eximo",
    {
        heuristic: f"alphabeta:heuristic={heuristic},depth=3,sort=on"
        for heuristic in ("basic", "first", "improved", "advanced")
    },
)

LEVELS = {
    "easy": "alphabeta:heuristic=basic,depth=1,vary=8",
    "medium": "alphabeta:heuristic=improved,depth=2,vary=8,nearly=2",
    "hard": "alphabeta:heuristic=advanced,depth=5,vary=6,nearly=3",
    "expert": "pvs:heuristic=nnue,seconds=1,vary=6,nearly=20",
}


def _limited(nodes: int) -> str:
    """The engine with a node limit."""
    return f"pvs:heuristic=nnue,nodes={nodes},vary=6,nearly=20"


LADDER = ladder(
    *map(chancy, (200, 75, 48, 9)),
    *map(_limited, (1000, 4000, 20000)),
    LEVELS["expert"],
)
"""From a beginner's level to the engine, about as far from each other: chosen from the pool of `bench/rungs.py`."""
