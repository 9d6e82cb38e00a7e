"""The heuristic bench over the socket, and engines that only the one who starts the server can name."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from plyground.cli.serve import read_engines
from plyground.core.errors import OptionError
from plyground.play.agents.agent import Agent
from plyground.play.agents.spec import ProgramSpec, name_engines, parse_player
from plyground.play.external.clients import PROGRAMS
from plyground.web.limits import ServerLimits
from plyground.web.search_pool import NamedEngine, read_visitors_player
from tests.web.serving import EAGER, Server, Visitor, run, serving

PLACE = {"game": "neutreeko", "moves": ["b1-c1"]}


def test_the_bench_says_what_every_heuristic_thinks_and_follows_the_weights(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        found = await visitor.ask("bench", "bench", place=PLACE, heuristic="H4", id=4)
        assert (found["id"], found["chosen"], found["plugins"]) == (4, "H4", {"version": 0, "files": []})
        entries = {each["name"]: each for each in found["heuristics"]}
        assert {"H1", "H4", "strong"} <= set(entries)
        assert len(entries["H4"]["moves"]) > 3
        assert entries["H1"]["moves"] is None
        heavier = await visitor.ask("bench", "bench", place=PLACE, heuristic="H4", weights={"pair": 50})
        after = next(each for each in heavier["heuristics"] if each["name"] == "H4")
        assert (found["agent"], heavier["agent"]) == (None, "pvs:heuristic=H4,weights=pair:50,seconds=1")
        feature = next(part["feature"] for part in entries["H4"]["parts"] if part["name"] == "pair")
        assert after["value"] == entries["H4"]["value"] + 40 * feature != entries["H4"]["value"]
        wrong = await visitor.ask("bench", "bench", place=PLACE, heuristic="H9")
        assert "no heuristic 'H9'" in wrong["text"]
        assert (await visitor.ask("plugins", "plugins"))["files"] == []

    run(scene())


@pytest.fixture
def engine() -> Iterator[ServerLimits]:
    """Limits that know an engine by its name."""
    limits = ServerLimits(burst=EAGER.burst, engines=(("mine", f"cmd:{sys.executable} engine.py"),))
    name_engines(dict(limits.engines))
    yield limits
    name_engines({})


def test_an_engine_is_chosen_by_its_name_and_no_command_comes_from_the_page(
    engine: ServerLimits, tmp_path: Path
) -> None:
    async def scene(server: Server) -> None:
        visitor = await Visitor.enter(server)
        begun = await visitor.begin("neutreeko", "human", "mine")
        assert [player["player"] for player in begun["players"]] == ["human", "mine"]
        for player in (engine.engines[0][1], "yours"):
            assert (await visitor.ask("new", game="neutreeko", players=["human", player]))["type"] == "error"

    with serving(tmp_path, engine) as server:
        run(scene(server))


def test_a_named_engine_is_the_program_of_its_command(engine: ServerLimits) -> None:
    game = plyground.game("neutreeko")
    player = read_visitors_player("mine", game, 0, engine)
    assert isinstance(player, NamedEngine)
    assert (player.text, str(parse_player("mine"))) == ("mine", "mine")
    assert parse_player("mine") == ProgramSpec("cmd", f"{sys.executable} engine.py", "mine")
    assert isinstance(read_visitors_player("easy", game, 0, engine), Agent)


def test_engines_are_read_from_the_command_line() -> None:
    assert read_engines(["a=cmd:./x --fast=1", "b=ugi:y"] if "ugi" in PROGRAMS else ["a=cmd:./x --fast=1"])[0] == (
        "a",
        "cmd:./x --fast=1",
    )
    for wrong in (["cmd:./x"], ["a=./x"], ["a=cmd:x", "a=cmd:y"], ["a b=cmd:x"]):
        with pytest.raises(OptionError):
            read_engines(wrong)
