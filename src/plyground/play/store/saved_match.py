"""Saving a match in a store, shared by the terminal and the server.

A game in progress is never lost because of its slot: if the slot is gone or damaged, the match is saved as another
game, with a message. Only if another program continued the game is the user asked.
"""

from typing import NamedTuple

from plyground.language import Message
from plyground.play.match import Match
from plyground.play.store.store import DamagedGameError, MissingGameError, ResumedGame, StaleGameError, Store


class SaveSlot(NamedTuple):
    """The slot of a match: the number of its game, the version known here, and the file it was in."""

    number: int
    version: int
    file: int


def place_of(number: int, found: ResumedGame) -> SaveSlot:
    """The slot of a saved game that was read."""
    return SaveSlot(number, found.version, found.file)


class SavedMatch(NamedTuple):
    """The slot a match is in now, and a message for its players."""

    place: SaveSlot
    notice: str = ""


def keepsake(match: Match) -> object:
    """Everything that must be saved when it changes."""
    turns = tuple((turn.move, turn.seconds, turn.comment, turn.nodes) for turn in match.turns)
    return turns, match.players, match.ended, match.remark


def keep(store: Store, match: Match, place: SaveSlot | None = None, name: str = "") -> SavedMatch:
    """Save a match in its slot, or as a new game; raises a `StaleGameError` if another program continued it."""
    with store.together():
        if place is None:
            return SavedMatch(begun(store, match, name))
        try:
            version = store.save(place.number, match, place.version)
        except StaleGameError:
            if store.file == place.file:
                raise
            return _again(store, match, name, Message("store.file_replaced"))
        except MissingGameError:
            other = store.file != place.file
            what = Message("store.file_deleted") if other else Message("store.game_deleted", game=place.number)
            return _again(store, match, name, what)
        except DamagedGameError:
            return _again(store, match, name, Message("store.game_damaged", game=place.number))
        return SavedMatch(SaveSlot(place.number, version, store.file))


def begun(store: Store, match: Match, name: str = "") -> SaveSlot:
    """Save a match as a new game and return its slot."""
    with store.together():
        number = store.begin(match, name)
        return SaveSlot(number, store.version_of(number), store.file)


def _again(store: Store, match: Match, name: str, what: str) -> SavedMatch:
    place = begun(store, match, name)
    return SavedMatch(place, Message("store.saved_as_another", what=what, game=place.number))


def standing(store: Store, place: SaveSlot) -> str:
    """State of an unchanged match's slot: `same`, `newer`, `deleted`, or `lost` if the file or game was lost."""
    lost = store.look() != place.file
    try:
        version = store.version_of(place.number)
    except MissingGameError:
        return "lost" if lost else "deleted"
    except DamagedGameError:
        return "lost"
    if version == place.version:
        return "same"
    return "lost" if lost else "newer"
