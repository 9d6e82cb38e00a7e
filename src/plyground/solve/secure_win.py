"""Wins that survive the draw by third occurrence.

Tables do not know what came before. After positions have occurred twice, a win in n plies still is one if none of them
lies nearer to its end (see search/leaf_tables.py). Otherwise the opponent may be able to go there. Here such a win is
looked for with those positions as draws: by the winner's moves, quickest first, against all replies, until the win is
nearer to its end than all of them.

With those positions as draws the rest of the game has no history: a win that avoids them passes no position twice, and
where there is none, play ends in one of them or goes round in circles. So where few positions matter, all of them are
looked at, and the answer is exact: the win is still there, or it is gone and the position is a draw.
"""

from dataclasses import dataclass, field

import numpy as np

from plyground.core.contract import Words, mover, play
from plyground.core.position import Position, legal_values
from plyground.search.leaf_tables import FAR, twice_occurred
from plyground.search.score import Score
from plyground.solve.probe import Prober, score_of_value

MOST_POSITIONS = 8_000
"""How many positions are looked at before a win is left open."""
FEW_POSITIONS = 200
"""How many positions are looked at to find out that a win is gone."""
MORE_PLIES = 40
"""How much later than by the table a win may come."""


class TooManyPositionsError(Exception):
    """A win was not found within the limit."""


@dataclass
class SecureWins:
    """The wins that are left after what came before a position."""

    prober: Prober
    barred: frozenset[bytes]
    """States that draw the game when they occur once more."""
    nearest: tuple[int, int]
    """By seat: the least distance to its win from a barred state."""
    seen: int = 0
    won: dict[bytes, int] = field(default_factory=dict)
    """By state: a number of plies within which its mover wins."""
    open: dict[bytes, int] = field(default_factory=dict)
    """By state: a number of plies within which its mover does not win."""

    @classmethod
    def after(cls, prober: Prober, position: Position) -> "SecureWins":
        """The wins left after the history of a position."""
        barred = twice_occurred(position)
        distances = [FAR, FAR]
        for key in barred:
            state = np.frombuffer(key, np.uint64).copy()
            score = _score(prober, state)
            if score is not None and score.plies is not None:
                seat = int(mover(prober.game.rules, state))
                winner = seat if score.kind == "win" else 1 - seat
                distances[winner] = min(distances[winner], score.plies)
        return cls(prober, frozenset(barred), (distances[0], distances[1]))

    def holds(self, score: Score, seat: int) -> bool:
        """True if the value of a state with `seat` to move holds whatever came before; the state must not be barred."""
        if score.plies is None:
            return True
        return score.plies <= self.nearest[seat if score.kind == "win" else 1 - seat]

    def exact(self, key: bytes, score: Score) -> Score | None:
        """The value of a decided state after what came before: decided as before, a draw, or None if not found out.

        The state is not barred. `score` is its value by the table, a win or a loss of its mover.
        """
        before, self.seen = self.seen, 0  # the few positions do not count against the limit of the search for a win
        gone, self.seen = self.is_gone(key), before
        if gone:
            return Score("draw", 0)
        plies = self.plies_to(key, score)
        return None if plies is None else Score.win(plies) if score.kind == "win" else Score.loss(plies)

    def is_gone(self, key: bytes) -> bool:
        """True if a decided state is proved to be a draw now; false also where too many positions matter."""
        following: dict[bytes, list[bytes]] = {}
        decided, waiting = set[bytes](), [key]
        while waiting:
            state = waiting.pop()
            if state in following or state in decided:
                continue
            if len(following) == FEW_POSITIONS:
                return False
            below = self._following(state)
            if below is None:
                decided.add(state)
            else:
                following[state] = below
                waiting += below
        return not self._reaches(key, following, decided)

    def _following(self, key: bytes) -> list[bytes] | None:
        """The states that matter after a decided one; empty if it is drawn, None if its value holds in any case."""
        state = np.frombuffer(key, np.uint64).copy()
        score = _score(self.prober, state)
        assert score is not None
        if self.holds(score, int(mover(self.prober.game.rules, state))):
            return None
        if score.kind == "win":
            return self._moves(state, "loss", FAR)
        replies = [child.tobytes() for child in self._children(state)]
        return [] if self.barred.intersection(replies) else replies

    def _reaches(self, key: bytes, following: dict[bytes, list[bytes]], decided: set[bytes]) -> bool:
        """True if the winner can force a decided state from `key`."""
        grows = True
        while grows and key not in decided:
            now = {state for state, below in following.items() if below and self._forces(state, below, decided)}
            grows = not now <= decided
            decided = decided | now
        return key in decided

    def _forces(self, key: bytes, below: list[bytes], decided: set[bytes]) -> bool:
        """True if the winner forces a decided state: by one of their own moves, or after all replies."""
        score = _score(self.prober, np.frombuffer(key, np.uint64).copy())
        assert score is not None
        return any(child in decided for child in below) if score.kind == "win" else decided.issuperset(below)

    def plies_to(self, key: bytes, score: Score) -> int | None:
        """Plies in which a decided state ends as the table says, in spite of what came before; None if none is found.

        The state is not barred. `score` is its value by the table, a win or a loss of its mover.
        """
        assert score.plies is not None
        find = self._wins if score.kind == "win" else self._loses
        try:
            for plies in range(score.plies, score.plies + MORE_PLIES, 2):
                if find(key, plies):
                    return plies
        except TooManyPositionsError:
            pass
        return None

    def _wins(self, key: bytes, plies: int) -> bool:
        """True if the mover of a won state that is not barred wins within `plies`."""
        state = np.frombuffer(key, np.uint64).copy()
        score = _score(self.prober, state)
        if score is None or score.plies is None or score.plies > plies or plies <= self.open.get(key, -1):
            return False
        if plies >= self.won.get(key, FAR) or self.holds(score, int(mover(self.prober.game.rules, state))):
            return True
        found = any(self._loses(child, plies - 1) for child in self._moves(state, "loss", plies - 1))
        (self.won if found else self.open)[key] = plies
        return found

    def _loses(self, key: bytes, plies: int) -> bool:
        """True if the mover of a lost state that is not barred loses within `plies`, whatever it plays."""
        state = np.frombuffer(key, np.uint64).copy()
        score = _score(self.prober, state)
        if score is None or score.plies is None or score.plies > plies:
            return False
        if self.holds(score, int(mover(self.prober.game.rules, state))):
            return True
        replies = [child.tobytes() for child in self._children(state)]
        return not self.barred.intersection(replies) and all(self._wins(reply, plies - 1) for reply in replies)

    def _moves(self, state: Words, kind: str, plies: int) -> list[bytes]:
        """The states after a move that are not barred and decided for their mover within `plies`, nearest first."""
        found = []
        for child in self._children(state):
            score, key = _score(self.prober, child), child.tobytes()
            decided = score is not None and score.kind == kind and score.plies is not None and score.plies <= plies
            if decided and score is not None and key not in self.barred:
                found.append((score.plies or 0, key))
        return [key for _, key in sorted(found)]

    def _children(self, state: Words) -> list[Words]:
        """The states after each move."""
        self.seen += 1
        if self.seen > MOST_POSITIONS:
            raise TooManyPositionsError
        game, found = self.prober.game, list[Words]()
        for word in legal_values(game, state):
            child = game.empty_state()
            play(game.rules, state, np.uint64(word), child)
            found.append(child)
        return found


def _score(prober: Prober, state: Words) -> Score | None:
    value = prober.value(state)
    return None if value is None else score_of_value(value)
