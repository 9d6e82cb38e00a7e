"""A whole game of each of the five at a real pseudo-terminal: mistakes, undo, hint, save, a kill, and going on.

A person plays against a computer, in English with colours, and in Portuguese without.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import plyground
from plyground.language import language
from plyground.play.records.registry import read_any
from plyground.play.store.store import FILE_NAME, Store
from plyground.search.api import search
from tests.nightly import NIGHTLY
from tests.terminal.person import CODE, Terminal

pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # a terminal is opened by a fork

LONGEST_GAME = 60
"""Turns of the person, who resigns after them unless the game is won."""


@dataclass(frozen=True)
class Case:
    """A game, its options, and moves that are wrong at its beginning in two ways."""

    options: tuple[str, ...]
    malformed: str
    illegal: str
    why: dict[str, str]


CASES = {
    "hex": Case(
        ("size=4",), "zz", "d9",
        {"en": "not on the board, a1 to d4", "pt": "não está no tabuleiro, a1 a d4"},
    ),
    "blockit": Case(
        ("size=5", "barriers=2"), "zz", "c5",
        {"en": "is not a square your pawn can go to", "pt": "não é uma casa a que o seu peão possa ir"},
    ),
    "eximo": Case((), "zz", "a1-a2", {"en": "is not legal here", "pt": "não é legal aqui"}),
    "neutreeko": Case((), "zz", "b1-b2", {"en": "is not legal here", "pt": "não é legal aqui"}),
    "morris": Case((), "zz", "a2", {"en": "is not one of the 24 points", "pt": "não é um dos 24 pontos"}),
}  # fmt: skip
WORDS = {
    "en": ("undo", "redo", "save", "hint", "position", "moves", "quit", "resign", "yes"),
    "pt": ("desfazer", "refazer", "guardar", "dica", "posição", "jogadas", "sair", "desistir", "sim"),
}
OPPONENT = {"eximo": "random", "morris": "random", "neutreeko": "random"}
ENDED = {"en": r"(?i)has won: |draw: ", "pt": r"(?i) ganh(?:ou|aram): |empate: "}


class Player:
    """Plays the person's part, with one look ahead of its own."""

    def __init__(self, terminal: Terminal, name: str, code: str) -> None:
        self.terminal, self.code = terminal, code
        self.game = plyground.game(name, **dict(option.split("=") for option in CASES[name].options))
        self.words = dict(zip(WORDS["en"], WORDS[code], strict=True))

    def position(self) -> plyground.Position:
        """The position on the board."""
        return self.game.position(self.terminal.position(self.words["position"]))

    def best(self) -> str:
        """A sensible move."""
        return str(search(self.position(), "alphabeta", depth=2).move)

    def play_on(self) -> str:
        """Play until the game is over; the last answer."""
        for _ in range(LONGEST_GAME):
            answer = self.terminal.say(self.best())
            if re.search(ENDED[self.code], answer):
                return answer
        return self.terminal.say(self.words["resign"], self.words["yes"])


def played() -> list[tuple[str, str]]:
    """Every game in English; in Portuguese two that differ most, and by night all of them."""
    portuguese = list(CASES) if NIGHTLY else ["hex", "morris"]
    return [(name, "en") for name in CASES] + [(name, "pt") for name in portuguese]


@pytest.mark.parametrize(("name", "code"), played())
def test_a_whole_game_with_mistakes_undo_hint_save_a_kill_and_going_on(name: str, code: str, tmp_path: Path) -> None:
    case, words = CASES[name], dict(zip(WORDS["en"], WORDS[code], strict=True))
    options = [part for option in case.options for part in ("--option", option)]
    seats = ("--first", "human", "--second", OPPONENT.get(name, "alphabeta:depth=1"), "--seed", "5")
    plain = {"NO_COLOR": "1"} if code == "pt" else {}
    terminal = Terminal(tmp_path, name, *options, *seats, "--lang", code, **plain)
    player = Player(terminal, name, code)

    start = str(player.position())
    assert f"'{case.malformed}' " in terminal.say(case.malformed)
    assert case.why[code] in terminal.say(case.illegal)
    assert str(player.position()) == start, "a mistake changes nothing"

    suggested = re.search(r"(?:Try|Experimente) (\S+)\.", terminal.say(words["hint"]))
    assert suggested is not None
    assert suggested[1] in terminal.moves(words["moves"])

    first_answer = terminal.say(suggested[1])
    assert language(code).text("last_move", move="").strip() in first_answer
    after = str(player.position())
    terminal.say(words["undo"])
    assert str(player.position()) == start, "the computer's answer is taken back as well"
    terminal.say(words["redo"])
    assert str(player.position()) == after

    record = tmp_path / f"{name}.game"
    assert str(record) in terminal.say(f"{words['save']} {record}")
    assert str(read_any(record.read_text(encoding="utf-8")).positions()[-1]) == after

    terminal.say(player.best())
    before_the_kill = str(player.position())
    terminal.kill()
    colours = re.findall(r"\x1b\[[0-9;]*(?:3[0-9]|4[0-9]|38;)[0-9;]*m", terminal.written)
    assert bool(colours) == (code == "en"), "NO_COLOR is obeyed, and colours are there without it"

    with Store(tmp_path / FILE_NAME) as store:
        (saved,) = store.list(unfinished=True)
    terminal = Terminal(tmp_path, "saved", "resume", str(saved.id), "--lang", code, **plain)
    player = Player(terminal, name, code)
    assert str(player.position()) == before_the_kill, "no move was lost"

    last = player.play_on()
    assert re.search(ENDED[code], last)
    assert terminal.say(words["moves"]).startswith(language(code).text("no_moves"))
    farewell = terminal.leave(words["quit"])
    assert f"plyground saved resume {saved.id}" in farewell
    with Store(tmp_path / FILE_NAME) as store:
        assert store.list(unfinished=True) == []
        assert store.export(saved.id).result != "*"
    assert re.search(CODE, terminal.written)
