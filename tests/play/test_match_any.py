"""Anything at all done with a match, in any order."""

import contextlib

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import plyground
from plyground.play.clock import Clock, TimeControl
from plyground.play.match import HUMAN, Match, MatchError, match_of
from tests.play.test_match import moves_of

SMALL = plyground.game("blockit", size=5, colours="red,green,blue")


class AnyMatch(RuleBasedStateMachine):
    """Whatever is done with a match, the board, the clock and the record agree with the moves that stand."""

    def __init__(self) -> None:
        super().__init__()
        self.match = Match(SMALL.start(), (HUMAN, "random", HUMAN), TimeControl(base=100, increment=1))

    @precondition(lambda self: self.match.outcome is None)
    @rule(which=st.integers(0, 10**6), seconds=st.floats(0, 30))
    def play(self, which: int, seconds: float) -> None:
        """A legal move, in time or not."""
        moves = self.match.position.moves
        late, count = self.match.too_late(seconds), len(self.match.turns)
        with pytest.raises(MatchError) if late else contextlib.nullcontext():
            self.match.play(str(moves[which % len(moves)]), seconds)
        assert len(self.match.turns) == count + (not late)

    @rule()
    def undo_and_redo(self) -> None:
        """What is taken back can be played again."""
        before, ended = moves_of(self.match), self.match.ended
        redone = len(self.match.undone)
        with contextlib.suppress(MatchError):
            count = self.match.undo()
            assert (count == 0) == (ended is not None)
            if count:
                assert self.match.turn_of == HUMAN or HUMAN not in self.match.players
                while len(self.match.turns) < len(before):
                    self.match.redo()
        assert moves_of(self.match)[: len(before)] == before
        assert len(self.match.undone) <= redone

    @rule()
    def undo(self) -> None:
        """Take back, where there is something."""
        with contextlib.suppress(MatchError):
            self.match.undo()

    @rule()
    def redo(self) -> None:
        """Play again, where there is something."""
        with contextlib.suppress(MatchError):
            self.match.redo()

    @precondition(lambda self: self.match.outcome is None)
    @rule(seat=st.integers(0, 2))
    def resign(self, seat: int) -> None:
        """Somebody gives up."""
        assert self.match.resign(seat) == self.match.outcome

    @rule(seat=st.integers(0, 2), player=st.sampled_from([HUMAN, "random", "easy"]))
    def sit_down(self, seat: int, player: str) -> None:
        """Somebody else goes on in a seat."""
        self.match.seat(seat, player)

    @rule()
    def change_sides(self) -> None:
        """All move on by a seat."""
        self.match.change_sides()

    @invariant()
    def the_board_and_the_clock_follow_from_the_moves(self) -> None:
        """Playing them again gives the same."""
        position, clock = self.match.start, Clock.new(self.match.first_clock.control, 3)
        for turn in self.match.turns:
            clock = clock.after(position.mover, turn.seconds)
            position = position.play(turn.move)
        assert (position, clock) == (self.match.position, self.match.clock)
        assert len(self.match.players) == 3

    @invariant()
    def it_goes_on_from_its_record(self) -> None:
        """Written down and read, it is the same match."""
        match = self.match
        again = match_of(match.record(), match.players, match.first_clock.control, [t.seconds for t in match.turns])
        assert (again.turns, again.outcome, again.players) == (match.turns, match.outcome, match.players)


TestAnyMatch = AnyMatch.TestCase
TestAnyMatch.settings = settings(max_examples=10, stateful_step_count=20, deadline=None)
