"""The levels of Nine Men's Morris, from the report's agents; `expert` is the engine with a small network.

`bench/ladder.py` measures that each level beats the one below it.
"""

from plyground.core.levels import Preset, PublishedReport, chancy, ladder, preset, texts

REPORT = PublishedReport(
    "Pesquisa com Adversários: Nine Men's Morris (Grupo 34)",
    texts({agent: preset("alphabeta", heuristic=agent, depth=4) for agent in ("agent1", "agent2", "agent3")}),
)

LEVELS = {
    "easy": preset("alphabeta", heuristic="agent1", depth=2, vary=18),
    "medium": preset("alphabeta", heuristic="agent2", depth=3, vary=18),
    "hard": preset("alphabeta", heuristic="agent3", depth=4, vary=18, nearly=1),
    "expert": preset("pvs", heuristic="nnue", seconds=1, vary=8, nearly=10),
}


def _limited(nodes: int) -> Preset:
    """The engine with a node limit."""
    return preset("pvs", heuristic="nnue", nodes=nodes, vary=8, nearly=10)


LADDER = ladder(
    *map(chancy, (500, 140, 71, 32)),
    *map(_limited, (200, 800, 4800)),
    LEVELS["expert"],
)
"""From a beginner's level to the engine, about as far from each other, as measured by `bench/rungs.py`."""
