"""A program in a real pseudo-terminal."""

import termios
from typing import Any

import pexpect  # type: ignore[import-untyped]

STANDARD_INPUT = 0


def spawn(command: list[str], dimensions: tuple[int, int] | None = None, **options: Any) -> Any:
    """Start a command in a pseudo-terminal of the given rows and columns.

    The child gives the terminal its size before the program begins: pexpect does so from outside, a moment later, and
    on a busy machine the program has by then broken its lines for another width.
    """

    def prepare() -> None:
        if dimensions is not None:
            termios.tcsetwinsize(STANDARD_INPUT, dimensions)

    return pexpect.spawn(
        command[0], command[1:], encoding="utf-8", preexec_fn=prepare, dimensions=dimensions, **options
    )
