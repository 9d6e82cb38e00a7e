"""Who holds which seat: the owner of a table, and whoever was invited."""

from plyground.play.match import HUMAN
from plyground.web.sessions import BrowserSession
from plyground.web.token_file import new_secret

GUEST = "guest"
"""A seat for whoever opens the invitation."""


class Seats:
    """The people at a table. Every human seat is the owner's, but those for the guest."""

    def __init__(self, owner: BrowserSession) -> None:
        self.owner = owner
        self.guest: BrowserSession | None = None
        self.guest_seats: frozenset[int] = frozenset()
        self.key = new_secret()
        """Whoever has it is the guest."""

    def holder(self, seat: int) -> BrowserSession | None:
        """Whose a human seat is; None where the guest has not come."""
        return self.guest if seat in self.guest_seats else self.owner

    def of(self, session: BrowserSession, players: tuple[str, ...]) -> frozenset[int]:
        """The seats in which a session moves."""
        humans = (seat for seat, player in enumerate(players) if player == HUMAN)
        return frozenset(seat for seat in humans if self.holder(seat) is session)

    def admits(self, session: BrowserSession) -> bool:
        """Whether a session may look at the table."""
        return session is self.owner or (session is self.guest and bool(self.guest_seats))

    def invite(self, seats: frozenset[int]) -> None:
        """Keep these seats for the guest."""
        self.guest_seats = seats

    def rotate(self, count: int) -> None:
        """Every player takes the next one's seat, as in `Match.change_sides`, and the guest goes along."""
        self.guest_seats = frozenset((seat + 1) % count for seat in self.guest_seats)
