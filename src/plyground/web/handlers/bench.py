"""The heuristic bench: what heuristics say about a position, and the files that the server was started with."""

import asyncio
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from plyground.core.position import Position
from plyground.language import Language, Message
from plyground.play.agents.spec import AgentSpec
from plyground.play.agents.weights import WeightSet
from plyground.play.bench.workshop import Workshop
from plyground.search.api import NothingToSearchError
from plyground.search.result import Result
from plyground.web import messages as m
from plyground.web.connection import Connection
from plyground.web.handlers.analysis import find_spot, think
from plyground.web.search_pool import ANALYSIS, SearchJob
from plyground.web.tables.captions import encoded
from plyground.web.tables.position_view import board_data


@dataclass(frozen=True)
class Assessor:
    """A player of the pool that does not search but asks every heuristic; the answer is in the result's `tree`."""

    workshop: Workshop
    heuristic: str
    weights: dict[str, int] = field(default_factory=dict)
    text: str = "bench"

    def think(self, position: Position, **asked: Any) -> Result:
        """Assess the position."""
        found = self.workshop.compare(position, self.heuristic, self.weights)
        return replace(Result.unsearched(position.moves[0], "rule"), tree=found)

    def new_game(self) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        """Nothing is held."""


async def list_plugins(connection: Connection, message: m.ListPlugins) -> None:
    """Load the files that have changed, and say what is wrong with any."""
    workshop = connection.server.workshop
    await asyncio.to_thread(workshop.reload)
    connection.reply(message, "plugins", **_said(connection.language, workshop.as_data()))


async def assess_position(connection: Connection, message: m.AssessPosition) -> None:
    """Say what every heuristic thinks of a position."""
    connection.think("bench", partial(_assess, connection, message), message.id)


async def _assess(connection: Connection, message: m.AssessPosition) -> None:
    workshop = connection.server.workshop
    await asyncio.to_thread(workshop.reload)
    position = (await find_spot(connection, message.place)).position
    if position.outcome is not None:
        raise NothingToSearchError(Message("search.game_over", reason=position.outcome.reason))
    chosen = message.heuristic or workshop.first_shown(position.game)
    workshop.check(position.game, chosen)
    assessor = Assessor(workshop, chosen, message.weights)
    found = await think(
        connection, "bench", SearchJob(ANALYSIS, assessor, position, connection.server.limits.tree_seconds)
    )
    number = {} if message.id is None else {"id": message.id}
    connection.send(
        await connection.work(_data, position, number, workshop, found, message.weights, connection.language)
    )


def weighted_agent(game: str, heuristic: str, weights: dict[str, int]) -> str | None:
    """The text of an agent that plays with these weights; None where they are the usual ones."""
    if not weights:
        return None
    inline = WeightSet(game, heuristic, tuple(weights.items())).inline()
    return str(AgentSpec("pvs", heuristic=heuristic, weights=inline, seconds=1))


def _data(
    position: Position,
    number: dict[str, int],
    workshop: Workshop,
    found: Result,
    weights: dict[str, int],
    speech: Language,
) -> str:
    game = position.game
    about = {
        "type": "bench",
        "game": game.name,
        "seats": game.seats,
        "position": str(position),
        "mover": position.mover,
        "board": board_data(game),
        "scene": game.scene(position.state).as_data(),
    }
    assert found.tree is not None
    heuristics = [
        entry | {"summary": speech.translate(entry["summary"]), "problem": speech.translate(entry["problem"])}
        for entry in found.tree["heuristics"]
    ]
    said = _said(speech, workshop.as_data())
    agent = weighted_agent(game.name, found.tree["chosen"], weights)
    return encoded(about | number | found.tree | {"heuristics": heuristics, "plugins": said, "agent": agent})


def _said(speech: Language, data: dict[str, Any]) -> dict[str, Any]:
    """What is wrong with files, in the visitor's language."""
    return data | {"files": [file | {"problem": speech.translate(file["problem"])} for file in data["files"]]}
