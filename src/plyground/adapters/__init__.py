"""The games in the shapes that other libraries expect: an OpenSpiel-style state, a PettingZoo environment."""

from plyground.adapters.game_state import AdapterError, GameState, initial_state

__all__ = ["AdapterError", "GameState", "initial_state"]
