"""A page from elsewhere can do nothing: the checks on every request's headers, and the headers of every answer."""

import asyncio
import http.client
import json

import pytest
import websockets

from plyground.web.guard import LOOPBACK_NAMES, allowed_hosts, objection
from plyground.web.limits import ServerLimits
from plyground.web.sessions import Sessions
from tests.patience import PATIENCE
from tests.web.serving import Server, Visitor, page_headers, run

HOSTS = allowed_hosts(LOOPBACK_NAMES, 8000)
OWN = {"Host": "127.0.0.1:8000", "Origin": "http://127.0.0.1:8000", "Sec-Fetch-Site": "same-origin"}
HOSTILE: list[dict[str, str | None]] = [
    {"Host": "evil.example"},
    {"Host": "evil.example:8000", "Origin": "http://evil.example:8000"},
    {"Host": "127.0.0.1.evil.example:8000"},
    {"Host": "127.0.0.1:8001"},
    {"Host": "127.0.0.1"},
    {"Host": "localhost"},
    {"Host": "0.0.0.0:8000", "Origin": "http://0.0.0.0:8000"},
    {"Host": "127.0.0.2:8000", "Origin": "http://127.0.0.2:8000"},
    {"Host": "2130706433:8000", "Origin": "http://2130706433:8000"},
    {"Host": "localhost.:8000", "Origin": "http://localhost.:8000"},
    {"Host": ""},
    {"Host": None},
    {"Host": "127.0.0.1:8000@evil.example"},
    {"Host": "evil.example#127.0.0.1:8000"},
    {"Origin": "http://evil.example"},
    {"Origin": "https://127.0.0.1:8000"},
    {"Origin": "http://127.0.0.1:8001"},
    {"Origin": "http://127.0.0.1"},
    {"Origin": "http://localhost:8000"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": None},
    {"Origin": "http://127.0.0.1:8000.evil.example"},
    {"Origin": "http://127.0.0.1:8000/"},
    {"Origin": "http://evil.example, http://127.0.0.1:8000"},
    {"Origin": "file://"},
    {"Origin": "chrome-extension://abcdefgh"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": "SAME-ORIGIN, cross-site"},
    {"Origin": None, "Referer": "http://127.0.0.1:8000/"},
    {"Host": "evil.example:8000", "X-Forwarded-Host": "127.0.0.1:8000"},
]


def as_sent(changes: dict[str, str | None], own: dict[str, str] = OWN) -> dict[str, str]:
    return {name: value for name, value in (own | changes).items() if value is not None}


def raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


@pytest.mark.parametrize("changes", HOSTILE, ids=str)
def test_hostile_headers_open_no_socket_and_write_nothing(changes: dict[str, str | None]) -> None:
    headers = raw(as_sent(changes))
    assert objection("websocket", "GET", "/ws", headers, HOSTS) is not None
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
        assert objection("http", method, "/api/import", headers, HOSTS) is not None


def test_there_are_thirty_hostile_header_sets() -> None:
    assert len(HOSTILE) >= 30


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"])
@pytest.mark.parametrize("site", ["same-origin", None])
def test_our_own_page_may_do_everything(name: str, site: str | None) -> None:
    headers = raw(as_sent({"Host": f"{name}:8000", "Origin": f"http://{name}:8000", "Sec-Fetch-Site": site}))
    assert objection("websocket", "GET", "/ws", headers, HOSTS) is None
    assert objection("http", "POST", "/api/import", headers, HOSTS) is None
    assert objection("http", "GET", "/api/games", headers, HOSTS) is None


def test_a_header_that_is_believed_may_come_only_once() -> None:
    for name, value in OWN.items():
        headers = [*raw(OWN), (name.lower().encode(), value.encode())]
        assert objection("websocket", "GET", "/ws", headers, HOSTS) is not None


def test_another_site_may_hold_a_link_to_the_page_and_nothing_else() -> None:
    link = {"Host": "127.0.0.1:8000", "Sec-Fetch-Site": "cross-site"}
    navigating = link | {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert objection("http", "GET", "/", raw(navigating), HOSTS) is None
    assert objection("http", "GET", "/api/games", raw(navigating), HOSTS) is not None
    assert objection("http", "GET", "/static/main.js", raw(link | {"Sec-Fetch-Mode": "no-cors"}), HOSTS) is not None
    framed = link | {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
    assert objection("http", "GET", "/", raw(framed), HOSTS) is not None


@pytest.mark.parametrize("changes", HOSTILE, ids=str)
def test_the_running_server_refuses_them(server: Server, changes: dict[str, str | None]) -> None:
    own = {"Host": server.host, "Origin": server.origin, "Sec-Fetch-Site": "same-origin"}
    ported = {name: value and value.replace("8000", str(server.port)) for name, value in changes.items()}
    headers = as_sent(ported, own) | {"Cookie": page_headers(server)["Cookie"]}
    body = json.dumps({"text": '[Game "hex"]'})
    before = len(server.server.store.list())
    assert answer(server, "POST", "/api/import", headers | {"Content-Type": "application/json"}, body) >= 400
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    assert answer(server, "GET", "/ws", headers | upgrade | {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}) >= 400
    assert len(server.server.store.list()) == before
    assert server.server.sockets == 0


def answer(server: Server, method: str, path: str, headers: dict[str, str], body: str = "") -> int:
    """The status of a request with exactly these headers."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in (headers | {"Content-Length": str(len(body))}).items():
        connection.putheader(name, value)
    connection.endheaders(body.encode())
    try:
        with connection.getresponse() as response:
            return response.status
    finally:
        connection.close()


PATHS = ["/", "/static/index.html", "/static/../server.py", "/api/about", "/nowhere", "/api/rules/nix"]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_the_safe_headers(server: Server, path: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", path, headers={"Cookie": page_headers(server)["Cookie"]})
    with connection.getresponse() as response:
        policy = response.headers["content-security-policy"]
        assert policy.startswith("default-src 'self';")
        assert "unsafe" not in policy
        assert "script-src" not in policy, "scripts fall under default-src"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        assert response.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in response.headers
        assert "set-cookie" not in response.headers
    connection.close()


OUTSIDE = [
    "/static/../app.py",
    "/static/..%2fapp.py",
    "/static/%2e%2e/app.py",
    "/static//etc/passwd",
    "/static/%2fetc%2fpasswd",
    "/static/",
    "/static",
    "/static/index.html%00.js",
    "/static/..\\app.py",
    "/api/rules/..%2f..%2fcore",
    "/api/rules/core",
    "/api/export/..%2f1",
    "/api/catalogue/..%2fen",
]


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_name_becomes_a_path(server: Server, path: str) -> None:
    headers = {"Host": server.host, "Cookie": page_headers(server)["Cookie"]}
    assert answer(server, "GET", path, headers) in (400, 404)


def test_the_cookie_is_random_and_out_of_reach_of_scripts(server: Server) -> None:
    async def scene() -> None:
        visitors = [await Visitor.enter(server) for _ in range(5)]
        keys = {visitor.cookie.split(";")[0] for visitor in visitors}
        assert len(keys) == 5
        assert all(len(key.partition("=")[2]) >= 32 for key in keys)
        for visitor in visitors:
            flags = [part.strip() for part in visitor.cookie.split(";")[1:]]
            assert flags == ["Path=/", f"Max-Age={30 * 24 * 3600}", "HttpOnly", "SameSite=Strict"]
        again = await Visitor.enter(server, cookie=visitors[0].cookie)
        assert again.cookie == visitors[0].cookie
        name, _, value = visitors[0].cookie.split(";")[0].partition("=")
        who, key, signature = value.split(".")
        for made_up in (
            "made-up",
            f"{who}.{key}",
            f"{who}.{key}.",
            f"{who}.x{key[1:]}.{signature}",
            f"guest.{key}.{signature}",
        ):
            with pytest.raises(websockets.InvalidStatus):
                await Visitor.enter(server, cookie=f"{name}={made_up}")

    run(scene())


def test_the_server_listens_on_the_loopback_only(server: Server) -> None:
    assert server.listener.getsockname()[0] == "127.0.0.1"


def test_a_server_for_the_local_network_wants_its_token(tmp_path_factory: pytest.TempPathFactory) -> None:
    from tests.web.serving import serving

    async def scene() -> None:
        for query in ("?token=", "?token=wrong", "?invite=wrong"):
            with pytest.raises(websockets.InvalidStatus):
                await Visitor.enter(server, query=query)
        host = await Visitor.enter(server, query="?token=secret")
        await Visitor.enter(server, cookie=host.cookie)
        await host.begin("hex", "human", "guest")
        guest = await Visitor.enter(server, query=f"?invite={host.state['invite']}")
        await guest.until("state")
        for kind, fields in (
            ("list", {}),
            ("delete", {"saved": 1}),
            ("resume", {"saved": 1}),
            ("import", {"text": "x"}),
            ("new", {"game": "hex", "players": ["human", "human"]}),
            ("open", {"link": "game=hex"}),
        ):
            assert (await guest.ask(kind, "saved", **fields))["code"] == "denied"
        with pytest.raises(websockets.InvalidStatus):
            await Visitor.enter(server, query=f"?invite={host.state['invite']}")

    with serving(tmp_path_factory.mktemp("lan"), token="secret") as server:
        run(scene())


def test_sessions_that_are_away_are_forgotten_when_there_are_too_many() -> None:
    keys = iter(range(100))
    sessions = Sessions(ServerLimits(sessions=3), 8000, "token", lambda: f"key{next(keys)}")
    first = sessions.enter("", "token", invited=False)
    assert first is not None
    first.sockets = 1
    for _ in range(10):
        sessions.enter("", "token", invited=False)
    assert len(sessions) == 3
    assert sessions.find(sessions.header(first).decode()) is first
    assert sessions.find("nonsense;;=") is None


def test_a_socket_without_a_word_costs_nothing(server: Server) -> None:
    async def scene() -> None:
        tables = len(server.server.tables)
        visitors = await asyncio.gather(*(Visitor.enter(server) for _ in range(20)))
        assert len(server.server.tables) == tables
        for visitor in visitors:
            await visitor.close()

    run(scene())
