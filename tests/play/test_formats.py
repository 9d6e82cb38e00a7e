"""Formats of whole games: found by name, extension or text; a game brings its own, and no front end names one."""

import re
from pathlib import Path

import pytest

import plyground
from plyground.core.file_format import FileFormat
from plyground.core.record import Record
from plyground.core.record_source import RecordError
from plyground.games import game_class
from plyground.language import language
from plyground.play.records.registry import RECORD, find_format, known_formats, read_any, write_as

SERVER = Path(plyground.__file__).parent / "web"


def read_plain(text: str) -> Record:
    return Record(plyground.game("neutreeko").start(), tuple(text.split()[1:]))


def write_plain(record: Record) -> str:
    return " ".join(("neutreeko:", *record.moves))


PLAIN = FileFormat("plain", "nk", "neutreeko:", read_plain, write_plain)
OPENING = Record(plyground.game("neutreeko").start()).start.moves[0]


def test_a_game_brings_a_format_and_nothing_else_has_to_know_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_class("neutreeko"), "formats", (PLAIN,))
    record = Record(plyground.game("neutreeko").start(), (str(OPENING),))
    assert find_format(record.game, "plain") is PLAIN
    assert write_as(record, "NK") == f"neutreeko: {OPENING}"
    assert read_any(f" neutreeko: {OPENING}") == record


def test_our_own_format_is_every_games() -> None:
    for name in plyground.games():
        record = Record(plyground.game(name).start())
        assert find_format(record.game, "record") is RECORD
        assert read_any(write_as(record, "txt")) == record


def test_a_format_that_a_game_does_not_have_is_refused_with_those_it_has() -> None:
    with pytest.raises(RecordError) as caught:
        find_format(plyground.game("eximo"), "sgf")
    assert str(caught.value) == "Eximo has no format 'sgf'; there are record."
    assert language("pt").translate(str(caught.value)) == "Eximo não tem o formato 'sgf'; há record."


def test_the_server_names_no_format_of_a_game() -> None:
    names = "|".join(each.name for each in known_formats() if each is not RECORD)
    assert names
    for path in SERVER.rglob("*.py"):
        assert re.search(rf"\b({names})\b", path.read_text(encoding="utf-8"), re.IGNORECASE) is None, path
