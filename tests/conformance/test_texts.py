"""Parsers: any text either parses and prints back, or raises the named error; and the rule texts are complete."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground
from plyground import Game, IllegalMoveError, InvalidPositionError, NotationError, Position
from tests.cases import random_line

RULES = {"hex": ("H", 5), "blockit": ("B", 8), "eximo": ("E", 7), "neutreeko": ("N", 5), "morris": ("M", 7)}
GAMES = {name: plyground.game(name, **({"size": 5} if name == "hex" else {})) for name in RULES}
ALPHABET = "abcdefghirwy.-x@/, 0123456789hvswap\n\u0661é"


def positions_of(game: Game) -> list[Position]:
    """Positions whose texts are then damaged."""
    dice = random.Random(f"texts {game!r}")
    return [position for _ in range(3) for position, _ in random_line(game, dice, longest=60)]


SEEN = {name: positions_of(game) for name, game in GAMES.items()}
names = st.sampled_from(sorted(RULES))
scraps = st.text(ALPHABET, max_size=6) | st.text(max_size=3)


def damaged(draw: st.DrawFn, text: str) -> str:
    """The text with a piece cut out and something else put in."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 4)))
    return text[:start] + draw(scraps) + text[end:]


@st.composite
def position_texts(draw: st.DrawFn) -> tuple[str, str]:
    """A game and a text that may be a position of it."""
    name = draw(names)
    good = str(draw(st.sampled_from(SEEN[name])))
    return name, draw(st.sampled_from([good, damaged(draw, good), damaged(draw, damaged(draw, good)), draw(st.text())]))


@st.composite
def move_texts(draw: st.DrawFn) -> tuple[Position, str]:
    """A position and a text that may be a move in it."""
    name = draw(names)
    position, other = draw(st.sampled_from(SEEN[name])), draw(st.sampled_from(SEEN[name]))
    some = [str(move) for move in (*position.moves, *other.moves)] or ["a1"]
    good = draw(st.sampled_from(some))
    return position, draw(st.sampled_from([good, damaged(draw, good), draw(st.text(ALPHABET, max_size=12))]))


@settings(max_examples=600, deadline=None)
@given(position_texts())
def test_any_position_text_prints_back_or_is_refused(case: tuple[str, str]) -> None:
    name, text = case
    try:
        position = GAMES[name].position(text)
    except InvalidPositionError as problem:
        assert problem.reasons
        assert "\n" not in str(problem)
    else:
        assert str(position) == text
        assert position.outcome is not None or position.moves


@settings(max_examples=600, deadline=None)
@given(move_texts())
def test_any_move_text_is_a_legal_move_or_is_refused(case: tuple[Position, str]) -> None:
    position, text = case
    legal = [str(move) for move in position.moves]
    try:
        child = position.play(text)
    except (NotationError, IllegalMoveError) as problem:
        assert text not in legal
        assert "\n" not in str(problem)
    else:
        assert text in legal
        assert child != position or text == "pass"


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("name", sorted(RULES))
def test_the_rule_texts_state_every_numbered_rule(name: str, language: str) -> None:
    text = GAMES[name].rules_text(language)
    letter, count = RULES[name]
    stated = {int(number) for number in re.findall(rf"\b{letter}(\d)\b", text)}
    assert stated == set(range(1, count + 1))
    assert len(text) > 2500


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("name", sorted(RULES))
def test_the_rule_texts_name_every_option_and_value(name: str, language: str) -> None:
    text = GAMES[name].rules_text(language)
    for option in GAMES[name].known_options:
        assert option.name in text
        for word in getattr(option, "choices", ()):
            assert word in text, f"{option.name}={word}"


def test_every_numbered_rule_has_a_test_named_after_it() -> None:
    folder = Path(__file__).resolve().parent.parent / "games"
    for name, (letter, count) in RULES.items():
        source = (folder / f"test_{name}.py").read_text(encoding="utf-8")
        for number in range(1, count + 1):
            assert re.search(rf"^def test_{letter}{number}_", source, re.MULTILINE), f"{letter}{number}"
