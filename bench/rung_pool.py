"""The candidates for the rungs `level1` to `level8` of every game, and which agents would be evenly spaced among them.

`bench/rungs.py --pool` lets them play. The weak ones look two plies ahead, so that they take a win and stop one, and
choose by chance; the strong ones search ever more nodes. The last is the level with the strongest search.
"""

import re
from collections.abc import Iterator, Sequence
from math import exp, log

from plyground.core.levels import chancy, preset

HEX_OPENINGS = {"vary": 2, "nearly": 20}
EXIMO_OPENINGS = {"vary": 6, "nearly": 20}
BLOCKIT_OPENINGS = {"vary": 4, "nearly": 20}
MORRIS_OPENINGS = {"vary": 8, "nearly": 10}
NEUTREEKO_OPENINGS = {"contempt": 150, "vary": 4, "nearly": 20}

STRENGTH = re.compile(r"\b(softmax|temperature|nodes)=(\d+)")
"""The settings in which candidates differ; of an agent that has two of them it is the last one."""


def limited(openings: dict[str, int], *nodes: int, heuristic: str = "strong") -> tuple[str, ...]:
    """Agents that choose the best move, in ever more nodes."""
    return tuple(str(preset("pvs", heuristic=heuristic, nodes=most, **openings)) for most in nodes)


def weak(*units: int) -> tuple[str, ...]:
    """Agents that look two plies ahead and choose by chance, ever less."""
    return tuple(str(chancy(each)) for each in units)


def by_policy(*temperatures: int) -> tuple[str, ...]:
    """Agents that choose by a network's policy, ever less by chance."""
    return tuple(str(preset("puct", nodes=1, temperature=each)) for each in temperatures)


def by_tree(openings: dict[str, int], *nodes: int) -> tuple[str, ...]:
    """Agents that search a tree with a network, of ever more positions."""
    return tuple(str(preset("puct", nodes=most, **openings)) for most in nodes)


POOL: dict[str, tuple[str, ...]] = {
    "blockit": (
        *weak(160, 110, 80, 58, 42, 30, 20, 10),
        *limited(BLOCKIT_OPENINGS, 700, 2000, 6000, 20000, 60000),
        "expert",
    ),
    "eximo": (
        *weak(200, 125, 80, 52, 32, 18, 9),
        *limited(EXIMO_OPENINGS, 250, 500, 1200, 3000, 8000, 20000, heuristic="nnue"),
        "expert",
    ),
    "hex": (
        *by_policy(350, 270, 210, 165, 130, 100, 75, 50),
        *by_tree(HEX_OPENINGS, 4, 16, 50),
        "expert",
    ),
    "morris": (
        *weak(500, 280, 170, 105, 65, 38, 22),
        *limited(MORRIS_OPENINGS, 150, 400, 1200, 4000, 16000, 60000, heuristic="nnue"),
        "expert",
    ),
    "neutreeko": (
        *weak(1500, 350, 190, 110, 70, 45, 20),
        *limited(NEUTREEKO_OPENINGS, 150, 300, 600, 1200, 3000),
        "expert",
    ),
}
"""Weakest first."""


def even_agents(agents: Sequence[str], elos: Sequence[float], wanted: int) -> Iterator[str]:
    """Agents whose Elo would be evenly spaced from the first to the last, between candidates where need be."""
    yield agents[0]
    for number in range(1, wanted - 1):
        aim = elos[0] + (elos[-1] - elos[0]) * number / (wanted - 1)
        place = next(place for place, elo in enumerate(elos) if elo >= aim)
        low, high = elos[place - 1], elos[place]
        yield between(agents[place - 1], agents[place], (aim - low) / (high - low))
    yield agents[-1]


def between(lower: str, higher: str, share: float) -> str:
    """The agent as far from the lower as the share says, by the logarithm of the setting in which the two differ.

    Of two that differ in something else it is the nearer one.
    """
    ends = STRENGTH.findall(lower)[-1:] + STRENGTH.findall(higher)[-1:]
    if len({name for name, _ in ends}) != 1 or len(ends) < 2:
        return lower if share < 0.5 else higher
    (name, first), (_, second) = ends
    number = round(exp(log(int(first)) * (1 - share) + log(int(second)) * share))
    return lower.replace(f"{name}={first}", f"{name}={number}")
