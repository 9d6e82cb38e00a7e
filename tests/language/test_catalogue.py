"""One catalogue of messages: the same keys with the same places in every language, and none missing or left over."""

import ast
import re
import string
from pathlib import Path
from typing import get_args

import pytest

import plyground
from plyground.cli.language import Lang
from plyground.core.scene import COLOURS
from plyground.language import LANGUAGES, LanguageError, language, system_language
from plyground.language.catalogue import areas, read_area
from tests.language.phrases import SOURCES, messages

AREAS = areas("en")
TERMINAL = ("terminal", "menu")
ENGLISH, PORTUGUESE = language("en"), language("pt")
ASKING = {"text", "about", "count", "tell", "confirm", "word", "choose", "heading"}
"""The methods that take a key first."""
FORMS = {"about": ("one", "many"), "count": ("one", "other")}
"""The methods whose keys have a form for one player and for several, or for one thing and for others."""
MADE_UP = (
    "command.",
    "player.",
    "seat.",
    "menu.level.",
    "menu.mode.",
    "thinking_is.",
    "pieces.",
    "pick.",
    "style.",
    "menu.style.",
    "explorer.column.",
    "search.column.",
    "search.stop.",
    "solve.column.",
    "solve.winning",
    "solve.losing",
    "saved.",
    "serving.",
    "games.",
    "turn.",
    "won.",
    "result.",
)
"""Keys that the program puts together, such as `command.undo.word`; that they are there is for the terminal's tests."""


def places(message: str) -> set[tuple[str, str | None]]:
    """The places of a message, each with its format."""
    return {(name, spec) for _, name, spec, _ in string.Formatter().parse(message) if name is not None}


def keys_asked_for(folder: str) -> set[str]:
    """Every key that the sources of a front end name, `one` and `many` for messages about players."""
    found: set[str] = set()
    for path in sorted((SOURCES / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ASKING:
                found |= keys_in(node)
    return found


def keys_in(call: ast.Call) -> set[str]:
    """The keys in the first argument of a call."""
    texts = {node.value for node in ast.walk(call.args[0]) if isinstance(node, ast.Constant)} if call.args else set()
    keys = {text for text in texts if isinstance(text, str) and re.fullmatch(r"[a-z_]+(\.[a-z_]+)*", text)}
    assert isinstance(call.func, ast.Attribute)
    forms = FORMS.get(call.func.attr)
    return {f"{key}.{form}" for key in keys for form in forms} if forms else keys


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_message_is_missing_in_a_language(code: str, area: str) -> None:
    assert set(read_area(code, area)) == set(read_area("en", area))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_the_same_areas(code: str) -> None:
    assert areas(code) == AREAS
    assert "terminal" in AREAS


def test_a_message_has_the_same_places_in_every_language() -> None:
    for key, message in ENGLISH.catalogue.items():
        assert places(message) == places(PORTUGUESE.catalogue[key]), key


def test_every_key_that_the_terminal_asks_for_is_there_and_none_is_left_over() -> None:
    asked = keys_asked_for("terminal") | keys_asked_for("cli")
    made = {str(call.args[0].value) for _, call in messages() if isinstance(call.args[0], ast.Constant)}
    known = {key for area in TERMINAL for key in read_area("en", area)}
    asked |= made & known
    assert len(asked) > 40
    assert sorted(asked - set(ENGLISH.catalogue)) == []
    assert sorted(key for key in known - asked if not key.startswith(MADE_UP)) == []


@pytest.mark.parametrize("area", ["theatre", "bench"])
def test_no_key_of_a_view_is_left_over(area: str) -> None:
    """The page puts some keys together: `theatre.part.` and the part."""
    files = [*(SOURCES / "web/static").glob("*.js"), *SOURCES.rglob("*.py")]
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    for key in (re.sub(r"\.(one|many)$", "", key) for key in read_area("en", area)):
        own = key.removeprefix(f"{area}.")
        written = any(f"{quote}{name}" in sources for quote in "\"'`" for name in (own, key))
        made = own.startswith(("algorithm.", "part.", "cut.", "ask.")) or own in ("win", "loss", "draw")
        assert written or (made and (area == "bench" or f"theatre.{own.split('.')[0]}." in sources)), key


def test_portuguese_is_not_english() -> None:
    english = {key: message for area in TERMINAL for key, message in read_area("en", area).items()}
    same = [key for key, message in english.items() if message == PORTUGUESE.catalogue[key]]
    assert [key for key in same if not re.fullmatch(r"seat\.\w+\.number", key)] == []


def test_every_colour_has_a_name_in_every_language() -> None:
    for code in LANGUAGES:
        for colour in COLOURS:
            assert language(code).seat(colour)
            assert f"seat.{colour}.number" in language(code).catalogue


def test_verbs_agree_with_the_players() -> None:
    assert PORTUGUESE.about("turn", "red") == "joga o Vermelho"
    assert PORTUGUESE.about("turn", "white") == "jogam as Brancas"
    assert ENGLISH.about("turn", "white") == "white to move"
    assert ENGLISH.about("turn", "purple") == "purple to move", "a player of somebody else's game"


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "pt_PT.UTF-8"}, "pt"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_MESSAGES": "pt_BR", "LANG": "en_GB"}, "pt"),
        ({"LC_ALL": "en_GB", "LC_MESSAGES": "pt_PT", "LANG": "pt_PT"}, "en"),
        ({"LC_ALL": "", "LANG": "PT"}, "pt"),
    ],
)
def test_the_systems_language_is_the_first_that_is_set(environment: dict[str, str], code: str) -> None:
    assert system_language(environment).code == code


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(LanguageError, match="'de'; there are en and pt") as refused:
        language("de")
    assert PORTUGUESE.translate(refused.value.args[0]) == "Não há a língua 'de'; há en e pt."


def test_the_option_names_the_languages_that_there_are() -> None:
    option = get_args(Lang)[1]
    assert option.metavar == "|".join(LANGUAGES)
    assert all(language(code).name in option.help for code in LANGUAGES)


@pytest.mark.parametrize("text", sorted(set(PORTUGUESE.catalogue.values())))
def test_the_portuguese_is_european(text: str) -> None:
    assert re.search(r"(?i)\b(você|vocês|tela|arquivo|mouse|usuário|registro|salvar|deletar)\b", text) is None
    assert re.search(r"\bestá \w+ndo\b|\bestão \w+ndo\b", text) is None


@pytest.mark.parametrize(
    ("value", "spec", "english", "portuguese"),
    [
        (0.5, "", "0.5", "0,5"),
        (12.34, ".1f", "12.3", "12,3"),
        (1024, "", "1024", "1024"),
        (1024, ",", "1,024", "1024"),
        (10240, ",", "10,240", "10\u00a0240"),
        (-1234567.5, ",.1f", "-1,234,567.5", "-1\u00a0234\u00a0567,5"),
        (1e21, "g", "1e+21", "1e+21"),
        (3, "g", "3", "3"),
        (5, "+d", "+5", "+5"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(
    value: float, spec: str, english: str, portuguese: str
) -> None:
    assert (ENGLISH.number(value, spec), PORTUGUESE.number(value, spec)) == (english, portuguese)


def test_one_thing_is_not_several() -> None:
    assert [ENGLISH.count("moves", number) for number in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]
    assert [PORTUGUESE.count("nodes", number) for number in (0, 1, 54321)] == ["0 nós", "1 nó", "54\u00a0321 nós"]


def test_whatever_is_counted_has_a_form_for_one() -> None:
    """A number before a word in the plural needs two forms, such as `moves.one` and `moves.other`."""
    for words in (ENGLISH, PORTUGUESE):
        for key, message in words.catalogue.items():
            if re.search(r"\{(number|plies|moves|nodes)(:,)?\}[ \u00a0](?!is\b)[a-zà-ú]+s\b", message):
                assert key.endswith(".other"), (key, message)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_option_of_a_game_has_a_label_on_the_page(code: str) -> None:
    names = {option.name for name in plyground.games() for option in plyground.game(name).known_options}
    assert sorted(name for name in names if f"web.option.{name}" not in language(code).catalogue) == []
