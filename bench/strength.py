"""Matches that show what the engine is worth: `deepening` with `strong` against each report's best classic agent.

    python bench/strength.py [--pairs 50] [--seconds 0.2] [--workers 2] [GAME ...]

Each pair of games begins with the same few random moves and is played with colours exchanged.
"""

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import plyground
from plyground import Game, Position
from plyground.play.agents import read_agent


class Opponent(NamedTuple):
    """A classic agent, and how many random moves a game begins with."""

    game: str
    options: dict[str, str]
    agent: str
    opening: int
    engine: str = ""
    """Options of the engine for this game: in a drawn game it plays on rather than repeat."""


OPPONENTS = (
    Opponent("neutreeko", {}, "alphabeta:heuristic=H4,depth=6", 2, ",contempt=600"),
    Opponent("morris", {}, "alphabeta:heuristic=agent3,depth=4", 4),
    Opponent("eximo", {}, "alphabeta:heuristic=advanced,depth=5", 4),
    Opponent("blockit", {}, "alphabeta:heuristic=path,moves=classic,depth=7", 4),
    Opponent("hex", {"size": "11", "swap": "off"}, "alphabeta:heuristic=distance,sort=on,depth=4", 2),
)
PROBE = 2_000_000
LONGEST = 400
"""A longer game is a draw."""


def opening(game: Game, plies: int, dice: random.Random) -> Position:
    """A position after some random moves that no search of a second or so can prove won: else it decides the game."""
    while True:
        position = game.start()
        for _ in range(plies):
            position = position.play(dice.choice(position.moves)) if position.outcome is None else position
        if position.outcome is None and plyground.search(position, nodes=PROBE).score.kind == "estimate":
            return position


def play_game(opponent: Opponent, number: int, engine: str) -> float:
    """What the engine scores: 1, ½ or 0. Odd games have the opening of the one before and the colours exchanged."""
    game = plyground.game(opponent.game, **opponent.options)
    position = opening(game, opponent.opening, random.Random(f"opening {number // 2}"))
    players = [read_agent(engine, game), read_agent(opponent.agent, game)]
    engine_seat = number % 2
    if engine_seat:
        players.reverse()
    for _ in range(LONGEST):
        if position.outcome is not None:
            break
        position = position.play(players[position.mover].think(position).move)
    if position.outcome is None or position.outcome.winner is None:
        return 0.5
    return float(position.outcome.winner == engine_seat)


def main() -> None:
    """Play the matches that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games (all)")
    parser.add_argument("--pairs", type=int, default=50, help="pairs of games (50)")
    parser.add_argument("--seconds", type=float, default=0.2, help="seconds a move for the engine (0.2)")
    parser.add_argument("--workers", type=int, default=2, help="games at a time (2)")
    arguments = parser.parse_args()
    for opponent in OPPONENTS:
        if arguments.games and opponent.game not in arguments.games:
            continue
        engine = f"deepening:seconds={arguments.seconds}{opponent.engine}"
        count = 2 * arguments.pairs
        with ProcessPoolExecutor(arguments.workers) as pool:
            scores = list(pool.map(play_game, [opponent] * count, range(count), [engine] * count))
        won, drawn, lost = (scores.count(score) for score in (1.0, 0.5, 0.0))
        print(
            f"{opponent.game}: {engine} against {opponent.agent}: +{won} ={drawn} -{lost}, {sum(scores) / count:.1%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
