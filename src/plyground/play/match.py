"""A game in progress: players, moves played and taken back, time, and outcome.

A match does not ask players for moves; front ends do, and pass them in. `play_out` lets computer players finish one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass

from plyground.core.errors import IllegalMoveError, NotationError, PlygroundError, quoted
from plyground.core.outcome import Outcome
from plyground.core.position import Position
from plyground.core.record import DRAWN, GOING_ON, OUT_OF_TIME, RESIGNATION, WINNERS, advance
from plyground.core.record import at_fault as at_fault
from plyground.core.text import visible
from plyground.language import Message, recorded_reason
from plyground.play.agents.agent import Player, read_agent
from plyground.play.agents.spec import ProgramSpec, parse_player
from plyground.play.clock import Clock, TimeControl
from plyground.play.records.text_format import Record
from plyground.play.summary import Play, Summary, summarise
from plyground.search.budget import Cancel
from plyground.search.result import Result

HUMAN = "human"
RESIGN = "resign"
"""Answer of an external program instead of a move."""
TIME, ILLEGAL, CRASH = OUT_OF_TIME, Message("end.illegal"), Message("end.crash")
"""Reasons for an end not given by the rules."""
FAULTS = (TIME, ILLEGAL, CRASH)


class MatchError(PlygroundError):
    """The action is not possible in this match now."""


@dataclass(frozen=True)
class Turn:
    """A move that was played, the position after it, its time, and the player's comment."""

    move: str
    position: Position
    clock: Clock
    seconds: float = 0.0
    comment: str = ""
    nodes: int = 0
    """Nodes the player searched; 0 for a human."""


class Match:
    """A game in progress, from any position, among two to four players: `human` or an agent's text in each seat."""

    def __init__(self, start: Position, players: Sequence[str], control: TimeControl | None = None) -> None:
        seats = len(start.game.seats)
        if len(players) != seats:
            raise MatchError(Message("match.players", game=start.game.title, seats=seats, players=len(players)))
        self.start = start.without_history()
        """The first position; earlier ones do not count as repetitions, here or when the record is read again."""
        self.players = tuple(checked_player(player, start) for player in players)
        self.first_clock = Clock.new(control or TimeControl(), seats)
        self.turns: list[Turn] = []
        self.undone: list[Turn] = []
        self.ended: Outcome | None = None
        """Outcome not given by the rules: resignation, time, a fault."""
        self.remark = ""
        """Comment before the first move."""
        self.notices: tuple[str, ...] = ()
        """Notices to show when the match is resumed, such as a player who is gone."""

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.turns[-1].position if self.turns else self.start

    @property
    def clock(self) -> Clock:
        """The clock before the current move."""
        return self.turns[-1].clock if self.turns else self.first_clock

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, by the rules or otherwise; None while the game is in progress."""
        return self.ended or self.position.outcome

    @property
    def turn_of(self) -> str:
        """The player to move: `human` or an agent's text."""
        return self.players[self.position.mover]

    def play(
        self, move: str, seconds: float = 0.0, comment: str = "", nodes: int = 0, after: Position | None = None
    ) -> Turn:
        """Play a move that took `seconds`; a move that comes too late is not played and loses on time.

        `after` is the position after the move, if the caller has computed it already.
        """
        if self.ended is not None:
            raise MatchError(Message("match.ended", reason=self.ended.reason))
        after = self.position.play(move) if after is None else after
        if self.too_late(seconds):
            self.forfeit(self.position.mover, TIME, self._lateness(move, seconds))
            raise MatchError(Message("match.too_late", move=move))
        return self._add(move, after, seconds, comment, nodes)

    def too_late(self, seconds: float) -> bool:
        """True if the seat to move runs out of time after `seconds`."""
        deadline = self.clock.deadline(self.position.mover)
        return deadline is not None and seconds > deadline

    def _lateness(self, move: str, seconds: float) -> str:
        """How late a move came, as text."""
        allowed = self.clock.deadline(self.position.mover) or 0.0
        return Message("match.overstepped", move=quoted(move), seconds=seconds, allowed=allowed)

    def restore(self, move: str, seconds: float = 0.0, comment: str = "", nodes: int = 0) -> Turn:
        """Replay a move from a record: it must be legal, and is taken to have been in time."""
        return self._add(move, advance(self.position, move), seconds, comment, nodes)

    def _add(self, move: str, after: Position, seconds: float, comment: str, nodes: int) -> Turn:
        turn = Turn(move, after, self.clock.after(self.position.mover, seconds), seconds, comment, nodes)
        self.turns.append(turn)
        self.undone.clear()
        return turn

    def restore_end(self, result: str, reason: str, detail: str = "") -> None:
        """End the match as recorded, unless the rules have ended it."""
        if self.outcome is None and result != GOING_ON:
            winner = None if result == DRAWN else WINNERS.index(result)
            self.ended = Outcome(winner, recorded_reason(reason) if reason else Message("end.agreed"), visible(detail))

    def forfeit(self, seat: int, reason: str, detail: str = "") -> Outcome:
        """End the game against a seat; with more than two players nobody wins by it.

        The reason is one of a few fixed texts; the detail, which may come from outside, says exactly what went wrong.
        """
        if self.outcome is not None:
            raise MatchError(Message("match.over_already", reason=self.outcome.reason))
        self._check_seat(seat)
        winner = 1 - seat if len(self.players) == 2 else None
        recorded = reason if len(self.players) == 2 else recorded_reason(f"{self.start.game.seats[seat]}: {reason}")
        self.ended = Outcome(winner, recorded, visible(detail))
        return self.ended

    def resign(self, seat: int | None = None) -> Outcome:
        """Resign, for the seat to move by default."""
        return self.forfeit(self.position.mover if seat is None else seat, RESIGNATION)

    def undo(self) -> int:
        """Take back moves: to the last human turn, or one move if all or no players are human; return the number.

        A resigned game is resumed instead, with no move taken back.
        """
        if self.ended is not None:
            self.ended = None
            return 0
        count = self._turns_back()
        if count == 0:
            raise MatchError(Message("match.nothing_to_undo"))
        for _ in range(count):
            self.undone.append(self.turns.pop())
        return count

    def _turns_back(self) -> int:
        """Number of moves since the previous human turn."""
        if HUMAN not in self.players:
            return min(1, len(self.turns))
        for count in range(1, len(self.turns) + 1):
            position = self.turns[-count - 1].position if count < len(self.turns) else self.start
            if self.players[position.mover] == HUMAN:
                return count
        return 0

    def redo(self) -> int:
        """Replay moves taken back, up to a human turn; return the number of moves."""
        if not self.undone or self.ended is not None:
            raise MatchError(Message("match.nothing_to_redo"))
        count = 0
        while self.undone:
            self.turns.append(self.undone.pop())
            count += 1
            if HUMAN not in self.players or self.turn_of == HUMAN:
                break
        return count

    def seat(self, seat: int, player: str) -> None:
        """Put another player in a seat."""
        self._check_seat(seat)
        self.players = (*self.players[:seat], checked_player(player, self.start), *self.players[seat + 1 :])

    def change_sides(self) -> None:
        """Move every player to the next one's seat."""
        self.players = (self.players[-1], *self.players[:-1])

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.players):
            raise MatchError(Message("match.no_seat", seat=seat, last=len(self.players) - 1))

    def record(self, date: str = "") -> Record:
        """The record of the game so far."""
        outcome = self.outcome
        said = enumerate((self.remark, *(turn.comment for turn in self.turns)))
        return Record(
            start=self.start,
            moves=tuple(turn.move for turn in self.turns),
            players=self.players,
            result=result_text(outcome),
            reason="" if outcome is None else outcome.reason,
            date=date,
            comments=tuple((ply, comment) for ply, comment in said if comment),
            detail="" if outcome is None else outcome.detail,
            seconds=tuple(turn.seconds for turn in self.turns),
            nodes=tuple(turn.nodes for turn in self.turns),
        )

    def summary(self) -> Summary:
        """Winner, reason, and the time and nodes of each side; also available while the game is in progress."""
        befores = (self.start, *(turn.position for turn in self.turns))
        return self.summary_of([before.mover for before in befores])

    def summary_of(self, movers: Sequence[int]) -> Summary:
        """The same, for a caller that already knows the seat of each turn: a long game has many."""
        plays = [
            Play(seat, turn.move, turn.seconds, turn.nodes) for seat, turn in zip(movers, self.turns, strict=False)
        ]
        return summarise(plays, self.start.game, self.players, self.outcome)


def checked_player(player: str, start: Position) -> str:
    """`human`, or a player's text as its spec prints it; raises an error for anything else."""
    if player == HUMAN:
        return player
    spec = parse_player(player)
    with closing(read_agent(spec, start.game)) as found:
        return str(spec) if isinstance(spec, ProgramSpec) else found.text


def result_text(outcome: Outcome | None) -> str:
    """The word for an outcome in a record."""
    if outcome is None:
        return GOING_ON
    return DRAWN if outcome.winner is None else WINNERS[outcome.winner]


def match_of(
    record: Record, players: Sequence[str], control: TimeControl | None = None, seconds: Sequence[float] = ()
) -> Match:
    """A match that continues from a record; move times are `seconds`, or those of the record."""
    match = Match(record.start, players, control)
    said: dict[int, str] = {}
    for ply, comment in record.comments:
        said[ply] = f"{said[ply]} {comment}" if ply in said else comment
    match.remark = said.get(0, "")
    times, nodes = seconds or record.times(), record.nodes or (0,) * len(record.moves)
    for ply, (move, took, looked) in enumerate(zip(record.moves, times, nodes, strict=True), start=1):
        match.restore(move, took, said.get(ply, ""), looked)
    match.restore_end(record.result, record.reason, record.detail)
    return match


def take_turn(match: Match, player: Player, cancel: Cancel | None = None) -> Result | None:
    """Let `player` move or resign; a fault ends the game against it. None unless a move was played."""
    seat, started, problem = match.position.mover, time.perf_counter(), ""
    try:
        allowed = match.clock.move_time(seat)
        found: Result | None = player.think(
            match.position, seconds=allowed.seconds, optimum=allowed.optimum, cancel=cancel
        )
    except PlygroundError as failure:
        found, problem = None, str(failure)
    seconds = time.perf_counter() - started
    if cancel is not None and cancel.asked:
        return None
    if found is None:
        match.forfeit(seat, TIME if match.too_late(seconds) else CRASH, problem)
        return None
    if str(found.move) == RESIGN:
        match.resign(seat)
        return None
    try:
        match.play(str(found.move), seconds, nodes=found.nodes)
    except (IllegalMoveError, NotationError) as refusal:
        match.forfeit(seat, ILLEGAL, str(refusal))
        return None
    except MatchError:
        return None
    return found


def play_out(
    match: Match,
    players: Sequence[Player] | None = None,
    *,
    most_turns: int = 2000,
    cancel: Cancel | None = None,
    on_turn: Callable[[Match], None] = lambda match: None,
) -> Outcome | None:
    """Let the players finish the match, by default those it names; None if it was cancelled or grew too long."""
    if players is None:
        with ExitStack() as opened:
            named = [opened.enter_context(closing(read_agent(text, match.start.game))) for text in match.players]
            return play_out(match, named, most_turns=most_turns, cancel=cancel, on_turn=on_turn)
    for player in players:
        player.new_game()
    while match.outcome is None and len(match.turns) < most_turns and not (cancel is not None and cancel.asked):
        take_turn(match, players[match.position.mover], cancel)
        on_turn(match)
    return match.outcome
