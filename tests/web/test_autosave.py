"""What the page says about saving is true, whatever happens to the file, the rows or the task that saves."""

import ast
import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.play.store import sqlite_file
from plyground.play.store.store import Store, StoreError
from plyground.web.sessions import BrowserSession
from plyground.web.tables.views import shown_problem
from tests.web.serving import EAGER, Server, Visitor, run, serving

FILE = "games.sqlite3"
EAGER_TO_SAVE = replace(EAGER, retry_seconds=0.01)
SOURCES = Path(plyground.__file__).parent / "web"


async def saving(visitor: Visitor, state: str) -> dict[str, Any]:
    """Read until the game is saved, or is not."""
    while visitor.state["saving"]["state"] != state:
        message = await visitor.read(saving=True)
        if message["type"] == "saving":
            visitor.state["saving"] = {key: message[key] for key in ("state", "saved", "why")}
    found: dict[str, Any] = visitor.state["saving"]
    return found


async def begun(server: Server, *moves: str, query: str = "") -> Visitor:
    """Somebody who plays a game that is saved."""
    visitor = await Visitor.enter(server, query=query)
    await visitor.begin("hex", "human", "human", options={"size": "5"})
    for move in moves:
        await visitor.play(move)
    await saving(visitor, "saved")
    return visitor


def moves_in(folder: Path, game: int) -> tuple[str, ...]:
    with Store(folder / FILE) as store:
        return store.export(game).moves


def on_loop(server: Server, work: Callable[[], Any]) -> Any:
    """Do something on the server's event loop."""
    return asyncio.run_coroutine_threadsafe(work(), server.loop).result(60)


async def behind(here: Server, there: Server, query: str = "") -> tuple[Visitor, Visitor]:
    """One page played on elsewhere; the other, which did not know, plays a move."""
    ahead = await begun(here, "a1", "b2")
    late = await Visitor.enter(there, query=query)
    await late.ask("resume", "state", saved=1)
    for move in ("c3", "d4", "e5"):
        await ahead.play(move)
    await saving(ahead, "saved")
    await late.play("e1")
    return ahead, late


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "Another program went on with saved game 1; the newer game is shown."),
        ("pt", "Outro programa continuou o jogo guardado 1; mostra-se o jogo mais recente."),
    ],
)
def test_two_servers_on_one_folder_erase_nothing_of_each_other(tmp_path: Path, code: str, told: str) -> None:
    async def scene() -> None:
        ahead, late = await behind(here, there, f"?language={code}")
        assert (await late.until("notice"))["text"] == told
        assert [turn["move"] for turn in late.turns] == ["a1", "b2", "c3", "d4", "e5"]
        assert late.state["other"] == 3
        await late.ask("keep", "state", agree=True)
        assert [turn["move"] for turn in late.turns] == ["a1", "b2", "e1"]
        assert (await saving(late, "saved"))["saved"] == 2
        assert late.state["other"] is None
        await late.play("e2")
        await ahead.play("a5")
        await saving(ahead, "saved")
        await saving(late, "saved")

    with serving(tmp_path, EAGER_TO_SAVE) as here, serving(tmp_path, EAGER_TO_SAVE) as there:
        run(scene())
    assert moves_in(tmp_path, 1) == ("a1", "b2", "c3", "d4", "e5", "a5")
    assert moves_in(tmp_path, 2) == ("a1", "b2", "e1", "e2")


def test_a_player_who_drops_their_moves_continues_the_newer_game(tmp_path: Path) -> None:
    async def scene() -> None:
        ahead, late = await behind(here, there)
        await late.until("notice")
        await late.ask("keep", "state", agree=False)
        assert late.state["other"] is None
        assert (await late.ask("keep", "state", agree=True))["text"] == "There is no other game to keep."
        await late.play("a5")
        await saving(late, "saved")
        await ahead.close()

    with serving(tmp_path, EAGER_TO_SAVE) as here, serving(tmp_path, EAGER_TO_SAVE) as there:
        run(scene())
    assert moves_in(tmp_path, 1) == ("a1", "b2", "c3", "d4", "e5", "a5")
    with Store(tmp_path / FILE) as store:
        assert len(store.list()) == 1


def test_a_game_that_nobody_decided_about_is_kept(tmp_path: Path) -> None:
    async def scene() -> None:
        _, late = await behind(here, there)
        await late.until("notice")

    with serving(tmp_path, EAGER_TO_SAVE) as here, serving(tmp_path, EAGER_TO_SAVE) as there:
        run(scene())
    assert moves_in(tmp_path, 1) == ("a1", "b2", "c3", "d4", "e5")
    assert moves_in(tmp_path, 2) == ("a1", "b2", "e1")


def test_a_returning_player_sees_the_newer_game(tmp_path: Path) -> None:
    async def scene() -> None:
        visitor = await begun(server, "a1", "b2")
        with Store(tmp_path / FILE) as store:
            found = store.resume(1)
            found.match.play("c3")
            store.save(1, found.match, found.version)
        await visitor.ask("resume", "state", saved=1)
        while len(visitor.turns) < 3:
            await visitor.read()
        await visitor.play("d4")
        await saving(visitor, "saved")

    with serving(tmp_path, EAGER_TO_SAVE) as server:
        run(scene())
    assert moves_in(tmp_path, 1) == ("a1", "b2", "c3", "d4")


def test_one_damaged_row_stops_nobody(tmp_path: Path) -> None:
    async def scene() -> None:
        unlucky, other = await begun(server, "a1"), await begun(server, "b1")
        with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db, db:
            db.execute("UPDATE games SET names = 'no list' WHERE id = 1")
        for visitor, move in ((unlucky, "a2"), (other, "b2"), (unlucky, "a3"), (other, "b3")):
            assert (await visitor.play(move))["type"] == "state"
        assert (await saving(unlucky, "saved"))["saved"] == 3
        assert (await saving(other, "saved"))["saved"] == 2
        answer = await other.ask("list", "saved")
        assert sorted(game["saved"] for game in answer["games"]) == [2, 3]
        assert answer["damaged"] == ["Saved game 1 cannot be read: names has a value that was never saved there."]
        third = await Visitor.enter(server)
        assert "cannot be read" in (await third.ask("resume", "state", saved=1))["text"]

    with serving(tmp_path, EAGER_TO_SAVE) as server:
        run(scene())
    assert (moves_in(tmp_path, 3), moves_in(tmp_path, 2)) == (("a1", "a2", "a3"), ("b1", "b2", "b3"))


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (StoreError("The disk is full."), "The disk is full."),
        (RuntimeError("nobody foresaw this"), "The server failed at saving the game; its log says why."),
        (KeyError("nor this"), "The server failed at saving the game; its log says why."),
    ],
)
def test_any_failure_of_a_save_is_reported_and_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: Exception, told: str
) -> None:
    def fail(*_: object) -> int:
        raise problem

    async def scene() -> None:
        visitor = await begun(server, "a1")
        monkeypatch.setattr(server.server.store, "save", fail)
        assert (await visitor.play("b2"))["type"] == "state"
        assert (await visitor.until("error"))["text"] == told
        for move in ("c3", "d4"):
            assert (await visitor.play(move))["type"] == "state", "the game goes on, and nothing is told again"
        assert (await saving(visitor, "failed"))["why"] == told
        monkeypatch.undo()
        assert await saving(visitor, "saved") == {"state": "saved", "saved": 1, "why": ""}

    with serving(tmp_path, EAGER_TO_SAVE) as server:
        run(scene())
    assert moves_in(tmp_path, 1) == ("a1", "b2", "c3", "d4")


def test_pending_saves_finish_after_the_table_is_left_and_before_the_server_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise RuntimeError

    async def scene() -> None:
        visitor = await begun(server, "a1")
        monkeypatch.setattr(server.server.store, "save", fail)
        await visitor.play("b2")
        await saving(visitor, "failed")
        await visitor.begin("hex", "human", "human")

    with serving(tmp_path, replace(EAGER, retry_seconds=3600.0)) as server:
        run(scene())
        monkeypatch.undo()
    assert moves_in(tmp_path, 1) == ("a1", "b2")


def test_a_server_whose_games_cannot_be_saved_ends_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise RuntimeError

    async def scene() -> None:
        visitors = [await begun(server, "a1") for _ in range(3)]
        monkeypatch.setattr(server.server.store, "save", fail)
        for visitor in visitors:
            await visitor.play("b2")
            await saving(visitor, "failed")

    with serving(tmp_path, EAGER_TO_SAVE) as server:
        run(scene())
    assert not server.thread.is_alive()


def test_a_server_that_ends_waits_for_no_program_that_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 3600.0)
    Store(tmp_path / FILE).close()

    async def scene() -> None:
        visitor = await begun(server, "a1")
        lock.execute("BEGIN IMMEDIATE")
        await visitor.play("b2")

    with (
        contextlib.closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as lock,
        serving(tmp_path, EAGER_TO_SAVE) as server,
    ):
        run(scene())
    assert moves_in(tmp_path, 1) == ("a1",)


def test_a_file_that_is_deleted_while_serving_is_noticed_and_its_games_saved_again(tmp_path: Path) -> None:
    async def scene() -> None:
        first, second = await begun(server, "a1"), await begun(server, "b1", "b2")
        for file in tmp_path.iterdir():
            file.unlink()
        await asyncio.to_thread(on_loop, server, server.server.check_file)
        for visitor in (first, second):
            said = (await visitor.until("notice"))["text"]
            assert said.startswith("The file of saved games was deleted; this game is saved as game ")
        await first.play("a2")
        await saving(first, "saved")

    with serving(tmp_path, EAGER_TO_SAVE) as server:
        run(scene())
    with Store(tmp_path / FILE) as store:
        assert sorted(store.export(game.id).moves for game in store.list()) == [("a1", "a2"), ("b1", "b2")]


def test_an_unwritable_folder_is_reported_once_and_retried(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.write_text("no folder")

    async def scene() -> None:
        visitor = await Visitor.enter(server)
        told = (await visitor.until("error"))["text"]
        assert "cannot be written" in told
        await visitor.begin("hex", "human", "human", options={"size": "5"})
        for move in ("a1", "b2", "c3"):
            assert (await visitor.play(move))["type"] == "state"
        assert (await saving(visitor, "failed"))["why"] == told
        folder.unlink()
        await saving(visitor, "saved")

    with serving(folder, EAGER_TO_SAVE) as server:
        run(scene())
    assert moves_in(folder, 1) == ("a1", "b2", "c3")


def test_a_guest_does_not_see_where_the_hosts_games_are() -> None:
    problem = StoreError("The saved games in /home/ada cannot be written.")
    assert shown_problem(problem, BrowserSession("key", host=True)) is problem
    assert str(shown_problem(problem, BrowserSession("key", host=False))) == "The game cannot be saved at the moment."


def test_no_task_of_the_server_fails_without_a_word() -> None:
    """Tasks are made by `ServerState.task`, which writes down how they failed; these look after themselves."""
    known = {("state.py", "create_task"): 1, ("state.py", "ensure_future"): 1, ("autosave.py", "create_task"): 2,
             ("connection.py", "ensure_future"): 1}  # fmt: skip
    found: dict[tuple[str, str], int] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in ("create_task", "ensure_future"):
                found[path.name, node.attr] = found.get((path.name, node.attr), 0) + 1
    assert found == known


def test_a_task_that_fails_is_written_down(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise RuntimeError("nobody foresaw this")

    async def scene() -> None:
        server.server.task(fail())

    with serving(tmp_path) as server:
        on_loop(server, scene)
        on_loop(server, lambda: asyncio.sleep(0))
        assert server.server.failures == 1
        server.server.failures = 0
    assert "nobody foresaw this" in caplog.text
