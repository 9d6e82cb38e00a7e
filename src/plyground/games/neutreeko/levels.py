"""The levels of Neutreeko, from the report's heuristics and depths; `expert` is the engine, and `perfect` never errs.

`bench/ladder.py` measures that each level beats the one below it.
"""

from plyground.core.levels import Preset, PublishedReport, chancy, ladder, preset, texts
from plyground.language import Message


def _published(heuristic: str, depth: int = 6) -> Preset:
    """The report's heuristics as interpreted here: only the mover's own pieces count."""
    return preset("alphabeta", heuristic=heuristic, weights="enemy:0", depth=depth)


REPORT = PublishedReport(
    "NEUTREEKO",
    texts({heuristic: _published(heuristic) for heuristic in ("H1", "H2", "H3", "H4", "H5", "H6")}),
    Message("level.note.enemy"),
)

LEVELS = {
    "easy": _published("H5", depth=1).changed(vary=6, nearly=10),
    "medium": _published("H1", depth=3).changed(vary=6, nearly=5),
    "hard": _published("H4", depth=6).changed(vary=6, nearly=5),
    "expert": preset("pvs", heuristic="strong", contempt=150, seconds=1, vary=4, nearly=20),
    "perfect": preset("pvs", heuristic="strong", seconds=1, tables="on"),
}


def _limited(nodes: int) -> Preset:
    """The engine with a node limit."""
    return preset("pvs", heuristic="strong", contempt=150, nodes=nodes, vary=4, nearly=20)


LADDER = ladder(
    *map(chancy, (1500, 119, 51, 21)),
    *map(_limited, (290, 660, 1450)),
    LEVELS["expert"],
)
"""From a beginner's level to the engine, about as far from each other, as measured by `bench/rungs.py`."""
