"""Games that are kept: in the store after every move, and in files when somebody asks."""

import os
import shlex
from pathlib import Path

from plyground.core.errors import PlygroundError, quoted
from plyground.language import Language, Message
from plyground.play.match import HUMAN, Match
from plyground.play.records.detect import read_any
from plyground.play.records.reader import MOST_TEXT
from plyground.play.records.record import SEATS
from plyground.play.records.sgf import write_sgf
from plyground.play.records.text_format import Record, write_record
from plyground.play.store.saved_match import SaveSlot, begun, keep, keepsake, standing
from plyground.play.store.store import StaleGameError, Store, store_path


class GameFileError(PlygroundError):
    """A file of a game cannot be read or written."""


class SavedGameSlot:
    """The place of one match in the store; a store that does not work costs no game."""

    def __init__(self, store: Store | None, place: SaveSlot | None = None, match: Match | None = None) -> None:
        self.store, self.place = store, place
        self.problem = ""
        """Why the match is not saved."""
        self.notice = ""
        """What should be said about where it is saved, once."""
        self.stale = False
        """Whether another program went on with the game while this one was played."""
        self._kept: object = None if match is None else keepsake(match)

    @property
    def number(self) -> int | None:
        """The number of the saved game."""
        return None if self.place is None else self.place.number

    def keep(self, match: Match) -> None:
        """Save the match as it is now, from its first move on; one that did not change is not saved again."""
        if self.store is None or self.stale or (self.place is None and not match.turns):
            return
        try:
            self._keep(self.store, match)
            self.problem = ""
        except StaleGameError as problem:
            self.problem, self.stale = str(problem), True
        except (PlygroundError, OSError) as problem:
            self.problem = str(problem)

    def _keep(self, store: Store, match: Match) -> None:
        if self.place is not None and keepsake(match) == self._kept and not self._lost(store, self.place):
            return
        if keepsake(match) != self._kept or self.place is not None:
            self.place, self.notice = keep(store, match, self.place)
            self._kept = keepsake(match)

    def _lost(self, store: Store, place: SaveSlot) -> bool:
        """Whether a match that did not change has to be saved all the same; what happened to it is noted."""
        found = standing(store, place)
        if found == "newer":
            self.notice = Message("store.newer_stays", game=place.number)
        elif found == "deleted":
            self.notice, self.place = Message("store.deleted_meanwhile", game=place.number), None
        return found == "lost"

    def keep_apart(self, match: Match) -> None:
        """Save the match as a game of its own."""
        if self.store is not None:
            self.place, self._kept = begun(self.store, match), keepsake(match)
            self.problem, self.stale = "", False

    def way_back(self, match: Match) -> str:
        """The command with which to go on from here."""
        if self.number is not None and not self.problem:
            return f"plyground saved resume {self.number}"
        return line_back(match)


def open_store() -> tuple[Store | None, str]:
    """This user's store, and what is wrong with it; where it is one that may come right, it is tried again."""
    try:
        store = Store(store_path(), patient=True)
    except (PlygroundError, OSError) as problem:
        return None, str(problem)
    return store, str(store.problem or "")


def line_back(match: Match) -> str:
    """The command that plays everything again that was played."""
    game = match.start.game
    parts = ["plyground", "play", game.name]
    for name, value in game.option_texts().items():
        parts += ["--option", f"{name}={value}"]
    for place, player in zip(SEATS, match.players, strict=False):
        parts += [] if player == HUMAN else [f"--{place.lower()}", player]
    if str(match.first_clock.control):
        parts += ["--clock", str(match.first_clock.control)]
    if match.start != game.start():
        parts += ["--position", str(match.start)]
    if match.turns:
        parts += ["--line", " ".join(turn.move for turn in match.turns)]
    return shlex.join(parts)


def read_game(path: Path, words: Language) -> Record:
    """The game of a file in any form that is known."""
    try:
        if path.stat().st_size > 4 * MOST_TEXT:
            raise GameFileError(words.text("file.long", file=quoted(str(path))))
        return read_any(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as problem:
        raise GameFileError(words.text("file.strange", file=quoted(str(path)))) from problem
    except OSError as problem:
        raise GameFileError(
            words.text("file.unread", file=quoted(str(path)), why=problem.strerror or problem)
        ) from problem


def game_text(record: Record, path: Path) -> str:
    """The text of a game in the form that the file's name asks for."""
    return write_sgf(record) if path.suffix.lower() == ".sgf" else write_record(record)


def write_game(record: Record, path: Path, words: Language, *, replace: bool = False) -> None:
    """Write a game into a file: aside first, so that no half of one ever stands there; nothing is written over."""
    text = game_text(record, path)
    if path.exists() and not replace:
        raise GameFileError(words.text("file.there", file=quoted(str(path))))
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with aside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    except OSError as problem:
        aside.unlink(missing_ok=True)
        raise GameFileError(
            words.text("file.unwritten", file=quoted(str(path)), why=problem.strerror or problem)
        ) from problem
