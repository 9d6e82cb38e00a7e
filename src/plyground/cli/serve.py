"""The command that starts the page."""

import atexit
import os
import re
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import urlsplit

import typer

from plyground.cli.app import app, out
from plyground.cli.arguments import Plugins, options_from
from plyground.cli.language import read_language
from plyground.core.errors import OptionError, quoted
from plyground.core.jit import is_compiling
from plyground.language import Message
from plyground.play.external.clients import PROGRAMS
from plyground.terminal.output import say

MOST_PORTS = 65535


@dataclass(frozen=True, kw_only=True)
class ServeArguments:
    """How to start the page."""

    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="N",
            min=0,
            max=MOST_PORTS,
            help="A port; any if 0. If not given, 7594, or the next one that is free.",
        ),
    ] = None
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True
    lan: Annotated[
        bool, typer.Option("--lan", help="Also for the local network, for everyone who has the address with its token.")
    ] = False
    new_token: Annotated[
        bool, typer.Option("--new-token", help="Make another token: old addresses and open pages stop working.")
    ] = False
    plugin: Plugins = None
    engine: Annotated[
        list[str] | None,
        typer.Option(
            "--engine",
            metavar="NAME=cmd:…",
            help="An outside engine that may be chosen on the page by this name; repeatable.",
        ),
    ] = None
    address: Annotated[
        bool, typer.Option("--address", help="Start nothing; print the address of the running server again.")
    ] = False


@app.command()
@options_from(ServeArguments)
def serve(given: ServeArguments) -> None:
    """Start the page, on this machine only; Ctrl-C ends it. Without any command, `plyground` does this.

    The printed address contains a token, which stays the same across restarts. Everyone who opens it may do everything
    on the page, and nothing works without it. A browser that has opened it once no longer needs it.
    """
    from plyground.web.limits import ServerLimits
    from plyground.web.server import ServerSettings, run  # only here: other commands start faster without it

    def tell(key: str, **values: object) -> None:
        out.print(read_language(None).text(f"serving.{key}", **values), soft_wrap=True)

    if given.address:
        raise typer.Exit(print_address())
    limits = replace(ServerLimits(), engines=read_engines(given.engine or []))
    settings = ServerSettings(
        port=given.port,
        lan=given.lan,
        browser=given.browser,
        new_token=given.new_token,
        limits=limits,
        plugins=tuple(given.plugin or ()),
    )
    with suppress(KeyboardInterrupt):
        run(settings, tell)
    leave_compiling()


def leave_compiling() -> None:
    """End this process now if a thread still compiles: that cannot be stopped, and everything has been saved."""
    if is_compiling():
        atexit._run_exitfuncs()
        sys.stdout.flush()
        os._exit(0)


def print_address() -> int:
    """Print the address of the server that runs, or what to do where none does; the exit status."""
    from plyground.web.server import answers, last_address

    found, words = last_address(), read_language(None)
    if found is None:
        say(words.text("serving.no_address"), to_stderr=True)
        return 1
    if not answers(found):
        say(words.text("serving.not_running", port=urlsplit(found).port), to_stderr=True)
        return 1
    out.print(found, soft_wrap=True)
    return 0


def read_engines(texts: list[str]) -> tuple[tuple[str, str], ...]:
    """The engines of `NAME=cmd:…` texts."""
    found: dict[str, str] = {}
    for text in texts:
        name, _, command = text.partition("=")
        kind = command.partition(":")[0]
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,39}", name) or name in found or kind not in PROGRAMS:
            raise OptionError(Message("usage.engine", text=quoted(text), kinds=list(PROGRAMS)))
        found[name] = command
    return tuple(found.items())
