"""Balanced openings: random ones that a judge finds about even.

Where moving first or a few random stones decide a game between strong players, both games of a pair are won from the
same side and say nothing. In Hex 11×11 a few in a hundred openings of three random stones are even.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.lab.contests.openings import MOST_PLIES, Opening, OpeningError, drawn_opening
from plyground.language import Message
from plyground.play.agents.agent import Agent, read_search
from plyground.play.agents.spec import LIMITS, AgentSpec
from plyground.review.chance import known_curve
from plyground.search.budget import Cancel
from plyground.search.registry import ALGORITHMS
from plyground.search.score import Score

JUDGE = "expert"
NODES = {"evaluations": 400}
"""Limit of a judge that names none, by what its search counts."""
USUAL_NODES = 20_000
GLANCE = 25
"""A first look takes this fraction of the judge's nodes, and allows twice the distance from even."""
MOST_DRAWN = 5000
"""After this many openings in a row that are not even, no more are drawn."""


@dataclass(frozen=True)
class Balance:
    """What openings are wanted."""

    count: int = 100
    plies: int = 3
    within: float = 0.05
    """How far the first player's chance may be from one half."""
    judge: str = JUDGE
    seed: int = 1


def judging_agent(text: str, game: Game) -> Agent:
    """The judge: an agent without chance in its choice, limited by nodes unless its text names a limit."""
    agent = read_search(replace(AgentSpec.parse(text), blunder=0.0, vary=0, nearly=0, softmax=0), game)
    if any(getattr(AgentSpec.parse(text), limit) is not None for limit in LIMITS):
        return agent
    return agent.within(None, NODES.get(ALGORITHMS[agent.algorithm].counts, USUAL_NODES), None)


def glance_of(agent: Agent) -> Agent:
    """The judge with a fraction of its nodes; the judge itself if it is limited otherwise."""
    return agent if agent.nodes is None else agent.within(None, max(1, agent.nodes // GLANCE), None)


def chance_in(agent: Agent, position: Position, cancel: Cancel) -> float:
    """The mover's chance, as the agent sees it."""
    score: Score = agent.think(position, cancel=cancel).score
    return known_curve(position.game).chance(score)


def is_even(position: Position, agent: Agent, within: float, cancel: Cancel) -> bool:
    """True if the judge finds a position even, at a glance and after a closer look."""
    glance = glance_of(agent)
    if abs(chance_in(glance, position, cancel) - 0.5) > 2 * within:
        return False
    return glance is agent or abs(chance_in(agent, position, cancel) - 0.5) <= within


def balanced_openings(
    game: Game, wanted: Balance, cancel: Cancel, on_drawn: Callable[[int, int], None] = lambda found, drawn: None
) -> tuple[tuple[Opening, ...], int]:
    """Different openings that are even, and how many were drawn for them; fewer than wanted
    if cancelled, or if none turns up for a long time.

    `on_drawn` hears the numbers found and drawn so far.
    """
    if not 0 < wanted.plies <= MOST_PLIES:
        raise OpeningError(Message("lab.opening.plies", most=MOST_PLIES, found=wanted.plies))
    agent, dice = judging_agent(wanted.judge, game), random.Random(f"balanced openings {wanted.seed}")  # noqa: S311
    found: dict[bytes, Opening] = {}
    seen: set[bytes] = set()
    drawn, last = 0, 0
    while len(found) < wanted.count and not cancel.asked:
        drawn += 1
        if drawn - last > MOST_DRAWN:
            break
        end, opening = drawn_opening(game, wanted.plies, dice)
        if end is not None and end.key not in seen:
            seen.add(end.key)
            if is_even(end, agent, wanted.within, cancel) and not cancel.asked:
                found[end.key], last = opening, drawn
        on_drawn(len(found), drawn)
    if not found and not cancel.asked:
        raise OpeningError(Message("lab.opening.uneven", drawn=MOST_DRAWN))
    return tuple(found.values()), drawn


def as_records(game: Game, openings: tuple[Opening, ...]) -> tuple[Record, ...]:
    """Openings as records, which `--openings` reads."""
    return tuple(Record(opening.begin(game), opening.moves) for opening in openings)
