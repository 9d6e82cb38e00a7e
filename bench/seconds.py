"""Measure how well time limits are kept: searches of equal time over all games, and how late the latest one ended.

python bench/seconds.py [--searches 200] [--milliseconds 50] [--write]
"""

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures

import plyground

HEAD = ("searches", "time for each", "median", "95 %", "latest")


def times(searches: int, budget: float) -> list[float]:
    """The seconds that searches of random positions of all games take, the shortest first."""
    dice = random.Random("seconds")
    games = [plyground.game(name) for name in plyground.games()]
    for game in games:
        plyground.search(game.start(), seconds=budget)
    took = []
    for number in range(searches):
        position = games[number % len(games)].start()
        for _ in range(dice.randint(0, 12)):
            position = position.play(dice.choice(position.moves)) if position.outcome is None else position
        if position.outcome is None:
            started = time.perf_counter()
            found = plyground.search(position, seconds=budget)
            took.append(time.perf_counter() - started)
            assert found.move in position.moves
    return sorted(took)


def main() -> None:
    """Search random positions and print the time taken against the budget."""
    parser = figures.Parser(__doc__)
    parser.add_argument("--searches", type=int, default=200, help="number of searches (200)")
    parser.add_argument("--milliseconds", type=int, default=50, help="time limit of each search (50)")
    arguments = parser.parse_args()
    took = times(arguments.searches, arguments.milliseconds / 1000)
    places = (len(took) // 2, int(0.95 * len(took)), -1)
    median, most, latest = (f"{1000 * took[place]:.1f} ms" for place in places)
    print(
        f"{len(took)} searches of {arguments.milliseconds} ms: median {median}, 95 % {most}, latest {latest}; "
        "every one had a move"
    )
    if arguments.write:
        figures.write(
            "seconds", figures.table(HEAD, [(len(took), f"{arguments.milliseconds} ms", median, most, latest)])
        )


if __name__ == "__main__":
    main()
