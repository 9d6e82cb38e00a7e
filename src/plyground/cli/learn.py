"""The command that trains a game's own expert by self-play."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from plyground.cli.app import app, err
from plyground.cli.arguments import AsJson, GameName, options_from, read_options
from plyground.cli.language import Lang, read_language
from plyground.core.errors import MissingExtraError
from plyground.core.game import Game
from plyground.core.interruptible import interruptible
from plyground.games import game as make_game
from plyground.language import Language, Message
from plyground.learn import PLAN
from plyground.terminal.output import say, say_json

if TYPE_CHECKING:
    from plyground.learn.learner import Learner, LearningPlan


class LearningDevice(StrEnum):
    """Where to learn."""

    auto = "auto"
    cpu = "cpu"
    cuda = "cuda"


Variants = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="KEY=VALUE[,VALUE…]",
        help="An option of the game; several values, as in `size=9,11`, are learned side by side. Repeatable.",
    ),
]
ON_GPU: dict[str, int] = {"blocks": 6, "channels": 64, "games": 8192, "batch": 4096, "replay": 2_000_000}
ON_CPU: dict[str, int] = {"blocks": 3, "channels": 24, "games": 128, "batch": 256, "replay": 100_000}


@dataclass(frozen=True, kw_only=True)
class LearnArguments:
    """The arguments of `learn`."""

    name: GameName
    options: Variants = None
    minutes: Annotated[float, typer.Option(min=0.01, help="How long to learn; the same command resumes a run.")] = 10.0
    folder: Annotated[Path | None, typer.Option(help="Where the run is kept: `./runs/learn-GAME` if not given.")] = None
    device: Annotated[LearningDevice, typer.Option(help="`auto` takes a GPU if there is one.")] = LearningDevice.auto
    blocks: Annotated[int | None, typer.Option(min=1, max=40, help="Residual blocks of the network.")] = None
    channels: Annotated[int | None, typer.Option(min=8, max=512, help="Channels of each block.")] = None
    simulations: Annotated[int, typer.Option(min=2, max=1024, help="Positions searched for a move.")] = 32
    games: Annotated[
        int | None, typer.Option(min=2, max=1 << 20, help="Games played at the same time, for each variant.")
    ] = None
    random_turns: Annotated[int, typer.Option(min=0, max=40, help="Games begin with up to this many random turns.")] = 2
    longest: Annotated[int, typer.Option(min=8, max=1000, help="A game of this many plies is a draw.")] = 200
    rate: Annotated[float, typer.Option(min=1e-6, max=1.0, help="Learning rate; a lower one for the last minutes.")] = (
        2e-3
    )
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A network whose weights a new run begins with, as `.onnx`.")
    ] = None
    seed: Annotated[int, typer.Option(min=0, help="Seed of all random choices.")] = 0
    as_json: AsJson = False
    lang: Lang = None

    @property
    def path(self) -> Path:
        """The folder of the run."""
        return self.folder or Path("runs") / f"learn-{self.name}"

    def sizes(self, usual: dict[str, int]) -> dict[str, int]:
        """Sizes of network, batches and buffers: the usual ones, those of the run in the folder, or those given."""
        chosen = {"blocks": self.blocks, "channels": self.channels, "games": self.games}
        return usual | kept_sizes(self.path) | {key: value for key, value in chosen.items() if value is not None}

    def plan(self, usual: dict[str, int]) -> "LearningPlan":
        """The plan that the arguments describe."""
        from plyground.learn.learner import LearningPlan
        from plyground.learn.network import Architecture

        sizes = self.sizes(usual)
        return LearningPlan(
            game=self.name,
            architecture=Architecture(sizes["blocks"], sizes["channels"]),
            simulations=self.simulations,
            candidates=min(16, self.simulations),
            random_turns=self.random_turns,
            longest=self.longest,
            seed=self.seed,
            variants=read_variants(self.options),
            games=sizes["games"],
            batch=sizes["batch"],
            replay=sizes["replay"],
            rating_games=min(512, sizes["games"]),
            rate=self.rate,
            start=str(self.start or ""),
        )


@app.command()
@options_from(LearnArguments)
def learn(given: LearnArguments) -> None:
    """Learn a game by self-play: train a network for the search `puct` from nothing but the rules.

    The folder then has the network (`network.onnx` with its card), a log, a report with curves, and everything needed
    to resume by the same command. Ctrl-C stops and keeps everything. A GPU is over a thousand times as fast as a core;
    on a CPU small games are learned in minutes.

    - `plyground learn hex --option size=3 --minutes 1`
    - `plyground learn hex --option size=9,11,13 --minutes 60 --device cuda`
    """
    boards, words = make_variants(given.name, given.options), read_language(given.lang)
    need_torch()
    from plyground.learn.backend import backend

    where = backend(given.device.value)
    plan = given.plan(ON_GPU if where.device.type == "cuda" else ON_CPU)
    learner = begin(plan, boards, given.path, where)
    watch(learner, given.minutes * 60, given.as_json, words)
    report(given.path)
    if given.as_json:
        say_json(learner.card() | {"folder": str(given.path)})
    else:
        say(words.text("learn.done", folder=str(given.path)))


@dataclass(frozen=True, kw_only=True)
class QuantiseArguments:
    """The arguments of `quantise`."""

    network: Annotated[Path, typer.Argument(metavar="NETWORK", help="A network in single precision, an `.onnx` file.")]
    name: GameName
    to: Annotated[Path, typer.Option(metavar="FILE", help="The file to be written; its card is written beside it.")]
    options: Variants = None
    seed: Annotated[int, typer.Option(min=0, help="Seed of the games that calibrate it.")] = 1
    lang: Lang = None


@app.command()
@options_from(QuantiseArguments)
def quantise(given: QuantiseArguments) -> None:
    """Write a network in bytes: a third of the size, and two to three times as fast where a processor multiplies bytes.

    - `plyground quantise runs/learn-hex/network.onnx hex --option size=9,11,13 --to hex.onnx`
    """
    boards = make_variants(given.name, given.options)
    need_torch()
    from plyground.learn.export import export
    from plyground.learn.quantise import quantise as in_bytes
    from plyground.search.onnx_network import find_network

    card = find_network(boards[0], str(given.network)).card
    content = in_bytes(given.network, boards, given.seed)
    export(given.to, content, {key: value for key, value in card.items() if key != "sha256"} | {"precision": "int8"})
    say(read_language(given.lang).text("learn.quantised", file=str(given.to), size=len(content)))


def need_torch() -> None:
    """Raise an error with the command that installs what learning needs, where it is missing."""
    try:
        import onnx as onnx
        import torch as torch
    except ImportError as problem:
        from plyground.lab.runs.extras import install_command  # other commands start without the lab

        command = install_command("learn")
        raise MissingExtraError(Message("usage.learning", package=problem.name, command=command)) from None


def read_variants(texts: list[str] | None) -> tuple[dict[str, str], ...]:
    """Every combination of the values that the options are given."""
    options = read_options(texts)
    values = [[(key, value) for value in text.split(",")] for key, text in options.items()]
    return tuple(dict(each) for each in product(*values))


def make_variants(name: str, texts: list[str] | None) -> list[Game]:
    """The game in every variant."""
    return [make_game(name, **variant) for variant in read_variants(texts)]


def kept_sizes(folder: Path) -> dict[str, int]:
    """The sizes of the network of the run in a folder, if there is one."""
    try:
        kept = json.loads((folder / PLAN).read_text(encoding="utf-8"))["architecture"]
        return {key: int(kept[key]) for key in ("blocks", "channels")}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def begin(plan: "LearningPlan", boards: list[Game], folder: Path, where: Any) -> "Learner":
    """Start the run in a folder, or resume it."""
    from plyground.learn.learner import Learner

    return Learner(plan, boards, folder, where)


def watch(learner: "Learner", seconds: float, as_json: bool, words: Language) -> None:
    """Learn for a number of seconds, with a bar or lines; Ctrl-C ends it in order."""
    with shown(seconds, words, quiet=as_json) as show:
        interruptible(lambda: learner.learn(seconds, show), learner.stop.set, take_rest=True)


@contextmanager
def shown(seconds: float, words: Language, *, quiet: bool) -> Iterator[Callable[[dict[str, Any]], None]]:
    """A bar on a terminal; elsewhere a line now and then."""
    if quiet or not err.is_terminal:
        yield (lambda line: None) if quiet else (lambda line: err.print(text_of(line, words), soft_wrap=True))
        return
    with Bar(BarColumn(), TextColumn("{task.fields[text]}"), TimeElapsedColumn(), console=err) as bar:
        task, started = bar.add_task("", total=seconds, text=""), time.perf_counter()

        def show(line: dict[str, Any]) -> None:
            bar.update(task, completed=min(seconds, time.perf_counter() - started), text=text_of(line, words))

        yield show


def text_of(line: dict[str, Any], words: Language) -> str:
    """A line of the log for the terminal."""
    counts = {name: line[name] for name in ("games", "positions", "steps")}
    parts = [words.text("learn.progress", **counts)]
    if line.get("value_loss") is not None:
        parts.append(words.text("learn.losses", policy=line["policy_loss"], value=line["value_loss"]))
    if line["versions"] > 1:
        parts.append(words.text("learn.gain", elo=line["elo"]))
    return ", ".join(parts)


def report(folder: Path) -> None:
    """Write the report of a run."""
    from plyground.lab.report.learning_curves import write_report

    write_report(folder)
