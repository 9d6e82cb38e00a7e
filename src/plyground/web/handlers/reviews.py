"""Reviews of the game at a table: judged in the pool of searches, and stored with the saved game."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from typing import Any

from plyground.core.record import Record
from plyground.language import Message
from plyground.play.agents.agent import Agent
from plyground.review.better_move import MissedMove, TriedMove
from plyground.review.judgement import stored_review
from plyground.review.requests import SearchRequest
from plyground.review.reviewer import Reviewer, ReviewError, review_agent
from plyground.search.result import Result
from plyground.web import messages as m
from plyground.web.connection import Connection
from plyground.web.handlers.analysis import find_spot, think
from plyground.web.search_pool import GRAPH, HINT, SearchJob, read_visitors_agent
from plyground.web.tables.autosave import frozen
from plyground.web.tables.table import Table

POSITION_SECONDS = 5.0
"""Seconds for a position at most; the nodes of the agent are the usual limit."""


async def review_game(connection: Connection, message: m.ReviewGame) -> None:
    """Review the game at the table, or send the stored review."""
    connection.think("review", partial(_review, connection, message), message.id)


async def _review(connection: Connection, message: m.ReviewGame) -> None:
    table = connection.require_table()
    await table.autosave.settled()
    names = {"table": table.id, "game": table.game_id}
    record, saved = frozen(table.match).record(), saved_number(table)
    if not record.moves:
        raise ReviewError(Message("review.no_moves"))
    stored = await _stored(connection, saved, record)
    if stored is None:
        reviewer = await connection.work(Reviewer, record, str(review_agent(record.game)))
        await _judge(connection, message, reviewer, names)
        stored = reviewer.review().as_data()
        if saved is not None:
            kept = stored
            await connection.server.with_store(lambda store: store.keep_review(saved, kept))
    done = {"done": len(record.moves), "all": len(record.moves), "final": True}
    connection.reply(message, "review", **names, **done, review=stored)


def saved_number(table: Table) -> int | None:
    """The number under which the table's game is saved."""
    return table.autosave.saved if table.autosave.state == "saved" else None


async def _stored(connection: Connection, saved: int | None, record: Record) -> dict[str, Any] | None:
    """The stored review, if it is of these moves and can be read."""
    if saved is None:
        return None
    data = await connection.server.with_store(lambda store: store.review_of(saved))
    found = await connection.work(stored_review, data, record)
    return None if found is None else found.as_data()


async def _judge(connection: Connection, message: m.ReviewGame, reviewer: Reviewer, names: dict[str, Any]) -> None:
    """Run the searches of a review, and say after each move how far it is."""
    agent = read_visitors_agent(review_agent(reviewer.game), reviewer.game, 0, connection.server.limits)
    steps, sent = reviewer.steps(), 0
    asked = await connection.work(_step, steps, None)
    while asked is not None:
        found = await think(connection, "review", _job(GRAPH, asked, agent))
        asked = await connection.work(_step, steps, found)
        if len(reviewer.moves) > sent:
            sent = len(reviewer.moves)
            done = {"done": sent, "all": len(reviewer.record.moves), "final": False}
            connection.reply(message, "review", **names, **done, review=None)


async def try_better(connection: Connection, message: m.TryBetter) -> None:
    """Judge a move that is tried instead of a mistake."""
    connection.think("review", partial(_try, connection, message), message.id)


async def _try(connection: Connection, message: m.TryBetter) -> None:
    spot = await find_spot(connection, message.place)
    trial = TriedMove(spot.position, MissedMove(message.move, message.better, message.chance), message.tried)
    agent = read_visitors_agent(review_agent(spot.position.game), spot.position.game, 0, connection.server.limits)
    steps = trial.steps()
    asked = await connection.work(_step, steps, None)
    while asked is not None:
        found = await think(connection, "review", _job(HINT, asked, agent))
        asked = await connection.work(_step, steps, found)
    connection.reply(message, "better", **spot.names, tried=message.tried, verdict=trial.verdict)


def _job(purpose: int, asked: SearchRequest, agent: Agent) -> SearchJob:
    """A search that a review asks for."""
    return SearchJob(purpose, asked.agent(agent), asked.position, POSITION_SECONDS, lines=asked.lines)


def _step(steps: Generator[SearchRequest, Result, None], found: Result | None) -> SearchRequest | None:
    """The next search; None at the end."""
    try:
        return next(steps) if found is None else steps.send(found)
    except StopIteration:
        return None
