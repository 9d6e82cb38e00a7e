"""Players without hands who finish a match, and what becomes of it when one of them fails."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from plyground import Cancel, Outcome, PlygroundError, Position, Result
from plyground.core.position import Move
from plyground.core.text import MOST_VISIBLE
from plyground.play import match as match_module
from plyground.play.clock import GRACE_SECONDS
from plyground.play.match import CRASH, HUMAN, ILLEGAL, TIME, Match, match_of, play_out, take_turn
from plyground.play.records.text_format import read_record, write_record
from plyground.search.task import Progress, ignore
from tests.play.test_match import BLOCKIT, moves_of, played


@dataclass
class Fake:
    """A player that does what it is told."""

    chooses: Callable[[Position], str] = lambda position: str(position.moves[0])
    text: str = "fake"
    allowed: list[float | None] = field(default_factory=list)
    usual: list[float | None] = field(default_factory=list)
    games: int = 0

    def think(
        self,
        position: Position,
        *,
        lines: int = 1,
        seconds: float | None = None,
        optimum: float | None = None,
        cancel: Cancel | None = None,
        on_progress: Progress = ignore,
    ) -> Result:
        """Choose without thinking; keeps how long it might have thought."""
        self.allowed.append(seconds)
        self.usual.append(optimum)
        return Result.unsearched(Move(0, self.chooses(position)), "rule")

    def new_game(self) -> None:
        """Keeps nothing but the number of games."""
        self.games += 1

    def close(self) -> None:
        """Holds nothing."""


class FakeTime:
    """A clock that a fake player can move on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(match_module.time, "perf_counter", lambda: self.now)

    def slow(self, seconds: float) -> Fake:
        """A player that takes so long."""

        def choose(position: Position) -> str:
            self.now += seconds
            return str(position.moves[0])

        return Fake(choose)


def failing(position: Position) -> str:
    raise PlygroundError("The program has died.")


def test_players_without_hands_play_to_the_end() -> None:
    match, seen = played(), []
    outcome = play_out(match, (Fake(), Fake()), on_turn=lambda match: seen.append(len(match.turns)))
    assert outcome == match.outcome is not None
    assert seen == list(range(1, len(match.turns) + 1))


def test_a_player_s_move_is_timed_and_it_is_told_how_long_it_may_think(monkeypatch: pytest.MonkeyPatch) -> None:
    player = FakeTime(monkeypatch).slow(4.0)
    match = played(clock="1+1")
    found = take_turn(match, player)
    assert found is not None
    assert (match.turns[0].move, match.turns[0].seconds) == (str(found.move), 4.0)
    assert match.clock.left == (57, 60)
    assert player.usual == [pytest.approx(60 / 25 + 0.8)]
    assert player.allowed == [pytest.approx(60 / 6 + 0.8)]


def test_every_player_hears_of_the_game_before_its_first_move() -> None:
    players = Fake(), Fake()
    play_out(played(), players, most_turns=3)
    assert [player.games for player in players] == [1, 1]


@pytest.mark.parametrize(
    ("choose", "reason", "detail"),
    [
        (lambda position: "a1", ILLEGAL, "'a1' is not empty. Legal moves: "),
        (lambda position: "what?", ILLEGAL, "'what?' is not a move: "),
        (lambda position: "\x1b[2J\n" + 500 * "x", ILLEGAL, r"'\x1b[2J\nxxx"),
        (failing, CRASH, "The program has died."),
    ],
)
def test_a_player_that_fails_loses_and_what_went_wrong_is_written_down(
    choose: Callable[[Position], str], reason: str, detail: str
) -> None:
    match = played("a1", "b1", "c1")
    assert play_out(match, (Fake(), Fake(choose))) == Outcome(0, reason)
    assert moves_of(match) == ["a1", "b1", "c1"]
    record = match.record()
    assert (record.result, record.reason) == ("first", reason)
    assert record.detail.startswith(detail)
    assert record.detail.isprintable()
    assert len(record.detail) <= MOST_VISIBLE
    assert read_record(write_record(record)) == record
    again = match_of(record, match.players).ended
    assert again is not None
    assert (again, again.detail) == (match.ended, record.detail)


def test_a_failure_gives_no_result_of_a_search() -> None:
    assert take_turn(played("a1"), Fake(lambda position: "a1")) is None
    assert take_turn(played("a1"), Fake(failing)) is None


@pytest.mark.parametrize(("clock", "seconds"), [("1", 60.1), ("2s", 2.1 + GRACE_SECONDS)])
def test_a_player_that_takes_too_long_loses_by_time(
    monkeypatch: pytest.MonkeyPatch, clock: str, seconds: float
) -> None:
    match = played(clock=clock)
    outcome = play_out(match, (FakeTime(monkeypatch).slow(seconds), Fake()))
    assert outcome == Outcome(1, TIME)
    assert outcome.detail == f"'a1' came after {seconds:.2f} s where {seconds - 0.1:.2f} s were allowed."
    assert match.turns == []


def test_a_program_that_gives_up_waiting_after_its_time_has_lost_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = FakeTime(monkeypatch)

    def hang(position: Position) -> str:
        clock.now += 61
        return failing(position)

    match = played(clock="1")
    outcome = play_out(match, (Fake(hang), Fake()))
    assert outcome == Outcome(1, TIME)
    assert outcome.detail == "The program has died."


def test_among_four_a_fault_names_who_failed() -> None:
    match = Match(BLOCKIT[4].start(), [HUMAN] * 4)
    players = (Fake(), Fake(), Fake(failing), Fake())
    assert play_out(match, players) == Outcome(None, f"{BLOCKIT[4].seats[2]}: {CRASH}")
    assert len(match.turns) == 2


def test_a_game_that_grows_too_long_is_left_open() -> None:
    match = played()
    assert play_out(match, (Fake(), Fake()), most_turns=3) is None
    assert len(match.turns) == 3


@pytest.mark.parametrize("ending", [failing, lambda position: str(position.moves[0])])
def test_a_search_that_is_cancelled_makes_no_move_and_loses_nothing(ending: Callable[[Position], str]) -> None:
    cancel = Cancel()

    def stopped(position: Position) -> str:
        cancel.now()
        return ending(position)

    match = played("a1")
    assert play_out(match, (Fake(), Fake(stopped)), cancel=cancel) is None
    assert (moves_of(match), match.ended) == (["a1"], None)


def test_a_move_that_comes_after_a_resignation_is_not_played() -> None:
    match = played("a1")

    def too_late(position: Position) -> str:
        match.resign(0)
        return str(position.moves[0])

    assert take_turn(match, Fake(too_late)) is None
    assert (moves_of(match), match.outcome) == (["a1"], Outcome(1, "resignation"))


def test_an_error_of_our_own_is_not_taken_for_a_player_s() -> None:
    def broken(position: Position) -> str:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        take_turn(played(), Fake(broken))


def test_time_is_really_measured() -> None:
    def nap(position: Position) -> str:
        time.sleep(0.02)
        return str(position.moves[0])

    match = played()
    take_turn(match, Fake(nap))
    assert match.turns[0].seconds >= 0.02
