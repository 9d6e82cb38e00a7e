"""The public names of the package: `plyground.game` and all others. They are imported when one of them is used."""

from plyground.core.errors import (
    HeuristicError,
    IllegalMoveError,
    InvalidPositionError,
    NotationError,
    OptionError,
    PlygroundError,
    UnknownGameError,
)
from plyground.core.game import Game
from plyground.core.outcome import Outcome
from plyground.core.perft import perft
from plyground.core.position import Move, Position
from plyground.core.record import Record
from plyground.games import game
from plyground.games import names as games
from plyground.play.agents.agent import Agent, Player, read_agent
from plyground.play.agents.search import search
from plyground.play.agents.spec import AgentError, AgentSpec
from plyground.play.clock import ClockError, TimeControl
from plyground.play.match import Match, MatchError, play_out
from plyground.play.probing import Probe, probe
from plyground.play.records.text_format import RecordError, read_record, write_record
from plyground.review.judgement import Review
from plyground.review.reviewer import review
from plyground.search.budget import Budget, Cancel
from plyground.search.result import Result
from plyground.search.score import Score

__all__ = [
    "Agent",
    "AgentError",
    "AgentSpec",
    "Budget",
    "Cancel",
    "ClockError",
    "Game",
    "HeuristicError",
    "IllegalMoveError",
    "InvalidPositionError",
    "Match",
    "MatchError",
    "Move",
    "NotationError",
    "OptionError",
    "Outcome",
    "Player",
    "PlygroundError",
    "Position",
    "Probe",
    "Record",
    "RecordError",
    "Result",
    "Review",
    "Score",
    "TimeControl",
    "UnknownGameError",
    "game",
    "games",
    "perft",
    "play_out",
    "probe",
    "read_agent",
    "read_record",
    "review",
    "search",
    "write_record",
]
