"""Whatever the sources say to people is a message with a key: no sentence is written where no catalogue has it."""

import random
import re
import string
from collections.abc import Iterator

import pytest

import plyground
from plyground.core.heuristic import heuristics_of
from plyground.games import game_class
from plyground.lab.stats.sprt import Sprt
from plyground.language import Message, language, recorded_reason
from plyground.language.catalogue import areas, read_area
from plyground.language.message import english
from plyground.play.agents.agent import describe_agents, describe_heuristics
from tests.cases import all_cases, random_line
from tests.language.phrases import all_phrases, all_texts, key_patterns, messages, name_of, raised

KEYS = set(english().catalogue) | {key.rpartition(".")[0] for key in english().catalogue if key.endswith(".other")}
"""The keys that a message can have; one with plural forms is named without its form."""
FRONT_ENDS = {"terminal", "menu", "web", "dialogs", "theatre", "bench"}
"""The areas whose keys the front ends ask for otherwise; test_catalogue.py looks after them."""
NAMES_IN_BOTH = {"blockit.title"}
PORTUGUESE = language("pt")


def described() -> Iterator[str]:
    """What games, searches and heuristics say about themselves."""
    for name in plyground.games():
        game = plyground.game(name)
        yield from (game_class(name).summary, *(option.meaning for option in game.known_options))
        yield from (str(each["summary"]) for each in (*describe_heuristics(game), *describe_agents(game)))


def test_no_sentence_is_written_outside_the_catalogue() -> None:
    """What is listed here has to become a message, or is no phrase: see phrases.py."""
    assert all_phrases() == []


def test_no_error_is_raised_with_a_sentence() -> None:
    assert list(raised()) == []


def test_every_message_has_a_key_of_the_catalogue() -> None:
    made = [(file, pattern) for file, call in messages() for pattern in key_patterns(call.args[0])]
    assert len(made) > 400
    assert [each for each in made if not any(re.fullmatch(each[1], key) for key in KEYS)] == []


def test_every_message_has_the_values_that_its_text_needs() -> None:
    for file, call in messages():
        names = {keyword.arg for keyword in call.keywords}
        if name_of(call) == "Message" and None not in names:
            for pattern in key_patterns(call.args[0]):
                for key in (key for key in english().catalogue if re.fullmatch(rf"{pattern}(\.(one|other))?", key)):
                    assert places(key) <= names, (file, key)


def places(key: str) -> set[str]:
    """The names of the places of a message."""
    parsed = string.Formatter().parse(english().catalogue[key])
    return {name for _, name, _, _ in parsed if name is not None}


def test_no_key_is_left_over() -> None:
    known = re.compile("|".join(text for text in all_texts() if re.search(r"[a-z]{3}\\\.|\\\.[a-z]{3}", text)))
    ours = {key for area in set(areas("en")) - FRONT_ENDS for key in read_area("en", area)}
    plain = {re.sub(r"\.(one|other|many)$", "", key) for key in ours if not key.startswith("list.")}
    assert [key for key in sorted(plain) if not known.fullmatch(key)] == []


def test_no_key_is_in_two_areas() -> None:
    keys = [key for area in areas("en") for key in read_area("en", area)]
    assert sorted(keys) == sorted(set(keys))


def test_a_translation_is_another_text() -> None:
    for area in set(areas("en")) - FRONT_ENDS:
        for key, text in read_area("en", area).items():
            words = re.sub(r"\{[^}]*\}", "", text)
            if re.search("[a-z]{3}", words) and key not in NAMES_IN_BOTH | {"solve.size.bytes", "core.time.hours"}:
                assert PORTUGUESE.catalogue[key] != text or key.startswith("core.time."), key


def test_whatever_describes_itself_is_a_message() -> None:
    assert [text for text in described() if not isinstance(text, Message)] == []


@pytest.mark.parametrize("name", plyground.games())
def test_a_heuristic_says_the_same_in_its_docstring_and_in_the_catalogue(name: str) -> None:
    for heuristic, kind in heuristics_of(plyground.game(name)).items():
        first_line = (kind.__doc__ or "").strip().split("\n")[0]
        assert english().catalogue[f"{name}.heuristic.{heuristic}"] == first_line


@pytest.mark.parametrize(("name", "options"), all_cases())
def test_whatever_a_game_says_about_a_wrong_move_is_translated(name: str, options: dict[str, object]) -> None:
    """Moves of other positions of the game: most are well formed, and not legal here."""
    game = plyground.game(name, **options)
    dice = random.Random(4)
    line = list(random_line(game, dice, 40))
    texts = {str(move) for _, move in line if move is not None} | {"zz", "a1", "a1-a2", "swap", "pass"}
    for position, _ in line[::8]:
        for text in sorted(texts - {str(move) for move in position.moves}):
            with pytest.raises(plyground.PlygroundError) as caught:
                position.play(text)
            said = PORTUGUESE.translate(str(caught.value))
            assert re.search(r"\b(is|not|move|would|Legal|the|write)\b", re.sub(r"'[^']*'", "", said)) is None, said


@pytest.mark.parametrize(
    ("written", "portuguese"),
    [
        ("resignation", "desistência"),
        ("third occurrence of the position", "terceira ocorrência da posição"),
        ("Black cannot move", "as Pretas não podem jogar"),
        ("red: illegal move", "Vermelho: jogada ilegal"),
        ("red: rain", "red: rain"),
        ("rain", "rain"),
    ],
)
def test_a_reason_that_was_written_down_is_the_message_it_was(written: str, portuguese: str) -> None:
    assert recorded_reason(written) == written
    assert PORTUGUESE.clause(recorded_reason(written)) == portuguese


def test_an_error_of_the_lab_is_said_in_both_languages() -> None:
    with pytest.raises(plyground.PlygroundError) as caught:
        Sprt(30, 0)
    assert caught.value.key == "lab.sprt.elo"
    assert str(caught.value) == "elo0 must be below elo1, both from -1000 to 1000, not 30 and 0."
    said = PORTUGUESE.translate(str(caught.value))
    assert said == "elo0 tem de ser menor do que elo1, ambos de -1000 a 1000, não 30 e 0."
