"""Self-play: many games of one variant at once, every move by a Gumbel search whose leaves one network evaluates."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from plyground.core.contract import fingerprint
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.learn.backend import Backend
from plyground.learn.replay import Samples
from plyground.search.mcts.gumbel import Forest, halving_schedule
from plyground.search.mcts.gumbel_games import Games, GumbelSettings
from plyground.search.onnx_network import encoding_of

Evaluate = Callable[[Tensor], tuple[Tensor, Tensor]]
"""A network as self-play uses it: planes to logits and values."""
USUAL_WIDTH = 160
"""Maximum number of moves stored per position for training, and average number per node of a tree."""


@dataclass(frozen=True)
class SelfPlaySettings:
    """Self-play settings."""

    games: int
    simulations: int
    candidates: int
    random_turns: int
    """Maximum number of random turns at the start of a game."""
    longest: int
    """Number of plies after which a game is a draw."""


class Ended(NamedTuple):
    """The games that ended with the last move."""

    games: int = 0
    plies: int = 0
    draws: int = 0


class SelfPlay:
    """The games in progress, their trees, and the positions recorded for each."""

    def __init__(self, game: Game, backend: Backend, manner: SelfPlaySettings, seed: int = 0) -> None:
        self.game, self.backend, self.manner, self.encoding = game, backend, manner, encoding_of(game)
        self.width = min(game.usual_moves, USUAL_WIDTH)
        self.rules = backend.constant(game.rules)
        self.search = backend.constant(new_search(game, manner))
        self.random = torch.Generator(backend.device).manual_seed(seed)
        self._tensors: dict[str, Tensor] = {}
        self.ended = Ended()
        self.games = self._new_games(seed)
        self.forest = self._new_forest()
        self._make_room()
        self.begin(self._everywhere(manner.random_turns + 1))

    def _tensor(self, name: str, *shape: int, dtype: torch.dtype) -> Any:
        """Memory for every game, as a kernel argument; the tensor is stored under its name."""
        self._tensors[name] = self.backend.zeros(self.manner.games, *shape, dtype=dtype)
        return self.backend.view(self._tensors[name])

    def _new_games(self, seed: int) -> Games:
        games = Games(
            states=self._tensor("states", self.game.words, dtype=torch.int64),
            past=self._tensor("past", self.manner.longest + 1, dtype=torch.int64),
            ply=self._tensor("ply", dtype=torch.int32),
            quiet=self._tensor("quiet", dtype=torch.int32),
            result=self._tensor("result", dtype=torch.int8),
            over=self._tensor("over", dtype=torch.int8),
            dice=self._tensor("dice", 1, dtype=torch.int64),
        )
        self.throw_dice(seed)
        return games

    def throw_dice(self, seed: int) -> None:
        """Reseed the random openings."""
        rows = len(self._tensors["dice"])
        dice = np.random.default_rng(seed).integers(1, 2**63, rows)
        self._tensors["dice"].copy_(torch.from_numpy(dice)[:, None])

    def pair_dice(self) -> None:
        """Give the second half of the games the same openings as the first."""
        half = self.manner.games // 2
        self._tensors["dice"][half : 2 * half] = self._tensors["dice"][:half]

    def _new_forest(self) -> Forest:
        nodes, words = self.manner.simulations + 2, self.game.words
        places = nodes * self.width
        integers, floats, flags = torch.int32, torch.float32, torch.int8
        return Forest(
            states=self._tensor("node states", nodes, words, dtype=torch.int64),
            keys=self._tensor("keys", nodes, dtype=torch.int64),
            quiet=self._tensor("node quiet", nodes, dtype=integers),
            first=self._tensor("first", nodes, dtype=integers),
            width=self._tensor("width", nodes, dtype=integers),
            values=self._tensor("values", nodes, dtype=floats),
            ended=self._tensor("ended", nodes, dtype=flags),
            moves=self._tensor("moves", places, dtype=torch.int64),
            logits=self._tensor("logits", places, dtype=floats),
            visits=self._tensor("visits", places, dtype=integers),
            totals=self._tensor("totals", places, dtype=floats),
            child=self._tensor("child", places, dtype=integers),
            used=self._tensor("used", 2, dtype=integers),
            path=self._tensor("path", nodes, dtype=integers),
            route=self._tensor("route", nodes + 1, dtype=integers),
            depth=self._tensor("depth", dtype=integers),
            noise=self._tensor("noise", self.game.usual_moves, dtype=floats),
            candidate=self._tensor("candidate", self.game.usual_moves, dtype=flags),
            buffer=self._tensor("buffer", self.game.usual_moves, dtype=torch.int64),
        )

    def _make_room(self) -> None:
        """Allocate memory for network inputs and outputs, and for the recorded positions of each game."""
        backend, manner, encoding = self.backend, self.manner, self.encoding
        self.start = backend.view(torch.from_numpy(self.game.start_state().view(np.int64)).to(backend.device))
        self.seen = backend.zeros(manner.games, *encoding.shape, dtype=torch.uint8)
        self.spare = self._tensor("spare", self.game.words, dtype=torch.int64)
        self.policies = backend.zeros(manner.games, self.width, dtype=torch.float32)
        self.chosen = self._tensor("chosen", dtype=torch.int64)
        self.noted_states = backend.zeros(manner.games, manner.longest, self.game.words, dtype=torch.int64)
        self.noted_policies = backend.zeros(manner.games, manner.longest, self.width, dtype=torch.float16)
        self.noted = backend.zeros(manner.games, dtype=torch.int64)
        self.numbers = torch.arange(manner.games, device=backend.device)

    def _everywhere(self, below: int) -> Tensor:
        """A random number of turns for every game."""
        return torch.randint(
            below, (self.manner.games,), generator=self.random, device=self.backend.device, dtype=torch.int32
        )

    def _run(self, step: str, *arguments: Any) -> None:
        self.backend.run(step, self.manner.games, *arguments)

    def begin(self, turns: Tensor) -> None:
        """Restart games, each with its number of random turns; those with a negative number continue."""
        self._run(
            "begin_all", self.rules, self.start, self.games, self.backend.view(turns), self.spare, self.forest.buffer
        )
        self.noted[turns >= 0] = 0

    def set_position(self, tree: int, position: Position) -> None:
        """Put a position on a board, without history."""
        rules, state = position.game.rules, position.state
        self._tensors["states"][tree] = torch.from_numpy(state.view(np.int64).copy())
        self._tensors["past"][tree, 0] = int(np.array(fingerprint(rules, state), np.uint64).view(np.int64))
        for name in ("ply", "quiet", "over", "result"):
            self._tensors[name][tree] = 0

    def think(self, evaluate: Evaluate) -> None:
        """Search all games: choose the moves to play and the policies."""
        view, seen = self.backend.view, self.backend.view(self.seen)
        self._draw_noise()
        self._run("plant_all", self.rules, self.games, self.forest, seen)
        self._run("back_up_all", self.rules, self.forest, *map(view, evaluate(self.seen)))
        self._run("draw_all", self.search, self.forest)
        for simulation in range(self.manner.simulations):
            self._run("descend_all", self.rules, self.search, self.games, self.forest, simulation, seen)
            self._run("back_up_all", self.rules, self.forest, *map(view, evaluate(self.seen)))
        self._run("decide_all", self.search, self.forest, view(self.policies), self.chosen)

    def _draw_noise(self) -> None:
        uniform = self._tensors["noise"].uniform_(1e-9, 1 - 1e-7, generator=self.random)
        uniform.log_().neg_().log_().neg_()

    def move(self) -> None:
        """Play the chosen moves."""
        self._run("advance_all", self.rules, self.search, self.games, self.chosen, self.spare)

    def play(self, evaluate: Evaluate) -> Samples | None:
        """Play one move in every game; return the samples of the games that ended, which are restarted."""
        self.think(evaluate)
        self._note()
        self.move()
        over = self._tensors["over"] != 0
        self.ended = Ended(int(over.sum()))
        if not self.ended.games:
            return None
        plies, results = self._tensors["ply"][over], self._tensors["result"][over]
        self.ended = Ended(self.ended.games, int(plies.sum()), int((results == 0).sum()))
        samples = self._samples(over)
        turns = self._everywhere(self.manner.random_turns + 1)
        turns[~over] = -1
        self.begin(turns)
        return samples

    def noted_samples(self) -> Samples:
        """The current positions, as if their games were drawn."""
        results = torch.zeros_like(self._tensors["result"])
        return Samples(self._tensors["states"], self.policies, results)

    def _note(self) -> None:
        """Record the positions and their policies."""
        self.noted_states[self.numbers, self.noted] = self._tensors["states"]
        self.noted_policies[self.numbers, self.noted] = self.policies.half()
        self.noted += 1

    def _samples(self, over: Tensor) -> Samples:
        """The recorded positions of finished games, each with the result as seen by its mover.

        Players alternate, so the ply determines the mover.
        """
        lengths, plies = self.noted[over], self._tensors["ply"][over]
        at = torch.arange(self.manner.longest, device=lengths.device)[None]
        noted = at < lengths[:, None]
        seat = (self.game.start().mover + plies[:, None] - lengths[:, None] + at) % 2
        results = self._tensors["result"][over][:, None] * (1 - 2 * seat)
        return Samples(self.noted_states[over][noted], self.noted_policies[over][noted], results[noted])

    @property
    def lengths(self) -> Tensor:
        """Number of plies of each game."""
        return self._tensors["ply"]

    @property
    def results(self) -> tuple[Tensor, Tensor]:
        """Which games are over, and their results for seat 0."""
        return self._tensors["over"] != 0, self._tensors["result"]


def new_search(game: Game, manner: SelfPlaySettings) -> GumbelSettings:
    """Search settings for a game."""
    return GumbelSettings(
        schedule=halving_schedule(manner.candidates, manner.simulations),
        visit_offset=50.0,
        value_scale=0.1,
        repetition=game.repetition_draws,
        quiet_limit=game.quiet_turns_to_draw or 0,
    )
