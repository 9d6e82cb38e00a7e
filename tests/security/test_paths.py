"""No visitor learns where the files of the server are."""

import asyncio
from pathlib import Path

import httpx
import pytest

import plyground
from plyground.language import Message
from plyground.play.store.store import Store, StoreError
from plyground.web.errors import private_folders, without_folders
from tests.web.serving import Visitor, run, serving


def test_an_error_about_a_file_names_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(store: Store, *arguments: object, **named: object) -> None:
        raise StoreError(Message("store.unusable", file=store.path, problem="disk I/O error"))

    async def scene() -> None:
        visitor = await Visitor.enter(server, query="?language=pt")
        monkeypatch.setattr(Store, "listing", broken)
        monkeypatch.setattr(Store, "export", broken)
        told = (await visitor.ask("list", "saved"))["text"]
        assert told == "Os jogos guardados em …/games.sqlite3 não se podem usar: disk I/O error."
        headers = {"Cookie": visitor.cookie.split(";")[0]}
        answer = await asyncio.to_thread(httpx.get, f"{server.origin}/api/export/1", headers=headers)
        assert answer.json()["error"] == told

    with serving(tmp_path) as server:
        run(scene())


def test_the_folders_of_the_user_and_of_the_program_are_private_too(tmp_path: Path) -> None:
    folders = private_folders(tmp_path / "data" / "games.sqlite3")
    for folder in (tmp_path / "data", Path.home(), Path(plyground.__file__).parent):
        assert without_folders(f"No {folder / 'x'} there.", folders) == "No …/x there."
    assert without_folders("'/b./ w' is no position", folders) == "'/b./ w' is no position"
