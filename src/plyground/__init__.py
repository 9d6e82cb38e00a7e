"""Play, study and solve abstract board games by adversarial search.

>>> import plyground
>>> position = plyground.game("hex", size=5).start().play("c3").play("swap")
>>> str(position)
'...../...../..b../...../..... r'
"""

# ruff: noqa: E402 (the first import makes the others fast, and Ctrl-C quiet)
from plyground import startup

startup.begin()
startup.import_numba()

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
from plyground.play.agents.search import search
from plyground.play.match import Match, play_out
from plyground.play.probing import Probe, probe
from plyground.review.judgement import Review
from plyground.review.reviewer import review
from plyground.search.budget import Budget, Cancel
from plyground.search.result import Result
from plyground.search.score import Score

__all__ = [
    "Budget",
    "Cancel",
    "Game",
    "HeuristicError",
    "IllegalMoveError",
    "InvalidPositionError",
    "Match",
    "Move",
    "NotationError",
    "OptionError",
    "Outcome",
    "PlygroundError",
    "Position",
    "Probe",
    "Record",
    "Result",
    "Review",
    "Score",
    "UnknownGameError",
    "game",
    "games",
    "perft",
    "play_out",
    "probe",
    "review",
    "search",
]
__version__ = "0.1.0"

startup.imported()
