"""Play each level of every game against the level below it.

    python bench/ladder.py [--games 200] [--expert 0.1] [--workers 2] [GAME ...]

Colours alternate. Every game has its own seed, by which levels vary their first moves. `expert` gets less time here
than its usual second per move, so its true margin is larger.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise

import plyground
from plyground.core.levels import LEVEL_NAMES
from plyground.lab.contests.game_pair import play_game as lab_game
from plyground.lab.studies.tasks import START
from plyground.play.agents.spec import AgentSpec

OPTIONS = {"hex": {"size": "11"}}
LONGEST = 400
"""A longer game is a draw."""
AIM = 0.7


def play_game(name: str, higher: str, lower: str, number: int) -> float:
    """Score of the higher level in one game: 1, ½ or 0."""
    game = plyground.game(name, **OPTIONS.get(name, {}))
    seed = f"{name} {higher} {lower} {number}"
    return lab_game(game, (higher, lower), START, first=number % 2, seed=seed, longest=LONGEST).points


def main() -> None:
    """Play the requested ladders."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="games to run (all)")
    parser.add_argument("--games", type=int, default=200, help="games per pair of levels (200)")
    parser.add_argument("--expert", type=float, default=0.1, help="seconds per move for expert (0.1)")
    parser.add_argument("--workers", type=int, default=2, help="games played in parallel (2)")
    arguments = parser.parse_args()
    levels = [*LEVEL_NAMES[:-1], str(AgentSpec(LEVEL_NAMES[-1], seconds=arguments.expert))]
    print("| game | level | against | won | drawn | lost | score |\n|---|---|---|---|---|---|---|", flush=True)
    for name in arguments.names or plyground.games():
        for lower, higher in pairwise(levels):
            count = arguments.games
            with ProcessPoolExecutor(arguments.workers) as pool:
                scores = list(pool.map(play_game, *zip(*[(name, higher, lower, i) for i in range(count)], strict=True)))
            won, drawn, lost = (scores.count(score) for score in (1.0, 0.5, 0.0))
            share = sum(scores) / count
            shown = f"{share:.1%}" if share >= AIM else f"**{share:.1%}, below the aim**"
            print(f"| {name} | {higher} | {lower} | {won} | {drawn} | {lost} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
