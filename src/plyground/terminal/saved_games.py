"""The autosave of a match at the terminal: into the store, after every move."""

import shlex

from plyground.core.errors import PlygroundError
from plyground.core.record import SEATS
from plyground.language import Message
from plyground.play.match import HUMAN, Match
from plyground.play.store.saved_match import SaveSlot, begun, keep, keepsake, standing
from plyground.play.store.store import StaleGameError, Store, store_path


class TerminalAutosave:
    """Saves one match; if the store fails, the game continues."""

    def __init__(self, store: Store | None, slot: SaveSlot | None = None, match: Match | None = None) -> None:
        self.store, self.slot = store, slot
        self.problem = ""
        """Why the match is not saved; empty if it is."""
        self.notice = ""
        """What to say, once, about where it is saved."""
        self.stale = False
        """Whether another program has continued the saved game meanwhile."""
        self._saved: object = None if match is None else keepsake(match)

    @property
    def number(self) -> int | None:
        """The number of the saved game."""
        return None if self.slot is None else self.slot.number

    def save(self, match: Match) -> None:
        """Save the match if it has changed; a new one only once it has a move."""
        if self.store is None or self.stale or (self.slot is None and not match.turns):
            return
        try:
            self._save(self.store, match)
            self.problem = ""
        except StaleGameError as problem:
            self.problem, self.stale = str(problem), True
        except (PlygroundError, OSError) as problem:
            self.problem = str(problem)

    def _save(self, store: Store, match: Match) -> None:
        if self.slot is not None and keepsake(match) == self._saved and not self._lost(store, self.slot):
            return
        if keepsake(match) != self._saved or self.slot is not None:
            self.slot, self.notice = keep(store, match, self.slot)
            self._saved = keepsake(match)

    def _lost(self, store: Store, slot: SaveSlot) -> bool:
        """Whether an unchanged match must be saved again, as the store has lost it; sets the notice."""
        found = standing(store, slot)
        if found == "newer":
            self.notice = Message("store.newer_stays", game=slot.number)
        elif found == "deleted":
            self.notice, self.slot = Message("store.deleted_meanwhile", game=slot.number), None
        return found == "lost"

    def save_as_new(self, match: Match) -> None:
        """Save the match as a new game."""
        if self.store is not None:
            self.slot, self._saved = begun(self.store, match), keepsake(match)
            self.problem, self.stale = "", False

    def resume_command(self, match: Match) -> str:
        """The command that resumes the match."""
        if self.number is not None and not self.problem:
            return f"plyground saved resume {self.number}"
        return replay_command(match)


def open_store() -> tuple[Store | None, str]:
    """The user's store if it can be opened, and its problem if there is one; the store retries later."""
    try:
        store = Store(store_path(), patient=True)
    except (PlygroundError, OSError) as problem:
        return None, str(problem)
    return store, str(store.problem or "")


def replay_command(match: Match) -> str:
    """The command that starts the same match from its moves."""
    game = match.start.game
    parts = ["plyground", "play", game.name]
    for name, value in game.option_texts().items():
        parts += ["--option", f"{name}={value}"]
    for seat, player in zip(SEATS, match.players, strict=False):
        parts += [] if player == HUMAN else [f"--{seat.lower()}", player]
    if str(match.first_clock.control):
        parts += ["--clock", str(match.first_clock.control)]
    if match.start != game.start():
        parts += ["--position", str(match.start)]
    if match.turns:
        parts += ["--line", " ".join(turn.move for turn in match.turns)]
    return shlex.join(parts)
