"""A whole game as a value, and the replay all readers share: no move is trusted, each is played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from plyground.core.errors import quoted
from plyground.core.game import Game
from plyground.core.move_comments import LONGEST_SECONDS, MOST_NODES, MoveCost, exact
from plyground.core.outcome import Outcome
from plyground.core.position import Position, legal_values
from plyground.core.record_source import HALF_A_CHARACTER, RecordError, Source
from plyground.language import Message, recorded_reason

MOST_MOVES = 10_000
WINNERS = ("first", "second", "third", "fourth")
DRAWN, GOING_ON = "draw", "*"
RESIGNATION, OUT_OF_TIME, FORFEIT = Message("end.resignation"), Message("end.time"), Message("end.forfeit")
"""Reasons that other formats can express."""

SEATS = tuple(name.title() for name in WINNERS)
SPENT = tuple(f"{seat}Spent" for seat in SEATS)
KNOWN = ("Game", "Option", *SEATS, "Date", "Result", "Reason", "Detail", "Start", *SPENT)
"""Known headers, in the order they are written."""

HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)


@dataclass(frozen=True)
class Record:
    """A whole game: moves, players and result."""

    start: Position
    """The first position; earlier history is not part of the record."""
    moves: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    """Names by seat, one for each seat, or none."""
    result: str = GOING_ON
    """The winner's place in the order of seats, such as `first`; `draw`; or `*` while the game is in progress."""
    reason: str = ""
    """How it ended, such as `resignation`, or the reason given by the rules."""
    date: str = ""
    """For example `2026-11-15`."""
    comments: tuple[tuple[int, str], ...] = ()
    """Number of moves before the comment, and its text."""
    extra: tuple[tuple[str, str], ...] = ()
    """Unknown headers."""
    detail: str = ""
    """Details of a fault that ended the game, such as the last output of a program."""
    seconds: tuple[float, ...] = ()
    """Seconds for each move, in whole microseconds; empty if unknown."""
    nodes: tuple[int, ...] = ()
    """Nodes searched for each move; empty if unknown."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", self.start.without_history())
        object.__setattr__(self, "comments", tuple(sorted(self.comments, key=lambda comment: comment[0])))
        for name, spent in (("seconds", tuple(map(exact, self.seconds))), ("nodes", self.nodes)):
            object.__setattr__(self, name, spent if any(spent) else ())
        problem = _odd_people(self) or _odd_text(self) or _odd_spending(self)
        if problem is not None:
            raise RecordError(problem)

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.start.game

    def positions(self) -> tuple[Position, ...]:
        """The start, and the position after each move."""
        return tuple(_line(self))

    def times(self) -> tuple[float, ...]:
        """Seconds for each move, 0 if unknown."""
        return self.seconds or (0.0,) * len(self.moves)

    def remarks(self) -> dict[int, list[str]]:
        """Comments by the number of moves before them."""
        found: dict[int, list[str]] = {}
        for ply, text in self.comments:
            found.setdefault(ply, []).append(text)
        return found

    def checked_end(self) -> Position:
        """The last position, after checking that every move is legal and the result possible."""
        end = self.start
        for position in _line(self):
            end = position
        problem = contradiction(end, self.result)
        if problem is not None:
            raise RecordError(problem)
        return end


def _line(record: Record) -> Iterator[Position]:
    position = record.start
    yield position
    for text in record.moves:
        position = advance(position, text)
        yield position


def _odd_people(record: Record) -> str | None:
    """The problem with the players, the result or the date, if there is one."""
    seats = len(record.game.seats)
    if len(record.players) not in (0, seats):
        return Message("record.player_count", game=record.game.name, seats=seats, players=len(record.players))
    return result_problem(record.game, record.result) or date_problem(record.date)


def _odd_text(record: Record) -> str | None:
    """The problem with the number of moves, the comments or the headers, if there is one."""
    if len(record.moves) > MOST_MOVES:
        return Message("record.too_many_moves", most=MOST_MOVES, found=len(record.moves))
    for ply, _ in record.comments:
        if not 0 <= ply <= len(record.moves):
            return Message("record.comment_after_end", move=ply, moves=Message("moves", number=len(record.moves)))
    for name, _ in record.extra:
        if HEADER_NAME.fullmatch(name) is None or name in KNOWN:
            return Message("record.header_name", name=quoted(name))
    texts = (*record.players, record.reason, record.detail, *(text for _, text in (*record.comments, *record.extra)))
    broken = next((text for text in texts if HALF_A_CHARACTER.search(text) is not None), None)
    return None if broken is None else Message("record.half_in_text", text=quoted(broken))


def _odd_spending(record: Record) -> str | None:
    """The problem with the seconds or nodes of the moves, if there is one."""
    figures = (("seconds", record.seconds, LONGEST_SECONDS), ("nodes", record.nodes, MOST_NODES))
    for name, spent, most in figures:
        what = Message(f"record.figure.{name}")
        if len(spent) not in (0, len(record.moves)):
            known, played = (Message("moves", number=len(each)) for each in (spent, record.moves))
            return Message("record.figure_count", what=what, known=known, played=played)
        if not all(0 <= each <= most for each in spent):
            return Message("record.figure_range", what=what, most=most)
    return None


def at_fault(outcome: Outcome, seats: Sequence[str]) -> tuple[int | None, str]:
    """The seat that ended a game nobody has won, and why; no seat for a draw or a win."""
    who, colon, why = outcome.reason.partition(": ")
    if outcome.winner is not None or not colon or who not in seats:
        return None, outcome.reason
    return seats.index(who), recorded_reason(why)


def result_problem(game: Game, result: str) -> str | None:
    """Why `result` is not a result of the game, or None."""
    possible = (*WINNERS[: len(game.seats)], DRAWN, GOING_ON)
    return (
        None if result in possible else Message("record.no_result", result=quoted(result), possible=", ".join(possible))
    )


def date_problem(text: str) -> str | None:
    """Why `text` is not a date, or None; a game may have no date."""
    try:
        if text and date.fromisoformat(text).isoformat() != text:
            raise ValueError
    except ValueError:
        return Message("record.no_date", date=quoted(text))
    return None


def contradiction(end: Position, result: str) -> str | None:
    """How the final position contradicts the result, or None; a game may also end before the rules end it."""
    if end.outcome is None or result in (GOING_ON, result_of(end)):
        return None
    return Message("record.other_result", result=result, right=result_of(end), reason=end.outcome.reason)


def result_of(end: Position) -> str:
    """The result given by the position itself."""
    if end.outcome is None:
        return GOING_ON
    return DRAWN if end.outcome.winner is None else WINNERS[end.outcome.winner]


def advance(position: Position, text: str) -> Position:
    """The position after the move, as `position.play(text)`, without generating the text of all other legal moves."""
    if position.outcome is not None:
        return position.play(text)
    game, state, guesses = position.game, position.state, _values_of_texts(position.game)
    legal = legal_values(game, state)
    guess = guesses.get(text)
    for value in [guess, *legal] if guess in legal else legal:
        if game.write_move(state, value) == text:
            guesses[text] = value
            return position.after(value)
    return position.play(text)


@lru_cache(maxsize=8)
def _values_of_texts(game: Game) -> dict[str, int]:
    """The last word each notation stood for: a guess to try first."""
    return {}


class Replay:
    """A game being read: each move is played as it comes."""

    def __init__(self, source: Source, start: Position) -> None:
        self.source, self.start, self.position = source, start, start
        self.moves: list[str] = []
        self.comments: list[tuple[int, str]] = []
        self.spent: dict[int, MoveCost] = {}

    def play(self, text: str, at: int) -> None:
        """Play the move found at `at`."""
        if len(self.moves) == MOST_MOVES:
            raise self.source.error(at, Message("record.too_long", most=MOST_MOVES))
        with self.source.blaming(at):
            self.position = advance(self.position, text)
        self.moves.append(text)

    def comment(self, text: str) -> None:
        """Add a comment here."""
        self.comments.append((len(self.moves), text))

    def spend(self, spent: MoveCost) -> None:
        """Store the cost of the last move."""
        self.spent[len(self.moves)] = spent

    def ending(self, result: str | None, reason: str, at: int) -> tuple[str, str]:
        """Result and reason: those the file claims, or those of the board."""
        if result is None:
            outcome = self.position.outcome
            return result_of(self.position), reason if reason or outcome is None else outcome.reason
        problem = contradiction(self.position, result)
        if problem is not None:
            raise self.source.error(at, problem)
        return result, reason

    def record(
        self,
        players: tuple[str, ...],
        ending: tuple[str, str],
        day: str,
        extra: list[tuple[str, str]],
        detail: str = "",
    ) -> Record:
        """The record of the game."""
        (result, reason), moves, comments = ending, tuple(self.moves), tuple(self.comments)
        spent = [self.spent.get(ply, MoveCost(None, None)) for ply in range(1, len(moves) + 1)]
        seconds, nodes = tuple(each.seconds or 0.0 for each in spent), tuple(each.nodes or 0 for each in spent)
        return Record(self.start, moves, players, result, reason, day, comments, tuple(extra), detail, seconds, nodes)
