"""Who holds which seat: the owner of a table, and an invited guest."""

from plyground.play.match import HUMAN
from plyground.web.sessions import BrowserSession
from plyground.web.token_file import new_secret

GUEST = "guest"
"""The player of a seat that is reserved for the invited guest."""


class Seats:
    """The people at a table. Every human seat is the owner's, except those for the guest."""

    def __init__(self, owner: BrowserSession) -> None:
        self.owner = owner
        self.guest: BrowserSession | None = None
        self.guest_seats: frozenset[int] = frozenset()
        self.key = new_secret()
        """The key of the invitation."""

    def holder(self, seat: int) -> BrowserSession | None:
        """The session that holds a human seat; None where the guest has not come."""
        return self.guest if seat in self.guest_seats else self.owner

    def of(self, session: BrowserSession, players: tuple[str, ...]) -> frozenset[int]:
        """The seats that a session plays."""
        humans = (seat for seat, player in enumerate(players) if player == HUMAN)
        return frozenset(seat for seat in humans if self.holder(seat) is session)

    def admits(self, session: BrowserSession) -> bool:
        """Whether a session may watch the table."""
        return session is self.owner or (session is self.guest and bool(self.guest_seats))

    def invite(self, seats: frozenset[int]) -> None:
        """Reserve these seats for the guest."""
        self.guest_seats = seats

    def rotate(self, count: int) -> None:
        """Move the guest along when every player takes the next seat, as in `Match.change_sides`."""
        self.guest_seats = frozenset((seat + 1) % count for seat in self.guest_seats)
