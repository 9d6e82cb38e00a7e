"""Nobody keeps the event loop from the others: every message and every route, with the worst that its bounds admit."""

import json
import random
import re
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

import plyground
from plyground.core.record import Record
from plyground.play.records.text_format import write_record
from plyground.web import messages
from plyground.web.app import inner_app
from tests.nightly import NIGHTLY
from tests.web.loop_time import Stays, timed
from tests.web.serving import PATIENCE, Server, Visitor, run, serving

LONGEST_SECONDS = 0.02 if NIGHTLY else 0.2
"""Of processor time for one callback. By night what is promised; by day ten times that, for a machine that does much
else and whose cores are slow then: one message used to take seconds."""
KINDS = {
    typing.get_args(kind.model_fields["type"].annotation)[0]
    for kind in typing.get_args(typing.get_args(messages.AnyMessage)[0])
}
HEAVY = "....b.b./bbbbbbbb/w.b.b.b./.bbbbbbb/b.b.b.b./wbbbbbbb/.wb.b.bw/w......w w"
"""Eximo with 67,157 moves."""
THINKING = ("analyse", "graph", "hint", "tree", "bench", "review", "puzzle", "explore", "better")
"""Answered when the search is done."""
ONCE = ("hint", "tree", "bench", "puzzle", "better")
"""Answers that come once; others say of themselves whether they are the last."""


def nasty(length: int) -> Iterator[str]:
    """Texts of quotation marks, joints, digits, rows and beginnings of sentences."""
    seeds = (
        "'\\",
        "a' or 'b",
        "; , and or ",
        "1",
        "/",
        "White has 1 man left; ",
        "a1-",
        "\x1b]0;x\x07",
        "´é\U0001f600",
    )
    return ((seed * length)[:length] for seed in seeds)


def places() -> Iterator[dict[str, Any]]:
    """Where to look: texts that are no positions, long lines, a position with very many moves."""
    yield from ({"start": text} for text in nasty(1000))
    yield from ({"game": "hex", "options": {"size": "19"}, "start": text} for text in nasty(1000))
    yield {"game": "neutreeko", "moves": ["b1-a1"] + ["x" * 80] * 100}
    yield {
        "game": "hex",
        "options": {"size": "19"},
        "moves": [f"{c}{row}" for row in range(1, 18) for c in "abcdefghij"],
    }
    yield {"game": "eximo", "start": HEAVY}
    yield {"ply": 2**31}


def scene(piece: dict[str, Any], number: int) -> dict[str, Any]:
    return {"pieces": [piece] * number, "mover": 0, "reserves": [{"seat": 3, "name": "'\\" * 20, "number": 1000}] * 8}


MESSAGES: dict[str, list[dict[str, Any]]] = {
    "language": [{"language": "en"}, {"language": "pt"}],
    "new": [
        *({"game": "neutreeko", "players": ["human", "human"], "start": text} for text in nasty(1000)),
        *({"game": text, "players": ["human"] * 4} for text in nasty(40)),
        *({"game": "neutreeko", "players": [text] * 4, "time": text[:40]} for text in nasty(200)),
        *(
            {"game": "hex", "players": ["human"] * 2, "options": {text[:38] + str(n): text for n in range(16)}}
            for text in nasty(40)
        ),
        {"game": "neutreeko", "players": ["human", "human"], "moves": ["b1-a1"] + ["x" * 80] * 100},
        {"game": "eximo", "players": ["human", "human"], "start": HEAVY},
    ],
    "open": [{"link": f"game=hex&moves={text}"} for text in nasty(3000)] + [{"link": "x=y&" * 3900}],
    "resume": [{"saved": 1}, {"saved": 2}, {"saved": 2**31}],
    "join": [{"table": text} for text in nasty(40)],
    "leave": [{}],
    "move": [{"ply": 0, "move": text} for text in nasty(80)],
    "undo": [{}],
    "redo": [{}],
    "answer": [{"agree": True}],
    "resign": [{}],
    "seat": [{"seat": 1, "player": text} for text in nasty(200)]
    + [{"seat": 1, "player": f"pvs:{'seconds=1,' * 19}"}, {"seat": 1, "player": "human"}],
    "sides": [{}],
    "pause": [{"paused": True}, {"paused": False}],
    "step": [{}],
    "pace": [{"seconds": 10.0}],
    "hint": [{"stage": 2}],
    "look": [{"place": place} for place in places()],
    "analyse": [{"place": {}, "seconds": 0.3, "lines": 8}]
    + [{"place": place, "seconds": 0.05, "agent": "random"} for place in places()]
    + [{"place": {}, "seconds": 0.05, "agent": text} for text in nasty(200)],
    "bench": [{"place": {"game": "hex"}}, {"place": {}, "weights": {"x": 1}}]
    + [{"place": {}, "heuristic": text} for text in nasty(40)],
    "plugins": [{}],
    "tree": [{"place": {"game": "hex"}, "agent": "alphabeta:depth=2"}, {"place": {}, "agent": "minimax:depth=1"}]
    + [{"place": {}, "agent": text} for text in nasty(200)],
    "review": [{}],
    "explore": [{"place": place} for place in places()],
    "better": [
        {"place": {}, "tried": text, "move": "a1", "better": "b2", "chance": 0.5} for text in (*nasty(80), "b2")
    ],
    "puzzles": [{"game": "hex"}, *({"game": text} for text in nasty(40))],
    "puzzle": [{"game": "hex", "number": 1, "hint": True}, {"game": "hex", "number": 2**31}]
    + [{"game": "neutreeko", "number": 1, "moves": [text] * 60} for text in nasty(80)],
    "prepare": [{"game": text, "players": ["human"]} for text in nasty(40)],
    "stop": [{}],
    "graph": [{}, {}],
    "compose": [
        {"game": "hex", "options": {"size": "19"}, "scene": scene({"cell": "a1", "seat": 0, "kind": "stone"}, 200)},
        {"game": "blockit", "scene": scene({"cell": "'\\" * 3, "seat": 3, "kind": "barrier"}, 200)},
    ],
    "list": [{}],
    "rename": [{"saved": 1, "name": text} for text in nasty(200)],
    "delete": [{"saved": 2**31}],
    "export": [{"format": form} for form in ("record", "sgf", "hexworld", "link")],
    "import": [{"text": text} for text in nasty(3000)]
    + [{"text": f"(;FF[4]GM[11]SZ[19]{';B[a1]' * 600}"}, {"text": '[Game "hex"]\n\n' + "{a} " * 3500}],
    "keep": [{"agree": True}],
    "ping": [{}],
}
GARBAGE = [
    '{"type":"look","place":{"moves":[' + ",".join("1" * 7900) + "]}}",
    '{"type":"ping","' + "a" * 16000 + '":1}',
    '{"type":"ping",' + ",".join(f'"{number}":1' for number in range(1500)) + "}",
    '{"type":"compose","game":"hex","scene":{"mover":0,"pieces":[' + ",".join(["{}"] * 5000) + "]}}",
    '{"type":"new","game":"hex","players":["a"],"options":{' + ",".join(f'"{n}":1' for n in range(1500)) + "}}",
    '{"type":"pace","seconds":' + "9" * 15000 + "}",
    "[" * 16000,
    '{"type":"' + "'; or " * 2500 + '"}',
]


def long_record(plies: int) -> str:
    """A game of Block It in which the pawns wander about for long; the names and the reason are long as well."""
    game, dice = plyground.game("blockit", size=13, barriers=0), random.Random(1)
    position, moves = game.start(), []
    while len(moves) < plies:
        move = dice.choice([str(each) for each in position.moves])
        after = position.play(move)
        if after.outcome is None:
            position = after
            moves.append(move)
    record = Record(game.start(), tuple(moves), ("x" * 50_000, "y"), reason="; , and or " * 300)
    return write_record(record)


async def settle(visitor: Visitor, kind: str, number: int) -> None:
    """Wait until a message is answered, and whatever it began is done."""
    await visitor.send("ping", id=number + 1)
    searches, heard = kind in THINKING, False
    while searches or not heard:
        answer = await visitor.read()
        heard = heard or (answer["type"] == "pong" and answer["id"] == number + 1)
        ends = answer["type"] == "error" or answer.get("final", answer["type"] in ONCE)
        searches = searches and not (answer.get("id") == number and ends)


async def attack(visitor: Visitor, stays: Stays) -> list[str]:
    """Send every message; which of them took the loop for too long."""
    slow, number, longest = [], 10, (0.0, "")
    for kind, every in MESSAGES.items():
        for fields in every:
            if kind in THINKING or kind in ("move", "export"):
                await visitor.begin("neutreeko", "human", "human", moves=["b1-a1", "b5-a5"])
            number += 2
            stays.clear()
            await visitor.socket.send(json.dumps({"type": kind, "id": number} | fields, ensure_ascii=False))
            await settle(visitor, kind, number)
            seconds, what = stays.longest()
            longest = max(longest, (seconds, f"{kind} {json.dumps(fields)[:60]}"))
            if seconds > LONGEST_SECONDS:
                slow.append(f"{1000 * seconds:.0f} ms: {kind} {json.dumps(fields)[:100]}: {what}")
    print(f"the longest: {1000 * longest[0]:.1f} ms, {longest[1]}")
    return slow


def test_every_kind_of_message_is_tried() -> None:
    assert set(MESSAGES) == KINDS


def test_no_message_keeps_the_loop_from_others(tmp_path: Path) -> None:
    async def play() -> None:
        visitor = await Visitor.enter(server, query="?language=pt")
        for game in ("hex", "eximo", "blockit", "neutreeko"):
            await visitor.begin(game, "human", "human")
        with timed(server.loop) as stays:
            assert await attack(visitor, stays) == []
            for text in GARBAGE:
                stays.clear()
                await visitor.socket.send(text[:16_384])
                await visitor.until("error")
                assert stays.longest()[0] < LONGEST_SECONDS, text[:60]

    with serving(tmp_path) as server:
        run(play(), 600)


ROUTES = {
    "/": "",
    "/static/{name:path}": "main.js",
    "/api/about": "",
    "/api/catalogue/{language}": "pt",
    "/api/games": "?language=pt",
    "/api/pictures": "",
    "/api/rules/{game}": "hex",
    "/api/export/{saved}": "1",
    "/api/picture/{saved}": "1",
    "/api/lessons/{game}": "hex",
    "/api/openings/{game}": "hex?options=size%3D13",
    "/api/import": "",
    "/openapi.json": "",
}
"""Every route, and what stands in its place."""


def test_every_documented_route_is_tried(server: Server) -> None:
    assert set(inner_app(server.server).openapi()["paths"]) <= set(ROUTES)


def test_no_route_and_no_long_game_keeps_the_loop_from_others(tmp_path: Path) -> None:
    text = long_record(1900 if NIGHTLY else 600)

    async def play() -> None:
        visitor = await Visitor.enter(server, query="?language=pt")
        await visitor.begin("blockit", "human", "human")
        cookie = {"Cookie": visitor.cookie.split(";")[0], "Origin": server.origin}
        slow = []
        async with httpx.AsyncClient(base_url=server.origin, headers=cookie, timeout=PATIENCE) as client:
            with timed(server.loop) as stays:

                def note(what: str) -> None:
                    seconds, where = stays.longest()
                    print(f"{1000 * seconds:.1f} ms: {what}")
                    if seconds > LONGEST_SECONDS:
                        slow.append(f"{1000 * seconds:.0f} ms: {what}: {where}")
                    stays.clear()

                for _ in range(10 if NIGHTLY else 2):
                    assert (await client.post("/api/import", json={"text": text})).status_code == 200
                    note("import of a long game")
                for garbage in nasty(60_000):
                    assert (await client.post("/api/import", json={"text": garbage})).status_code == 400
                    note(f"import of {garbage[:20]}")
                for route, filled in ROUTES.items():
                    answer = await client.get(re.sub(r"\{.*\}", "", route) + filled)
                    assert answer.status_code in (200, 405), route
                    note(route)
                assert (await visitor.ask("list", "saved"))["games"][0]["players"][0] == "x" * 200 + "…"
                note("list")
                for kind, fields in (
                    ("resume", {"saved": 1}),
                    ("language", {"language": "pt"}),
                    ("resign", {}),
                    ("undo", {}),
                ):
                    assert (await visitor.ask(kind, "state", **fields))["type"] == "state"
                    note(f"{kind} in a long game")
                assert (await visitor.play(visitor.state["moves"][0][0]))["type"] == "state"
                note("move in a long game")
        assert slow == []

    with serving(tmp_path) as server:
        run(play(), 600)


def test_thousands_of_tiny_messages_in_one_packet_are_read_in_portions(tmp_path: Path) -> None:
    """Forty thousand pings of the protocol take seconds to answer: others are heard between them."""

    async def play() -> None:
        flooder, other = await Visitor.enter(server), await Visitor.enter(server)
        ping = b"\x89\x80\x00\x00\x00\x00"
        with timed(server.loop) as stays:
            flooder.socket.transport.write(ping * (60_000 if NIGHTLY else 6000))
            await other.ask("ping", "pong")
            await flooder.ask("ping", "pong")
            print(f"the longest: {1000 * stays.longest()[0]:.1f} ms")
            assert stays.longest()[0] < LONGEST_SECONDS

    with serving(tmp_path) as server:
        run(play(), 600)


def test_a_hundred_messages_at_once_let_others_have_their_turn(tmp_path: Path) -> None:
    async def play() -> None:
        guest, host = await Visitor.enter(server), await Visitor.enter(server)
        await guest.begin("hex", "human", "human", options={"size": "19"})
        connection = server.server.tables[guest.state["table"]].audience[0]
        for number in range(100):
            await guest.send("look", id=number, place={"game": "hex", "options": {"size": "19"}})
        await host.ask("ping", "pong")
        assert connection.pending_since is not None, "the host was heard before all of them were answered"
        for number in range(100):
            assert (await guest.until("position"))["id"] == number

    with serving(tmp_path) as server:
        run(play())
