"""The levels of Nine Men's Morris, from the report's agents; `expert` is the engine with a small network.

`bench/ladder.py` measures that each level beats the one below it.
"""

from plyground.core.levels import PublishedReport, chancy, ladder

REPORT = PublishedReport(
    "Pesquisa com Adversários: Nine Men's Morris (Grupo 34)",
    {agent: f"alphabeta:heuristic={agent},depth=4" for agent in ("agent1", "agent2", "agent3")},
)

LEVELS = {
    "easy": "alphabeta:heuristic=agent1,depth=2,vary=18",
    "medium": "alphabeta:heuristic=agent2,depth=3,vary=18",
    "hard": "alphabeta:heuristic=agent3,depth=4,vary=18,nearly=1",
    "expert": "pvs:heuristic=nnue,seconds=1,vary=8,nearly=10",
}


def _limited(nodes: int) -> str:
    """The engine with a node limit."""
    return f"pvs:heuristic=nnue,nodes={nodes},vary=8,nearly=10"


LADDER = ladder(
    *map(chancy, (500, 250, 150, 60, 35)),
    *map(_limited, (500, 3000)),
    LEVELS["expert"],
)
"""From a beginner's level to the engine, about as far from each other: chosen from the pool of `bench/rungs.py`."""
