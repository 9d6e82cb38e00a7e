"""NNUE: a small network as a heuristic, whose first layer is updated incrementally (the idea is Yu Nasu's, 2018).

A game lists the features of a position as bits, once for each player (`feature_bits`). The first layer sums a row of
weights for each feature into an accumulator for each view. Two positions of a search differ in few features, so
an accumulator is not summed anew but changed by the features in which it differs from the last position evaluated:

    value = output · [screlu(accumulator of the mover), screlu(accumulator of the opponent)] + bias

where screlu(x) is x² clipped to 0 … 1. Everything is in integers, so that a value does not depend on the order of the
changes. A network is a file NAME.npz with its card NAME.json, which has its SHA-256; docs/networks.md describes both.
"""

import hashlib
import io
import json
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import ZERO, lowest, without_lowest
from plyground.core.contract import Words, contract, evaluate, implement, mover
from plyground.core.errors import PlygroundError, quoted
from plyground.core.jit import kernel
from plyground.language import Message

if TYPE_CHECKING:
    from plyground.core.game import Game

NNUE = "nnue"
"""The name of the heuristic."""
ACTIVATION_ONE, OUTPUT_ONE = 255, 64
"""What stands for 1 in the first layer and in the output weights."""
WIDEST = 128
"""Maximum width of a view's accumulator: sums of more could exceed 32 bits."""
PARTS = {"features": np.int16, "biases": np.int16, "output": np.int16, "last": np.int64}
"""The arrays of a file and their types."""

Numbers = npt.NDArray[np.int64]
Shorts = npt.NDArray[np.int16]
Bits = npt.NDArray[np.uint64]


class NnueError(PlygroundError):
    """The network does not exist, is damaged, or does not fit the game."""


@dataclass(frozen=True, eq=False)
class FeatureSet:
    """The features of a game."""

    words: int
    """Number of words for one seat."""
    turned: Numbers
    """By feature of seat 1: the feature of seat 0 with the same meaning, once the board is turned round."""

    @property
    def count(self) -> int:
        """Number of features of one seat, used or not."""
        return 64 * self.words


def feature_set(words: int, turn: Callable[[int, int], tuple[int, int]]) -> FeatureSet:
    """Features of which `turn` maps word and bit as seat 1 has them to word and bit of seat 0."""
    places = [turn(word, bit) for word in range(words) for bit in range(64)]
    return FeatureSet(words, np.array([64 * word + bit for word, bit in places], np.int64))


class Nnue(NamedTuple):
    """A small network inside the search, taught by games or by exact values."""

    percent: int
    """Share of the network's value that counts."""
    features: Shorts
    """By seat and feature: its row of weights."""
    biases: Shorts
    output: Shorts
    """Weights of the mover's accumulator, then of the opponent's."""
    last: Numbers
    """The output's bias, and the points of an output of 1."""
    accumulators: Shorts
    """By seat: the first layer for the features that it has seen."""
    seen: Bits
    """By seat: the features that its accumulator sums."""
    now: Bits
    """By seat: the features of the position being evaluated."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nnue) and self.percent == other.percent and self.features is other.features

    def __hash__(self) -> int:
        return hash((self.percent, id(self.features)))

    def __repr__(self) -> str:
        return f"Nnue({self.percent})"


@contract
def feature_bits(rules: Any, state: Words, out: Bits) -> None:
    """Write the features of a state as bits, every word: row 0 with seat 0 as "own", row 1 with seat 1.

    The board is not turned for seat 1: the game's `FeatureSet` says which feature of seat 0 each of its own is like.
    """


@kernel
def features_of_all(rules: Any, states: Words, out: Bits, movers: Numbers) -> None:
    """Write the features of many states, by seat, and their movers."""
    for i in range(len(states)):
        feature_bits(rules, states[i], out[i])
        movers[i] = mover(rules, states[i])


@kernel
def catch_up(h: Nnue, view: int) -> None:
    """Change a view's accumulator by the features in which it differs from the position."""
    accumulator = h.accumulators[view]
    for word in range(h.now.shape[1]):
        changed = h.now[view, word] ^ h.seen[view, word]
        added = changed & h.now[view, word]
        while added != ZERO:
            row = h.features[view, 64 * word + lowest(added)]
            for i in range(accumulator.size):
                accumulator[i] += row[i]
            added = without_lowest(added)
        removed = changed & h.seen[view, word]
        while removed != ZERO:
            row = h.features[view, 64 * word + lowest(removed)]
            for i in range(accumulator.size):
                accumulator[i] -= row[i]
            removed = without_lowest(removed)
        h.seen[view, word] = h.now[view, word]


@kernel
def output_of(accumulator: Shorts, weights: Shorts) -> int:
    """The part of the output that comes from one view."""
    total = np.int32(0)
    for i in range(accumulator.size):
        x = np.int32(min(max(accumulator[i], np.int16(0)), np.int16(ACTIVATION_ONE)))
        total += x * x * np.int32(weights[i])
    return np.int64(total)  # type: ignore[return-value]


def nnue_value(h: Nnue, rules: Any, state: Words) -> int:
    """The network's value in points."""
    feature_bits(rules, state, h.now)
    catch_up(h, 0)
    catch_up(h, 1)
    seat, width = mover(rules, state), h.biases.size
    total = output_of(h.accumulators[seat], h.output[:width]) + output_of(h.accumulators[1 - seat], h.output[width:])
    value = (total + h.last[0]) * h.last[1] // (ACTIVATION_ONE * ACTIVATION_ONE * OUTPUT_ONE)
    return value * h.percent // 100  # type: ignore[no-any-return]


implement(evaluate, Nnue, nnue_value)


def with_own_memory(heuristic: Any) -> Any:
    """The same heuristic for one more thread: accumulators are written to and cannot be shared."""
    if not isinstance(heuristic, Nnue):
        return heuristic
    fresh = np.stack([heuristic.biases, heuristic.biases])
    return heuristic._replace(accumulators=fresh, seen=np.zeros_like(heuristic.seen), now=np.zeros_like(heuristic.now))


def packaged_nnue(game: "Game") -> Path | None:
    """The network shipped with the game for its options, if there is one."""
    module = type(game).__module__
    if not game.nnue_file or not hasattr(sys.modules[module], "__path__"):
        return None
    path = Path(str(files(module).joinpath(game.nnue_file)))
    return path if path.is_file() else None


def find_nnue(game: "Game") -> Nnue:
    """The network shipped with the game."""
    path = packaged_nnue(game)
    if path is None:
        raise NnueError(Message("nnue.none", game=game.name))
    return read_nnue(path, game)


def read_nnue(path: Path, game: "Game") -> Nnue:
    """The network in a file, checked against its card and the game."""
    try:
        found: Nnue = with_own_memory(_read(path, path.stat().st_mtime_ns, game))
        return found
    except OSError:
        raise NnueError(Message("nnue.missing", file=quoted(str(path)))) from None


@lru_cache(8)
def _read(path: Path, stamp: int, game: "Game") -> Nnue:
    """The network in a file; a changed file is read again."""
    return assemble(read_arrays(path), game, str(path))


def read_arrays(path: Path) -> dict[str, Any]:
    """The arrays of a file, if it is the one that its card describes."""
    data = path.read_bytes()
    if _promised_hash(path) != hashlib.sha256(data).hexdigest():
        raise NnueError(Message("nnue.hash", file=quoted(str(path))))
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return {name: np.ascontiguousarray(arrays[name]) for name in PARTS}
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        raise NnueError(Message("nnue.unreadable", file=quoted(str(path)))) from None


def _promised_hash(path: Path) -> str:
    """The SHA-256 on the card of a file."""
    try:
        return str(json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["sha256"])
    except (OSError, ValueError, KeyError, TypeError):
        raise NnueError(Message("nnue.unreadable", file=quoted(str(path)))) from None


def assemble(parts: dict[str, Any], game: "Game", name: str = NNUE) -> Nnue:
    """A network of these arrays, with empty accumulators."""
    known, width = game.features(), parts["biases"].size
    shapes = {"features": (parts["features"].shape[0], width), "biases": (width,), "output": (2 * width,), "last": (2,)}
    fits = all(parts[part].shape == shape and parts[part].dtype == PARTS[part] for part, shape in shapes.items())
    if known is None or not fits or len(parts["features"]) != known.count or not 0 < width <= WIDEST:
        raise NnueError(Message("nnue.unfit", file=quoted(name), game=game.name))
    empty = np.zeros((2, known.words), np.uint64)
    views = parts | {"features": np.stack([parts["features"], parts["features"][known.turned]])}
    return Nnue(100, **views, accumulators=np.stack([parts["biases"]] * 2), seen=empty, now=empty.copy())


def check_fit(network: Nnue, game: "Game") -> None:
    """Raise an error unless the network has as many features as the game."""
    known = game.features()
    if known is None or network.features.shape[1] != known.count:
        raise NnueError(Message("nnue.unfit", file=NNUE, game=game.name))
