"""Options: read from values and from texts, refused with the name, the value and what would have been right."""

from typing import Any

import pytest

import plyground
from plyground import OptionError, UnknownGameError


@pytest.mark.parametrize(
    ("game", "option", "given", "meant"),
    [
        ("hex", "size", "13", 13),
        ("hex", "swap", "off", False),
        ("hex", "swap", "true", True),
        ("blockit", "colours", "red,green", ("red", "green")),
        ("blockit", "colours", ["red", "yellow"], ("red", "yellow")),
        ("blockit", "rules", "quoridor", "quoridor"),
    ],
)
def test_values_and_texts(game: str, option: str, given: Any, meant: Any) -> None:
    made = plyground.game(game, **{option: given})
    assert made.options[option] == meant
    assert plyground.game(game, **made.option_texts()) == made


@pytest.mark.parametrize(
    ("game", "option", "given"),
    [("hex", "size", value) for value in (2, 20, 11.0, True, None, "", "011x", "１１", "-5", "1e1", [], "9" * 5000)]
    + [("hex", "swap", value) for value in (1, 0, None, "yes", "ON", [])]
    + [("blockit", "size", value) for value in (8, 4, 15, "6")]
    + [("blockit", "colours", value) for value in ("red", "blue,red", "red,red", "red, blue", "", None, 3, "red,pink")]
    + [("blockit", "rules", value) for value in ("Quoridor", None, 1)]
    + [("morris", "mills", "loose"), ("neutreeko", "order", "rows "), ("eximo", "size", 8)],
)
def test_refusals(game: str, option: str, given: Any) -> None:
    with pytest.raises(OptionError, match=option):
        plyground.game(game, **{option: given})


def test_quoridor_shares_twenty_barriers_unless_told() -> None:
    two, four = "red,blue", "red,green,blue,yellow"
    assert plyground.game("blockit").options["barriers"] == 5
    assert plyground.game("blockit", rules="quoridor", colours=two).options["barriers"] == 10
    assert plyground.game("blockit", rules="quoridor", colours=four).options["barriers"] == 5
    assert plyground.game("blockit", rules="quoridor", barriers=3).options["barriers"] == 3


@pytest.mark.parametrize("name", ["chess", "", "Hex", "../hex", "hex.rules", "__init__", "\0"])
def test_unknown_games(name: str) -> None:
    with pytest.raises(UnknownGameError, match="games are blockit, eximo, hex, morris, neutreeko"):
        plyground.game(name)


def test_a_near_miss_is_suggested() -> None:
    with pytest.raises(UnknownGameError, match="Did you mean morris"):
        plyground.game("moris")
