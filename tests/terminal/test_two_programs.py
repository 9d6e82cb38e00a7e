"""A game at the terminal that another program goes on with, deletes or damages meanwhile, or that cannot be saved."""

import io
import json
import random
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

import plyground
from plyground.cli import app
from plyground.language import language
from plyground.play.match import HUMAN, Match
from plyground.play.store.store import FILE_NAME, Store
from plyground.terminal.app import play_at_terminal
from plyground.terminal.screen import Screen
from plyground.terminal.session import SessionSettings

Event = str | Callable[[], object]


class Scripted(Screen):
    """A person who types lines, between which other things happen; everything that is said is kept."""

    def __init__(self, code: str, events: Sequence[Event]) -> None:
        super().__init__(language(code), Console(file=io.StringIO()), interactive=False)
        self.events, self.said = iter(events), ""

    def ask(self, prompt: str, seconds: float | None = None) -> str:
        """The next line, after whatever happens before."""
        for event in self.events:
            if isinstance(event, str):
                return event
            event()
        raise EOFError

    def say(self, text: str | Text = "") -> None:
        """Keep what is said."""
        self.said += f"{text}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of the person."""
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def page(folder: Path) -> Iterator[Store]:
    """Another program that has the same games open; the first has two moves."""
    with Store(folder / FILE_NAME) as store:
        store.begin(new_match("a1", "b2"))
        yield store


def new_match(*moves: str) -> Match:
    match = Match(plyground.game("hex", size=4).start(), (HUMAN, HUMAN))
    for move in moves:
        match.play(move)
    return match


def play_elsewhere(page: Store, *moves: str) -> Callable[[], None]:
    """The other program goes on with game 1."""

    def act() -> None:
        found = page.resume(1)
        for move in moves:
            found.match.play(move)
        page.save(1, found.match, found.version)

    return act


def at_terminal(match: Match | int, *events: Event, code: str = "en") -> str:
    """Play; everything that was said."""
    screen = Scripted(code, events)
    play_at_terminal(screen, match, SessionSettings(), random.Random(1))
    return screen.said


def saved(page: Store) -> dict[int, tuple[str, ...]]:
    return {game.id: page.export(game.id).moves for game in page.list()}


def test_quitting_without_a_change_saves_nothing_and_says_that_it_is_behind(page: Store) -> None:
    before = page.list()
    said = at_terminal(1, "board", "quit")
    assert page.list() == before
    assert "Another program" not in said
    said = at_terminal(1, play_elsewhere(page, "c3", "d4"), "quit")
    assert "Another program went on with saved game 1; what it saved stays." in said
    assert "plyground saved resume 1" in said
    assert saved(page) == {1: ("a1", "b2", "c3", "d4")}


@pytest.mark.parametrize(
    ("code", "word", "told"),
    [
        (
            "en",
            "newer",
            "Another program has gone on with saved game 1; this is not saved over it.\nType newer to go on",
        ),
        (
            "pt",
            "recente",
            "Outro programa continuou o jogo guardado 1; este não se guarda por cima dele.\nEscreva recente",
        ),
    ],
)
def test_a_session_that_is_behind_says_so_and_continues_the_newer_game(
    page: Store, code: str, word: str, told: str
) -> None:
    said = at_terminal(1, play_elsewhere(page, "c3"), "d4", "c4", word, "d1", "quit", code=code)
    assert said.count(told) == 1
    assert saved(page) == {2: ("a1", "b2", "d4", "c4"), 1: ("a1", "b2", "c3", "d1")}


def test_a_session_that_is_behind_can_save_its_own_as_a_new_game(page: Store) -> None:
    said = at_terminal(1, play_elsewhere(page, "c3"), "d4", "save", "c4", "newer", "quit")
    assert "Yours is saved as game 2." in said
    assert "No other program has gone on with this game." in said
    assert "plyground saved resume 2" in said
    assert saved(page) == {1: ("a1", "b2", "c3"), 2: ("a1", "b2", "d4", "c4")}


def test_leaving_undecided_loses_nothing(page: Store) -> None:
    said = at_terminal(1, play_elsewhere(page, "c3"), "undo", "quit")
    assert "plyground saved resume 2" in said
    assert saved(page) == {1: ("a1", "b2", "c3"), 2: ("a1",)}


def test_taking_back_is_saved_where_nobody_else_played(page: Store) -> None:
    at_terminal(1, "undo", "quit")
    assert saved(page) == {1: ("a1",)}


def test_a_deleted_game_is_saved_again_only_if_it_continues(page: Store) -> None:
    said = at_terminal(1, lambda: page.delete(1), "quit")
    assert "Saved game 1 was deleted meanwhile." in said
    assert "plyground play hex" in said, "the way back does not lead to a game that is gone"
    assert saved(page) == {}
    page.begin(new_match("a1"))
    said = at_terminal(2, lambda: page.delete(2), "b2", "quit")
    assert "Saved game 2 was deleted; this game is saved as game 3." in said
    assert saved(page) == {3: ("a1", "b2")}


def test_a_file_that_was_deleted_is_noticed_also_without_a_change(folder: Path, page: Store) -> None:
    page.close()

    def delete() -> None:
        for file in folder.iterdir():
            file.unlink()

    said = at_terminal(1, delete, "quit")
    assert "The file of saved games was deleted; this game is saved as game 1." in said
    with Store(folder / FILE_NAME) as again:
        assert saved(again) == {1: ("a1", "b2")}


def test_a_damaged_row_costs_nothing_but_its_number(
    folder: Path, page: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    def damage() -> None:
        with closing(sqlite3.connect(folder / FILE_NAME)) as db, db:
            db.execute("UPDATE games SET players = x'ff'")

    said = at_terminal(1, damage, "c3", "quit")
    assert "Saved game 1 is damaged and left as it is; this game is saved as game 2." in said
    assert saved(page) == {2: ("a1", "b2", "c3")}
    app(["saved"], standalone_mode=False)
    assert "\nSaved game 1 cannot be read: players has a value that was never saved there.\n" in capsys.readouterr().out
    app(["saved", "--json", "--lang", "pt"], standalone_mode=False)
    listed = json.loads(capsys.readouterr().out)
    assert ([game["id"] for game in listed["saved"]], len(listed["damaged"])) == ([2], 1)
    app(["saved", "delete", "1"], standalone_mode=False)
    assert page.listing().damaged == []


def test_an_unwritable_folder_is_reported_once_and_retried(folder: Path) -> None:
    folder.write_text("no folder")
    said = at_terminal(new_match(), "a1", "b2", folder.unlink, "c3", "quit")
    assert said.count("cannot be written") == 1
    assert said.count("The game goes on, but it cannot be saved.") == 1
    assert "Now the game is saved, as game 1." in said
    assert "plyground saved resume 1" in said
    with Store(folder / FILE_NAME) as store:
        assert saved(store) == {1: ("a1", "b2", "c3")}
