"""Times as texts, and clocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.play.clock import GRACE_SECONDS, LONGEST_SECONDS, Clock, ClockError, MoveTime, TimeControl, read_time

THOUSANDTHS = st.integers(0, 99_999_999).map(lambda number: f"{number // 1000}.{number % 1000:03d}")


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("", TimeControl()),
        ("5+3", TimeControl(base=300, increment=3)),
        ("10", TimeControl(base=600)),
        ("0.5+0.1", TimeControl(base=30, increment=0.1)),
        ("2s", TimeControl(per_move=2)),
        ("0.25s", TimeControl(per_move=0.25)),
        ("1440+86400", TimeControl(base=LONGEST_SECONDS, increment=LONGEST_SECONDS)),
    ],
)
def test_a_time_is_read(text: str, control: TimeControl) -> None:
    assert read_time(text) == control


@pytest.mark.parametrize(
    "text",
    ["x", " ", "5 + 3", "5+", "+3", "5+3s", "-5", "5,5", "1e3", "5s\n", "٣", "5.", "1.2345", "100000", "nan", "infs"],
)
def test_what_is_no_time_is_said_so(text: str) -> None:
    with pytest.raises(ClockError, match="is not a time: write minutes"):
        read_time(text)


@pytest.mark.parametrize("text", ["0", "0s", "0+5", "0.009s", "1441", "86400.001s", "5+86400.5"])
def test_a_time_that_is_too_short_or_too_long_is_refused(text: str) -> None:
    with pytest.raises(ClockError, match="is not possible"):
        read_time(text)


def test_there_is_a_time_for_every_move_or_a_clock() -> None:
    with pytest.raises(ClockError, match="not both"):
        TimeControl(per_move=1, base=60)
    for control in ({"increment": 3.0}, {"per_move": 2.0, "increment": 3.0}):
        with pytest.raises(ClockError, match="needs a clock"):
            TimeControl(**control)
    for broken in ({"base": float("nan")}, {"per_move": float("inf")}, {"base": 60.0, "increment": float("nan")}):
        with pytest.raises(ClockError):
            TimeControl(**broken)


@given(THOUSANDTHS, THOUSANDTHS, st.sampled_from(["{0}s", "{0}", "{0}+{1}"]))
def test_a_time_is_written_as_it_is_read(first: str, second: str, form: str) -> None:
    try:
        control = read_time(form.format(first, second))
    except ClockError:
        return
    again = read_time(str(control))
    assert (again.per_move, again.increment) == (control.per_move, control.increment)
    assert again.base == pytest.approx(control.base)
    assert str(again) == str(control)


def test_a_time_is_written_shortly() -> None:
    assert [str(read_time(text)) for text in ("", "5+3", "10", "2s", "100+20")] == ["", "5+3", "10+0", "2s", "100+20"]


def test_no_clock_gives_all_the_time() -> None:
    clock = Clock.new(TimeControl(), 2)
    assert clock.after(0, 1e6) == clock
    assert (clock.deadline(0), clock.allowance(1)) == (None, None)


def test_a_time_for_every_move_is_there_again_after_each() -> None:
    clock = Clock.new(read_time("2s"), 2)
    assert clock.after(0, 1.9) == clock
    assert clock.deadline(1) == 2 + GRACE_SECONDS
    assert clock.allowance(1) == 2


def test_a_time_for_every_move_may_be_overstepped_by_its_grace() -> None:
    assert Clock.new(TimeControl(per_move=2), 2).deadline(0) == 2.5
    assert Clock.new(TimeControl(per_move=2, grace=5), 2).deadline(1) == 7
    assert Clock.new(TimeControl(per_move=2, grace=5), 2).allowance(1) == 2


def test_a_move_costs_its_seat_the_time_and_gives_the_increment() -> None:
    clock = Clock.new(read_time("1+2"), 4)
    assert clock.left == (60, 60, 60, 60)
    later = clock.after(2, 12.5)
    assert later.left == (60, 60, 49.5, 60)
    assert clock.left == (60, 60, 60, 60)
    assert (later.deadline(2), later.deadline(3)) == (49.5, 60)


def test_a_clock_never_shows_less_than_nothing() -> None:
    assert Clock.new(read_time("1"), 2).after(0, 61).left == (0, 60)


@given(st.floats(0.01, 86_400), st.floats(0, 100), st.floats(0, 86_400))
def test_a_computer_does_not_think_its_clock_down(base: float, increment: float, used: float) -> None:
    clock = Clock.new(TimeControl(base=base, increment=increment), 2).after(0, used)
    allowed, left = clock.allowance(0), clock.deadline(0)
    assert allowed is not None
    assert left is not None
    assert 0.01 <= allowed <= max(0.01, left)
    time = clock.move_time(0)
    assert time.optimum == allowed
    assert time.seconds is not None
    assert allowed <= time.seconds <= max(0.01, left)
    if left > 1:
        assert time.seconds < left


def test_a_computer_takes_a_share_of_its_time_and_most_of_the_increment() -> None:
    clock = Clock.new(read_time("5+10"), 2)
    assert clock.allowance(0) == pytest.approx(300 / 25 + 8)
    assert clock.move_time(0).seconds == pytest.approx(300 / 6 + 8), "a difficult move may take more"


def test_only_a_clock_for_the_whole_game_has_time_to_save() -> None:
    assert Clock.new(read_time("2s"), 2).move_time(1) == MoveTime(2)
    assert Clock.new(TimeControl(), 2).move_time(1) == MoveTime()
