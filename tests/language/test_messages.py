"""Messages are keys with values: English as texts, said in any language by its catalogue."""

import pickle
import re
import shutil
from pathlib import Path

import pytest

from plyground.core.errors import InvalidPositionError, PlygroundError
from plyground.language import LANGUAGES, Message, language
from plyground.language.catalogue import FOLDER, areas, codes
from plyground.language.forms import Forms
from plyground.language.languages import read_language
from plyground.language.message import Wording

PORTUGUESE = language("pt")
WORDING = Wording(
    {
        "list.and": " & ",
        "list.or": " | ",
        "men.one": "{number} man",
        "men.other": "{number:,} men",
        "placed": "{men} on {squares:and}",
        "either": "{words:or}",
        "all": "{words}",
        "reasons": "{reasons:;}",
        "share": "{share:.1f} %",
    },
    Forms("pt_PT", 10000),
)


def impossible(reasons: tuple[str, ...]) -> Message:
    return Message("core.position.impossible", text="'x'", reasons=reasons)


def test_a_message_is_an_english_text_that_knows_its_key_and_values() -> None:
    message = impossible(("one", "two"))
    assert message == "'x' is not a possible position: one; two."
    assert (message.key, message.values) == ("core.position.impossible", {"text": "'x'", "reasons": ("one", "two")})
    assert PORTUGUESE.translate(message) == "'x' não é uma posição possível: one; two."
    assert language("en").translate(message) == message


def test_an_error_carries_the_key_and_values_of_its_message() -> None:
    error = InvalidPositionError("x", ["why"])
    assert str(error) == "'x' is not a possible position: why."
    assert (error.key, error.values["text"]) == ("core.position.impossible", "'x'")
    assert PORTUGUESE.translate(str(error)) == "'x' não é uma posição possível: why."


def test_a_plain_text_of_a_game_without_a_catalogue_is_said_as_it_is() -> None:
    error = PlygroundError("Knights jump.")
    assert (str(error), error.key, error.values) == ("Knights jump.", None, {})
    assert PORTUGUESE.translate(str(error)) == "Knights jump."
    assert PORTUGUESE.clause("knights jump") == "knights jump"


def test_messages_and_their_errors_travel_between_processes() -> None:
    message = impossible((impossible(("inner",)),))
    again = pickle.loads(pickle.dumps(PlygroundError(message)))
    assert (str(again), again.key) == (message, message.key)
    assert PORTUGUESE.translate(str(again)) == PORTUGUESE.translate(message)


def test_a_message_inside_a_message_is_said_in_the_same_language() -> None:
    inner = impossible(("why",))
    assert PORTUGUESE.translate(impossible((inner,))) == (
        "'x' não é uma posição possível: 'x' não é uma posição possível: why.."
    )


def test_quoted_texts_are_never_translated_whatever_they_say() -> None:
    text = "core.position.impossible {text} is not a possible position: it is written."
    assert PORTUGUESE.translate(Message("core.position.impossible", text=text, reasons=("x",))).startswith(text)


@pytest.mark.parametrize(
    ("key", "values", "said"),
    [
        ("men", {"number": 1}, "1 man"),
        ("men", {"number": 0}, "0 men"),
        ("men", {"number": 12345}, "12\u00a0345 men"),
        ("share", {"share": 12.34}, "12,3 %"),
        ("either", {"words": ["a", "b", "c"]}, "a, b | c"),
        ("either", {"words": ["a", "b"]}, "a | b"),
        ("either", {"words": ["a"]}, "a"),
        ("either", {"words": []}, ""),
        ("all", {"words": ["a", "b"]}, "a, b"),
        ("all", {"words": [1.5, True]}, "1,5, True"),
        ("reasons", {"reasons": ("a", "b", "c")}, "a; b; c"),
    ],
)
def test_numbers_and_lists_are_written_as_the_language_writes_them(
    key: str, values: dict[str, object], said: str
) -> None:
    assert WORDING.text(key, values) == said


def test_a_language_is_a_folder(tmp_path: Path) -> None:
    """English with every word shouted, in a folder of its own: nothing else has to know of it."""
    folder = tmp_path / "xx"
    shutil.copytree(str(FOLDER / "en"), folder)
    (folder / "language.toml").write_text('name = "Shouted"\nlocale = "de_DE"\n', encoding="utf-8")
    for area in areas("xx", tmp_path):
        path = folder / f"{area}.toml"
        path.write_text(re.sub("is not a possible position", "IS NOT POSSIBLE", path.read_text(encoding="utf-8")))
    assert codes(tmp_path) == ("xx",)
    shouted = read_language("xx", tmp_path)
    assert (shouted.code, shouted.name) == ("xx", "Shouted")
    assert shouted.translate(impossible(("why",))) == "'x' IS NOT POSSIBLE: why."
    assert shouted.number(1234.5, ",.1f")[-2:] == ",5"
    assert set(shouted.catalogue) == set(language("en").catalogue)


def test_the_languages_are_the_folders() -> None:
    assert codes() == LANGUAGES == ("en", "pt")


@pytest.mark.parametrize(
    ("code", "one", "two"), [("en", "1 barrier", "2 barriers"), ("pt", "1 barreira", "2 barreiras")]
)
def test_a_barrier_is_not_barriers(code: str, one: str, two: str) -> None:
    said = [language(code).translate(Message("blockit.barriers", number=number)) for number in (1, 2)]
    assert said == [one, two]


def test_a_problem_is_told_without_the_folders_of_this_machine() -> None:
    error = Message("store.human_instead", who="x", problem=Message("store.busy", file="/home/me/games.sqlite3"))
    public = error.mapped(lambda text: text.replace("/home/me", "…"))
    assert "…/games.sqlite3" in public
    assert "…/games.sqlite3" in PORTUGUESE.translate(public)
    assert "/home/me" not in PORTUGUESE.translate(public)


@pytest.mark.parametrize(
    ("locale", "forms"),
    [
        ("en_GB", ["other", "one", "other", "other"]),
        ("pt_PT", ["other", "one", "other", "many"]),
        ("fr_FR", ["one", "one", "other", "many"]),
        ("pl_PL", ["many", "one", "few", "many"]),
    ],
)
def test_plural_forms_are_those_of_the_locale(locale: str, forms: list[str]) -> None:
    assert [Forms(locale).plural(number) for number in (0, 1, 2, 1_000_000)] == forms


def test_a_form_that_a_message_lacks_is_other() -> None:
    assert WORDING.text("men", {"number": 1_000_000}) == "1\u00a0000\u00a0000 men"


def test_an_unknown_key_is_an_error_of_the_program() -> None:
    with pytest.raises(KeyError):
        Message("core.no_such_key")
