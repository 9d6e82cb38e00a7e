"""A game as a PettingZoo environment in which agents take turns; needs the extra `plyground[rl]`.

>>> from plyground.adapters.pettingzoo import env
>>> environment = env("neutreeko")
>>> environment.reset(seed=1)
>>> environment.agent_selection
'black'
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from plyground.adapters.game_state import GameState, initial_state

LONGEST = 500
"""Actions after which a game is cut off, by default."""

Observation = dict[str, Any]


def env(name: str, *, longest: int = LONGEST, **options: Any) -> PlygroundEnv:
    """The environment of a game."""
    return PlygroundEnv(initial_state(name, **options), longest)


class PlygroundEnv(AECEnv):  # type: ignore[misc]
    """An environment around a game's state: each agent sees the board from the mover's side, and a mask of actions."""

    def __init__(self, start: GameState, longest: int = LONGEST) -> None:
        super().__init__()
        self._start, self.longest = start, longest
        game = start.position.game
        self.metadata = {"name": f"plyground_{game.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = list(game.seats)
        seen = spaces.Box(0.0, np.inf, start.observation_shape, np.float32)
        mask = spaces.Box(0, 1, (start.num_distinct_actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(start.num_distinct_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. Nothing is left to chance, so the seed changes nothing."""
        self.state_of_game = self._start.clone()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def observe(self, agent: str) -> Observation:
        """The observation of an agent, with the mask of its legal actions."""
        seat, state = self.possible_agents.index(agent), self.state_of_game
        mask = np.array(state.legal_actions_mask(seat), np.int8)
        return {"observation": state.observation(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Let the selected agent act."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        acted, state = self.agent_selection, self.state_of_game
        self._cumulative_rewards[acted] = 0.0
        assert action is not None
        state.apply_action(int(action))
        over, cut = state.is_terminal(), len(state.history()) >= self.longest
        self.rewards = dict(zip(self.possible_agents, state.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut and not over)
        self.agent_selection = self._after(acted) if over else self._to_move()
        self._accumulate_rewards()

    def render(self) -> str:
        """The board as text."""
        return str(self.state_of_game)

    def close(self) -> None:
        """Nothing to close."""

    def _to_move(self) -> str:
        return self.possible_agents[self.state_of_game.position.mover]

    def _after(self, agent: str) -> str:
        return self.possible_agents[(self.possible_agents.index(agent) + 1) % len(self.possible_agents)]
