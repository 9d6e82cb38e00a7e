"""From the first question to the last farewell: one match after the other."""

import random

from plyground.core.errors import PlygroundError
from plyground.play.match import Match
from plyground.play.store import Store
from plyground.terminal.commands import answer
from plyground.terminal.keeping import Shelf, open_store
from plyground.terminal.menu import Menu
from plyground.terminal.screen import Screen
from plyground.terminal.session import Session, Settings


def play_at_terminal(screen: Screen, match: Match | int | None, settings: Settings, dice: random.Random) -> None:
    """Play a match, a saved game by its number, or what the menu gives; then what follows, until somebody leaves."""
    store, problem = open_store()
    if problem:
        screen.complain(problem)
        screen.tell("not_saved", "yellow")
    try:
        while (session := begun(screen, match, settings, dice, store)) is not None:
            if session.run(answer) == "quit":
                return
            match = None
    except (EOFError, KeyboardInterrupt):
        screen.say()
    finally:
        if store is not None:
            store.close()


def begun(
    screen: Screen, match: Match | int | None, settings: Settings, dice: random.Random, store: Store | None
) -> Session | None:
    """The session of a match that was given or is chosen now; None to leave."""
    while True:
        given = match is not None
        chosen = match if match is not None else chosen_by_menu(screen, store, dice)
        if chosen is None:
            return None
        try:
            number, found = (None, chosen) if isinstance(chosen, Match) else (chosen, loaded(store, chosen))
        except PlygroundError as problem:
            if given:
                raise
            screen.complain(str(problem))
            continue
        for notice in getattr(found, "notices", ()):
            screen.complain(notice)
        screen.tell("welcome", "dim")
        return Session(screen, found, Shelf(store, number), settings)


def chosen_by_menu(screen: Screen, store: Store | None, dice: random.Random) -> Match | int | None:
    """Ask what to play."""
    screen.tell("menu.welcome", "bold")
    return Menu(screen, store, dice).run()


def loaded(store: Store | None, number: int) -> Match:
    """The saved game of that number."""
    if store is None:
        raise PlygroundError(f"There is no saved game {number}.")
    return store.load(number)
