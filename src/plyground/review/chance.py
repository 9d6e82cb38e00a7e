"""The chance of winning for a score, by the curves that come with the games.

A game's curve is its `curve.json`, and `curve-3.json` or `curve-4.json` for more than two players, written by
`bench/curve.py`. A game without one gets a small fit at its first review.
"""

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

from plyground.core.game import Game
from plyground.review.chance_curve import Curve
from plyground.review.curve_fit import Sampling, fit_curve
from plyground.search.score import Score

ROUGH_SCALE = 200.0
"""Scale for a game without a curve where no time may be spent on a fit."""
QUICK = Sampling(games=40, nodes=1000)
"""How a game without a stored curve is sampled."""


@lru_cache(maxsize=32)
def curve_of(game: Game) -> Curve:
    """The curve of a game; options of a game that leave the number of players alone share one."""
    return fitted(stored_fit(game) or fit_curve(game, QUICK), len(game.seats))


@lru_cache(maxsize=32)
def known_curve(game: Game) -> Curve:
    """The stored curve of a game, at once; a rough one for a game that has none."""
    stored, seats = stored_fit(game), len(game.seats)
    return fitted(stored, seats) if stored else Curve(ROUGH_SCALE, seats)


def fitted(fit: dict[str, Any], seats: int) -> Curve:
    """The curve of a fit; that of two players has no `even` and no `united`."""
    united = fit.get("united", {"observed": 0.0})["observed"]
    return Curve(float(fit["scale"]), seats, float(fit.get("even", 0.0)), float(united))


def movers_chance(score: Score, game: Game) -> float | None:
    """The chance of winning of the player whose score it is, from 0 to 1; None for more than two players.

    Only a proved result is certain.
    """
    if len(game.seats) != 2:
        return None
    share = known_curve(game).chance(score)
    return share if score.proved else min(0.98, max(0.02, share))


def shown_chance(score: Score, game: Game) -> float | None:
    """The chance that an estimate stands for; None where it was not measured, and the score says as much."""
    measured = score.averaged or stored_fit(game) is not None
    return movers_chance(score, game) if measured and not score.proved else None


def curve_file(seats: int) -> str:
    """The name of the file with the curve for that number of players."""
    return "curve.json" if seats == 2 else f"curve-{seats}.json"


def stored_fit(game: Game) -> dict[str, Any] | None:
    """The stored curve of a game with the figures of its fit; None if there is none."""
    try:
        text = files(type(game).__module__).joinpath(curve_file(len(game.seats))).read_text(encoding="utf-8")
    except (OSError, TypeError, ModuleNotFoundError):
        return None
    found: dict[str, Any] = json.loads(text)
    return found
