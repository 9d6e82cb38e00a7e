"""The levels of Hex. The report describes three; `expert` plays with the network.

`bench/ladder.py` measures that each level beats the one below it.
"""

from plyground.core.levels import PublishedReport, ladder, preset, texts

HARD = preset("alphabeta", heuristic="distance", depth=3, sort="on", vary=2, nearly=1)

PUBLISHED = {"easy": preset("greedy", heuristic="distance"), "medium": HARD.changed(blunder=0.1), "hard": HARD}

REPORT = PublishedReport(
    "Pesquisa com Adversários: Jogo de Tabuleiro – Hex. Relatório Final",
    texts(PUBLISHED),
)

LEVELS = {**PUBLISHED, "expert": preset("puct", seconds=1, vary=2, nearly=20)}

LADDER = ladder(
    *(preset("puct", nodes=1, temperature=temperature) for temperature in (350, 252, 207, 157, 120, 70)),
    preset("puct", nodes=29, vary=2, nearly=20),
    LEVELS["expert"],
)
"""From a beginner's level to the search with the network, about as far from each other, as measured by
`bench/rungs.py`. Weak ones choose by the network's policy.
"""
