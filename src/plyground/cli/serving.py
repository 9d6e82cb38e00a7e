"""The command that starts the page."""

from contextlib import suppress
from typing import Annotated

import typer

from plyground.cli.app import app, out
from plyground.cli.tongue import read_language

MOST_PORTS = 65535


@app.command()
def serve(
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=MOST_PORTS, help="A port; any if 0.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    lan: Annotated[
        bool, typer.Option("--lan", help="Also for the local network, for whoever has the address with its token.")
    ] = False,
) -> None:
    """Start the page, on this machine only; Ctrl-C ends it. Without any command, `plyground` does this."""
    from plyground.web.server import Settings, run  # only here: the other commands start faster without a web server

    def say(address: str) -> None:
        out.print(read_language(None).text("cli.address", address=address), soft_wrap=True)

    with suppress(KeyboardInterrupt):
        run(Settings(port=port, lan=lan, browser=browser), say)
