"""Networks that play: files in the ONNX format, run by onnxruntime on the processor.

A network's file says in its metadata which game it is for and what it sees and answers, so that one that does not fit
is refused in words. Beside NAME.onnx lies its card, NAME.json: the SHA-256 of the file, which is checked before
anything reads it, and for people what it was trained on and how strong it is.
"""

import hashlib
import json
import sys
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from plyground.core.contract import Planes
from plyground.core.encoding import Encoding
from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.language import Message

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

FORMAT = "1"
PACKAGED = "network.onnx"
ON_CARD = ("sha256", "game", "options", "strength")
MOST_LOADED = 8
"""Networks that are kept loaded."""
ERRORS_ONLY = 3

Answers = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]
"""By position of a batch: a logit for each answer, and a value from -1 to 1 for the mover."""


class NetworkError(PlygroundError):
    """There is no such network, it is damaged, or it does not fit the game."""


@dataclass(frozen=True, eq=False)
class OnnxNetwork:
    """A network that was loaded. Threads may ask it at the same time; it takes no thread of its own."""

    name: str
    sha256: str
    card: dict[str, Any]
    session: "InferenceSession"

    @property
    def metadata(self) -> dict[str, str]:
        """What the file says of itself."""
        return dict(self.session.get_modelmeta().custom_metadata_map)

    def evaluate(self, planes: Planes) -> Answers:
        """What the network says of a batch of positions."""
        policy, value = self.session.run(["policy", "value"], {"planes": planes})
        value = value.reshape(-1)
        if len(policy) != len(planes) or len(value) != len(planes):
            raise self.refused(Message("network.answers"))
        if not (np.isfinite(policy).all() and np.isfinite(value).all()):
            raise self.refused(Message("network.no_number"))
        return policy, value

    def refused(self, reason: str) -> NetworkError:
        """The error for a file that is no network as described in docs/networks.md."""
        return NetworkError(Message("network.unfit", name=quoted(self.name), reason=reason))


@lru_cache(MOST_LOADED)
def encoding_of(game: Game) -> Encoding:
    """How a network sees the game, or an error if none can."""
    encoding = game.encoding()
    if encoding is None:
        raise NetworkError(Message("network.no_planes", game=game.name))
    return encoding


def find_network(game: Game, file: str) -> OnnxNetwork:
    """The network of that file, for `game`; without a file, the one that came with the game."""
    encoding_of(game)
    path = Path(file).expanduser() if file else packaged(game)
    try:
        stamp = path.stat()
        network = _load(path, (stamp.st_mtime_ns, stamp.st_size))
    except OSError:
        raise NetworkError(Message("network.missing", file=quoted(str(path)))) from None
    check_fit(network, game)
    return network


def packaged(game: Game) -> Path:
    """The network that came with the game."""
    module = type(game).__module__
    if hasattr(sys.modules[module], "__path__"):  # a game of one file has no folder of its own
        path = Path(str(files(module).joinpath(PACKAGED)))
        if path.is_file():
            return path
    raise NetworkError(Message("network.none_for_game", game=game.name))


@lru_cache(MOST_LOADED)
def _load(path: Path, stamp: tuple[int, int]) -> OnnxNetwork:
    """Load a network whose card fits it; a file that changed is another one."""
    runtime = _runtime()
    data = path.read_bytes()
    card = read_card(path, hashlib.sha256(data).hexdigest())
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = ERRORS_ONLY
    try:
        session = runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception:  # onnxruntime has an error of its own for everything that may be wrong with a file
        raise NetworkError(Message("network.unreadable", file=quoted(str(path)))) from None
    return OnnxNetwork(str(path), card["sha256"], card, session)


def _runtime() -> Any:
    """The library that runs networks, which is not imported before one is asked for."""
    try:
        import onnxruntime
    except ImportError:
        raise NetworkError(Message("network.no_runtime")) from None
    return onnxruntime


def read_card(network: str | PathLike[str], sha256: str) -> dict[str, Any]:
    """The card of a network's file, if it is the card of a file with that hash."""
    path = Path(network).with_suffix(".json")
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise NetworkError(Message("network.no_card", network=quoted(str(network)), card=quoted(path.name))) from None
    if not isinstance(card, dict) or any(name not in card for name in ON_CARD):
        raise NetworkError(Message("network.bad_card", file=quoted(str(path)), needed=list(ON_CARD)))
    if card["sha256"] != sha256:
        raise NetworkError(Message("network.damaged", network=quoted(str(network))))
    return card


def expected_metadata(game: Game, encoding: Encoding) -> dict[str, str]:
    """What a network for a game says of itself."""
    return {
        "plyground": FORMAT,
        "game": game.name,
        "planes": "|".join(plane.name for plane in encoding.planes),
        "answers": "|".join(encoding.answers),
        "wraps": str(int(encoding.wraps)),
    }


@lru_cache(MOST_LOADED)
def check_fit(network: OnnxNetwork, game: Game) -> None:
    """Raise an error unless the network sees and answers what the game shows and asks."""
    found, encoding = network.metadata, encoding_of(game)
    for key, wanted in expected_metadata(game, encoding).items():
        said = found.get(key)
        if said is None:
            raise network.refused(Message("network.unsaid", what=key))
        if said != wanted:
            raise NetworkError(
                Message(
                    "network.mismatch",
                    network=quoted(network.name),
                    game=game.name,
                    what=key,
                    found=quoted(said),
                    wanted=quoted(wanted),
                )
            )
    _check_shapes(network, encoding)


def _check_shapes(network: OnnxNetwork, encoding: Encoding) -> None:
    """Raise an error unless the network takes boards of this size and answers as it should."""
    inputs = {each.name: each for each in network.session.get_inputs()}
    outputs = {each.name: each for each in network.session.get_outputs()}
    if inputs.keys() != {"planes"} or inputs["planes"].type != "tensor(uint8)" or len(inputs["planes"].shape) != 4:
        raise network.refused(Message("network.input"))
    if not {"policy", "value"} <= outputs.keys():
        raise network.refused(Message("network.outputs"))
    taken = inputs["planes"].shape[1:]
    if any(isinstance(size, int) and size != wanted for size, wanted in zip(taken, encoding.shape, strict=True)):
        sizes = " × ".join(map(str, taken))
        wanted = " × ".join(map(str, encoding.shape))
        raise network.refused(Message("network.planes", found=sizes, wanted=wanted))
    policy, _ = network.evaluate(np.zeros((1, *encoding.shape), np.uint8))
    if policy.shape != (1, encoding.answer_count):
        raise network.refused(Message("network.policy", found=policy.size, wanted=encoding.answer_count))
