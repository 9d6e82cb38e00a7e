"""The players that a visitor may name: people, the guest, levels and searches, never a program."""

from dataclasses import dataclass

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.play.match import HUMAN, Match
from plyground.web.limits import ServerLimits
from plyground.web.search_pool import read_visitors_player
from plyground.web.tables.seats import GUEST

LONGEST_PLAYER = 200
"""Characters of an agent's text, as in a message."""


@dataclass(frozen=True)
class Seating:
    """The players as a match names them, and the seats reserved for the guest."""

    players: tuple[str, ...]
    guest_seats: frozenset[int]


def seating(players: list[str], start: Position, limits: ServerLimits) -> Seating:
    """Check the players that a visitor names, and seat them."""
    for player in players:
        check_player(player, start, limits)
    guests = frozenset(seat for seat, player in enumerate(players) if player == GUEST)
    return Seating(tuple(HUMAN if player == GUEST else player for player in players), guests)


def check_player(player: str, start: Position, limits: ServerLimits) -> None:
    """Raise an error unless a visitor may name this player."""
    if player not in (HUMAN, GUEST):
        read_visitors_player(player, start.game, 0, limits)


def without_programs(match: Match, limits: ServerLimits) -> None:
    """Give the seat of every player that a visitor may not name to a human."""
    for seat, player in enumerate(match.players):
        if len(player) > LONGEST_PLAYER or not _may_be_named(player, match.start, limits):
            match.seat(seat, HUMAN)


def _may_be_named(player: str, start: Position, limits: ServerLimits) -> bool:
    try:
        check_player(player, start, limits)
    except PlygroundError:
        return False
    return True
