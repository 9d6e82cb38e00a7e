"""Line protocol between engines and their clients over pipes: lines of bounded length, scores, `info` lines.

Both sides use it: our engine writes what `plyground.play.external.clients` reads. docs/protocol.md describes it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import IO, get_args

from plyground.core.position import Move, Position
from plyground.search.result import Line, Result, StoppedBy
from plyground.search.score import WIN, Kind, Score

MOST_BYTES = 256 * 1024
"""Longer lines are not read; the moves of a game of 20,000 turns fit."""
NOT_A_MOVE = -1
"""The word of a move the game does not know; a match rejects it by its text."""
KINDS: tuple[Kind, ...] = get_args(Kind)


def read_lines(source: IO[bytes], most: int = MOST_BYTES) -> Iterator[str | None]:
    """Lines of a stream without line ends; None for each line longer than `most` bytes."""
    while chunk := source.readline(most + 1):
        too_long = len(chunk) > most and not chunk.endswith(b"\n")
        while too_long and chunk and not chunk.endswith(b"\n"):
            chunk = source.readline(most)
        yield None if too_long else chunk.decode("utf-8", "replace").rstrip("\r\n")


def write_score(score: Score) -> str:
    """`estimate 12`, `win 7`, `loss 6`, `draw`: the number is plies where they are known."""
    if score.kind == "estimate":
        return f"estimate {score.value}"
    return score.kind if score.plies is None else f"{score.kind} {score.plies}"


def read_score(words: Sequence[str]) -> Score | None:
    """Parse the score at the start of `words`."""
    kind = next((known for known in KINDS if words[:1] == [known]), None)
    number = _number(words[1]) if len(words) > 1 else None
    if kind is None or (kind == "estimate" and number is None):
        return None
    if kind in ("estimate", "draw"):
        return Score(kind, number or 0 if kind == "estimate" else 0)
    value = WIN - (number or 0)
    return Score(kind, value if kind == "win" else -value, number)


def write_info(result: Result) -> list[str]:
    """The result of a search as `info` lines, one for each of its best lines."""
    several = len(result.lines) > 1
    spent = f"nodes {result.nodes} nps {result.nodes_per_second:.0f} time {1000 * result.seconds:.0f}"
    return [
        f"info depth {result.depth} {f'multipv {place} ' if several else ''}score {write_score(line.score)} {spent} "
        f"pv {' '.join(map(str, line.moves))}"
        for place, line in enumerate(result.lines, start=1)
    ]


@dataclass(frozen=True)
class Info:
    """The content of an `info` line."""

    score: Score
    pv: tuple[str, ...]
    depth: int = 0
    nodes: int = 0
    milliseconds: int = 0
    place: int = 1


def read_info(text: str) -> Info | None:
    """Parse an `info` line; None if it has no score or no line of play. Unknown words are skipped."""
    head, _, pv = text.partition(" pv ")
    words = head.split()
    if words[:2] == ["info", "string"] or "score" not in words:
        return None
    score = read_score(words[words.index("score") + 1 :])
    if score is None or not pv.split():
        return None
    numbers = {name: _number(value) or 0 for name, value in pairwise(words)}
    return Info(
        score,
        tuple(pv.split()),
        numbers.get("depth", 0),
        numbers.get("nodes", 0),
        numbers.get("time", 0),
        numbers.get("multipv", 1),
    )


def _number(word: str) -> int | None:
    """A whole number of reasonable length."""
    digits = word.removeprefix("-")
    return int(word) if digits.isascii() and digits.isdigit() and len(digits) < 19 else None


def named_move(position: Position, text: str) -> Move:
    """The legal move with this name; any other text is kept as text, for a match to reject."""
    return next((move for move in position.moves if move.text == text), Move(NOT_A_MOVE, text))


def named_moves(position: Position, texts: Sequence[str]) -> tuple[Move, ...]:
    """The moves of a line of play, up to the first illegal one."""
    found = []
    for text in texts:
        move = named_move(position, text)
        if move.value == NOT_A_MOVE:
            break
        found.append(move)
        position = position.after(move.value)
    return tuple(found)


def result_of(position: Position, infos: Sequence[Info], stopped_by: StoppedBy) -> Result | None:
    """The result from a program's `info` lines, best first; None if none of them can be played."""
    named = [(named_moves(position, info.pv), info) for info in infos]
    lines = tuple(Line(moves, info.score) for moves, info in named if moves)
    if not lines:
        return None
    best, first = lines[0], infos[0]
    return Result(
        move=best.moves[0],
        score=best.score,
        line=best.moves,
        depth=first.depth,
        nodes=first.nodes,
        seconds=first.milliseconds / 1000,
        stopped_by=stopped_by,
        lines=lines,
    )
