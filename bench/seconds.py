"""Measure how well time limits are kept: searches of equal time over all games, and how late the latest one ended.

python bench/seconds.py [--searches 200] [--milliseconds 50]
"""

import argparse
import random
import time

import plyground


def main() -> None:
    """Search random positions and print the time taken against the budget."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--searches", type=int, default=200, help="number of searches (200)")
    parser.add_argument("--milliseconds", type=int, default=50, help="time limit of each search (50)")
    arguments = parser.parse_args()
    budget = arguments.milliseconds / 1000
    dice = random.Random("seconds")
    games = [plyground.game(name) for name in plyground.games()]
    for game in games:
        plyground.search(game.start(), seconds=budget)
    took = []
    for number in range(arguments.searches):
        position = games[number % len(games)].start()
        for _ in range(dice.randint(0, 12)):
            position = position.play(dice.choice(position.moves)) if position.outcome is None else position
        if position.outcome is None:
            started = time.perf_counter()
            found = plyground.search(position, seconds=budget)
            took.append(time.perf_counter() - started)
            assert found.move in position.moves
    late = sorted(took)
    print(
        f"{len(took)} searches of {arguments.milliseconds} ms: median {1000 * late[len(late) // 2]:.1f} ms, "
        f"95 % {1000 * late[int(0.95 * len(late))]:.1f} ms, latest {1000 * late[-1]:.1f} ms; every one had a move"
    )


if __name__ == "__main__":
    main()
