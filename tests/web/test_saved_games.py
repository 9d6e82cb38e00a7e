"""Saved games, and games as texts."""

from pathlib import Path

import httpx
import pytest

import plyground
from plyground.play.records.text_format import Record
from plyground.play.store.store import Store
from plyground.web.links import LinkError, read_link, write_link
from tests.web.serving import Server, Visitor, run, serving


def test_a_game_can_be_resumed_after_the_page_was_closed_and_the_server_stopped(tmp_path: Path) -> None:
    played = ["c3", "swap", "b2"]

    async def first() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("hex", "human", "human", options={"size": "5"}, time="5+3")
        assert visitor.state["game"]["saved"] is None
        for move in played:
            await visitor.play(move)

    async def second() -> None:
        visitor = await Visitor.enter(server)
        games = (await visitor.ask("list", "saved"))["games"]
        assert [(game["game"], game["plies"], game["options"]["size"]) for game in games] == [("hex", 3, "5")]
        await visitor.ask("resume", "state", saved=games[0]["saved"])
        assert [turn["move"] for turn in visitor.turns] == played
        assert visitor.state["clock"]["control"] == "5+3"
        assert all(player["mine"] for player in visitor.state["players"])
        visitor.check_game()
        await visitor.play("a1")
        assert (await visitor.ask("resume", "state", saved=99))["type"] == "error"

    with serving(tmp_path) as server:
        run(first())
    with serving(tmp_path) as server:
        run(second())
    with Store(tmp_path / "games.sqlite3") as store:
        assert [game.plies for game in store.list()] == [4]


def test_a_game_that_is_being_played_is_not_taken_away(server: Server) -> None:
    async def scene() -> None:
        owner, other = await Visitor.enter(server), await Visitor.enter(server)
        await owner.begin("hex", "human", "human")
        await owner.play("a1")
        while owner.state["game"]["saved"] is None:
            await owner.read()
        saved = owner.state["game"]["saved"]
        assert (await other.ask("resume", "state", saved=saved))["code"] == "denied"
        assert (await other.ask("delete", "saved", saved=saved))["code"] == "denied"
        await owner.close()
        while (answer := await other.ask("resume", "state", saved=saved))["type"] == "error":
            pass
        assert answer["ply"] == 1

    run(scene())


def test_games_are_named_and_deleted(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("neutreeko", "human", "human")
        await visitor.play("b1-a1")
        while visitor.state["game"]["saved"] is None:
            await visitor.read()
        saved = visitor.state["game"]["saved"]
        games = (await visitor.ask("rename", "saved", saved=saved, name="../../Sunday"))["games"]
        assert next(game for game in games if game["saved"] == saved)["name"] == "../../Sunday"
        assert visitor.state["game"]["called"] == "../../Sunday"
        await visitor.ask("leave", "left")
        games = (await visitor.ask("delete", "saved", saved=saved))["games"]
        assert saved not in [game["saved"] for game in games]
        assert (await visitor.ask("rename", "saved", saved=saved, name="x"))["type"] == "error"

    run(scene())


def test_a_program_in_a_saved_game_is_not_started_by_the_page(tmp_path: Path) -> None:
    from plyground.play.match import Match

    mark = tmp_path / "started"
    with Store(tmp_path / "games.sqlite3") as store:
        match = Match(plyground.game("hex", size=3).start(), ["human", f"cmd:touch {mark}"])
        match.play("a1")
        saved = store.begin(match)

    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.ask("resume", "state", saved=saved)
        assert [player["player"] for player in visitor.state["players"]] == ["human", "human"]
        await visitor.play("b2")

    with serving(tmp_path) as server:
        run(scene())
    assert not mark.exists()


def test_games_go_out_and_come_in_as_texts(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("hex", "human", "human", options={"size": "5"})
        for move in ("c3", "swap", "b2"):
            await visitor.play(move)
        texts = {}
        for form in ("record", "sgf", "hexworld", "link"):
            answer = await visitor.ask("export", "exported", format=form)
            assert answer["name"].startswith("hex-")
            texts[form] = answer["text"]
        for form in ("record", "sgf", "hexworld"):
            answer = await visitor.ask("import", "saved", text=texts[form])
            game = next(game for game in answer["games"] if game["saved"] == answer["imported"])
            assert (game["game"], game["plies"], game["options"]["size"]) == ("hex", 3, "5")
        await visitor.ask("open", "state", link=texts["link"])
        assert [turn["move"] for turn in visitor.turns] == ["c3", "swap", "b2"]
        assert (await visitor.ask("import", "saved", text="[Game"))["type"] == "error"
        await visitor.begin("eximo", "human", "human")
        assert (await visitor.ask("export", "exported", format="sgf"))["type"] == "error"

    run(scene())


def test_saved_games_are_files_for_an_open_page(server: Server) -> None:
    record = '[Game "hex"]\n[Option "size=5"]\n\n1. c3 swap\n'

    async def scene() -> None:
        visitor = await Visitor.enter(server)
        headers = {"Cookie": visitor.cookie.split(";")[0], "Origin": server.origin}
        async with httpx.AsyncClient(base_url=server.origin, headers=headers) as client:
            saved = (await client.post("/api/import", json={"text": record})).json()["saved"]
            answer = await client.get(f"/api/export/{saved}", params={"format": "sgf"})
            assert answer.status_code == 200
            assert "swap-pieces" in answer.text
            assert answer.headers["content-disposition"] == f'attachment; filename="hex-{saved}.sgf"'
            assert (await client.get("/api/export/123456")).status_code == 404
            assert (await client.post("/api/import", json={"text": "nothing"})).status_code == 400
            assert (await client.post("/api/import", json={"text": "x" * 300_000})).status_code == 413
            assert (await client.post("/api/import", content=record)).status_code == 415
        async with httpx.AsyncClient(base_url=server.origin, headers={"Origin": server.origin}) as stranger:
            assert (await stranger.get(f"/api/export/{saved}")).status_code == 403
            assert (await stranger.post("/api/import", json={"text": record})).status_code == 403

    run(scene())


@pytest.mark.parametrize(
    ("name", "options", "moves"),
    [
        ("hex", {"size": 5}, ("c3", "swap", "b2")),
        ("blockit", {"colours": "red,green,blue", "size": 7}, ("d2", "f4", "d3h")),
        ("eximo", {}, ("c3-c4", "c6-c5")),
        ("neutreeko", {"order": "clockwise"}, ()),
        ("morris", {"flying": "off"}, ("d6", "a1")),
    ],
)
def test_a_link_contains_a_whole_game(name: str, options: dict[str, object], moves: tuple[str, ...]) -> None:
    game = plyground.game(name, **options)
    link = write_link(Record(game.start(), moves))
    assert read_link(link) == (game.start(), list(moves))
    later = game.start()
    for move in moves:
        later = later.play(move)
    assert read_link(write_link(Record(later)))[0] == later


@pytest.mark.parametrize(
    "link", ["", "hex", "game=hex&game=hex", "moves=a1", "game=hex&moves=a1.a1", "game=%ff", "&" * 99]
)
def test_a_link_without_a_game_is_refused(link: str) -> None:
    with pytest.raises(plyground.PlygroundError):
        read_link(link)


def test_a_game_too_long_for_a_link_says_so() -> None:
    game = plyground.game("neutreeko")
    moves = ("b1-a1", "b5-a5", "a1-b1", "a5-b5") * 1000
    with pytest.raises(LinkError, match="too long"):
        write_link(Record(game.start(), moves))
