"""Who may do what: one row for every message and every route, asked before anything is done.

`docs/security.md` has the same table for people; a test keeps the two equal, and fails for a message without a row.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, get_args

from plyground.web import messages as m
from plyground.web.errors import denied
from plyground.web.sessions import BrowserSession

if TYPE_CHECKING:
    from plyground.web.tables.table import Table


class Role(StrEnum):
    """What somebody is: in the whole house for what concerns all games, at a table for what concerns its game."""

    HOST = "host"
    """Came by the token; at a table, the one who began the game."""
    GUEST = "seated guest"
    """Came by an invitation, and has a seat."""
    WATCHER = "watcher"
    """Everybody else who has a cookie, such as a guest whose seat somebody else has now."""


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


EVERYBODY = Row(Permission.YES, Permission.YES, Permission.YES)
PLAYERS = Row(Permission.YES, Permission.YES, Permission.NO)
TAKING_BACK = Row(Permission.AGREED, Permission.HERE_AND_AGREED, Permission.NO)
GIVING_UP = Row(Permission.YES, Permission.HOST_IS_HERE, Permission.NO)
HOST_ONLY = Row(Permission.YES, Permission.NO, Permission.NO)

OF_THE_HOUSE: dict[type[m.Message], Row] = {
    m.SetLanguage: EVERYBODY,
    m.Ping: EVERYBODY,
    m.Join: EVERYBODY,
    m.Leave: EVERYBODY,
    m.New: HOST_ONLY,
    m.Open: HOST_ONLY,
    m.Resume: HOST_ONLY,
    m.ListSaved: HOST_ONLY,
    m.Rename: HOST_ONLY,
    m.Delete: HOST_ONLY,
    m.Import: HOST_ONLY,
    m.Compose: HOST_ONLY,
}
"""Messages about all games: the host is whoever came by the token."""
OF_THE_TABLE: dict[type[m.Message], Row] = {
    m.Move: PLAYERS,
    m.Undo: TAKING_BACK,
    m.Redo: TAKING_BACK,
    m.Answer: PLAYERS,
    m.Resign: GIVING_UP,
    m.Sit: HOST_ONLY,
    m.Sides: HOST_ONLY,
    m.Pause: HOST_ONLY,
    m.Step: HOST_ONLY,
    m.Pace: HOST_ONLY,
    m.Keep: HOST_ONLY,
    m.Hint: PLAYERS,
    m.Analyse: PLAYERS,
    m.Graph: PLAYERS,
    m.Look: EVERYBODY,
    m.Stop: EVERYBODY,
    m.Export: EVERYBODY,
}
"""Messages about the game on the table: the host is whoever began it."""
ROUTES: dict[str, Row] = {
    "/": EVERYBODY,
    "/static/{name:path}": EVERYBODY,
    "/openapi.json": EVERYBODY,
    "/api/about": EVERYBODY,
    "/api/catalogue/{language}": EVERYBODY,
    "/api/games": EVERYBODY,
    "/api/rules/{game}": EVERYBODY,
    "/api/export/{saved}": HOST_ONLY,
    "/api/import": HOST_ONLY,
    "/ws": EVERYBODY,
}
"""The routes; nobody reaches any of them without a cookie, a token or an invitation."""

NOT_FOR_GUESTS = "A guest may not do this."
NOT_YOUR_GAME = "Only the person who began the game may do this."
NO_SEAT = "You have no seat at this table."
HOST_IS_AWAY = "The host has closed the page; until it is open again, you can only move."
OTHER_IS_AWAY = "The other player is away and cannot agree."


def row_of(kind: type[m.Message]) -> Row:
    """The row of a kind of message."""
    return OF_THE_HOUSE[kind] if kind in OF_THE_HOUSE else OF_THE_TABLE[kind]


def role_of(kind: type[m.Message], session: BrowserSession, table: Table | None) -> Role:
    """What somebody is who sends such a message."""
    if table is None:
        return role_in_house(session)
    if session is table.seats.owner if kind in OF_THE_TABLE else session.host:
        return Role.HOST
    return Role.GUEST if table.seats.of(session, table.match.players) else Role.WATCHER


def role_in_house(session: BrowserSession | None) -> Role:
    """What somebody is where there is no table."""
    return Role.HOST if session is not None and session.host else Role.WATCHER


def refusal(kind: type[m.Message], session: BrowserSession, table: Table | None) -> str | None:
    """Why somebody may not send such a message now, if it is so."""
    role = role_of(kind, session, table)
    may = row_of(kind).of(role)
    if may is Permission.NO:
        return _words(kind, role)
    if table is None or may is Permission.YES:
        return None
    if may is not Permission.AGREED and not table.is_present(table.seats.owner):
        return HOST_IS_AWAY
    others = table.others(session) if may is not Permission.HOST_IS_HERE else []
    return None if all(map(table.is_present, others)) else OTHER_IS_AWAY


def _words(kind: type[m.Message], role: Role) -> str:
    """Why this role never may."""
    if kind in OF_THE_HOUSE:
        return NOT_FOR_GUESTS
    return NO_SEAT if role is Role.WATCHER else NOT_YOUR_GAME


def permit(message: m.Message, session: BrowserSession, table: Table | None) -> None:
    """Raise an error, which says why, unless somebody may send this message now."""
    problem = refusal(type(message), session, table)
    if problem is not None:
        raise denied(problem)


def name_of(kind: type[m.Message]) -> str:
    """The `type` of a kind of message."""
    return str(get_args(kind.model_fields["type"].annotation)[0])


def table_for_people() -> str:
    """Everything above as a table in Markdown, for the documentation."""
    rows = [(name_of(kind), row) for kind, row in (OF_THE_HOUSE | OF_THE_TABLE).items()] + list(ROUTES.items())
    lines = [f"| | {' | '.join(Role)} |", "|---|---|---|---|"]
    lines += [f"| `{name}` | {' | '.join(row.of(role) for role in Role)} |" for name, row in rows]
    return "\n".join(lines)
