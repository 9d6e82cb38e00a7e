"""The levels of Hex. The report describes three; `expert` plays with the network.

`bench/ladder.py` measures that each level beats the one below it.
"""

from plyground.core.levels import PublishedReport

HARD = "alphabeta:heuristic=distance,depth=3,sort=on,vary=2,nearly=1"

REPORT = PublishedReport(
    "Pesquisa com Adversários: Jogo de Tabuleiro – Hex. Relatório Final",
    {"easy": "greedy:heuristic=distance", "medium": f"{HARD},blunder=0.1", "hard": HARD},
)

LEVELS = {**REPORT.players, "expert": "puct:seconds=1,vary=2,nearly=20"}
