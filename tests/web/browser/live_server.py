"""The server as users start it, in a process of its own, and the checks that every browser page undergoes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, sync_playwright

from tests.browser import FLAGS, find_browser
from tests.patience import PATIENCE as SECONDS
from tests.patience import wait_until

PHONE = {"width": 320, "height": 568}
DESKTOP = {"width": 1280, "height": 800}
PATIENCE = 1000 * SECONDS
"""Milliseconds, as the browser counts."""


class LiveServer:
    """A server that can be killed and restarted on the same port, with the same folder."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.options, self.port = folder, options, 0
        self.log = folder.with_suffix(".log")
        """What it says: a pipe that nobody reads would fill, and stop it."""
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """Start it; the address that it prints."""
        command = [sys.executable, "-m", "plyground", "serve", "--port", str(self.port), "--no-browser", *self.options]
        environment = os.environ | {"PLYGROUND_DATA": str(self.folder), "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
        wait_until(lambda: self._address() is not None or self.process.poll() is not None)
        found = self._address()
        assert found is not None, f"the server did not start: {self.log.read_text()}"
        self.port = int(found[1])
        return found[0]

    def _address(self) -> re.Match[str] | None:
        return re.search(r"http://[^\s:]+:(\d+)/\S*(?=\s)", self.log.read_text())

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(SECONDS)
            self.process = None


@contextmanager
def run_server(folder: Path, *options: str) -> Iterator[LiveServer]:
    """A server while inside."""
    server = LiveServer(folder, *options)
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def open_browser() -> Iterator[Browser]:
    """The system's browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


class Watch:
    """Collects what a page must never do: fail, warn, or send a request to another server."""

    def __init__(self, page: Page, address: str) -> None:
        self.problems: list[str] = []
        self.host = address.split("/")[2]
        self.away = False
        """Whether the server was stopped on purpose, about which a browser warns by itself."""
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("console", self._console)
        page.on("request", self._request)
        page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self.away:
            self.problems.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        own = request.url.startswith((f"http://{self.host}/", f"ws://{self.host}/", "blob:", "data:"))
        if not own:
            self.problems.append(f"request to {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.problems.append(f"{response.status}: {response.url}")


def context_options(**more: Any) -> dict[str, Any]:
    """Options of an English desktop on which nothing moves, with these changes."""
    return {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"} | more
