"""A game in the style of OpenSpiel: a state that is asked for actions and changed by them.

>>> from plyground.adapters import initial_state
>>> state = initial_state("hex", size=3)
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player(), state.is_terminal(), len(state.legal_actions())
(1, False, 9)
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from plyground.adapters.actions import ActionSpace, AdapterError, Parts
from plyground.core.position import Move, Position
from plyground.games import game as game_named
from plyground.language import Message

__all__ = ["TERMINAL", "AdapterError", "GameState", "initial_state"]

TERMINAL = -4
"""The player to move when the game is over, as in OpenSpiel."""
WIN = 1.0


class GameState:
    """A position with the actions chosen so far in this turn. Actions change it; `clone` copies it."""

    def __init__(self, space: ActionSpace, position: Position, chosen: Parts = ()) -> None:
        self.space, self.position, self._chosen = space, position, chosen
        self._history: list[int] = []

    @property
    def num_players(self) -> int:
        """Number of players."""
        return len(self.position.game.seats)

    @property
    def num_distinct_actions(self) -> int:
        """Number of actions; each action is smaller."""
        return self.space.size

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Shape of the observation before it is flattened: planes, rows, columns."""
        return self.space.observation_shape

    def current_player(self) -> int:
        """The seat to move, or `TERMINAL`."""
        return TERMINAL if self.is_terminal() else self.position.mover

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self.position.outcome is not None

    @cached_property
    def _moves(self) -> dict[Parts, Move]:
        return self.space.moves(self.position)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions in ascending order; none for a player who is not to move."""
        if self.is_terminal() or player not in (None, self.position.mover):
            return []
        return self.space.next_actions(self._moves, self._chosen)

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for each legal action, 0 for every other."""
        mask = np.zeros(self.num_distinct_actions, np.int8)
        mask[self.legal_actions(player)] = 1
        found: list[int] = mask.tolist()
        return found

    def apply_action(self, action: int) -> None:
        """Choose an action; the position changes once the actions make a whole turn."""
        if action not in self.legal_actions():
            raise AdapterError(Message("adapters.illegal", action=action, position=str(self.position)))
        chosen = self._chosen if action == self.space.end_of_turn else (*self._chosen, action)
        whole = action == self.space.end_of_turn or not self.space.next_actions(self._moves, chosen)
        self._history.append(action)
        self._chosen = () if whole else chosen
        if whole:
            self.position = self.position.play(self._moves[chosen])
            del self._moves

    def child(self, action: int) -> GameState:
        """The state after an action; this one stays as it is."""
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def clone(self) -> GameState:
        """A copy that changes on its own."""
        copy = GameState(self.space, self.position, self._chosen)
        copy._history = list(self._history)
        return copy

    def history(self) -> list[int]:
        """All actions since the state was made."""
        return list(self._history)

    def returns(self) -> list[float]:
        """What each player has won: 1 for the winner, −1 for the others together; 0 for a draw and before the end."""
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0] * self.num_players
        lost = -WIN / (self.num_players - 1)
        return [WIN if seat == outcome.winner else lost for seat in range(self.num_players)]

    def rewards(self) -> list[float]:
        """What the last action won: the returns, since nothing is won before the end."""
        return self.returns()

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The flat observation, always from the mover's side: these games hide nothing."""
        seen: list[float] = self.observation().reshape(-1).tolist()
        return seen

    def observation(self) -> np.ndarray[tuple[int, int, int], np.dtype[np.float32]]:
        """The observation as planes."""
        return self.space.observe(self.position, self._chosen)

    def observation_string(self, player: int | None = None) -> str:
        """The position text."""
        return str(self.position)

    def action_to_string(self, player: int, action: int) -> str:
        """An action as text: the move's notation if the action makes a whole turn, else the action's name."""
        chosen = self._chosen if action == self.space.end_of_turn else (*self._chosen, action)
        goes_on = action != self.space.end_of_turn and self.space.next_actions(self._moves, chosen)
        move = None if goes_on else self._moves.get(chosen)
        return str(move) if move is not None else self.space.describe(action)

    def string_to_action(self, player: int, text: str) -> int:
        """The legal action with that text."""
        for action in self.legal_actions():
            if self.action_to_string(player, action) == text:
                return action
        raise AdapterError(Message("adapters.illegal", action=text, position=str(self.position)))

    def __str__(self) -> str:
        return self.position.diagram()

    def _repr_svg_(self) -> str:
        """The board, for notebooks."""
        return self.position.svg()


def initial_state(name: str, **options: Any) -> GameState:
    """The state at the start of a game."""
    chosen = game_named(name, **options)
    return GameState(ActionSpace(chosen), chosen.start())
