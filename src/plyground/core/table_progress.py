"""Word that a table of exact values is being made, for those who tell people why they wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plyground.core.game import Game

_listeners: list[Callable[[Game], None]] = []


@contextmanager
def announcing_tables(announce: Callable[[Game], None]) -> Iterator[None]:
    """While inside, call `announce` with the game whenever some thread begins to make a table."""
    _listeners.append(announce)
    try:
        yield
    finally:
        _listeners.remove(announce)


def announce_table(game: Game) -> None:
    """Say that a table of a game is being made now."""
    for announce in tuple(_listeners):
        announce(game)
