"""Checks the headers of every request, and sets the security headers of every answer.

A foreign page in the same browser must not reach anything. Its requests carry a foreign `Host` (DNS rebinding), a
foreign `Origin`, or `Sec-Fetch-Site: cross-site`; none of these passes.
"""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Headers = Iterable[tuple[bytes, bytes]]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

READS = ("GET", "HEAD")
SINGLE = (b"host", b"origin", b"sec-fetch-site", b"sec-fetch-mode", b"sec-fetch-dest")
"""Headers that are checked, and so may occur only once."""
ANSWER_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'none'; "
        b"frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
OPENER_HEADER = (b"cross-origin-opener-policy", b"same-origin")
"""On loopback only: elsewhere browsers ignore it over HTTP, with a warning."""
LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")


def allowed_hosts(names: Iterable[str], port: int) -> frozenset[str]:
    """The values of `Host` for a server with these names."""
    return frozenset(f"{name}:{port}" for name in names) | (frozenset(names) if port == 80 else frozenset())


def objection(kind: str, method: str, path: str, headers: Headers, hosts: frozenset[str]) -> str | None:
    """Why a request is refused, or None; `kind` is `http` or `websocket`."""
    found: dict[bytes, str] = {}
    for name, value in headers:
        if name in SINGLE and name in found:
            return f"the header {name.decode()} comes twice"
        found[name] = value.decode("latin-1")
    host = found.get(b"host", "")
    if host.lower() not in hosts:
        return "the host is not this server"
    origin = found.get(b"origin")
    if origin is not None and origin.lower() != f"http://{host.lower()}":
        return "the origin is another page"
    if kind == "websocket":
        return _socket_objection(found)
    return _read_objection(found, path) if method in READS else _write_objection(found)


def _write_objection(found: dict[bytes, str]) -> str | None:
    """A write must come from our own page."""
    if b"origin" not in found:
        return "there is no origin"
    return None if found.get(b"sec-fetch-site", "same-origin") == "same-origin" else "the request is cross-site"


def _socket_objection(found: dict[bytes, str]) -> str | None:
    """A socket is checked like a write, and must be requested as a socket."""
    if found.get(b"sec-fetch-mode", "websocket") != "websocket":
        return "the request is not for a socket"
    if found.get(b"sec-fetch-dest", "websocket") not in ("websocket", "empty"):
        return "the request is not for a socket"
    return _write_objection(found)


def _read_objection(found: dict[bytes, str], path: str) -> str | None:
    """Another site may link to the page, and nothing else."""
    if found.get(b"sec-fetch-site", "none") in ("none", "same-origin"):
        return None
    link = found.get(b"sec-fetch-mode") == "navigate" and found.get(b"sec-fetch-dest") == "document"
    return None if link and path == "/" else "the request is cross-site"


class Guard:
    """Middleware in front of the application: refuses requests, and adds the security headers to every answer."""

    def __init__(self, app: App, hosts: frozenset[str]) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        problem = objection(scope["type"], scope.get("method", "GET"), scope["path"], scope["headers"], self.hosts)
        safely = with_headers(send, answer_headers(scope["headers"]))
        if problem is None:
            await self.app(scope, receive, safely)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": problem})
        else:
            await refuse(safely, problem)


def answer_headers(asked: Headers) -> Headers:
    """The security headers for a request with these headers."""
    host = dict(asked).get(b"host", b"").decode("latin-1").lower()
    at_loopback = any(host == name or host.startswith(f"{name}:") for name in LOOPBACK_NAMES)
    return (*ANSWER_HEADERS, OPENER_HEADER) if at_loopback else ANSWER_HEADERS


def with_headers(send: Send, headers: Headers) -> Send:
    """A `send` that adds these headers to every answer."""

    async def send_more(event: MutableMapping[str, Any]) -> None:
        if event["type"] in ("http.response.start", "websocket.http.response.start"):
            event["headers"] = [*event.get("headers", ()), *headers]
        await send(event)

    return send_more


async def refuse(send: Send, problem: str) -> None:
    """Answer 403 in one sentence; the problem is one of ours, so it needs no escaping."""
    body = f'{{"error": "This request is refused: {problem}."}}'.encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
