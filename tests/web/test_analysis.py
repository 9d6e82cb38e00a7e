"""Thinking with the visitor: looks, hints, analyses, the graph, the editor. Nothing of it touches the game."""

import dataclasses
import time
from pathlib import Path
from typing import Any

import numba
import pytest

import plyground
from plyground.core.position import Position
from plyground.play.agents import perfect
from plyground.search.result import Result
from plyground.solve.statistics import prober_of
from plyground.web.handlers import analysis
from plyground.web.limits import ServerLimits
from plyground.web.search_pool import ANALYSIS, read_visitors_agent
from tests.solve.solved import solved
from tests.web.serving import EAGER, Server, Visitor, run, serving


def test_earlier_positions_and_what_if_lines_are_shown_and_the_game_stays(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("hex", "human", "human", options={"size": "5"})
        for move in ("c3", "swap", "a1"):
            await visitor.play(move)
        look = await visitor.ask("look", "position", place={"ply": 1}, id=3)
        assert (look["id"], look["ply"], look["position"]) == (3, 1, "...../...../..r../...../..... b")
        assert look["last"] == {"move": "c3", "steps": ["c3"], "seat": 0}
        assert ["swap"] in look["moves"]
        line = await visitor.ask("look", "position", place={"ply": 1, "moves": ["a1", "b1"]})
        assert (line["ply"], line["position"]) == (3, "br.../...../..r../...../..... b")
        assert line["last"]["move"] == "b1"
        assert visitor.state["ply"] == 3
        wrong = await visitor.ask("look", "position", place={"ply": 1, "moves": ["c3"]})
        assert wrong["code"] == "illegal"
        assert (await visitor.ask("look", "position", place={"ply": 9}))["code"] == "stale"

    run(scene())


def test_a_place_may_have_a_game_or_a_start_of_its_own(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        place: dict[str, Any] = {"game": "neutreeko", "moves": ["b1-a1"]}
        look = await visitor.ask("look", "position", place=place)
        assert look["board"]["cells"]
        assert (look["ply"], look["table"]) == (1, None)
        assert (await visitor.ask("look", "position", place={"ply": 0}))["code"] == "gone"
        await visitor.begin("hex", "human", "human", options={"size": "3"})
        look = await visitor.ask("look", "position", place={"start": "r../.b./... r", "moves": ["a3"]})
        assert look["position"] == "r../.b./r.. b"
        assert (await visitor.ask("look", "position", place={"start": "nonsense"}))["type"] == "error"
        assert (await visitor.ask("look", "position", place={"start": "r../.b./... r", "ply": 0}))["code"] == "wrong"

    run(scene())


def test_a_search_that_is_compiled_first_is_announced(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    class Compiled:
        def think(self, position: Position, **named: Any) -> Result:
            numba.njit(lambda number: number + 1)(1)
            return Result.unsearched(position.moves[0], "rule")

    monkeypatch.setattr(analysis, "read_visitors_agent", lambda *arguments: Compiled())

    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("neutreeko", "human", "human")
        await visitor.send("hint", stage=1)
        assert (await visitor.until("loading", "hint", "error")) == {
            "type": "loading",
            "game": "neutreeko",
            "what": "search",
        }
        await visitor.until("hint")

    run(scene())


def test_a_hint_names_first_the_piece_and_then_the_move(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("neutreeko", "human", "human")
        piece = await visitor.ask("hint", "hint", stage=1)
        assert (piece["move"], piece["kind"]) == (None, "piece")
        move = await visitor.ask("hint", "hint", stage=2)
        assert move["steps"][0] == piece["step"]
        assert move["move"] in [entry[0] for entry in visitor.state["moves"]]
        assert (move["game"], move["ply"]) == (visitor.state["game"]["id"], 0)

    run(scene())


def test_exact_values_are_shown_where_there_is_a_table(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    game = plyground.game("neutreeko")
    monkeypatch.setitem(perfect._ready, (game, perfect.tables_home()), prober_of(solved("neutreeko")[0]))

    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("neutreeko", "human", "perfect")
        found = await visitor.ask("analyse", "analysis", place={}, seconds=1.0, lines=3)
        assert (found["final"], found["stopped_by"]) == (True, "proved")
        assert [line["score"]["kind"] for line in found["lines"]] == ["draw", "draw", "loss"]
        await visitor.play("c4-e4")
        while visitor.state["ply"] < 2:
            await visitor.read()
        graph = [await visitor.ask("graph", "graph")]
        while not graph[-1]["final"]:
            graph.append(await visitor.until("graph"))
        assert graph[1]["score"] == {"kind": "win", "value": 999_999, "plies": 1}
        assert "win in 1 ply}" in (await visitor.ask("export", "exported", format="record"))["text"]

    run(scene())


def test_an_analysis_tells_more_and_more_and_a_proved_win_apart(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        place = {"game": "neutreeko", "start": ".w.w./.bb../...../...../...bw b"}
        await visitor.send("analyse", place=place, seconds=1.0, lines=3, id=11)
        found = [await visitor.until("analysis")]
        while not found[-1]["final"]:
            found.append(await visitor.until("analysis"))
        last = found[-1]
        assert all(each["id"] == 11 and each["position"] == place["start"] for each in found)
        assert last["lines"][0]["score"] == {"kind": "win", "value": 999999, "plies": 1}
        assert last["bar"] == 1.0
        assert len(last["lines"]) == 3
        assert 0 < last["lines"][2]["bar"] <= 1

    run(scene())


@pytest.mark.parametrize("agent", [None, "minimax:depth=60", "montecarlo:seconds=60", "alphabeta:nodes=999999999999"])
def test_a_search_stops_within_250_milliseconds(server: Server, agent: str | None) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("hex", "human", "human")
        await visitor.send("analyse", place={"ply": 0, "moves": []}, seconds=1.0, agent=agent)
        await visitor.until("analysis", final=True)
        assert min([await seconds_to_stop(server, visitor, agent) for _ in range(3)]) < 0.25

    run(scene())


async def seconds_to_stop(server: Server, visitor: Visitor, agent: str | None) -> float:
    """The processor's time from a visitor's word until the core is free again, whatever else the machine does."""
    running = server.server.pool.running
    await visitor.send("analyse", place={"ply": 0}, seconds=60.0, agent=agent)
    while not any(job.began for job in running):
        await visitor.ask("ping", "pong")
    began = time.process_time()
    await visitor.ask("stop", "stopped")
    while running:
        await visitor.ask("ping", "pong")
    return time.process_time() - began


def test_a_computers_move_does_not_wait_for_a_long_analysis(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        others = [await Visitor.enter(server, cookie=visitor.cookie) for _ in range(server.server.limits.searches)]
        await visitor.begin("neutreeko", "human", "alphabeta:depth=1")
        await visitor.play(visitor.state["moves"][0][0])
        await visitor.my_turn()
        for other in others:
            await other.send("analyse", place={"game": "eximo"}, seconds=60.0)
            await other.until("analysis")
        await visitor.play(visitor.state["moves"][0][0])
        await visitor.my_turn()
        pool = server.server.pool
        assert [job.purpose for job in (*pool.running, *pool.waiting)] == [ANALYSIS] * len(others)
        for other in others:
            await other.until("analysis", final=False)
            await other.ask("stop", "stopped")

    run(scene())


def test_the_graph_has_a_value_for_every_position(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("hex", "human", "human", options={"size": "3", "swap": "off"})
        for move in ("a1", "b1", "a2", "b2", "a3"):
            await visitor.play(move)
        await visitor.send("graph")
        values = [await visitor.until("graph") for _ in range(6)]
        assert [value["ply"] for value in values] == list(range(6))
        assert [value["final"] for value in values] == [False] * 5 + [True]
        assert (values[-1]["score"], values[-1]["bar"]) == (None, 1.0)
        assert values[-2]["score"] == {"kind": "win", "value": 999999, "plies": 1}

    run(scene())


def test_the_editor_takes_any_stones_of_hex_to_study_and_play_on(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("hex", "human", "human", options={"size": "5"})
        stones = [{"cell": cell, "seat": 0, "kind": "stone"} for cell in ("a5", "c4", "d4")]
        asked = {"game": "hex", "options": {"size": "5"}, "scene": {"pieces": stones, "mover": 1}}
        composed = await visitor.ask("compose", "composed", **asked)
        assert (composed["reasons"], composed["unreachable"]) == ([], True)
        assert composed["text"] == "...../...../...../..rr./r.... b study"
        possible = await visitor.ask("compose", "composed", **asked | {"scene": {"pieces": stones[:1], "mover": 1}})
        assert (possible["reasons"], possible["unreachable"]) == ([], False)
        place = {"start": composed["text"]}
        await visitor.send("analyse", place=place, seconds=0.2)
        assert (await visitor.until("analysis", final=True))["lines"]
        begun = await visitor.begin("hex", "human", "easy", options={"size": "5"}, start=composed["text"])
        assert begun["position"] == composed["text"]
        assert (await visitor.my_turn())["position"].endswith("r study")
        hint = await visitor.ask("hint", "hint", stage=2)
        assert (await visitor.play(hint["move"]))["ply"] == 2

    run(scene())


def test_the_editor_says_why_a_position_is_impossible(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        start = await visitor.begin("neutreeko", "human", "human")
        good = await visitor.ask("compose", "composed", game="neutreeko", scene=start["scene"])
        assert (good["text"], good["reasons"], good["scene"]) == (start["position"], [], start["scene"])
        fewer = {"pieces": start["scene"]["pieces"][1:], "mover": 0}
        bad = await visitor.ask("compose", "composed", game="neutreeko", scene=fewer)
        assert bad["reasons"] == ["Black has 2 pieces, not three"]
        assert bad["scene"] is None
        nowhere = {"pieces": [{"cell": "z9", "seat": 0, "kind": "piece"}], "mover": 0}
        worse = await visitor.ask("compose", "composed", game="neutreeko", scene=nowhere)
        assert worse["text"] is None
        assert worse["reasons"] == ["'z9' is not a cell of the board"]
        for mover in (-1, 2, 9):
            strange = await visitor.ask(
                "compose", "composed", game="neutreeko", scene=start["scene"] | {"mover": mover}
            )
            assert strange["reasons"] == [f"the player to move has a number from 0 to 1, not {mover}"]
        await visitor.send("language", language="pt")
        translated = await visitor.ask("compose", "composed", game="neutreeko", scene=fewer)
        assert translated["reasons"] != bad["reasons"]
        begun = await visitor.begin("neutreeko", "human", "human", start=good["text"])
        assert begun["position"] == good["text"]

    run(scene())


def test_ceilings_hold_whatever_a_visitor_asks_for() -> None:
    import plyground

    limits = ServerLimits(search_megabytes=256, search_threads=2)
    game = plyground.game("hex")
    agent = read_visitors_agent("pvs:megabytes=65536,threads=256,seconds=100000", game, 0, limits)
    assert dict(agent.options)["megabytes"] == 256
    assert dict(agent.options)["threads"] == 2
    tree = read_visitors_agent("montecarlo:megabytes=65536,nodes=100000000", game, 0, limits)
    assert dict(tree.options)["megabytes"] == 256


@pytest.mark.parametrize("file", ["/etc/passwd", "missing.onnx", ""])
def test_a_visitor_names_no_file(file: str) -> None:
    """Nor learns whether there is one."""
    import plyground

    with pytest.raises(plyground.PlygroundError, match="no file can be named here"):
        read_visitors_agent(f"puct:seconds=1,network={file}", plyground.game("hex"), 0, ServerLimits())


def test_no_search_runs_longer_than_its_ceiling(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.send("analyse", place={"game": "hex"}, agent="minimax:depth=60", seconds=60.5)
        assert (await visitor.until("error", "analysis"))["code"] == "message"
        await visitor.send("analyse", place={"game": "hex"}, agent="minimax:depth=60,seconds=999", seconds=0.3)
        final = await visitor.until("analysis", final=True)
        assert final["stopped_by"] == "seconds"

    run(scene())


def test_a_known_graph_is_sent_no_faster_than_it_is_read(tmp_path: Path) -> None:
    """A hundred points at once were more than may wait to be sent, and the page was cut off."""

    async def scene() -> None:
        visitor = await Visitor.enter(server)
        moves = [f"{column}{row}" for row in range(1, 12) for column in "abcdefghijk"][:100]
        await visitor.begin("hex", "human", "human", options={"swap": "off"}, moves=moves[::-1])
        table = server.server.tables[visitor.state["table"]]
        for position in (table.match.start, *(turn.position for turn in table.match.turns)):
            table.graph[position.key] = {"score": None, "bar": 0.5}
        await visitor.send("graph")
        points = [await visitor.until("graph") for _ in range(len(table.match.turns) + 1)]
        assert [point["ply"] for point in points] == list(range(len(points)))
        assert points[-1]["final"]

    with serving(tmp_path, dataclasses.replace(EAGER, unsent=20)) as server:
        run(scene())


def test_a_first_hint_about_a_stone_marks_the_area_where_it_belongs(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("hex", "human", "human", options={"size": "7"})
        first = await visitor.ask("hint", "hint", stage=1)
        move = await visitor.ask("hint", "hint", stage=2)
        assert move["move"] in first["area"]
        assert 5 < len(first["area"]) < 10
        assert move["area"] == []

    run(scene())
