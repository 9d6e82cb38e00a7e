"""The terminal application: the menu, and one session after another."""

import random
from contextlib import suppress

from plyground.core.errors import PlygroundError
from plyground.core.interruptible import interruptible
from plyground.language import Message
from plyground.play.agents.agent import read_agent
from plyground.play.agents.monitored_player import MonitoredPlayer
from plyground.play.match import Match, play_out
from plyground.play.store.saved_match import place_of
from plyground.play.store.store import Store
from plyground.search.budget import Cancel
from plyground.terminal.commands import handle_line
from plyground.terminal.menu import REVIEW, Menu
from plyground.terminal.saved_games import TerminalAutosave, open_store
from plyground.terminal.screen import Screen
from plyground.terminal.session import SessionSettings, TerminalSession


def play_at_terminal(screen: Screen, match: Match | int | None, settings: SessionSettings, dice: random.Random) -> None:
    """Play a match, a saved game by its number, or one from the menu, until the user quits."""
    store, problem = open_store()
    if problem:
        screen.complain(problem)
        screen.tell("not_saved", "yellow")
    try:
        while (session := start_session(screen, match, settings, dice, store)) is not None:
            if session.run(handle_line) == "quit":
                return
            match = None
    except (EOFError, KeyboardInterrupt):
        screen.say()
    finally:
        if store is not None:
            store.close()


def finish(match: Match, settings: SessionSettings) -> None:
    """Let computers play a match to its end without showing it; Ctrl-C stops it."""
    cancel, game = Cancel(), match.start.game
    players = [read_agent(text, game, settings.seed + seat) for seat, text in enumerate(match.players)]
    watched = [MonitoredPlayer(player, settings.seconds, cancel) for player in players]
    try:
        interruptible(lambda: _finished(match, watched, cancel), cancel.now)
    finally:
        for player in players:
            player.close()


def _finished(match: Match, watched: list[MonitoredPlayer], cancel: Cancel) -> None:
    if match.outcome is None:
        for player in watched:
            with suppress(PlygroundError):  # what is wrong shows in its first turn
                player.warm_up(match.position)
    play_out(match, watched, cancel=cancel)


def start_session(
    screen: Screen, match: Match | int | None, settings: SessionSettings, dice: random.Random, store: Store | None
) -> TerminalSession | None:
    """The session of the given match, or of one chosen in the menu; None to quit."""
    while True:
        given = match is not None
        chosen = match if match is not None else ask_menu(screen, store, dice, settings)
        if chosen is None:
            return None
        try:
            found, autosave = (chosen, TerminalAutosave(store)) if isinstance(chosen, Match) else load(store, chosen)
        except PlygroundError as problem:
            if given:
                raise
            screen.complain(str(problem))
            continue
        for notice in found.notices:
            screen.complain(notice)
        screen.tell("welcome", "dim")
        return TerminalSession(screen, found, autosave, settings)


def ask_menu(screen: Screen, store: Store | None, dice: random.Random, settings: SessionSettings) -> Match | int | None:
    """Ask what to play or to review, and how moves are entered."""
    screen.tell("menu.welcome", "bold")
    menu = Menu(screen, store, dice)
    chosen = menu.run()
    if isinstance(chosen, Match):
        settings.style = menu.answers.style
    settings.begin_with = REVIEW if menu.answers.reviewed else ""
    return chosen


def load(store: Store | None, number: int) -> tuple[Match, TerminalAutosave]:
    """The saved game of this number, and its autosave."""
    if store is None or store.problem is not None:
        raise PlygroundError(Message("store.missing", game=number))
    found = store.resume(number)
    return found.match, TerminalAutosave(store, place_of(number, found), found.match)
