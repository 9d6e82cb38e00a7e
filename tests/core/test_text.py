"""Times as text."""

import pytest

from plyground.core.text import duration


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
