"""Notification that a table of exact values is being built, so that users can be shown why they wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plyground.core.game import Game

_listeners: list[Callable[[Game], None]] = []


@contextmanager
def announcing_tablebases(announce: Callable[[Game], None]) -> Iterator[None]:
    """Inside the context, call `announce` with the game whenever a thread starts to build a table."""
    _listeners.append(announce)
    try:
        yield
    finally:
        _listeners.remove(announce)


def announce_tablebase(game: Game) -> None:
    """Announce that a table of a game is being built now."""
    for announce in tuple(_listeners):
        announce(game)
