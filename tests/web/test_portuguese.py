"""Whoever reads Portuguese reads no English: the same wishes in both languages, over all five games."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.web.serving import Server, Visitor, page_headers, run

PEOPLE = ["human", "human"]
VERBATIM = re.compile(r"(?<!\w)'(?:[^'\\]|\\.)*'|`[^`]*`|\[[^\]]*\]|\{[^}]*\}|\([\w.]+: ")
"""What stays as it is: what the visitor wrote, examples of notation, and the name of a message's field."""
NAMES = {
    *("hex", "blockit", "eximo", "morris", "neutreeko", "hexworld", "sgf", "json", "rave", "uct", "legal", "beta"),
    *("size", "swap", "barriers", "colours", "rules", "order", "mills", "flying", "moves", "red", "green", "blue"),
    *("yellow", "off", "easy", "medium", "hard", "expert", "random", "greedy", "minimax", "alphabeta", "pvs"),
    *("montecarlo", "paranoid", "maxn", "competitive", "path", "strong", "distance", "bridges", "depth", "nodes"),
    *("seconds", "quoridor", "principal", "bytes", "capture", "searcher", "mover", "puct", "perfect", "onnx"),
    *("block", "record", "level"),
}
"""Words that one types, or that are the same in both languages."""


def new(game: str, *moves: str, players: list[str] = PEOPLE, **fields: Any) -> dict[str, Any]:
    """A wish for a new game, some moves played."""
    return {"type": "new", "game": game, "players": players, "moves": list(moves)} | fields


def move(ply: int, text: str) -> dict[str, Any]:
    return {"type": "move", "ply": ply, "move": text}


def composed(game: str, pieces: str, mover: int = 0, *reserves: tuple[str, int]) -> dict[str, Any]:
    """A wish for a position from the editor: `a1 0 stone, b1 1 stone`."""
    split = [piece.split() for piece in pieces.split(", ") if piece]
    listed = [{"cell": cell, "seat": None if seat == "-" else int(seat), "kind": kind} for cell, seat, kind in split]
    left = [{"seat": seat, "name": name, "number": number} for seat, (name, number) in enumerate(reserves)]
    return {"type": "compose", "game": game, "scene": {"pieces": listed, "mover": mover, "reserves": left}}


WISHES: tuple[dict[str, Any], ...] = (
    {"type": "undo"},
    {"type": "join", "table": "nowhere"},
    {"type": "resume", "saved": 999},
    {"type": "rename", "saved": 999, "name": "x"},
    {"type": "delete", "saved": 999},
    {"type": "open", "link": "nothing"},
    {"type": "open", "link": "game=hex&size=5&moves=c3.c3"},
    {"type": "import", "text": "no game"},
    {"type": "import", "text": '[Game "hex"]\n\n1. a1 {never closed'},
    {"type": "import", "text": "(;GM[1])"},
    {"type": "import", "text": "https://hexworld.org/board/#5c1,a1:p"},
    new("hxe"),
    new("hex", size="5"),
    new("hex", options={"size": "99"}),
    new("hex", options={"swap": "maybe"}),
    new("hex", options={"colour": "x"}),
    new("hex", players=["human"]),
    new("hex", players=["human", "nobody"]),
    new("hex", players=["human", "cmd:/bin/true"]),
    new("hex", players=["human", "alphabeta:depth=x"]),
    new("hex", players=["human", "alphabeta:heuristic=x"]),
    new("hex", players=["human", "montecarlo:depth=3"]),
    new("hex", time="soon"),
    new("hex", time="0.001s"),
    new("hex", start="nonsense"),
    new("hex", start="r../r../r.. b", options={"size": "3"}),
    new("hex", start="rr./.../... r", options={"size": "3"}),
    new("hex", "a1", "b1", "a2", "b2", "a3", options={"size": "3", "swap": "off"}),
    move(5, "c3"),
    {"type": "resign"},
    new("hex", "a3", "a1", "b3", "b1", "a2", "c1", options={"size": "3", "swap": "off"}),
    new("hex", "c3"),
    move(1, "c3"),
    move(1, "z99"),
    move(1, ""),
    move(9, "a1"),
    {"type": "redo"},
    {"type": "answer", "agree": True},
    {"type": "step"},
    {"type": "seat", "seat": 3, "player": "human"},
    {"type": "look", "place": {"ply": 9}},
    {"type": "look", "place": {"start": "nonsense"}},
    {"type": "look", "place": {"start": "x", "ply": 0}},
    {"type": "look", "place": {"game": "hex", "ply": 0}},
    {"type": "resign"},
    composed("hex", "a1 0 stone, b1 0 stone, zz 0 stone"),
    composed("hex", "a1 0 stone, b1 0 stone, c1 0 stone"),
    new("blockit", "e2", options={"size": "4"}),
    new("blockit", options={"barriers": "x"}),
    new("blockit", options={"colours": "blue,red"}),
    new("blockit", "e3h"),
    move(1, "e3v"),
    move(1, "pass"),
    move(1, "a1"),
    move(1, "i9h"),
    {"type": "export", "format": "sgf"},
    {"type": "export", "format": "hexworld"},
    new("blockit", start="e8,a5 5,5 - r"),
    move(0, "e9"),
    new("blockit", players=["human"] * 3, options={"colours": "red,green,blue"}),
    {"type": "resign"},
    composed("blockit", "e1 0 pawn, e1 1 pawn", 0, ("barriers left", 5), ("barriers left", 5)),
    composed("blockit", "e1 0 pawn", 0, ("barriers left", 5), ("barriers left", 5)),
    composed("blockit", "e1 0 pawn, e8 1 pawn, e3h - barrier, e3v - barrier", 0, ("barriers left", 5)),
    new("eximo"),
    move(0, "b1"),
    move(0, "a1-a2"),
    new("eximo", "c3xc5", start="......../......../......../......../..b...../..w...../......../........ w"),
    new("eximo", start="...w..../......../......../......../......../......../......../...b.... w"),
    composed("eximo", "a8 0 man", 1),
    new("morris", "d6"),
    move(1, "d6"),
    move(1, "c2"),
    move(1, "d6-d5"),
    move(1, "a1xd6"),
    new("morris", start=".../.../.../....../.../.../... w 9,3"),
    composed("morris", "a1 0 man", 0, ("men in hand", 9), ("men in hand", 9)),
    composed("morris", "a1 0 man, d1 0 man", 0, ("men in hand", 0), ("men in hand", 0)),
    new("morris", "g4-g1xb4", start=".../..b/.b./.b...w/.../.../ww. w 0,0"),
    new("neutreeko", "c3-c1", start="w.w../....w/..b../...../bb... b"),
    new("neutreeko"),
    move(0, "b1-b2"),
    move(0, "b1"),
    move(0, "c2-c1"),
    composed("neutreeko", "a1 0 piece, b1 0 piece, c1 0 piece, a5 1 piece, b5 1 piece, c5 1 piece"),
    composed("neutreeko", "a1 0 piece"),
)
"""What a visitor asks for, one after the other, at one table; nearly all of it is refused or ends a game."""

BROKEN = (
    *("{", "[]", "{}", '{"type":"dance"}', '{"type":"new"}', '{"type":"ping","x":1}', '{"type":"hint","stage":3}'),
    *('{"type":"new","game":"hex","players":[]}', '{"type":"new","game":5,"players":["human"]}'),
    *('{"type":"new","game":"hex","players":"human"}', '{"type":"look","place":5}', '{"type":"pause","paused":1}'),
    *('{"type":"new","game":"hex","players":["a","b","c","d","e"]}', '{"type":"resume","saved":-1}'),
    *('{"type":"resume","saved":"1"}', '{"type":"resume","saved":99999999999}', '{"type":"pace","seconds":NaN}'),
    *('{"type":"pace","seconds":"1"}', '{"type":"export","format":"pdf"}', '{"type":"move","ply":0,"move":"\\ud800"}'),
    json.dumps({"type": "rename", "saved": 1, "name": "x" * 201}),
    json.dumps(composed("hex", "") | {"options": {str(key): "1" for key in range(17)}}),
)
"""What no page sends."""


def texts_of(message: dict[str, Any]) -> Iterator[str]:
    """The sentences of an answer."""
    yield from message.get("reasons", ())
    if message["type"] == "error":
        yield message["text"]
    if message.get("outcome"):
        yield message["outcome"]["reason"]


async def told(visitor: Visitor) -> list[str]:
    """Every different sentence that the wishes are answered with; a ping after each tells that its answer is there."""
    found: list[str] = []
    for wish in (*map(json.dumps, WISHES), *BROKEN):
        await visitor.socket.send(wish)
        await visitor.send("ping")
        while (message := await visitor.read())["type"] != "pong":
            found += texts_of(message)
    return list(dict.fromkeys(found))


def plain(sentence: str) -> set[str]:
    """The words of a sentence that are neither quoted nor names."""
    return set(re.findall(r"\b[^\W\d_]{3,}\b", VERBATIM.sub("", sentence).lower())) - NAMES


def check(english: str, portuguese: str) -> None:
    """Nothing of the one may be left in the other."""
    assert english != portuguese
    assert plain(english) & plain(portuguese) == set(), (english, portuguese)


def test_errors_reasons_and_ends_leave_no_english_in_portuguese(server: Server) -> None:
    async def scene() -> None:
        english = await told(await Visitor.enter(server, query="?language=en"))
        portuguese = await told(await Visitor.enter(server, query="?language=pt"))
        assert len(english) > 80
        for pair in zip(english, portuguese, strict=True):
            check(*pair)

    run(scene())


def test_what_comes_later_comes_in_portuguese_too(server: Server) -> None:
    async def scene() -> None:
        said: dict[str, list[str]] = {}
        for language in ("en", "pt"):
            visitor = await Visitor.enter(server, query=f"?language={language}")
            await visitor.begin("neutreeko", *PEOPLE, time="0.05s")
            while visitor.state["outcome"] is None:
                await visitor.read()
            refused = await visitor.ask("analyse", place={}, agent="nobody")
            said[language] = [visitor.state["outcome"]["reason"], refused["text"]]
        for pair in zip(said["en"], said["pt"], strict=True):
            check(*pair)

    run(scene())


def test_people_at_one_table_are_refused_in_portuguese(server: Server) -> None:
    async def scene() -> None:
        said: dict[str, list[str]] = {}
        for language in ("en", "pt"):
            owner = await Visitor.enter(server, query=f"?language={language}")
            await owner.begin("morris", "human", "guest")
            guest = await Visitor.enter(server, query=f"?language={language}&invite={owner.state['invite']}")
            await guest.until("state")
            answers = [await guest.play("a1"), await guest.ask("sides")]
            await owner.play("a1")
            while (saved := owner.state["game"]["saved"]) is None:
                await owner.read()
            answers += [await owner.ask("delete", saved=saved)]
            stranger = await Visitor.enter(server, query=f"?language={language}")
            answers += [await stranger.ask("resume", saved=saved)]
            said[language] = [answer["text"] for answer in answers]
        for pair in zip(said["en"], said["pt"], strict=True):
            check(*pair)

    run(scene())


REQUESTS = (
    ("GET", "/api/rules/chess", ""),
    ("GET", "/api/games?language=fr", ""),
    ("GET", "/api/export/999", ""),
    ("GET", "/api/export/x", ""),
    ("GET", "/static/nothing.js", ""),
    ("GET", "/nowhere", ""),
    ("DELETE", "/api/games", ""),
    ("POST", "/api/import", '{"words": "no game"}'),
    ("POST", "/api/import", '{"text": "no game"}'),
    ("POST", "/api/import", json.dumps({"text": "x" * 300_000})),
)


def test_http_errors_come_in_the_language_that_the_page_speaks(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server, query="?language=pt")
        cookie = visitor.cookie.split(";")[0]
        headers = {"cookie": cookie, "origin": server.origin, "content-type": "application/json"}
        async with httpx.AsyncClient(base_url=server.origin, headers=headers) as asking:

            async def errors() -> list[str]:
                answers = [await asking.request(method, url, content=body) for method, url, body in REQUESTS]
                return [str(answer.json()["error"]) for answer in answers]

            portuguese = await errors()
            await visitor.send("language", language="en")
            await visitor.ask("ping", "pong")
            for pair in zip(await errors(), portuguese, strict=True):
                check(*pair)

    run(scene())


@pytest.mark.parametrize("key", ["summary", "meaning", "values"])
def test_whatever_describes_games_options_searches_and_heuristics_is_translated(server: Server, key: str) -> None:
    def found(data: Any) -> Iterator[str]:
        inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
        yield from (data[key],) if isinstance(data, dict) and key in data else ()
        for each in inner:
            yield from found(each)

    with httpx.Client(base_url=server.origin, headers=page_headers(server)) as asking:
        english, portuguese = (asking.get(f"/api/games?language={code}").json() for code in ("en", "pt"))
    pairs = dict(zip(found(english), found(portuguese), strict=True))
    assert len(pairs) > 5
    for pair in pairs.items():
        check(*pair)
