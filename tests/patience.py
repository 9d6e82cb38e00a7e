"""How long the tests wait for what must come."""

import time
from collections.abc import Callable

PATIENCE = 200.0
"""Seconds: so long only what hangs takes, however busy the machine is."""


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait until something has happened, as long as patience lasts."""
    ends = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < ends, "it never happened"
        time.sleep(0.01)
