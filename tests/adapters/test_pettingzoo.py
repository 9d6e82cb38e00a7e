"""PettingZoo's own tests of an environment."""

import random

import pytest
from pettingzoo.test import api_test

import plyground
from plyground.adapters.pettingzoo import env


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", plyground.games())
def test_the_environment_is_one_that_pettingzoo_accepts(name: str) -> None:
    api_test(env(name, longest=60), num_cycles=60, verbose_progress=False)


def test_a_won_game_pays_winner_and_loser() -> None:
    environment, dice = env("hex", size=3, swap=False), random.Random(3)
    environment.reset()
    paid = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, over, cut, _ = environment.last()
        paid[agent] += reward
        mask = observation["action_mask"]
        environment.step(None if over or cut else dice.choice(mask.nonzero()[0].tolist()))
    assert sorted(paid.values()) == [-1.0, 1.0]


def test_a_long_game_is_cut_off() -> None:
    environment = env("neutreeko", longest=3)
    environment.reset()
    for _ in range(3):
        mask = environment.last()[0]["action_mask"]
        environment.step(int(mask.nonzero()[0][0]))
    assert all(environment.truncations.values())
    assert not any(environment.terminations.values())
