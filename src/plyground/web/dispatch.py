"""Every message, its handler, and who may send it.

A message is about the server (`SERVER`: the host is the session that came with the token) or about the game at the
visitor's table (`TABLE`: the host is the session that started it). docs/security.md has the permissions for readers; a
test keeps the two equal.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar, get_args

from plyground.web import messages as m
from plyground.web.connection import Connection, Handler
from plyground.web.handlers import game, saved_games, study
from plyground.web.permissions import (
    EVERYONE,
    HOST_ONLY,
    PLAYERS,
    RESIGNATION,
    ROUTES,
    TAKEBACK,
    Row,
    Rule,
    Scope,
    markdown_table,
)

Kind = TypeVar("Kind", bound=m.ClientMessage)
SERVER, TABLE = Scope.SERVER, Scope.TABLE


def on(
    kind: type[Kind], run: Callable[[Connection, Kind], Awaitable[None]], scope: Scope, row: Row
) -> tuple[type[m.ClientMessage], Handler]:
    """One entry of the table; the type checker sees that the handler takes this kind of message."""
    return kind, Handler(run, Rule(scope, row))


HANDLERS: dict[type[m.ClientMessage], Handler] = dict(
    [
        on(m.SetLanguage, game.set_language, SERVER, EVERYONE),
        on(m.Ping, game.ping, SERVER, EVERYONE),
        on(m.Join, game.join, SERVER, EVERYONE),
        on(m.Leave, game.leave, SERVER, EVERYONE),
        on(m.New, game.new, SERVER, HOST_ONLY),
        on(m.Open, game.open_link, SERVER, HOST_ONLY),
        on(m.Resume, game.resume, SERVER, HOST_ONLY),
        on(m.ListSaved, saved_games.list_saved, SERVER, HOST_ONLY),
        on(m.Rename, saved_games.rename, SERVER, HOST_ONLY),
        on(m.Delete, saved_games.delete, SERVER, HOST_ONLY),
        on(m.Import, saved_games.import_game, SERVER, HOST_ONLY),
        on(m.Compose, study.compose, SERVER, HOST_ONLY),
        on(m.Move, game.move, TABLE, PLAYERS),
        on(m.Undo, game.undo, TABLE, TAKEBACK),
        on(m.Redo, game.redo, TABLE, TAKEBACK),
        on(m.Answer, game.answer, TABLE, PLAYERS),
        on(m.Resign, game.resign, TABLE, RESIGNATION),
        on(m.Sit, game.sit, TABLE, HOST_ONLY),
        on(m.Sides, game.change_sides, TABLE, HOST_ONLY),
        on(m.Pause, game.pause, TABLE, HOST_ONLY),
        on(m.Step, game.step, TABLE, HOST_ONLY),
        on(m.Pace, game.set_pace, TABLE, HOST_ONLY),
        on(m.Keep, saved_games.keep, TABLE, HOST_ONLY),
        on(m.Hint, study.hint, TABLE, PLAYERS),
        on(m.Analyse, study.analyse, TABLE, PLAYERS),
        on(m.Graph, study.graph, TABLE, PLAYERS),
        on(m.Look, study.look, TABLE, EVERYONE),
        on(m.Stop, study.stop, TABLE, EVERYONE),
        on(m.Export, saved_games.export, TABLE, EVERYONE),
    ]
)


def type_of(kind: type[m.ClientMessage]) -> str:
    """The `type` field of a kind of message."""
    return str(get_args(kind.model_fields["type"].annotation)[0])


def permissions_table() -> str:
    """Who may send which message and read which route, as a Markdown table for the documentation."""
    messages = {type_of(kind): handler.rule.row for kind, handler in HANDLERS.items()}
    return markdown_table(messages | ROUTES)
