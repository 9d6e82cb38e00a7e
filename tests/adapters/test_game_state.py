"""The OpenSpiel-style state plays every game as the game itself does."""

import random

import numpy as np
import pytest

import plyground
from plyground.adapters import AdapterError, GameState, initial_state
from plyground.adapters.game_state import TERMINAL

GAMES = plyground.games()


def play_out(state: GameState, dice: random.Random, actions: int) -> None:
    """Random legal actions, up to a number."""
    for _ in range(actions):
        if state.is_terminal():
            break
        state.apply_action(dice.choice(state.legal_actions()))


@pytest.mark.parametrize("name", GAMES)
def test_every_move_can_be_made_by_actions_and_no_other(name: str) -> None:
    """From positions of a random game, the turns that actions lead to are the legal moves, each in one way."""
    dice, state = random.Random(f"adapters {name}"), initial_state(name)
    for _ in range(4):
        play_out(state, dice, 5)
        while state._chosen:
            state.apply_action(state.legal_actions()[0])
        if state.is_terminal():
            break
        found = []
        waiting = [state.clone()]
        while waiting:
            before = waiting.pop()
            for action in before.legal_actions():
                after = before.child(action)
                if after.position is before.position:
                    waiting.append(after)
                else:
                    found.append(str(after.position.line()[1][-1]))
        assert sorted(found) == sorted(map(str, state.position.moves))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_to_its_end(name: str) -> None:
    options = {"size": 5} if name in {"hex", "blockit"} else {}
    dice, state = random.Random(f"whole {name}"), initial_state(name, **options)
    while not state.is_terminal():
        player = state.current_player()
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        assert [action for action, may in enumerate(state.legal_actions_mask()) if may] == legal
        assert state.legal_actions(1 - player) == []
        assert state.returns() == [0.0, 0.0]
        assert np.array(state.observation_tensor()).size == np.prod(state.observation_shape)
        action = dice.choice(legal)
        assert state.string_to_action(player, state.action_to_string(player, action)) == action
        state.apply_action(action)
    outcome = state.position.outcome
    assert outcome is not None
    assert state.current_player() == TERMINAL
    assert state.legal_actions() == []
    expected = [0.0, 0.0] if outcome.winner is None else [1.0 if seat == outcome.winner else -1.0 for seat in range(2)]
    assert state.returns() == state.rewards() == expected


def test_a_copy_changes_on_its_own() -> None:
    state = initial_state("morris")
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[3])
    assert (state.history(), len(copy.history()), str(state) == str(copy)) == ([], 1, False)


def test_a_turn_of_several_actions_is_one_players_and_shows_what_was_chosen() -> None:
    state = initial_state("morris")
    for move in ("a1", "a7", "d1", "d7"):
        state.apply_action(state.string_to_action(state.current_player(), move))
    mill = next(action for action in state.legal_actions() if state.child(action).position is state.position)
    before = state.observation().sum()
    state.apply_action(mill)
    assert state.current_player() == 0
    assert state.observation().sum() == before + 1
    assert {str(state.child(action).position.line()[1][-1]) for action in state.legal_actions()} == {"g1xa7", "g1xd7"}


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = initial_state("neutreeko")
    before = str(state.position)
    for action in (-1, state.num_distinct_actions, 10**9):
        with pytest.raises(AdapterError, match="not a legal action"):
            state.apply_action(action)
    assert (str(state.position), state.history()) == (before, [])
    with pytest.raises(AdapterError, match="not a legal action"):
        state.string_to_action(0, "a1-a9")


def test_a_game_without_numbered_moves_is_refused_in_a_sentence() -> None:
    with pytest.raises(AdapterError, match="has no numbering of moves"):
        initial_state("blockit", colours="red,green,blue,yellow")
