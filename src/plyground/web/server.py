"""Starts the server: a socket on a free port, the page in the browser, and an end on Ctrl-C."""

import contextlib
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import uvicorn

from plyground.core.errors import PlygroundError
from plyground.play.store import Store, store_path
from plyground.web.app import make_app
from plyground.web.guard import LOOPBACK_NAMES, allowed_hosts
from plyground.web.house import House
from plyground.web.limits import Limits
from plyground.web.sessions import new_secret

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 (only where the user asks for the local network)
NOWHERE = "192.0.2.1"
"""An address for examples: asking for the way there sends nothing, and tells our own address."""


class ServerError(PlygroundError):
    """The server cannot start."""


@dataclass(frozen=True)
class Settings:
    """How the server was asked to start."""

    port: int = 0
    """0 for any free one."""
    lan: bool = False
    browser: bool = True
    limits: Limits = field(default_factory=Limits)


def listen(address: str, port: int) -> socket.socket:
    """A listening socket."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # a port of a server that just ended; elsewhere the same word takes ports from others
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen(512)
    except (OSError, OverflowError) as problem:
        listener.close()
        raise ServerError(f"Port {port} cannot be used ({problem}); choose another with --port.") from problem
    return listener


def lan_names() -> tuple[str, ...]:
    """The names and addresses by which others in the local network call this machine."""
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
    told = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    return not sys.platform.startswith("linux") or any(environment.get(name) for name in told)


def run(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until somebody stops it."""
    listener = listen(EVERYWHERE if settings.lan else LOOPBACK, settings.port)
    port = listener.getsockname()[1]
    token = new_secret() if settings.lan else None
    others = lan_names() if settings.lan else ()
    secret = f"?token={token}" if settings.lan else ""
    with contextlib.closing(listener):
        house = House(Store(store_path()), settings.limits, port, token, addresses(others, port))

        def started() -> None:
            here, *elsewhere = (f"{address}{secret}" for address in addresses((LOOPBACK, *others), port))
            for address in (here, *elsewhere):
                say(address)
            if settings.browser and has_windows(os.environ):
                threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()

        app = make_app(house, allowed_hosts((*LOOPBACK_NAMES, *others), port), started)
        uvicorn.Server(configuration(app, settings.limits)).run(sockets=[listener])


def configuration(app: object, limits: Limits) -> uvicorn.Config:
    """How uvicorn serves it: quietly, with small messages, believing no proxy."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=limits.sockets + 200,
        ws_max_size=limits.message_bytes,
        ws_max_queue=32,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
