"""Dispatch: every message, its handler, and who may send it.

A message is about the server (`SERVER`: the host is the session that came with the token) or about the game at the
visitor's table (`TABLE`: the host is the session that started it). docs/security.md has the permissions for readers; a
test keeps the two equal.
"""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar, get_args

from plyground.web import messages as m
from plyground.web.connection import Connection
from plyground.web.handlers import (
    analysis,
    bench,
    exploration,
    gameplay,
    preparing,
    puzzle_attempts,
    reviews,
    saved_games,
    theatre,
)
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
    permit,
)

Kind = TypeVar("Kind", bound=m.ClientMessage)
SERVER, TABLE = Scope.SERVER, Scope.TABLE


class Handler(NamedTuple):
    """What handles a kind of message, and who may send it."""

    run: Callable[[Connection, Any], Awaitable[None]]
    rule: Rule


def on(
    kind: type[Kind], run: Callable[[Connection, Kind], Awaitable[None]], scope: Scope, row: Row
) -> tuple[type[m.ClientMessage], Handler]:
    """One entry of the table; the type checker sees that the handler takes this kind of message."""
    return kind, Handler(run, Rule(scope, row))


HANDLERS: dict[type[m.ClientMessage], Handler] = dict(
    [
        on(m.SetLanguage, gameplay.set_language, SERVER, EVERYONE),
        on(m.Ping, gameplay.ping, SERVER, EVERYONE),
        on(m.Join, gameplay.join, SERVER, EVERYONE),
        on(m.Leave, gameplay.leave, SERVER, EVERYONE),
        on(m.New, gameplay.new, SERVER, HOST_ONLY),
        on(m.Prepare, preparing.prepare, SERVER, HOST_ONLY),
        on(m.Open, gameplay.open_link, SERVER, HOST_ONLY),
        on(m.Resume, gameplay.resume, SERVER, HOST_ONLY),
        on(m.ListSaved, saved_games.list_saved, SERVER, HOST_ONLY),
        on(m.Rename, saved_games.rename, SERVER, HOST_ONLY),
        on(m.Delete, saved_games.delete, SERVER, HOST_ONLY),
        on(m.Import, saved_games.import_game, SERVER, HOST_ONLY),
        on(m.Compose, analysis.compose, SERVER, HOST_ONLY),
        on(m.ExplorePosition, exploration.explore_position, SERVER, HOST_ONLY),
        on(m.ListPuzzles, puzzle_attempts.list_puzzles, SERVER, HOST_ONLY),
        on(m.TryPuzzle, puzzle_attempts.try_puzzle, SERVER, HOST_ONLY),
        on(m.WatchSearch, theatre.watch_search, SERVER, HOST_ONLY),
        on(m.AssessPosition, bench.assess_position, SERVER, HOST_ONLY),
        on(m.ListPlugins, bench.list_plugins, SERVER, HOST_ONLY),
        on(m.PlayMove, gameplay.move, TABLE, PLAYERS),
        on(m.Undo, gameplay.undo, TABLE, TAKEBACK),
        on(m.Redo, gameplay.redo, TABLE, TAKEBACK),
        on(m.Answer, gameplay.answer, TABLE, PLAYERS),
        on(m.Resign, gameplay.resign, TABLE, RESIGNATION),
        on(m.Sit, gameplay.sit, TABLE, HOST_ONLY),
        on(m.Sides, gameplay.change_sides, TABLE, HOST_ONLY),
        on(m.Pause, gameplay.pause, TABLE, HOST_ONLY),
        on(m.StepComputer, gameplay.step, TABLE, HOST_ONLY),
        on(m.Pace, gameplay.set_pace, TABLE, HOST_ONLY),
        on(m.Keep, saved_games.keep, TABLE, HOST_ONLY),
        on(m.Hint, analysis.hint, TABLE, PLAYERS),
        on(m.Analyse, analysis.analyse, TABLE, PLAYERS),
        on(m.Graph, analysis.graph, TABLE, PLAYERS),
        on(m.ReviewGame, reviews.review_game, TABLE, PLAYERS),
        on(m.TryBetter, reviews.try_better, TABLE, PLAYERS),
        on(m.Look, analysis.look, TABLE, EVERYONE),
        on(m.Stop, analysis.stop, TABLE, EVERYONE),
        on(m.Export, saved_games.export, TABLE, EVERYONE),
    ]
)


async def dispatch(connection: Connection, message: m.ClientMessage) -> None:
    """Check that the visitor may send the message, and run its handler."""
    handler = HANDLERS[type(message)]
    permit(handler.rule, connection.session, connection.table)
    await handler.run(connection, message)


def rule_of(kind: type[m.ClientMessage]) -> Rule:
    """Who may send a kind of message."""
    return HANDLERS[kind].rule


def type_of(kind: type[m.ClientMessage]) -> str:
    """The `type` field of a kind of message."""
    return str(get_args(kind.model_fields["type"].annotation)[0])


def permissions_table() -> str:
    """Who may send which message and read which route, as a Markdown table for the documentation."""
    messages = {type_of(kind): handler.rule.row for kind, handler in HANDLERS.items()}
    return markdown_table(messages | ROUTES)
