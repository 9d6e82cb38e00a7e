"""Fit each game's curve from score to chance of winning, and store it in the game's folder.

    python bench/curve.py [--games 200] [--nodes 20000] [--option NAME=VALUE ...] [--dry] [GAME ...]
    python bench/curve.py blockit --option colours=red,green,blue --games 100 --nodes 200000

src/plyground/review/curve_fit.py has the sampling and the fit. The same command gives the same file on every machine.
A curve for three or four players goes into a file of its own.
"""

import argparse
import inspect
import json
from pathlib import Path

import plyground
from plyground.review.chance import curve_file
from plyground.review.curve_fit import Sampling, fit_curve


def main() -> None:
    """Fit the requested curves."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="which games (all)")
    parser.add_argument("--games", type=int, default=200, help="games to play (200)")
    parser.add_argument("--nodes", type=int, default=20_000, help="nodes a move (20000)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--dry", action="store_true", help="print the curve and store nothing")
    arguments = parser.parse_args()
    print("| game | positions | scale | log loss | of even chances |\n|---|---|---|---|---|", flush=True)
    for name in arguments.names or plyground.games():
        game = plyground.game(name, **dict(each.split("=", 1) for each in arguments.option))
        fit = fit_curve(game, Sampling(arguments.games, arguments.nodes))
        figures = [fit[key] for key in ("positions", "scale", "log_loss", "log_loss_of_even_chances")]
        print(f"| {name} | {' | '.join(map(str, figures))} |", flush=True)
        if not arguments.dry:
            path = Path(inspect.getfile(type(game))).with_name(curve_file(len(game.seats)))
            path.write_text(json.dumps(fit, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
