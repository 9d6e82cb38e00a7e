"""The levels of Eximo, from the report's heuristics and depths; `expert` is the engine with a small network.

`bench/ladder.py` measures that each level beats the one below it.
"""

from plyground.core.levels import Preset, PublishedReport, chancy, ladder, preset, texts

REPORT = PublishedReport(
    "Eximo",
    texts(
        {
            heuristic: preset("alphabeta", heuristic=heuristic, depth=3, sort="on")
            for heuristic in ("basic", "first", "improved", "advanced")
        }
    ),
)

LEVELS = {
    "easy": preset("alphabeta", heuristic="basic", depth=1, vary=8),
    "medium": preset("alphabeta", heuristic="improved", depth=2, vary=8, nearly=2),
    "hard": preset("alphabeta", heuristic="advanced", depth=5, vary=6, nearly=3),
    "expert": preset("pvs", heuristic="nnue", seconds=1, vary=6, nearly=20),
}


def _limited(nodes: int) -> Preset:
    """The engine with a node limit."""
    return preset("pvs", heuristic="nnue", nodes=nodes, vary=6, nearly=20)


LADDER = ladder(
    *map(chancy, (200, 64, 30, 13)),
    *map(_limited, (420, 1500, 13000)),
    LEVELS["expert"],
)
"""From a beginner's level to the engine, about as far from each other, as measured by `bench/rungs.py`."""
