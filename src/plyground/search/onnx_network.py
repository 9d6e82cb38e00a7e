"""Networks for play: ONNX files, run on the CPU by onnxruntime.

A network's metadata states its game, inputs and outputs, so that an unsuitable network is rejected with a clear error.
Next to NAME.onnx is its card, NAME.json: the SHA-256 of the file, checked before loading, and for human readers the
network's training data and strength.
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
"""Maximum number of networks kept loaded."""
ERRORS_ONLY = 3

Answers = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]
"""By position in the batch: a logit per output, and a value from -1 to 1 for the mover."""


class NetworkError(PlygroundError):
    """The network does not exist, is damaged, or does not fit the game."""


@dataclass(frozen=True, eq=False)
class OnnxNetwork:
    """A loaded network. Several threads may use it at once; it starts no threads itself."""

    name: str
    sha256: str
    card: dict[str, Any]
    session: "InferenceSession"

    @property
    def metadata(self) -> dict[str, str]:
        """The metadata of the file."""
        return dict(self.session.get_modelmeta().custom_metadata_map)

    def evaluate(self, planes: Planes) -> Answers:
        """Evaluate a batch of positions."""
        policy, value = self.session.run(["policy", "value"], {"planes": planes})
        value = value.reshape(-1)
        if len(policy) != len(planes) or len(value) != len(planes):
            raise self.refused(Message("network.answers"))
        if not (np.isfinite(policy).all() and np.isfinite(value).all()):
            raise self.refused(Message("network.no_number"))
        return policy, value

    def refused(self, reason: str) -> NetworkError:
        """The error for a file that is not a network as described in docs/networks.md."""
        return NetworkError(Message("network.unfit", name=quoted(self.name), reason=reason))


@lru_cache(MOST_LOADED)
def encoding_of(game: Game) -> Encoding:
    """The game's network encoding; raise an error if it has none."""
    encoding = game.encoding()
    if encoding is None:
        raise NetworkError(Message("network.no_planes", game=game.name))
    return encoding


def find_network(game: Game, file: str) -> OnnxNetwork:
    """The network in that file for `game`; without a file, the network shipped with the game."""
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
    """The network shipped with the game."""
    module = type(game).__module__
    if hasattr(sys.modules[module], "__path__"):  # a single-file game has no folder
        path = Path(str(files(module).joinpath(PACKAGED)))
        if path.is_file():
            return path
    raise NetworkError(Message("network.none_for_game", game=game.name))


@lru_cache(MOST_LOADED)
def _load(path: Path, stamp: tuple[int, int]) -> OnnxNetwork:
    """Load a network and check its card; a changed file is loaded again."""
    runtime = _runtime()
    data = path.read_bytes()
    card = read_card(path, hashlib.sha256(data).hexdigest())
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = ERRORS_ONLY
    try:
        session = runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception:  # onnxruntime has a separate exception for each kind of invalid file
        raise NetworkError(Message("network.unreadable", file=quoted(str(path)))) from None
    return OnnxNetwork(str(path), card["sha256"], card, session)


def _runtime() -> Any:
    """The onnxruntime module, imported only when a network is requested."""
    try:
        import onnxruntime
    except ImportError:
        raise NetworkError(Message("network.no_runtime")) from None
    return onnxruntime


def read_card(network: str | PathLike[str], sha256: str) -> dict[str, Any]:
    """The card of a network file; raise an error unless it matches that hash."""
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
    """The metadata that a network for the game must have."""
    return {
        "plyground": FORMAT,
        "game": game.name,
        "planes": "|".join(plane.name for plane in encoding.planes),
        "answers": "|".join(encoding.answers),
        "wraps": str(int(encoding.wraps)),
    }


@lru_cache(MOST_LOADED)
def check_fit(network: OnnxNetwork, game: Game) -> None:
    """Raise an error unless the network's inputs and outputs fit the game."""
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
    """Raise an error unless the input and output shapes fit the encoding."""
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
