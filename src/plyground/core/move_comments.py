"""The cost of a move, as a comment after it in a record: `{[%emt 0:00:01.25] [%nodes 5120]}`.

`emt` is the elapsed time of the move, as in PGN; `nodes` is the number of positions searched.
"""

import re
from dataclasses import dataclass

MICRO = 1_000_000
LONGEST_SECONDS = 10.0**9
MOST_NODES = 10**18

SPENT = re.compile(
    r"""\s*(?=\[%(?:emt|nodes)\ )
    (?:\[%emt\ (?P<hours>\d{1,5}):(?P<minutes>[0-5]?\d):(?P<seconds>[0-5]?\d)(?:\.(?P<parts>\d{1,6}))?\]\s*)?
    (?:\[%nodes\ (?P<nodes>\d{1,18})\]\s*)?""",
    re.VERBOSE | re.ASCII,
)


@dataclass(frozen=True)
class MoveCost:
    """Seconds and nodes of a move; None if not given."""

    seconds: float | None
    nodes: int | None


def exact(seconds: float) -> float:
    """Seconds as a record stores them, in whole microseconds."""
    return round(seconds * MICRO) / MICRO


def write_spent(seconds: float, nodes: int) -> str:
    """The cost of a move as text; empty if there is none."""
    said = [f"[%emt {_hours(seconds)}]"] if exact(seconds) else []
    return " ".join([*said, *([f"[%nodes {nodes}]"] if nodes else [])])


def _hours(seconds: float) -> str:
    whole, parts = divmod(round(seconds * MICRO), MICRO)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{parts:06}".rstrip("0") if parts else text


def read_spent(comment: str) -> tuple[MoveCost, str] | None:
    """Split a comment into the cost of a move and the rest; None if it gives no cost."""
    found = SPENT.match(comment)
    if found is None or found.end() == 0 or (found["hours"] is None and found["nodes"] is None):
        return None
    seconds = None
    if found["hours"] is not None:
        whole = int(found["hours"]) * 3600 + int(found["minutes"]) * 60 + int(found["seconds"])
        seconds = (whole * MICRO + int((found["parts"] or "").ljust(6, "0"))) / MICRO
    return MoveCost(seconds, None if found["nodes"] is None else int(found["nodes"])), comment[found.end() :]
