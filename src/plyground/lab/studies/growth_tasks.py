"""The measurements of a growth run: searches by depth, techniques switched off, threads, playouts."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import plyground
from plyground.core.game import Game
from plyground.core.heuristic import usual_heuristic
from plyground.core.position import Position
from plyground.lab.contests.openings import random_openings
from plyground.lab.runs.jobs import Data
from plyground.lab.studies.tasks import play_games
from plyground.play.agents.agent import read_agent
from plyground.play.agents.monitored_player import MonitoredPlayer
from plyground.play.agents.spec import AgentSpec
from plyground.search.engine.features import OF_GAMES, OF_THREADS
from plyground.search.registry import ALGORITHMS
from plyground.search.result import Result

SEARCHES = {
    "minimax": AgentSpec("minimax"),
    "alpha-beta": AgentSpec("alphabeta"),
    "alpha-beta, sorted": AgentSpec("alphabeta", options=(("sort", "on"),)),
    "engine, exact": AgentSpec("pvs", options=(("exact", "on"),)),
    "engine": AgentSpec("pvs"),
}
"""Searches that have a depth, from the simplest to the fastest."""
ENGINE = SEARCHES["engine"]
PLAYOUTS = (100, 1000, 10_000, 100_000)
"""Numbers of random games for the Monte Carlo search, which has no depth."""
POSITIONS = 3
SWITCHES = tuple(
    option.name
    for option in ALGORITHMS["pvs"].options
    if option.default is True and option.name not in OF_THREADS | OF_GAMES
)
"""Every feature that is on for a single thread of the engine and can be switched off."""


def work(task: Data) -> Data:
    """Execute a task."""
    does = {"climb": climb, "switches": try_switches, "threads": try_threads, "playouts": try_playouts}
    return does.get(task["do"], play_games)(task)


def positions_of(game: Game, seed: int) -> list[Position]:
    """The usual start, and positions after random play."""
    openings = random_openings(game, 2 * game.opening_plies, POSITIONS - 1, seed)
    return [game.start(), *(opening.position(game) for opening in openings)]


def think(agent: AgentSpec, game: Game, positions: Sequence[Position]) -> list[Result]:
    """An agent's results in all positions; wall-clock time if threads are compared, processor time otherwise."""
    player = MonitoredPlayer(read_agent(agent, game), processor_time="threads" not in dict(agent.options))
    return [player.think(position) for position in positions]


def spent(found: Sequence[Result]) -> Data:
    """Total cost of the results."""
    return {
        "nodes": sum(each.nodes for each in found),
        "seconds": round(sum(each.seconds for each in found), 7),
        "finished": all(each.stopped_by == "depth" for each in found),
    }


def climb(task: Data) -> Data:
    """Search deeper and deeper, until a search takes too long or proves its result."""
    game = plyground.game(task["game"])
    positions = positions_of(game, task["seed"])
    rows: list[Data] = []
    for depth in range(1, task["deepest"] + 1):
        search = replace(SEARCHES[task["search"]], heuristic=usual_heuristic(game))
        row = spent(think(replace(search, depth=depth, seconds=task["limit"]), game, positions))
        if not row["finished"]:
            break
        rows.append({"depth": depth} | row)
        if row["seconds"] >= task["limit"]:
            break
    return {"rows": rows}


def fixed_depth(task: Data, game: Game, positions: Sequence[Position]) -> int:
    """The depth the engine reaches in all positions in a third of the limit, with all features on."""
    for depth in range(1, task["deepest"] + 1):
        row = spent(think(replace(ENGINE, depth=depth, seconds=task["limit"]), game, positions))
        if not row["finished"]:
            return max(1, depth - 1)
        if row["seconds"] >= task["limit"] / 3:
            return depth
    return int(task["deepest"])


def repeated(task: Data, agent: AgentSpec, game: Game, positions: Sequence[Position]) -> Data:
    """Cost of an agent in all positions: the median of several runs."""
    found = [spent(think(agent, game, positions)) for _ in range(task["runs"])]
    return found[-1] | {"seconds": median(each["seconds"] for each in found)}


def try_switches(task: Data) -> Data:
    """The engine with each technique switched off in turn, at a depth it reaches easily with all of them."""
    game = plyground.game(task["game"])
    positions = positions_of(game, task["seed"])
    depth = fixed_depth(task, game, positions)
    agent = replace(ENGINE, depth=depth, seconds=10 * task["limit"])
    rows = [{"off": name} | repeated(task, agent.changed({name: "off"}), game, positions) for name in SWITCHES]
    return {"depth": depth, "rows": [{"off": ""} | repeated(task, agent, game, positions), *rows]}


def try_threads(task: Data) -> Data:
    """The engine with one thread and with two, one ply deeper."""
    game = plyground.game(task["game"])
    positions = positions_of(game, task["seed"])
    depth = fixed_depth(task, game, positions) + 1
    agent = replace(ENGINE, depth=depth, seconds=20 * task["limit"])
    rows = [
        {"threads": count} | repeated(task, agent.changed({"threads": str(count)}), game, positions) for count in (1, 2)
    ]
    return {"depth": depth, "rows": rows}


def try_playouts(task: Data) -> Data:
    """The Monte Carlo search with more and more random games, from the usual start."""
    game = plyground.game(task["game"])
    rows = []
    for games in (games for games in PLAYOUTS if games <= task["playouts"]):
        agent = AgentSpec("montecarlo", nodes=games, seconds=10 * task["limit"])
        row = repeated(task, agent, game, [game.start()])
        rows.append({"games": games} | row)
        if row["seconds"] >= task["limit"] / 5:
            break
    return {"rows": rows}
