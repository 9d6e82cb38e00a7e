"""Matches between two networks, to measure progress: game pairs with sides exchanged."""

import math
from typing import NamedTuple

import torch
from torch import Tensor

from plyground.learn.selfplay import Evaluate, SelfPlay


class MatchScore(NamedTuple):
    """Result of a match, as seen by the first player."""

    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> float:
        """Points per game."""
        return (self.won + self.drawn / 2) / max(1, sum(self))

    @property
    def elo(self) -> float:
        """Elo difference for the score; half a point is added for each side, so that it is finite."""
        points, games = self.won + self.drawn / 2 + 0.5, sum(self) + 1
        return 400 * math.log10(points / (games - points))


def match(selfplay: SelfPlay, players: tuple[Evaluate, Evaluate], turns: int, seed: int) -> MatchScore:
    """Play a match, all games at once; the first player moves first in the first half of them.

    A game pair, one game from each half, begins with the same random turns. Games that end during these do not count.
    """
    half = selfplay.manner.games // 2
    selfplay.throw_dice(seed)
    selfplay.pair_dice()
    selfplay.begin(torch.full_like(selfplay.lengths, turns))
    begun = selfplay.lengths == turns
    for ply in range(selfplay.manner.longest):
        if bool(selfplay.results[0].all()):
            break
        ahead, behind = players[ply % 2], players[1 - ply % 2]
        selfplay.think(lambda seen: _both(ahead, behind, seen, half))  # noqa: B023
        selfplay.move()
    over, results = selfplay.results
    seat = (selfplay.game.start().mover + turns) % 2
    mine = results * (1 - 2 * seat)
    mine[half:] *= -1
    return _score(mine[begun & over])


def _both(ahead: Evaluate, behind: Evaluate, seen: Tensor, half: int) -> tuple[Tensor, Tensor]:
    """Evaluate each half with the player to move there."""
    first, second = ahead(seen[:half]), behind(seen[half:])
    return torch.cat([first[0], second[0]]), torch.cat([first[1], second[1]])


def _score(results: Tensor) -> MatchScore:
    won, lost = int((results > 0).sum()), int((results < 0).sum())
    return MatchScore(won, len(results) - won - lost, lost)
