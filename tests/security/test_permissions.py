"""Who may do what: every message and every route, sent by every role; and taking back, which needs the other's yes."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

import plyground
from plyground.play.match import Match
from plyground.play.store.saved_match import begun
from plyground.play.store.store import Store
from plyground.web import dispatch, permissions
from plyground.web import messages as m
from plyground.web.app import inner_app, make_app
from plyground.web.connection import Connection
from plyground.web.dispatch import HANDLERS, permissions_table, type_of
from plyground.web.permissions import Permission, Role
from plyground.web.state import ServerState
from tests.web.serving import EAGER

KINDS: tuple[type[m.ClientMessage], ...] = get_args(get_args(m.AnyMessage)[0])
DOCUMENT = Path(__file__).parents[2] / "docs" / "security.md"
REFUSALS = (
    permissions.NOT_FOR_GUESTS,
    permissions.NOT_YOUR_GAME,
    permissions.NO_SEAT,
    permissions.HOST_IS_AWAY,
    permissions.OTHER_IS_AWAY,
)
HOST = "127.0.0.1:8000"
LINE = ["a1", "b1", "a2", "b2"]
SAMPLES: dict[str, dict[str, Any]] = {
    "language": {"language": "pt"},
    "prepare": {"game": "neutreeko", "players": ["human", "easy"]},
    "new": {"game": "hex", "options": {"size": "3"}, "players": ["human", "human"]},
    "open": {"link": "game=hex&size=3"},
    "resume": {"saved": 1},
    "join": {"table": "nowhere"},
    "move": {"ply": 4, "move": "c3"},
    "answer": {"agree": True},
    "seat": {"seat": 0, "player": "guest"},
    "pause": {"paused": True},
    "keep": {"agree": True},
    "pace": {"seconds": 2.0},
    "hint": {"stage": 1},
    "look": {"place": {}},
    "analyse": {"place": {}},
    "bench": {"place": {}},
    "plugins": {},
    "explore": {"place": {}},
    "better": {"place": {}, "tried": "c3", "move": "b1", "better": "c3", "chance": 0.5},
    "puzzles": {"game": "hex"},
    "puzzle": {"game": "hex", "number": 1, "hint": True},
    "tree": {"place": {}, "agent": "minimax:depth=1"},
    "compose": {"game": "hex", "options": {"size": "3"}, "scene": {"pieces": [], "mover": 0}},
    "rename": {"saved": 1, "name": "Mine"},
    "delete": {"saved": 1},
    "export": {"format": "record"},
    "import": {"text": '[Game "hex"]\n\n1. a1\n'},
} | {
    name: {} for name in ("leave", "undo", "redo", "resign", "sides", "step", "stop", "graph", "list", "ping", "review")
}


class Scene:
    """A host and a guest at a table, a former guest who still looks at it, and a saved game."""

    def __init__(self, server: ServerState) -> None:
        self.server = server
        self.connections = {role: self._connect(host=role is Role.HOST) for role in Role}
        host = self.connections[Role.HOST]
        match = Match(plyground.game("hex", size=3, swap="off").start(), ["human", "human"])
        for move in LINE:
            match.play(move)
        server.store.begin(match, "Theirs")
        self.table = server.new_table(host.session, match, begun(server.store, match))
        self.table.seats.invite(frozenset({1}))
        self.table.seats.guest = self.connections[Role.GUEST].session
        for connection in self.connections.values():
            connection.move_to(self.table)

    def _connect(self, *, host: bool) -> Connection:
        sessions = self.server.sessions
        session = sessions.enter("", sessions.token if host else "", invited=True)
        assert session is not None
        return Connection(self.server, session, "en", dispatch)

    def cookie(self, role: Role) -> str:
        """The cookie of a role's browser."""
        return self.server.sessions.header(self.connections[role].session).decode().split(";")[0]

    async def say(self, role: Role, kind: str, **fields: Any) -> list[dict[str, Any]]:
        """Send a message; what comes at once."""
        self.heard(role)
        await self.connections[role].handle(json.dumps({"type": kind} | fields))
        return self.heard(role)

    def heard(self, role: Role) -> list[dict[str, Any]]:
        """What has come and was not read yet."""
        queue, found = self.connections[role]._out, list[dict[str, Any]]()
        while not queue.empty():
            found.append(json.loads(queue.get_nowait()))
        return found

    def leave(self, role: Role) -> None:
        """A page is closed."""
        self.connections[role].leave()

    def everything(self) -> object:
        """Whatever a message could change."""
        table, seats = self.table, self.table.seats
        match = table.match
        game = tuple(turn.move for turn in match.turns), len(match.undone), match.players, match.ended
        looks = table.paused, table.pace, table.proposals.pending, table.version, len(table.audience)
        saved = [(game.id, game.name, game.plies) for game in self.server.store.list()]
        return game, looks, seats.guest, seats.guest_seats, list(self.server.tables), saved


@contextmanager
def scene_in(folder: Path, **limits: float) -> Iterator[Callable[[Callable[[Scene], Coroutine[Any, Any, None]]], None]]:
    """Something that plays a scene."""

    def play(act: Callable[[Scene], Coroutine[Any, Any, None]]) -> None:
        async def whole() -> None:
            server = ServerState(Store(folder / "games.sqlite3"), replace(EAGER, **limits), 8000)
            try:
                await act(Scene(server))
            finally:
                for table in server.tables.values():
                    table.audience.clear()
                await server.close()
            assert server.failures == 0

        asyncio.run(whole())

    yield play


def test_every_message_has_a_handler_and_a_rule_and_is_sent_here() -> None:
    """A new kind of message fails here until it is in dispatch.py."""
    assert set(HANDLERS) == set(KINDS)
    assert {type_of(kind) for kind in KINDS} == set(SAMPLES)


def test_no_two_messages_share_a_handler() -> None:
    assert len({handler.run for handler in HANDLERS.values()}) == len(HANDLERS)


def test_every_route_has_a_row(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite3") as store:
        server = ServerState(store, EAGER, 8000)
        app = inner_app(server)
        inside = [getattr(route, "original_router", app).routes for route in app.routes]
        paths = {getattr(route, "path", None) for routes in inside for route in routes} - {None}
        assert paths == set(permissions.ROUTES)
        server.pool.close()


def test_the_documentation_has_the_same_table() -> None:
    assert permissions_table() in DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("kind", KINDS, ids=type_of)
def test_a_message_is_followed_or_refused_in_one_sentence(
    tmp_path: Path, kind: type[m.ClientMessage], role: Role
) -> None:
    async def act(scene: Scene) -> None:
        before = scene.everything()
        answers = await scene.say(role, type_of(kind), id=7, **SAMPLES[type_of(kind)])
        if HANDLERS[kind].rule.row.of(role) is not Permission.NO:
            assert not [answer for answer in answers if answer.get("text") in REFUSALS]
            return
        (answer,) = answers
        assert (answer["type"], answer["code"], answer["id"]) == ("error", "denied", 7)
        assert answer["text"] in REFUSALS
        assert scene.everything() == before

    with scene_in(tmp_path) as play:
        play(act)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("route", [path for path in permissions.ROUTES if path != "/ws"])
def test_a_route_is_answered_or_refused_in_one_sentence(tmp_path: Path, route: str, role: Role) -> None:
    path = route.replace(":path", "").format(name="main.js", language="en", game="hex", saved=1)

    async def act(scene: Scene) -> None:
        transport = httpx.ASGITransport(app=make_app(scene.server, frozenset({HOST})))  # type: ignore[arg-type]
        headers = {"Cookie": scene.cookie(role), "Origin": f"http://{HOST}"}
        before = scene.everything()
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=headers) as client:
            body = {"text": SAMPLES["import"]["text"]}
            answer = await (client.post(path, json=body) if path == "/api/import" else client.get(path))
        if permissions.ROUTES[route].of(Role.HOST if role is Role.HOST else Role.WATCHER) is Permission.YES:
            assert answer.status_code == 200
        else:
            assert (answer.status_code, answer.json()) == (403, {"error": permissions.NOT_FOR_GUESTS})
            assert scene.everything() == before

    with scene_in(tmp_path) as play:
        play(act)


CLOSED = [
    ("undo", {}),
    ("redo", {}),
    ("resign", {}),
    ("sides", {}),
    ("new", SAMPLES["new"]),
    ("answer", {"agree": True}),
]


@pytest.mark.parametrize(("kind", "fields"), CLOSED, ids=[kind for kind, _ in CLOSED])
def test_nobody_changes_the_hosts_game_while_its_page_is_closed(
    tmp_path: Path, kind: str, fields: dict[str, Any]
) -> None:
    async def act(scene: Scene) -> None:
        await scene.say(Role.HOST, "undo")
        scene.leave(Role.HOST)
        (state,) = [each for each in scene.heard(Role.GUEST) if each["type"] == "state"][-1:]
        assert (state["can"]["undo"], state["can"]["redo"], state["can"]["resign"]) == (False, False, False)
        before = scene.everything()
        for role in (Role.GUEST, Role.WATCHER):
            (answer,) = await scene.say(role, kind, **fields)
            assert answer["type"] == "error"
            assert scene.everything() == before
        (answer,) = await scene.say(Role.GUEST, "undo")
        assert answer["text"] == permissions.HOST_IS_AWAY

    with scene_in(tmp_path) as play:
        play(act)


@pytest.mark.parametrize(("asks", "answers"), [(Role.HOST, Role.GUEST), (Role.GUEST, Role.HOST)])
@pytest.mark.parametrize("agree", [True, False])
def test_the_other_person_says_whether_a_move_is_taken_back(
    tmp_path: Path, asks: Role, answers: Role, agree: bool
) -> None:
    async def act(scene: Scene) -> None:
        (state,) = await scene.say(asks, "undo")
        assert (state["ply"], state["asks"]["mine"], 0 <= state["asks"]["left"] <= 30) == (4, True, True)
        assert scene.heard(answers)[-1]["asks"]["mine"] is False
        (own,) = await scene.say(asks, "answer", agree=True)
        assert own["text"] == "There is no request for you to answer."
        (watching,) = await scene.say(Role.WATCHER, "answer", agree=True)
        assert watching["code"] == "denied"
        await scene.say(answers, "answer", agree=agree)
        *news, state = scene.heard(asks)
        assert (state["ply"] < 4, state["asks"]) == (agree, None)
        assert news == ([] if agree else [{"type": "answered", "what": "undo", "how": "refused"}])

    with scene_in(tmp_path) as play:
        play(act)


def test_a_proposal_is_refused_when_its_time_is_up(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        await scene.say(Role.GUEST, "undo")
        while scene.table.proposals.pending is not None:
            await asyncio.sleep(0.01)
        *_, told, state = scene.heard(Role.GUEST)
        assert told == {"type": "answered", "what": "undo", "how": "late"}
        assert (state["ply"], state["asks"]) == (4, None)
        (answer,) = await scene.say(Role.HOST, "answer", agree=True)
        assert answer["text"] == "There is no request for you to answer."
        assert len(scene.table.match.turns) == 4

    with scene_in(tmp_path, answer_seconds=0.05) as play:
        play(act)


def test_closing_the_page_is_no_agreement(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        await scene.say(Role.HOST, "undo")
        scene.leave(Role.GUEST)
        *_, told, state = scene.heard(Role.HOST)
        assert told == {"type": "answered", "what": "undo", "how": "away"}
        assert (state["asks"], state["can"]["undo"]) == (None, False)
        (answer,) = await scene.say(Role.HOST, "undo")
        assert answer["text"] == permissions.OTHER_IS_AWAY
        assert len(scene.table.match.turns) == 4

    with scene_in(tmp_path) as play:
        play(act)


def test_a_proposal_ends_when_withdrawn_when_its_author_leaves_and_when_a_move_is_played(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        await scene.say(Role.HOST, "undo")
        await scene.say(Role.HOST, "answer", agree=False)
        assert scene.heard(Role.GUEST)[-1]["asks"] is None
        await scene.say(Role.GUEST, "undo")
        await scene.say(Role.HOST, "move", ply=4, move="c3")
        assert scene.table.proposals.pending is None
        await scene.say(Role.GUEST, "undo")
        scene.leave(Role.GUEST)
        assert scene.table.proposals.pending is None
        assert len(scene.table.match.turns) == 5

    with scene_in(tmp_path) as play:
        play(act)


def test_where_nobody_else_plays_one_takes_back_freely(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        await scene.say(Role.HOST, "seat", seat=1, player="random")
        await scene.say(Role.HOST, "undo")
        assert len(scene.table.match.turns) == 2
        await scene.say(Role.HOST, "seat", seat=1, player="guest")
        scene.table.seats.guest = None
        await scene.say(Role.HOST, "undo")
        assert len(scene.table.match.turns) < 2, "a seat to which nobody has come asks for nothing"

    with scene_in(tmp_path) as play:
        play(act)
