"""Times as text, and texts from outside, made fit to be shown."""

import pytest

from plyground.core.text import MOST_VISIBLE, counted, duration, visible


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0 s"),
        (0.00004, "40 µs"),
        (0.0009996, "1 ms"),
        (0.0123, "12.3 ms"),
        (0.99951, "1 s"),
        (4.0512, "4.05 s"),
        (75.0, "75 s"),
        (119.6, "2 min 0 s"),
        (125.4, "2 min 5 s"),
        (3599.6, "1 h 0 min"),
        (3725.0, "1 h 2 min"),
    ],
)
def test_a_duration_has_three_digits_and_the_unit_that_suits_it(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("plain words – até já", "plain words – até já"),
        ("  two\n lines\t\r\n", "two lines"),
        ("\x1b[2J\x07\x00", r"\x1b[2J\x07\x00"),
        ("\x9b31m\u202eright to left", r"\x9b31m\u202eright to left"),
        ("half a character: \udc00", r"half a character: \udc00"),
        ("a backslash: \\", "a backslash: \\"),
    ],
)
def test_a_text_becomes_one_line_that_commands_nothing(text: str, shown: str) -> None:
    assert visible(text) == shown == visible(shown)


@pytest.mark.parametrize("text", [10**6 * "x", 10**6 * "\x1b", 10**6 * "y\n"])
def test_a_text_has_an_end(text: str) -> None:
    shown = visible(text)
    assert len(shown) == MOST_VISIBLE
    assert shown.endswith("…")
    assert visible(shown) == shown


def test_one_thing_is_not_several() -> None:
    assert [counted(number, "barrier") for number in (0, 1, 2)] == ["0 barriers", "1 barrier", "2 barriers"]
    assert [counted(number, "man", "men") for number in (0, 1, 2)] == ["0 men", "1 man", "2 men"]
