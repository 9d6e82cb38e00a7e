"""Who may do what: roles, permissions, and the check before anything is done.

dispatch.py has the row of each message, `ROUTES` that of each HTTP route.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import NamedTuple, Protocol

from plyground.language import Message
from plyground.play.match import Match
from plyground.web.errors import denied
from plyground.web.sessions import BrowserSession
from plyground.web.tables.seats import Seats


class Role(StrEnum):
    """A visitor's role, on the server or at a table."""

    HOST = "host"
    """Came with the token; at a table, started the game."""
    GUEST = "seated guest"
    """Came by an invitation, and has a seat."""
    WATCHER = "watcher"
    """Anyone else with a cookie, such as a guest whose seat was given to another."""


class Permission(StrEnum):
    """What a role may do with a message."""

    YES = "yes"
    NO = "no"
    AGREED = "if the other person agrees"
    """Freely where no other person plays; not while that person is away."""
    HOST_IS_HERE = "while the host's page is open"
    HERE_AND_AGREED = "while the host's page is open, if the host agrees"


class Row(NamedTuple):
    """What each role may do."""

    host: Permission
    guest: Permission
    watcher: Permission

    def of(self, role: Role) -> Permission:
        """What this role may do."""
        return {Role.HOST: self.host, Role.GUEST: self.guest, Role.WATCHER: self.watcher}[role]


class Scope(Enum):
    """What a message is about: all games, or the game at the visitor's table."""

    SERVER = 0
    """The host is the session that came with the token."""
    TABLE = 1
    """The host is the session that started the game."""


class Rule(NamedTuple):
    """Who may send a message."""

    scope: Scope
    row: Row


EVERYONE = Row(Permission.YES, Permission.YES, Permission.YES)
PLAYERS = Row(Permission.YES, Permission.YES, Permission.NO)
TAKEBACK = Row(Permission.AGREED, Permission.HERE_AND_AGREED, Permission.NO)
RESIGNATION = Row(Permission.YES, Permission.HOST_IS_HERE, Permission.NO)
HOST_ONLY = Row(Permission.YES, Permission.NO, Permission.NO)

ROUTES: dict[str, Row] = {
    "/": EVERYONE,
    "/static/{name:path}": EVERYONE,
    "/openapi.json": EVERYONE,
    "/api/about": EVERYONE,
    "/api/catalogue/{language}": EVERYONE,
    "/api/games": EVERYONE,
    "/api/pictures": EVERYONE,
    "/api/rules/{game}": EVERYONE,
    "/api/lessons/{game}": EVERYONE,
    "/api/openings/{game}": EVERYONE,
    "/api/export/{saved}": HOST_ONLY,
    "/api/picture/{saved}": HOST_ONLY,
    "/api/import": HOST_ONLY,
    "/ws": EVERYONE,
}
"""All of them need a cookie, a token or an invitation."""

NOT_FOR_GUESTS = Message("server.not_for_guests")
NOT_YOUR_GAME = Message("server.host_only")
NO_SEAT = Message("server.no_seat_here")
HOST_IS_AWAY = Message("server.host_away")
OTHER_IS_AWAY = Message("server.other_away")


class SeatedTable(Protocol):
    """The part of a table that roles depend on."""

    seats: Seats
    match: Match

    def is_present(self, session: BrowserSession | None) -> bool:
        """Whether a session watches the table."""

    def others(self, session: BrowserSession) -> list[BrowserSession]:
        """The other people who play, present or not."""


def role_of(scope: Scope, session: BrowserSession, table: SeatedTable | None) -> Role:
    """A visitor's role for messages of a scope."""
    if table is None:
        return server_role(session)
    if session is table.seats.owner if scope is Scope.TABLE else session.host:
        return Role.HOST
    return Role.GUEST if table.seats.of(session, table.match.players) else Role.WATCHER


def server_role(session: BrowserSession | None) -> Role:
    """A visitor's role where there is no table."""
    return Role.HOST if session is not None and session.host else Role.WATCHER


def refusal(rule: Rule, session: BrowserSession, table: SeatedTable | None) -> str | None:
    """Why a visitor may not send a message of this rule now; None if they may."""
    role = role_of(rule.scope, session, table)
    permission = rule.row.of(role)
    if permission is Permission.NO:
        return _never(rule.scope, role)
    if table is None or permission is Permission.YES:
        return None
    if permission is not Permission.AGREED and not table.is_present(table.seats.owner):
        return HOST_IS_AWAY
    others = table.others(session) if permission is not Permission.HOST_IS_HERE else []
    return None if all(map(table.is_present, others)) else OTHER_IS_AWAY


def _never(scope: Scope, role: Role) -> str:
    """Why this role never may."""
    if scope is Scope.SERVER:
        return NOT_FOR_GUESTS
    return NO_SEAT if role is Role.WATCHER else NOT_YOUR_GAME


def permit(rule: Rule, session: BrowserSession, table: SeatedTable | None) -> None:
    """Raise an error, which says why, unless the visitor may send a message of this rule now."""
    problem = refusal(rule, session, table)
    if problem is not None:
        raise denied(problem)


def markdown_table(rows: Mapping[str, Row]) -> str:
    """The rows as a Markdown table, one column for each role."""
    lines = [f"| | {' | '.join(Role)} |", "|---|---|---|---|"]
    lines += [f"| `{name}` | {' | '.join(row.of(role) for role in Role)} |" for name, row in rows.items()]
    return "\n".join(lines)
