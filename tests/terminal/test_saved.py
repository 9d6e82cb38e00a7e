"""The command `plyground saved`: list, go on, rename, delete, export, import; and the arguments of `plyground play`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from plyground.cli import app, saved
from plyground.core.errors import PlygroundError
from plyground.play.records.registry import read_any
from plyground.play.store.store import Store
from plyground.terminal.screen import Screen
from tests.terminal.person import piped

Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process, as its `main` does: what it prints, or the sentence that says what is wrong."""
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "200")

    def run_it(*arguments: str) -> str:
        app(list(arguments), standalone_mode=False)
        return capsys.readouterr().out

    return run_it


def test_saved_games_are_listed_renamed_exported_imported_and_deleted(run: Run, tmp_path: Path) -> None:
    assert run("saved") == "There are no saved games.\n"
    piped(tmp_path, "b3\nswap\n", "hex", "-o", "size=3")
    assert run("saved", "rename", "1", "Sunday") == "Saved game 1 is now called Sunday.\n"
    out = run("saved", "--lang", "pt")
    assert [word in out for word in ("jogadores", "Hex", "Sunday", "humano, humano", "a decorrer")] == [True] * 5
    (listed,) = json.loads(run("saved", "--json"))["saved"]
    assert (listed["id"], listed["game"], listed["plies"], listed["result"]) == (1, "hex", 2, "*")

    file = tmp_path / "out" / "game.sgf"
    file.parent.mkdir()
    assert run("saved", "export", "1", str(file)) == f"Written into {file}.\n"
    assert read_any(file.read_text(encoding="utf-8")).moves == ("b3", "swap")
    with pytest.raises(PlygroundError, match="exists already"):
        run("saved", "export", "1", str(file))
    assert read_any(run("saved", "export", "1")).moves == ("b3", "swap")
    assert run("saved", "import", str(file), "--name", "again") == "Imported as saved game 2.\n"

    assert run("saved", "delete", "1") == "Saved game 1 is deleted.\n"
    assert [game["id"] for game in json.loads(run("saved", "--json", "--unfinished"))["saved"]] == [2]


@pytest.mark.parametrize(
    ("code", "answer", "deleted"), [("en", "no", 0), ("en", "", 0), ("en", "y", 1), ("pt", "SIM", 1)]
)
def test_at_a_terminal_a_game_is_deleted_after_a_question(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, answer: str, deleted: int
) -> None:
    imported(tmp_path)
    monkeypatch.setattr(saved, "open_screen", lambda words: Screen(words, Console(), interactive=True))
    monkeypatch.setattr("builtins.input", lambda prompt: answer)
    asked = {
        "en": "Delete saved game 1 (Hex, 1 move) for good?",
        "pt": "Apagar de vez o jogo guardado 1 (Hex, 1 jogada)?",
    }
    said = run("saved", "delete", "1", "--lang", code)
    assert asked[code] in said
    assert len(json.loads(run("saved", "--json"))["saved"]) == 1 - deleted


def test_with_yes_or_where_there_is_no_such_game_nobody_is_asked(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported(tmp_path)
    monkeypatch.setattr(saved, "open_screen", lambda words: pytest.fail("nothing to ask"))
    with pytest.raises(PlygroundError, match=r"There is no saved game 7\."):
        run("saved", "delete", "7")
    assert run("saved", "delete", "1", "--yes") == "Saved game 1 is deleted.\n"


def imported(folder: Path) -> None:
    """A game of one move in the store."""
    with Store(folder / "games.sqlite3") as store:
        store.import_(read_any('[Game "hex"]\n[Option "size=3"]\n\n1. b3 *\n'))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("saved", "resume", "7"), "There is no saved game 7."),
        (("saved", "resume", "7", "--lang", "pt"), "Não há nenhum jogo guardado 7."),
        (("saved", "import", "nowhere.txt"), "'nowhere.txt' cannot be read"),
        (("play", "--load", "nowhere.txt", "--lang", "pt"), "Não é possível ler 'nowhere.txt'"),
        (("play", "hex", "--load", "nowhere.txt"), "cannot be read"),
        (("play", "hex", "--third", "easy"), "There is no third player: Hex has 2 here."),
        (("play", "hex", "--first", "grandmaster"), "There is no agent 'grandmaster'"),
        (("play", "hex", "--clock", "soon", "--lang", "pt"), "'soon' não é um tempo: escreva minutos+segundos"),
        (("play", "hex", "--pace", "-1"), "--pace is a number of seconds from 0 to 3600, not -1."),
        (("play", "--first", "easy"), "belong to a game"),
        (("play", "hex", "--lang", "de"), "There is no language 'de'; there are en and pt."),
    ],
)
def test_a_mistake_is_explained_in_one_line(arguments: tuple[str, ...], said: str, run: Run) -> None:
    with pytest.raises(PlygroundError) as caught:
        run(*arguments)
    assert said in str(caught.value)
