"""Files of saved games that earlier releases wrote open, through the store, at the terminal and on the page.

Each `schemaN.sqlite3` has five games of 2025, as the tables were with schema N.
"""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from plyground.play.position_index import PositionIndex
from plyground.play.store.sqlite_file import SCHEMA
from plyground.play.store.store import Store
from tests.cli.test_commands import run
from tests.terminal.person import Terminal
from tests.web.serving import Visitor, serving
from tests.web.serving import run as act

STORED = Path(__file__).parent / "stored_games"
FILE = "games.sqlite3"
GAMES = ("hex", "neutreeko", "morris", "eximo", "blockit")
RESULTS = {"hex": "first", "neutreeko": "*", "morris": "second", "eximo": "*", "blockit": "*"}


@pytest.fixture(params=range(1, SCHEMA), ids="schema {}".format)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of an old file, where a user's games are."""
    shutil.copy(STORED / f"schema{request.param}.sqlite3", tmp_path / FILE)
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (request.param,)
    return tmp_path / FILE


def test_every_game_is_listed_continued_exported_reviewed_and_explored(old: Path) -> None:
    with Store(old) as store:
        listed = store.listing()
        assert (listed.damaged, [game.game for game in listed.games][::-1]) == ([], list(GAMES))
        for game in listed.games:
            assert (game.name, game.result, game.created[:4]) == (f"old {game.game}", RESULTS[game.game], "2025")
            record = store.export(game.id)
            record.checked_end()
            assert len(record.moves) == game.plies
            assert all(record.times())
            found = store.resume(game.id)
            assert found.match.notices == ()
            version = store.save(game.id, found.match, found.version)
            if found.match.outcome is None:
                found.match.play(str(found.match.position.moves[0]))
                assert store.save(game.id, found.match, version) != version
            store.keep_review(game.id, {"key": "x"})
            index = PositionIndex(store)
            index.replay(game.game)
            assert index.explore(record.start).games == 1
    with closing(sqlite3.connect(old)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


def test_two_programs_open_an_old_file_together(old: Path) -> None:
    with Store(old) as one, Store(old) as other:
        assert [game.id for game in one.list()] == [game.id for game in other.list()]


def test_the_terminal_lists_and_goes_on_with_old_games(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(old.parent))
    listed = json.loads(run("saved", "--json").out)["saved"]
    assert {game["game"] for game in listed} == set(GAMES)
    number = next(game["id"] for game in listed if game["game"] == "hex")
    terminal = Terminal(old.parent, "saved", "resume", str(number))
    assert "Red has won" in terminal.greeting
    terminal.leave()
    assert len(json.loads(run("explore", "hex", "--option", "size=5", "--json").out)["moves"]) == 1


def test_the_page_opens_an_old_game(old: Path) -> None:
    with serving(old.parent) as server:

        async def scene() -> None:
            visitor = await Visitor.enter(server)
            answer = await visitor.ask("list", "saved")
            assert {game["game"] for game in answer["games"]} == set(GAMES)
            for game in answer["games"]:
                state = await visitor.ask("resume", "state", saved=game["saved"])
                while state["game"]["name"] != game["game"]:
                    state = await visitor.until("state")
                assert len(visitor.turns) >= game["plies"], "and a computer goes on"

        act(scene())
