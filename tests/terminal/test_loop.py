"""Playing at the terminal: a real pseudo-terminal, a person who types, and what the program answers."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator

import pexpect  # type: ignore[import-untyped]
import pytest

import plyground
from tests.pseudo_terminal import spawn

pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # a terminal is opened by a fork

PROGRAM = [sys.executable, "-m", "plyground"]
DISTURBING = {"NUMBA_DISABLE_JIT", "PLYGROUND_DEBUG", "FORCE_COLOR", "GITHUB_ACTIONS"}
ENVIRONMENT = {key: value for key, value in os.environ.items() if key not in DISTURBING}
PATIENCE = 60
"""Seconds to wait for an answer; a first run compiles."""

PROMPT = r"(?m)^> |quit\)\? "
GO_ON = re.compile(r"To go on from here: (.+?)\r?$", re.MULTILINE)
SMALL_HEX = ("hex", "--option", "size=3")
RED_WINS = ("a1", "b1", "a2", "b2", "a3")


class Terminal:
    """A pseudo-terminal in which `plyground play` runs."""

    def __init__(self, *arguments: str) -> None:
        command = [*PROGRAM, "play", *arguments]
        self.child = spawn(command, env=ENVIRONMENT, timeout=PATIENCE, echo=False, dimensions=(60, 250))
        self.greeting = self.read()

    def read(self) -> str:
        """What is printed up to the next prompt, and the prompt."""
        self.child.expect(PROMPT)
        return f"{self.child.before}{self.child.after}".replace("\r\n", "\n")

    def say(self, *lines: str) -> str:
        """Type lines, each at a prompt; the answer to the last."""
        answer = ""
        for line in lines:
            self.child.sendline(line)
            answer = self.read()
        return answer

    def position(self) -> str:
        """The position as the program writes it."""
        return self.say("position").splitlines()[0]

    def leave(self, way: str = "quit") -> str:
        """Leave by `quit`, Ctrl-C or Ctrl-D, which must be clean; the program's last words."""
        ways = {"ctrl-c": self.child.sendintr, "ctrl-d": self.child.sendeof}
        ways.get(way, lambda: self.child.sendline("quit"))()
        self.child.expect(pexpect.EOF)
        words = str(self.child.before)
        self.child.close()
        assert (self.child.exitstatus, self.child.signalstatus) == (0, None)
        assert "Traceback" not in words
        return words


@pytest.fixture
def hex_3() -> Iterator[Terminal]:
    """A game of Hex on the smallest board."""
    terminal = Terminal(*SMALL_HEX)
    yield terminal
    terminal.child.close(force=True)


def piped(text: str, *arguments: str) -> str:
    """What `plyground play` prints when its input is not a terminal but this text."""
    done = subprocess.run(
        [*PROGRAM, "play", *arguments],
        input=text,
        env=ENVIRONMENT,
        capture_output=True,
        encoding="utf-8",
        timeout=2 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    return done.stdout


def way_back(words: str) -> list[str]:
    """The arguments after `plyground play` in the command with which to go on."""
    (command,) = GO_ON.findall(words)
    program, play, *arguments = shlex.split(command)
    assert (program, play) == ("plyground", "play")
    return arguments


@pytest.mark.parametrize(("answer", "chosen"), [("3", "/".join(["." * 11] * 11) + " r"), ("blockit", "e1,e9 5,5 - r")])
def test_the_menu_takes_a_number_or_a_name(answer: str, chosen: str) -> None:
    terminal = Terminal()
    for number, name in enumerate(plyground.games(), start=1):
        assert re.search(rf"^{number} +{name} ", terminal.greeting, re.MULTILINE)
    assert "to move\n> " in terminal.say(answer)
    assert terminal.position() == chosen
    terminal.leave()


def test_a_wrong_answer_to_the_menu_is_explained_and_asked_again() -> None:
    terminal = Terminal()
    for wrong in ("0", "6", "9999", "chess", ""):
        assert terminal.say(wrong).startswith(f"There is no game '{wrong}'. The games are blockit, ")
    assert "Did you mean neutreeko?" in terminal.say("neutreko")
    assert terminal.say("5").endswith("black to move\n> ")
    terminal.leave()


GAMES = {
    "hex": ("b3 swap a1", "r........../..b......../" + "/".join(["." * 11] * 9) + " b"),
    "blockit": ("e2 e3h e3", "e3,e9 5,4 e3h b"),
    "eximo": (
        "c2-c4 f7-f5 f3-e4 f5xd3",
        ".bbbbbb./.bbbb.b./.bb..bb./......../..w...../.wwb..w./.w.wwww./.wwwwww. w",
    ),
    "morris": ("a1 b2 d1 b4 g1xb2", ".../.../.../.b..../.../.../www b 6,7"),
    "neutreeko": ("b1-b4 b5-a4", "...w./wbb../...../..w../...b. b"),
}
"""A few moves of each game, and the position after them by the rules."""


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_and_gone_on_with(name: str) -> None:
    line, reached = GAMES[name]
    terminal = Terminal(name)
    terminal.say(*line.split())
    assert terminal.position() == reached
    terminal = Terminal(*way_back(terminal.leave()))
    assert terminal.position() == reached
    terminal.leave()


def test_a_move_is_answered_with_the_board_and_the_next_mover(hex_3: Terminal) -> None:
    answer = hex_3.say("b2")
    assert "   1 B . . . B 1\n    2 B . R . B 2\n     3 B . . . B 3\n" in answer
    assert answer.endswith("blue to move\n> ")
    assert hex_3.say("").startswith(answer.partition("blue")[0]), "an empty line draws the board again"
    assert hex_3.say("board") == answer


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("zz", "'zz' is not a move: "),
        ("d1", "not on the board, a1 to c3"),
        ("b2", "'b2' is not empty. Legal moves: b1,"),
    ],
)
def test_a_wrong_move_is_explained_and_changes_nothing(hex_3: Terminal, wrong: str, reason: str) -> None:
    hex_3.say("b2")
    answer = hex_3.say(wrong)
    assert reason in answer
    assert hex_3.say("board").endswith("blue to move\n> ")
    assert hex_3.position() == ".../.r./... b"


def test_moves_lists_the_legal_moves(hex_3: Terminal) -> None:
    assert hex_3.say("moves").splitlines()[0].split() == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    hex_3.say("b2")
    assert hex_3.say("moves").splitlines()[0].split()[-1] == "swap"


def test_moves_can_be_taken_back_and_played_again(hex_3: Terminal) -> None:
    assert "nothing to take back" in hex_3.say("undo")
    assert "nothing to play again" in hex_3.say("redo")
    hex_3.say("b3", "swap")
    assert hex_3.position() == ".../..b/... r"
    hex_3.say("undo")
    assert hex_3.position() == ".../.../.r. b"
    hex_3.say("undo", "redo", "redo")
    assert hex_3.position() == ".../..b/... r"
    hex_3.say("undo", "a1")
    assert "nothing to play again" in hex_3.say("redo"), "another move was played instead"


def test_help_names_every_command(hex_3: Terminal) -> None:
    for text in (hex_3.greeting, hex_3.say("help")):
        for command in ("moves", "undo", "redo", "rules", "position", "board", "new", "help", "quit"):
            assert re.search(rf"\b{command}\b", text)


def test_rules_teaches_the_game_on_the_table(hex_3: Terminal) -> None:
    answer = hex_3.say("rules")
    assert "unbroken chain" in answer
    assert len(answer) > 2500


def test_new_asks_for_another_game(hex_3: Terminal) -> None:
    hex_3.say("a1")
    assert hex_3.say("new").endswith("quit)? ")
    assert hex_3.say("morris").endswith("white to move\n> ")
    assert "plyground play morris" in hex_3.leave()


def test_a_finished_game_has_a_winner_and_no_more_moves_but_can_be_taken_back(hex_3: Terminal) -> None:
    assert hex_3.say(*RED_WINS).endswith("red has won: joined top and bottom\n> ")
    assert "'c1' cannot be played: the game is over" in hex_3.say("c1")
    assert hex_3.say("moves").startswith("There are no moves.")
    assert hex_3.say("undo").endswith("red to move\n> ")
    assert hex_3.say("c3").endswith("blue to move\n> ")


def test_a_repeated_position_ends_the_game_in_a_draw() -> None:
    terminal = Terminal("neutreeko")
    assert "draw: " in terminal.say(*2 * ("c4-a2", "b5-a4", "a2-c4", "a4-b5"))
    assert "the game is over" in terminal.say("c4-a2")
    terminal.leave()


@pytest.mark.parametrize(
    ("line", "way"), [((), "quit"), (("b2", "swap", "a3"), "ctrl-c"), (("b2", "a3"), "ctrl-d"), (RED_WINS, "ctrl-d")]
)
def test_whoever_leaves_is_told_how_to_come_back(hex_3: Terminal, line: tuple[str, ...], way: str) -> None:
    hex_3.say(*line)
    left_at = hex_3.position()
    arguments = way_back(hex_3.leave(way))
    assert arguments[0] == "hex"
    assert f"> {left_at}\n" in piped("position\nquit\n", *arguments)


@pytest.mark.parametrize("way", ["ctrl-c", "ctrl-d"])
def test_whoever_leaves_the_menu_leaves_nothing_behind(way: str) -> None:
    assert "To go on" not in Terminal().leave(way)


def test_unusual_options_are_kept_on_the_way_back() -> None:
    options = ("--option", "size=5", "--option", "barriers=2", "--option", "colours=red,green,blue,yellow")
    terminal = Terminal("blockit", *options, "--option", "rules=quoridor", "--line", "c2 a1h")
    terminal.say("c4")
    left_at = terminal.position()
    assert left_at == "c2,e3,c4,a3 2,1,2,2 a1h y"
    terminal = Terminal(*way_back(terminal.leave("ctrl-d")))
    assert terminal.position() == left_at
    terminal.leave()


def test_input_may_come_from_a_pipe() -> None:
    out = piped("chess\nhex\nf6\nf6\nposition\nundo\nquit\n")
    assert "There is no game 'chess'." in out
    assert "'f6' is not empty." in out
    assert ".....r....." in out
    assert way_back(out) == ["hex", "--option", "size=11", "--option", "swap=on"]


def test_the_end_of_a_pipe_is_the_end_of_the_session() -> None:
    out = piped("\n".join(RED_WINS), *SMALL_HEX)
    assert "red has won: joined top and bottom" in out
    assert way_back(out)[-2:] == ["--line", " ".join(RED_WINS)]
