"""A program in a real pseudo-terminal."""

import signal
from typing import Any

import pexpect  # type: ignore[import-untyped]


def hear_ctrl_c() -> None:
    """Whoever started the tests in the background has made their programs deaf to Ctrl-C; a terminal's are not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def spawn(command: list[str], **options: Any) -> Any:
    """Start a command in a pseudo-terminal."""
    return pexpect.spawn(command[0], command[1:], encoding="utf-8", preexec_fn=hear_ctrl_c, **options)
