"""Where a match is kept in a store, and how it is kept there: the same for the terminal and for the server.

A game that is being played is never lost for what happened to its place: where that is gone or damaged, the match is
saved as another game, and a sentence says so. Only where another program went on with the game is the user asked.
"""

from typing import NamedTuple

from plyground.language import Message
from plyground.play.match import Match
from plyground.play.store.store import DamagedGameError, MissingGameError, ResumedGame, StaleGameError, Store


class SaveSlot(NamedTuple):
    """The place of a match: the number of its game, the version that is known here, and in which file that was."""

    number: int
    version: int
    file: int


def place_of(number: int, found: ResumedGame) -> SaveSlot:
    """The place of a saved game that was read."""
    return SaveSlot(number, found.version, found.file)


class SavedMatch(NamedTuple):
    """Where a match is kept now, and what its players should be told about that."""

    place: SaveSlot
    notice: str = ""


def keepsake(match: Match) -> object:
    """Whatever must be saved when it changes."""
    turns = tuple((turn.move, turn.seconds, turn.comment, turn.nodes) for turn in match.turns)
    return turns, match.players, match.ended, match.remark


def keep(store: Store, match: Match, place: SaveSlot | None = None, name: str = "") -> SavedMatch:
    """Save a match in its place, or as a new game; a `StaleGameError` where another program went on with it."""
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
    """The place of a match that is saved as a new game."""
    with store.together():
        number = store.begin(match, name)
        return SaveSlot(number, store.version_of(number), store.file)


def _again(store: Store, match: Match, name: str, what: str) -> SavedMatch:
    place = begun(store, match, name)
    return SavedMatch(place, Message("store.saved_as_another", what=what, game=place.number))


def standing(store: Store, place: SaveSlot) -> str:
    """How a match that did not change stands to its place: `same`, `newer`, `deleted`, or `lost` for what happened."""
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
