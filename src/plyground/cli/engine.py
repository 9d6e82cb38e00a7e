"""The command that turns the program into an engine for others."""

import sys
from typing import Annotated

import typer

from plyground.cli.app import app
from plyground.cli.arguments import Plugins, load_plugins
from plyground.protocol.engine_options import USUAL_AGENT
from plyground.protocol.hexgtp import HexGtp
from plyground.protocol.ugi import UgiEngine


@app.command()
def engine(
    agent: Annotated[
        str,
        typer.Option("--agent", "-a", metavar="SPEC", help="Who searches, such as `expert` or `pvs:threads=2`."),
    ] = USUAL_AGENT,
    hexgtp: Annotated[
        bool, typer.Option("--hexgtp", help="Speak GTP as Hex programs do, for HexGui and the like.")
    ] = False,
    own_limits: Annotated[
        bool, typer.Option("--own-limits", help="A time for a move leaves the agent's own depth and nodes as they are.")
    ] = False,
    plugin: Plugins = None,
) -> None:
    """Speak a text protocol on standard input and output, for front ends and matches (docs/protocol.md)."""
    load_plugins(plugin)
    if sys.stdin is None or sys.stdout is None:
        return
    # Python closes sys.stdin on its way out, and breaks down if a thread still reads from it; this one is left alone
    reading = open(sys.stdin.fileno(), "rb", closefd=False)  # noqa: SIM115
    if hexgtp:
        HexGtp(reading, sys.stdout.buffer, agent).serve()
    else:
        UgiEngine(reading, sys.stdout.buffer, agent, own_limits=own_limits).serve()
