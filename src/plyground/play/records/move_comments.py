"""What single moves cost, as a record says it after a move: `{[%emt 0:00:01.25] [%nodes 5120]}`.

`emt` is the elapsed time of a move, written as PGN writes it; `nodes` are the positions that a search looked at.
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
    """The seconds and the nodes of a move; None where nothing is said about them."""

    seconds: float | None
    nodes: int | None


def exact(seconds: float) -> float:
    """The seconds as a record keeps them, in whole microseconds."""
    return round(seconds * MICRO) / MICRO


def write_spent(seconds: float, nodes: int) -> str:
    """What a move cost; empty where that is nothing."""
    said = [f"[%emt {_hours(seconds)}]"] if exact(seconds) else []
    return " ".join([*said, *([f"[%nodes {nodes}]"] if nodes else [])])


def _hours(seconds: float) -> str:
    whole, parts = divmod(round(seconds * MICRO), MICRO)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{parts:06}".rstrip("0") if parts else text


def read_spent(comment: str) -> tuple[MoveCost, str] | None:
    """What a comment says about the cost of a move, and the rest of it; None where it says nothing about that."""
    found = SPENT.match(comment)
    if found is None or found.end() == 0 or (found["hours"] is None and found["nodes"] is None):
        return None
    seconds = None
    if found["hours"] is not None:
        whole = int(found["hours"]) * 3600 + int(found["minutes"]) * 60 + int(found["seconds"])
        seconds = (whole * MICRO + int((found["parts"] or "").ljust(6, "0"))) / MICRO
    return MoveCost(seconds, None if found["nodes"] is None else int(found["nodes"])), comment[found.end() :]
