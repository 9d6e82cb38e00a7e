"""Starts the server: listens on the usual port, opens the page in the browser, and stops on Ctrl-C."""

import contextlib
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn

from plyground.core.errors import PlygroundError
from plyground.language import Message
from plyground.play.agents.spec import name_engines
from plyground.play.bench.workshop import Workshop
from plyground.play.paths import data_home
from plyground.play.store.store import Store, store_path
from plyground.web.app import make_app
from plyground.web.guard import ANSWER_HEADERS, LOOPBACK_NAMES, allowed_hosts
from plyground.web.limits import ServerLimits
from plyground.web.state import ServerState
from plyground.web.token_file import ADDRESS_FILE, kept_token, new_secret, opening_file, write_private
from plyground.web.transport import UvicornConfig

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 (only where the user asks for the local network)
USUAL_PORT, PORTS_TRIED = 7594, 20
"""PLYG on a telephone keypad. A fixed port keeps open tabs and bookmarks valid."""
NOWHERE = "192.0.2.1"
"""A documentation address (RFC 5737): connecting a UDP socket to it sends nothing, and reveals our own address."""

ANSWER_SECONDS = 5.0
"""How long a server may take to say that it is there."""
SWITCH_SECONDS = 0.001
"""Thread switch interval, short for the event loop's sake; searches run without the GIL and lose nothing."""


class ServerError(PlygroundError):
    """The server cannot start."""


@dataclass(frozen=True)
class ServerSettings:
    """Settings of the command that starts the server."""

    port: int | None = None
    """0 for any free one; None for the usual one, or the next that is free."""
    lan: bool = False
    browser: bool = True
    new_token: bool = False
    """Whether to revoke the previous token with all addresses and cookies made from it."""
    limits: ServerLimits = field(default_factory=ServerLimits)
    plugins: tuple[Path, ...] = ()
    """Files of heuristics, loaded again when they change."""


def listen(address: str, port: int) -> socket.socket:
    """A listening socket."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # reuse the port of a server that just ended; on Windows the option would steal ports
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen(512)
    except (OSError, OverflowError) as problem:
        listener.close()
        raise ServerError(Message("server.port", port=port, problem=problem)) from problem
    return listener


def listen_near(address: str, port: int, tried: int = PORTS_TRIED) -> socket.socket:
    """A listening socket on the port, on the next free one, or, where all of these are taken, on any."""
    for each in range(port, port + tried):
        with contextlib.suppress(ServerError):
            return listen(address, each)
    return listen(address, 0)


def lan_names() -> tuple[str, ...]:
    """Names and addresses of this machine in the local network."""
    found = {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((NOWHERE, 9))
        found.add(probe.getsockname()[0])
    return tuple(sorted(found))


def addresses(names: Iterable[str], port: int) -> tuple[str, ...]:
    """The addresses of the page under these names."""
    return tuple(f"http://{name}:{port}/" for name in names)


def has_windows(environment: Mapping[str, str]) -> bool:
    """Whether a browser would open in a window, and not take over the terminal."""
    variables = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    return not sys.platform.startswith("linux") or any(environment.get(name) for name in variables)


def run(settings: ServerSettings, say: Callable[..., None]) -> None:
    """Serve until stopped; `say` prints a message by its key and values."""
    interface = EVERYWHERE if settings.lan else LOOPBACK
    wanted = settings.port
    listener = listen_near(interface, USUAL_PORT) if wanted is None else listen(interface, wanted)
    port = listener.getsockname()[1]
    others = lan_names() if settings.lan else ()
    sys.setswitchinterval(SWITCH_SECONDS)
    with contextlib.closing(listener):
        store = Store(store_path(), patient=True)
        token = _token(data_home(), settings, say)
        name_engines(dict(settings.limits.engines))
        workshop = Workshop(settings.plugins)
        for file in workshop.files:
            if file.problem:
                say("plugin_problem", file=file.path.name, problem=file.problem)
        server = ServerState(store, settings.limits, port, token, addresses(others, port), workshop)

        def started() -> None:
            if wanted is None and port != USUAL_PORT:
                say("port_taken", port=USUAL_PORT, other=port)
            here, *elsewhere = (f"{address}?token={token}" for address in addresses((LOOPBACK, *others), port))
            for address in (here, *elsewhere):
                say("address", address=address)
            with contextlib.suppress(OSError):
                write_private(data_home() / ADDRESS_FILE, here)
            if settings.browser and has_windows(os.environ):
                threading.Thread(target=open_browser, args=(data_home(), here), daemon=True).start()

        app = make_app(server, allowed_hosts((*LOOPBACK_NAMES, *others), port), started)
        uvicorn.Server(configuration(app, settings.limits)).run(sockets=[listener])


def _token(folder: Path, settings: ServerSettings, say: Callable[..., None]) -> str:
    """The stored token; a temporary one where the folder cannot be written."""
    try:
        return kept_token(folder, renewed=settings.new_token)
    except OSError as problem:
        say("token_not_kept", problem=problem.strerror)
        return new_secret()


def last_address() -> str | None:
    """The address, with token, of the server that this user started last."""
    try:
        return (data_home() / ADDRESS_FILE).read_text(encoding="utf-8").strip() or None
    except OSError:
        return None


def answers(address: str) -> bool:
    """Whether a server of ours is at an address. The token is not sent: another program may have the port by now."""
    where = urlsplit(address)
    with contextlib.suppress(OSError, HTTPException, ValueError):
        connection = HTTPConnection(where.hostname or LOOPBACK, where.port, timeout=ANSWER_SECONDS)
        with contextlib.closing(connection):
            connection.request("GET", "/")
            found = connection.getresponse().headers
        return all(found.get(name.decode()) == value.decode() for name, value in ANSWER_HEADERS)
    return False


def open_browser(folder: Path, address: str) -> None:
    """Open the page through a file: arguments of a program, which every user can read, must not contain the token."""
    try:
        address = opening_file(folder, address).as_uri()
    except OSError:
        return  # better no page than a leaked token: the terminal shows the address
    webbrowser.open(address)


def configuration(app: object, limits: ServerLimits) -> uvicorn.Config:
    """Uvicorn's configuration."""
    return UvicornConfig(app, limits)
