"""Why a game ended, in words that name the player who caused it."""

from collections.abc import Sequence

from plyground.core.outcome import Outcome
from plyground.core.scene import seat_owner
from plyground.language import message_or

OWN_DOING = ("end.resignation", "end.forfeit")
"""Endings whose sentence has the loser as its subject, so that there is one for each colour."""


def worded_reason(outcome: Outcome, seats: Sequence[str]) -> str:
    """Why a game of two was won, naming the loser where the loser caused it: `Black's time ran out`."""
    if outcome.winner is None or len(seats) != 2:
        return outcome.reason
    key, loser = getattr(outcome.reason, "key", ""), seats[1 - outcome.winner]
    if key in OWN_DOING:
        return message_or(f"defeat.{key.removeprefix('end.')}.{loser}", outcome.reason)
    return message_or(f"defeat.{key.removeprefix('end.')}", outcome.reason, owner=seat_owner(loser))
