"""The levels of Hex. The report describes three; `expert` plays with the network.

`bench/ladder.py` measures that each level beats the one below it.
"""

from plyground.core.levels import PublishedReport, ladder

HARD = "alphabeta:heuristic=distance,depth=3,sort=on,vary=2,nearly=1"

REPORT = PublishedReport(
    "Pesquisa com Adversários: Jogo de Tabuleiro – Hex. Relatório Final",
    {"easy": "greedy:heuristic=distance", "medium": f"{HARD},blunder=0.1", "hard": HARD},
)

LEVELS = {**REPORT.players, "expert": "puct:seconds=1,vary=2,nearly=20"}

LADDER = ladder(
    *(f"puct:nodes=1,temperature={temperature}" for temperature in (350, 260, 200, 150, 110, 75)),
    "puct:nodes=120,vary=2,nearly=20",
    LEVELS["expert"],
)
"""From a beginner's level to the search with the network, about as far from each other: chosen from the pool of
`bench/rungs.py`. Weak ones choose by the network's policy.
"""
