"""Two ways to look for better weights: a model of the trials so far (TPE, by Optuna), or gradient ascent (SPSA).

Both have the ask-and-tell interface. They depend on the seed and the scores alone, so a resumed run proposes the same
trials, finds their games played, and continues from there.

TPE (Bergstra et al., 2011) suits few weights: each trial plays against the current weights. SPSA (Spall, 1992) suits
many: each trial plays two sets of weights against each other that differ from the best guess in opposite directions.
"""

import importlib.util
import random
import warnings
from dataclasses import dataclass
from math import ceil
from typing import Any, Protocol

from plyground.core.errors import PlygroundError
from plyground.lab.runs.extras import install_command
from plyground.language import Message

FEW_WEIGHTS = 8
"""TPE is the default up to this many weights."""
GENERATION = 4
"""Trials of TPE that are played at a time; not the number of processes, or the outcome would depend on it."""
SHARPENING, SLOWING = 0.101, 0.602
"""Decay of SPSA's perturbations and of its step size: Spall's exponents."""

Numbers = dict[str, int]


class TuningError(PlygroundError):
    """These settings of a tuning make no sense."""


@dataclass(frozen=True)
class Trial:
    """Weights to be tried, against the current ones (`None`) or against others."""

    number: int
    weights: Numbers
    against: Numbers | None = None


class Proposer(Protocol):
    """A way to look for better weights."""

    def ask(self) -> list[Trial]:
        """The next trials; none when all are done."""

    def tell(self, trials: list[Trial], scores: list[float]) -> None:
        """What they scored, from 0 to 1."""

    def best(self) -> Numbers:
        """The weights to be confirmed."""


def bounds(value: int, span: float) -> tuple[int, int]:
    """The range of a weight: the same distance on both sides, but never across zero."""
    reach = max(ceil(abs(value) * span), 3)
    low, high = value - reach, value + reach
    return (max(low, 0) if value > 0 else low), (min(high, 0) if value < 0 else high)


class Tpe:
    """Trials by Optuna's tree-structured Parzen estimator."""

    def __init__(self, usual: Numbers, span: float, trials: int, seed: int) -> None:
        self._optuna = _optuna()
        self._ranges = {name: bounds(value, span) for name, value in usual.items()}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # parallel trials are marked as experimental
            sampler = self._optuna.samplers.TPESampler(seed=seed % 2**32, constant_liar=True)
        self._study = self._optuna.create_study(direction="maximize", sampler=sampler)
        self._left, self._asked, self._usual = trials, 0, usual
        self._scored: list[tuple[float, Numbers]] = []

    def ask(self) -> list[Trial]:
        """The next generation."""
        count = min(GENERATION, self._left)
        self._left -= count
        self._waiting = [self._study.ask() for _ in range(count)]
        trials = [Trial(self._asked + place, self._suggested(each)) for place, each in enumerate(self._waiting)]
        self._asked += count
        return trials

    def _suggested(self, trial: Any) -> Numbers:
        return {name: int(trial.suggest_int(name, low, high)) for name, (low, high) in self._ranges.items()}

    def tell(self, trials: list[Trial], scores: list[float]) -> None:
        """What the generation scored."""
        for asked, trial, score in zip(self._waiting, trials, scores, strict=True):
            self._study.tell(asked, score)
            self._scored.append((score, trial.weights))

    def best(self) -> Numbers:
        """The trial with the best score; the current weights if none was better than them."""
        score, weights = max(self._scored, key=lambda scored: scored[0])
        return weights if score > 0.5 else self._usual


def check_method(method: str) -> None:
    """Raise an error for an unknown method, or one that needs what is not installed."""
    if method not in METHODS:
        raise TuningError(Message("lab.tuning.no_method", name=repr(method), known=list(METHODS)))
    if method == "tpe" and importlib.util.find_spec("optuna") is None:
        raise TuningError(Message("lab.tuning.optuna", command=install_command("tune")))


def _optuna() -> Any:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna


class Spsa:
    """Simultaneous perturbation: a step uphill in all weights at once after every trial."""

    def __init__(self, usual: Numbers, span: float, trials: int, seed: int) -> None:
        self._usual, self._trials = usual, trials
        self._scale = {name: max(abs(value) * span / 4, 1.0) for name, value in usual.items()}
        self._guess = {name: float(value) for name, value in usual.items()}
        self._dice = random.Random(f"spsa {seed}")  # noqa: S311 (dice for games)
        self._signs: Numbers = {}
        self._done = 0
        self._path: list[dict[str, float]] = []

    def ask(self) -> list[Trial]:
        """Two sets of weights, on opposite sides of the current guess."""
        if self._done == self._trials:
            return []
        self._signs = {name: self._dice.choice((-1, 1)) for name in self._usual}
        return [Trial(self._done, self._beside(1), self._beside(-1))]

    def _reach(self, name: str) -> float:
        """How far a trial is from the guess; never so little that rounding hides it."""
        return max(self._scale[name] / float((self._done + 1) ** SHARPENING), 0.51)

    def _beside(self, side: int) -> Numbers:
        steps = {name: side * self._signs[name] * self._reach(name) for name in self._usual}
        return {name: self._kept(name, self._guess[name] + step) for name, step in steps.items()}

    def _kept(self, name: str, value: float) -> int:
        """A whole number with the sign of the usual weight."""
        whole, usual = round(value), self._usual[name]
        return max(whole, 0) if usual > 0 else min(whole, 0) if usual < 0 else whole

    def tell(self, trials: list[Trial], scores: list[float]) -> None:
        """Step towards the side that won; early steps are long, late ones short."""
        stability = self._trials / 10 + 1
        length = float((stability / (stability + self._done)) ** SLOWING) * (2 * scores[0] - 1)
        self._guess = {
            name: value + length * self._signs[name] * self._scale[name] for name, value in self._guess.items()
        }
        self._done += 1
        self._path.append(self._guess)

    def best(self) -> Numbers:
        """The mean of the last quarter of the steps: single steps are noise."""
        last = self._path[-max(len(self._path) // 4, 1) :]
        return {name: self._kept(name, sum(guess[name] for guess in last) / len(last)) for name in self._usual}


METHODS: dict[str, type[Tpe] | type[Spsa]] = {"tpe": Tpe, "spsa": Spsa}


def usual_method(weights: int) -> str:
    """The default method for a number of weights."""
    return "tpe" if weights <= FEW_WEIGHTS else "spsa"
