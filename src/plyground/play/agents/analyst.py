"""The agent that judges positions for people: in analyses and reviews."""

from plyground.core.game import Game
from plyground.play.agents.levels import strongest_level
from plyground.play.agents.spec import AgentSpec
from plyground.search.registry import ALGORITHMS


def judging_search(game: Game) -> str:
    """The search that knows most of a game: by its network if the strongest level plays by one, else the engine."""
    if len(game.seats) > 2:
        return "paranoid"
    strongest = AgentSpec.parse(game.levels()[strongest_level(game)]).name
    return strongest if ALGORITHMS[strongest].by_network else "pvs"


def analyst(game: Game, *, nodes: int | None = None, seconds: float | None = None) -> AgentSpec:
    """The agent within these limits, with exact values where there are tables."""
    return AgentSpec(judging_search(game), nodes=nodes, seconds=seconds, tables=True if len(game.seats) == 2 else None)
