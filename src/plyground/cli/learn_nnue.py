"""The command that trains a small network for the engine."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.app import app, err
from plyground.cli.arguments import AsJson, GameName, Options, options_from, read_options
from plyground.cli.language import Lang, read_language
from plyground.cli.learn import LearningDevice, need_torch
from plyground.terminal.output import say, say_json

if TYPE_CHECKING:
    from plyground.learn.nnue_learner import NnueLearner


@dataclass(frozen=True, kw_only=True)
class NnueArguments:
    """The arguments of `nnue`."""

    name: GameName
    options: Options = None
    minutes: Annotated[float, typer.Option(min=0.01, help="How long each generation plays.")] = 5.0
    generations: Annotated[int, typer.Option(min=1, max=1000, help="How many generations to add.")] = 1
    folder: Annotated[Path | None, typer.Option(help="Where the run is kept: `./runs/nnue-GAME` if not given.")] = None
    nodes: Annotated[int, typer.Option(min=100, help="Nodes of each search.")] = 5000
    random_turns: Annotated[int, typer.Option(min=0, max=60, help="Games begin with up to this many random turns.")] = 8
    width: Annotated[int, typer.Option(min=1, max=128, help="Width of the accumulator of each player.")] = 64
    epochs: Annotated[int, typer.Option(min=1, max=1000, help="Epochs: how often training sees every position.")] = 30
    workers: Annotated[int | None, typer.Option(min=1, help="Processes that play; usually one for each core.")] = None
    device: Annotated[LearningDevice, typer.Option(help="Where to train; games are played on the CPU.")] = (
        LearningDevice.auto
    )
    seed: Annotated[int, typer.Option(min=0, max=900, help="Seed of all random choices.")] = 0
    as_json: AsJson = False
    lang: Lang = None

    def learner(self) -> "NnueLearner":
        """The run that the arguments describe."""
        from plyground.learn.backend import backend
        from plyground.learn.nnue_datagen import DatagenPlan
        from plyground.learn.nnue_learner import NnueLearner
        from plyground.learn.nnue_training import NnueTraining

        options = read_options(self.options)
        plan = DatagenPlan(self.name, options, self.nodes, random_turns=self.random_turns, seed=self.seed)
        training = NnueTraining(width=self.width, epochs=self.epochs, seed=self.seed)
        folder = self.folder or Path("runs") / f"nnue-{self.name}"
        device = backend(self.device.value).device.type
        return NnueLearner(plan, training, folder, self.workers or os.cpu_count() or 1, device)


@app.command()
@options_from(NnueArguments)
def nnue(given: NnueArguments) -> None:
    """Train a small network for the engine from its own games: `pvs:heuristic=nnue` once it is in the game's folder.

    Each generation plays games for some minutes, with the network before it, and then trains on all games so far, which
    takes seconds on a GPU and minutes without. The same command again adds generations. Ctrl-C stops; games up to the
    last half minute are kept.

    - `plyground nnue eximo --minutes 10 --generations 2`
    - `plyground nnue blockit --option rules=quoridor --folder runs/quoridor`
    """
    need_torch()
    learner, words = given.learner(), read_language(given.lang)
    for _ in range(given.generations):
        card = learner.learn(given.minutes * 60, lambda text: err.print(words.translate(text), soft_wrap=True))
        if given.as_json:
            say_json(card | {"folder": str(learner.folder)})
            continue
        values = {"generation": card["generation"], "positions": card["positions"], "loss": f"{card['held_out']:.4f}"}
        say(words.text("learn.taught", **values, file=str(learner.newest)))
