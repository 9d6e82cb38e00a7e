"""A training run: alternating self-play and training, saved in a folder so that it can be stopped and resumed."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Event
from typing import Any

import torch
from torch import Tensor

from plyground.core.errors import PlygroundError, quoted
from plyground.core.files import write_json
from plyground.core.folder_lock import locked
from plyground.core.game import Game
from plyground.language import Message
from plyground.learn import LOG, NETWORK, PLAN, checkpoint
from plyground.learn.backend import Backend
from plyground.learn.checkpoint import CheckpointError, TrainingProgress
from plyground.learn.export import export, model_of
from plyground.learn.network import Architecture, Network, SelfPlayNetwork
from plyground.learn.rating import MatchScore, match
from plyground.learn.replay import ReplayBuffer
from plyground.learn.selfplay import SelfPlay, SelfPlaySettings
from plyground.learn.train import Symmetries, Trainer, batch_of
from plyground.learn.warm_start import warm_start
from plyground.search.onnx_network import encoding_of

LOG_SECONDS, SAVE_SECONDS = 10.0, 60.0
FOLLOW_STEPS = 20
"""Steps between updates of the self-play network with the averaged weights."""
CHANGEABLE = ("variants", "games", "batch", "replay", "rating_games", "rating_seconds", "rate", "reuse", "start")
"""Settings that may be others when a run is resumed."""


def ignore(line: dict[str, Any]) -> None:
    """Discard a log line."""


class LearningError(PlygroundError):
    """The requested training is not possible."""


@dataclass(frozen=True)
class LearningPlan:
    """The settings of a run."""

    game: str
    architecture: Architecture
    simulations: int = 32
    candidates: int = 16
    random_turns: int = 2
    longest: int = 200
    rate: float = 2e-3
    averaging: float = 0.99
    reuse: float = 2.5
    """Average number of times each position is used for training."""
    seed: int = 0
    variants: tuple[dict[str, str], ...] = ({},)
    games: int = 4096
    """Number of simultaneous games per variant."""
    batch: int = 4096
    replay: int = 2_000_000
    """Number of positions in the replay buffer of each variant."""
    rating_games: int = 512
    rating_seconds: float = 180.0
    start: str = ""
    """A network whose weights a new run begins with; empty for random ones."""

    @property
    def manner(self) -> SelfPlaySettings:
        """Self-play settings."""
        return SelfPlaySettings(self.games, self.simulations, self.candidates, self.random_turns, self.longest)

    def essence(self) -> dict[str, Any]:
        """Settings that must not change when a run is resumed."""
        data = asdict(self)
        for name in CHANGEABLE:
            del data[name]
        return data


@dataclass
class LogTally:
    """Statistics since the last log line."""

    losses: list[Tensor] = field(default_factory=list)
    lengths: float = 0.0
    draws: int = 0
    games: int = 0


class Variant:
    """One variant of the game: its self-play, replay buffer and symmetries."""

    def __init__(self, game: Game, backend: Backend, plan: LearningPlan, seed: int) -> None:
        self.selfplay = SelfPlay(game, backend, plan.manner, seed)
        self.replay = ReplayBuffer(backend, plan.replay, game.words, self.selfplay.width)
        self.symmetries = Symmetries(self.selfplay.encoding, backend.device)
        self.owed = 0.0
        """Training steps allowed by its new positions."""


class Learner:
    """Learns until it is stopped."""

    def __init__(self, plan: LearningPlan, games: Sequence[Game], folder: Path, backend: Backend) -> None:
        self.plan, self.folder, self.backend = plan, folder, backend
        self.games = tuple(games)
        encoding = encoding_of(self.games[0])
        torch.manual_seed(plan.seed)
        network = Network(encoding, plan.architecture).to(backend.device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.encoding, self.trainer = encoding, Trainer(network, plan.rate, plan.averaging)
        self.progress, self.tally, self.stop = TrainingProgress(), LogTally(), Event()
        self._open()
        self.player = SelfPlayNetwork(encoding, plan.architecture, backend.device)
        self.player.learn_from(self.trainer.playing_weights())
        self.variants: list[Variant] = []

    def _open(self) -> None:
        """Resume the run in the folder, or begin one there."""
        path = self.folder / PLAN
        if path.exists():
            self._check_plan(path)
        else:
            write_json(path, self.plan.essence())
        kept = checkpoint.load(self.folder)
        if kept is not None:
            state, self.progress = kept
            self.trainer.go_on(state, self.progress.steps)
        elif self.plan.start:
            warm_start(self.trainer.network, Path(self.plan.start), self.games, self.plan.seed)
            self.trainer.average.load_state_dict(self.trainer.network.state_dict())

    def _check_plan(self, path: Path) -> None:
        try:
            before = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as problem:
            raise CheckpointError(Message("learn.unreadable", file=quoted(str(path)), problem=problem)) from None
        now = json.loads(json.dumps(self.plan.essence()))
        changed = [name for name in now if before.get(name) != now[name]]
        if changed:
            raise LearningError(Message("learn.other_plan", folder=quoted(str(self.folder)), changed=changed))

    def learn(self, seconds: float, on_line: Callable[[dict[str, Any]], None]) -> None:
        """Play and train for `seconds`, or until `stop` is set; `on_line` is called with every log line."""
        ends = time.perf_counter() + seconds
        self.learn_until(lambda: time.perf_counter() >= ends, on_line)

    def learn_until(self, done: Callable[[], bool], on_line: Callable[[dict[str, Any]], None] = ignore) -> None:
        """Play and train until `done` or until `stop` is set; the folder is locked against other programs."""
        with locked(self.folder):
            self._learn_until(done, on_line)

    def _learn_until(self, done: Callable[[], bool], on_line: Callable[[dict[str, Any]], None]) -> None:
        started = time.perf_counter()
        began_at, logged, saved, rated = self.progress.seconds, 0.0, 0.0, 0.0
        self.variants = [
            Variant(game, self.backend, self.plan, self.plan.seed + self.progress.steps + number)
            for number, game in enumerate(self.games)
        ]
        while not self.stop.is_set() and not done():
            spent = time.perf_counter() - started
            self.progress.seconds = began_at + spent
            for variant in self.variants:
                self._play(variant)
            self._train()
            if spent - rated >= self.plan.rating_seconds and self.progress.steps:
                on_line(self._rate())
                rated = time.perf_counter() - started
            if spent - logged >= LOG_SECONDS:
                on_line(self._log(self._line()))
                logged = spent
            if spent - saved >= SAVE_SECONDS:
                self.save()
                saved = spent
        self.progress.seconds = began_at + time.perf_counter() - started
        on_line(self._log(self._line()))
        self.save()

    def _play(self, variant: Variant) -> None:
        """Play one move in all games of a variant."""
        samples = variant.selfplay.play(self.player)
        trees = self.plan.games
        self.progress.evaluations += trees * (self.plan.simulations + 1)
        if samples is None:
            return
        variant.replay.add(samples)
        self.progress.positions += len(samples.results)
        variant.owed += len(samples.results) * self.plan.reuse / self.plan.batch
        over = variant.selfplay.ended
        self.progress.games += over.games
        self.tally.games += over.games
        self.tally.lengths += over.plies
        self.tally.draws += over.draws

    def _train(self) -> None:
        """Run the training steps allowed by each variant's new positions, once there are enough."""
        for variant in self.variants:
            if len(variant.replay) < min(self.plan.replay // 2, 20 * self.plan.batch):
                variant.owed = 0.0
            while variant.owed >= 1.0:
                variant.owed -= 1.0
                batch = batch_of(variant.selfplay, variant.replay.draw(self.plan.batch))
                self.tally.losses.append(self.trainer.learn(variant.symmetries.turn(batch)))
                self.progress.steps += 1
                if self.progress.steps % FOLLOW_STEPS == 0:
                    self.player.learn_from(self.trainer.playing_weights())

    def _line(self) -> dict[str, Any]:
        """The log line for what happened since the last one."""
        tally, self.tally = self.tally, LogTally()
        losses = torch.stack(tally.losses).mean(0).tolist() if tally.losses else [None, None]
        return {
            **asdict(self.progress),
            "policy_loss": losses[0],
            "value_loss": losses[1],
            "length": tally.lengths / tally.games if tally.games else None,
            "draws": tally.draws / tally.games if tally.games else None,
        }

    def _log(self, line: dict[str, Any]) -> dict[str, Any]:
        """Append a line to the log."""
        rounded = {name: round(value, 4) if isinstance(value, float) else value for name, value in line.items()}
        with (self.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps(rounded) + "\n")
        return rounded

    def _rate(self) -> dict[str, Any]:
        """Play a match against the previous version, and make a new version."""
        now, versions = self.trainer.playing_weights(), self.folder / checkpoint.VERSIONS
        scores: list[MatchScore] = []
        if self.progress.versions:
            before = SelfPlayNetwork(self.encoding, self.plan.architecture, self.backend.device)
            before.learn_from(checkpoint.read_arrays(versions / f"{self.progress.versions}.npz")[0])
            after = SelfPlayNetwork(self.encoding, self.plan.architecture, self.backend.device)
            after.learn_from(now)
            scores = [self._match(game, after, before) for game in self.games]
            self.progress.elo += sum(score.elo for score in scores) / len(scores)
        self.progress.versions += 1
        checkpoint.write_arrays(versions / f"{self.progress.versions}.npz", now, self.progress.steps)
        return self._log({**asdict(self.progress), "match": [list(score) for score in scores]})

    def _match(self, game: Game, after: SelfPlayNetwork, before: SelfPlayNetwork) -> MatchScore:
        manner = replace(self.plan.manner, games=self.plan.rating_games)
        selfplay = SelfPlay(game, self.backend, manner, self.plan.seed)
        return match(selfplay, (after, before), self.plan.random_turns, self.progress.steps + 1)

    def save(self) -> None:
        """Save everything, and export the network."""
        checkpoint.save(self.folder, self.trainer.state(), self.progress)
        content = model_of(self.trainer.playing_weights(), self.games[0])
        export(self.folder / NETWORK, content, self.card())

    def card(self) -> dict[str, Any]:
        """Metadata of the network."""
        return {
            "game": self.games[0].name,
            "options": [game.option_texts() for game in self.games],
            "plan": self.plan.essence(),
            "progress": asdict(self.progress),
            "versions": {"plyground": _own_version(), "torch": str(torch.__version__)},
            "strength": "not measured yet",
        }


def _own_version() -> str:
    """The version of the package, if it is installed."""
    try:
        return version("plyground")
    except PackageNotFoundError:
        return "not installed"
