"""The explorer over the socket."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.cli.saved import import_run
from plyground.play.records.text_format import write_records
from plyground.web.handlers import exploration
from tests.play.test_explorer import GAMES
from tests.web.serving import Server, Visitor, run, serving


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Server]:
    """A server with saved games of its own."""
    with serving(tmp_path / "data") as server:
        yield server


def test_moves_from_a_position_are_counted_in_all_saved_games(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        for moves in (("b2", "a1", "b1", "a2", "b3"), ("b2", "b1")):
            await visitor.begin("hex", "human", "human", options={"size": "3", "swap": "off"})
            for move in moves:
                await visitor.play(move)
        found = await visitor.ask("explore", "explored", place={"ply": 0})
        assert found["games"] == 2
        assert found["moves"] == [{"move": "b2", "games": 2, "won": 1, "drawn": 0, "lost": 0, "score": 1.0}]
        after = await visitor.ask("explore", "explored", place={"ply": 1})
        assert {each["move"] for each in after["moves"]} == {"a1", "b1"}

    run(scene())


def test_many_games_are_replayed_in_parts_and_once(alone: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploration, "AT_ONCE", 2)
    store = alone.server.store
    for _ in range(5):
        store.import_(GAMES[0])

    async def scene() -> None:
        visitor = await Visitor.enter(alone)
        await visitor.begin("hex", "human", "human", options={"size": "3", "swap": "off"})
        answers = [await visitor.ask("explore", "explored", place={"ply": 0})]
        await visitor.send("stop")
        while not answers[-1]["final"]:
            answers.append(await visitor.until("explored"))
        assert [each["games"] for each in answers] == [2, 4, 5], "a stop of the searches does not end it"
        again = await visitor.ask("explore", "explored", place={"ply": 0, "moves": ["b2"]})
        assert (again["final"], again["games"]) == (True, 5)

    run(scene())


def test_games_of_a_lab_run_that_were_imported_are_explored(alone: Server, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run/games.txt").write_text(write_records(GAMES[:3]), encoding="utf-8")
    import_run(alone.server.store, tmp_path / "run", "run")

    async def scene() -> None:
        visitor = await Visitor.enter(alone)
        await visitor.begin("hex", "human", "human", options={"size": "3", "swap": "off"})
        found = await visitor.ask("explore", "explored", place={"ply": 0})
        assert {each["move"]: each["games"] for each in found["moves"]} == {"b2": 2, "a1": 1}

    run(scene())
