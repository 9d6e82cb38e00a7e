"""Playing at the terminal: every command, what is wrong, leaving and coming back."""

import io
import os
import re
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
import pytest
from rich.console import Console

import plyground
from plyground.core.outcome import Outcome
from plyground.core.position import Position
from plyground.language import language
from plyground.play.agents.agent import Agent, read_agent
from plyground.play.agents.monitored_player import MonitoredPlayer
from plyground.play.clock import TimeControl
from plyground.play.match import HUMAN, TIME, Match
from plyground.play.records.registry import read_any
from plyground.search.result import Result
from plyground.terminal.commands import COMMANDS, UNLISTED
from plyground.terminal.saved_games import TerminalAutosave
from plyground.terminal.screen import Screen
from plyground.terminal.session import SessionSettings, TerminalSession
from tests.terminal.person import Terminal, number_of_game, piped

pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # a terminal is opened by a fork

FAKE = Path(__file__).parents[1] / "protocol" / "fake.py"
SMALL_HEX = ("hex", "--option", "size=3")
CHANCE = r"(chance \d+ %|win in \d+|loss in \d+)"
RED_WINS = ("a1", "b1", "a2", "b2", "a3")
GO_ON = re.compile(r"To go on from here: (.+?)\s*$", re.MULTILINE)
LOOK_AGAIN = re.compile(r"Red has won: joined top and bottom\. To look at it again: (.+?)\s*$", re.MULTILINE)


@pytest.fixture
def hex_3(tmp_path: Path) -> Iterator[Terminal]:
    """Two people at a game of Hex on the smallest board."""
    terminal = Terminal(tmp_path, *SMALL_HEX)
    yield terminal
    terminal.child.close(force=True)


def test_a_move_is_answered_with_the_board_the_players_and_whose_turn_it_is(hex_3: Terminal) -> None:
    answer = hex_3.say("b2")
    assert "1 ▪ · · · ▪ 1" in answer
    assert "2 ▪ ·[●]· ▪ 2" in answer
    assert "▶  ■  blue: human" in answer
    assert answer.endswith("Blue to move\n> ")
    assert hex_3.say("") == answer, "an empty line draws the board again"
    assert hex_3.say("board") == answer
    assert hex_3.say("B1").endswith("Red to move\n> "), "capital letters are no mistake"


def test_wrong_input_is_explained_and_changes_nothing(hex_3: Terminal) -> None:
    hex_3.say("b2")
    for wrong, reason in (
        ("zz", "'zz' is not a move: "),
        ("d1", "not on the board, a1 to c3"),
        ("b2", "'b2' is not empty. Legal moves: b1,"),
        ("mvoes", "Did you mean moves?"),
        ("level", "A level is one of easy, medium, hard, expert, level1 … level8, or an agent."),
        ("level grandmaster", "There is no agent 'grandmaster'"),
        ("level green easy", "There is no player 'green'"),
        ("analyse soon", "'soon' is not a number of seconds"),
        ("pace -1", "'-1' is not a number of seconds"),
        ("redo", "There is nothing to play again."),
        ("save /nowhere/at/all", "'/nowhere/at/all' cannot be written"),
        ("think", "has not thought about a move yet"),
    ):
        assert reason in hex_3.say(wrong)
    assert hex_3.position() == ".../.r./... b"


def test_moves_can_be_taken_back_and_played_again(hex_3: Terminal) -> None:
    assert "nothing to take back" in hex_3.say("undo")
    assert hex_3.moves() == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    hex_3.say("b3", "swap")
    assert hex_3.position() == ".../..b/... r", "swap is Hex's own move where it is legal"
    hex_3.say("undo")
    assert hex_3.position() == ".../.../.r. b"
    hex_3.say("undo", "redo", "redo")
    assert hex_3.position() == ".../..b/... r"
    hex_3.say("undo", "a1")
    assert "nothing to play again" in hex_3.say("redo"), "another move was played instead"


def test_help_names_every_command_and_rules_teach_the_game(hex_3: Terminal) -> None:
    text = hex_3.say("help")
    for command in set(COMMANDS) - set(UNLISTED):
        assert re.search(rf"(?m)^  {command} ", text)
    assert hex_3.say("help").count("\n") <= 23
    assert "unbroken chain" in hex_3.say("rules")


def test_a_finished_game_has_a_winner_and_its_chain_and_can_be_taken_back(hex_3: Terminal) -> None:
    answer = hex_3.say(*RED_WINS)
    assert "Red has won: joined top and bottom" in answer
    assert answer.count("(●)") == 3
    assert "'c1' cannot be played: the game is over" in hex_3.say("c1")
    assert "The game is over" in hex_3.say("hint")
    assert hex_3.say("undo").endswith("Red to move\n> ")
    assert hex_3.say("c3").endswith("Blue to move\n> ")


def test_a_resignation_loses_and_must_be_confirmed(hex_3: Terminal) -> None:
    assert hex_3.say("resign").endswith("Resign? Type yes or no.\n> ")
    assert "Nothing has changed.\n> " in hex_3.say("no")
    assert "Blue has won: resignation" in hex_3.say("resign", "yes")
    assert "The game is over" in hex_3.say("resign"), "nobody is asked for what cannot be done"
    assert "take a move back to go on" in hex_3.say("a1")
    assert hex_3.say("undo").endswith("Red to move\n> ")


def test_a_level_brings_the_computer_and_swap_or_sides_change_seats(hex_3: Terminal) -> None:
    answer = hex_3.say("level random")
    assert "The players are now: human, random." in answer
    assert "Blue plays " in hex_3.say("b2")
    assert hex_3.say("undo").endswith("Red to move\n> ")
    answer = hex_3.say("swap")
    assert "swap is not a move here: the players change sides instead." in answer
    assert "Red plays " in answer
    assert answer.endswith("Blue to move\n> ")
    answer = hex_3.say("level red hard")
    assert "The players are now: hard, human." in answer
    assert "Blue plays " in hex_3.say("level red alphabeta:depth=2", "sides")
    assert re.search(rf"{CHANCE}, depth", hex_3.say("think"))


def test_what_the_computer_thinks_is_shown_when_asked(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *SMALL_HEX, "--second", "alphabeta:depth=2", "--think")
    assert re.search(rf"Blue plays \w+\n{CHANCE}, depth 2, [\d,]+ nodes in [\d.]+ (µs|ms|s): ", terminal.say("b1"))
    assert "keeps its thoughts" in terminal.say("think off")
    analysis = terminal.say("analyse 0.2")
    assert re.search(r"(?m)^1\. .*\n2\. .*\n3\. .*\n.*, depth ", analysis)
    assert "depth" in terminal.say("score")
    terminal.leave()


@pytest.mark.parametrize(("line", "way"), [((), "quit"), (("b2", "swap", "a3"), "ctrl-c"), (RED_WINS, "ctrl-d")])
def test_leaving_says_how_to_resume(hex_3: Terminal, line: tuple[str, ...], way: str, tmp_path: Path) -> None:
    hex_3.say(*line)
    left_at = hex_3.position()
    words = hex_3.leave(way)
    (command,) = (LOOK_AGAIN if line == RED_WINS else GO_ON).findall(words)
    if not line:
        assert command == "plyground play hex --option size=3 --option swap=on"
        return
    assert command == f"plyground saved resume {number_of_game(words)}"
    assert f"Saved as game {number_of_game(words)}." in words
    again = Terminal(tmp_path, *shlex.split(command)[1:])
    assert again.position() == left_at
    again.leave()


def test_a_game_that_cannot_be_saved_is_played_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    terminal = Terminal(tmp_path / "file", *SMALL_HEX, "--second", "random:seed=1")
    assert "it cannot be saved" in terminal.greeting
    terminal.say("b2")
    left_at = terminal.position()
    (command,) = GO_ON.findall(terminal.leave())
    assert "--second random:seed=1" in command
    assert f"> {left_at}\n" in piped(tmp_path, "position\nquit\n", *shlex.split(command)[2:])


def thinking_for_an_hour(data: Path) -> Terminal:
    """A terminal in which the computer says that it thinks; it would for an hour, if nobody hurried it."""
    terminal = Terminal(data, "neutreeko", "--second", "pvs:heuristic=H1,seconds=3600,exact=on")
    terminal.say("level medium", "b1-c1", "undo", "level pvs:seconds=3600")
    terminal.child.sendline("b1-c1")
    terminal.child.expect("is thinking")
    time.sleep(0.5)
    return terminal


def test_ctrl_c_makes_the_computer_move_at_once_and_another_leaves(tmp_path: Path) -> None:
    """Two in one moment are one to the system; tests/core/test_interruptible.py has the second while it waits."""
    terminal = thinking_for_an_hour(tmp_path)
    terminal.child.sendintr()
    answer = terminal.read()
    assert "White plays " in answer
    assert answer.endswith("Black to move\n> ")
    assert re.search(r"plyground saved resume \d+", terminal.leave("ctrl-c"))


def test_another_ctrl_c_does_not_interrupt_the_last_words(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "neutreeko")
    terminal.say("b1-c1")
    for _ in range(5):
        terminal.child.sendintr()
    terminal.child.expect(pexpect.EOF)
    assert re.search(r"plyground saved resume \d+", terminal.child.before)
    terminal.child.close()


def test_computers_play_by_themselves_until_paused(tmp_path: Path) -> None:
    terminal_arguments = ("--first", "random", "--second", "random", "--seed", "3", "--pace", "30")
    terminal = PausedAtOnce(tmp_path, *SMALL_HEX, *terminal_arguments)
    assert "Paused: Enter for the next move" in terminal.greeting
    assert "Blue plays " in terminal.say("")
    terminal.say("pace 0")
    terminal.child.sendline("go")
    assert re.search(r"(?i)has won: ", terminal.read())
    assert "Paused" in terminal.say("undo")
    terminal.leave()


class PausedAtOnce(Terminal):
    """A game between computers with a Ctrl-C after the first move."""

    def read(self) -> str:
        """As ever, but for the first time."""
        if not self.written:
            self.child.expect("plays .*to move")
            self.child.sendintr()
        return super().read()


def test_a_clock_runs_and_ends_the_game_though_nobody_types(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *SMALL_HEX, "--clock", "0.05+1")
    assert "blue: human  3.0" in terminal.greeting
    assert "red: human  " in terminal.say("b2")
    terminal.child.send("a")
    answer = terminal.read()
    assert "The time is up.\n" in answer
    assert "Red has won: time" in answer
    assert "moves" in terminal.say("help"), "what was typed before is forgotten"
    assert "Red has won: time. To look at it again: " in terminal.leave()


@pytest.mark.parametrize(
    ("code", "said"), [("en", "The time is up.\n"), ("pt", "O tempo acabou.\n")], ids=("English", "Portuguese")
)
def test_the_time_is_up_also_for_a_pipe(
    code: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reader, writer = os.pipe()
    match = Match(plyground.game("hex", size=3).start(), (HUMAN, HUMAN), TimeControl(base=0.1))
    screen = Screen(language(code), Console(file=io.StringIO()), interactive=False)
    heard: list[str] = []

    def leave(session: TerminalSession, text: str) -> None:
        heard.append(text)
        session.leaving = "quit"

    def end() -> None:
        os.write(writer, b"quit\n")

    with os.fdopen(reader, encoding="utf-8") as silent, os.fdopen(writer, "wb"):
        monkeypatch.setattr(sys, "stdin", silent)
        monkeypatch.setattr(TerminalSession, "changed", lambda session: end())
        TerminalSession(screen, match, TerminalAutosave(None), SessionSettings()).run(leave)
    assert match.ended == Outcome(1, TIME)
    assert said in capsys.readouterr().out
    assert heard == ["quit"], "the clock runs no more"
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


def test_a_computer_with_a_clock_moves_within_it(tmp_path: Path) -> None:
    out = piped(tmp_path, "b2\n", *SMALL_HEX, "--second", "easy", "--clock", "10+1")
    assert "Blue plays " in out
    assert "has won: time" not in out


@pytest.mark.parametrize(
    ("of_the_clock", "of_the_person", "least"), [(3.0, 5.0, 3.0), (5.0, 3.0, 3.0), (None, 3.0, 3.0), (None, None, None)]
)
def test_a_computer_thinks_within_the_clock_and_what_the_person_allows(
    monkeypatch: pytest.MonkeyPatch, of_the_clock: float | None, of_the_person: float | None, least: float | None
) -> None:
    start = plyground.game("neutreeko").start()
    given: list[float | None] = []

    def think(agent: Agent, position: Position, *, seconds: float | None, **_: object) -> Result:
        given.append(seconds)
        return Result.unsearched(position.moves[0], "rule")

    monkeypatch.setattr(Agent, "think", think)
    MonitoredPlayer(read_agent("random", start.game), of_the_person).think(start, seconds=of_the_clock)
    assert given == [least]


def test_a_player_who_is_replaced_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[int] = []
    monkeypatch.setattr(Agent, "close", lambda agent: closed.append(id(agent)))
    match = Match(plyground.game("hex", size=3).start(), ("random", "random"))
    screen = Screen(language("en"), Console(file=io.StringIO()), interactive=False)
    session = TerminalSession(screen, match, TerminalAutosave(None), SessionSettings())
    first, other = session._player(0), session._player(1)
    assert session._player(0) is first
    match.seat(0, "easy")
    assert session._player(0) is not first
    assert session._player(1) is other
    assert [id(player) in closed for player in (first, other)] == [True, False]


def test_three_play_at_one_board(tmp_path: Path) -> None:
    colours = ("--option", "size=5", "--option", "colours=red,green,blue")
    terminal = Terminal(tmp_path, "blockit", *colours, "--second", "random", "--third", "easy", "--lang", "pt")
    assert "Joga o Vermelho" in terminal.greeting
    answer = terminal.say("c2")
    assert "O Verde joga " in answer
    assert "O Azul joga " in answer
    assert "ninguém ganhou (o Vermelho: desistência)" in terminal.say("desistir", "sim")
    terminal.leave("sair")


def test_games_are_written_into_files_and_read_again(hex_3: Terminal, tmp_path: Path) -> None:
    hex_3.say("b3", "swap", "c3")
    record, sgf = tmp_path / "game.txt", tmp_path / "game.sgf"
    for path in (record, sgf):
        assert f"Written into {path}" in hex_3.say(f"save {path}")
        assert read_any(path.read_text(encoding="utf-8")).moves == ("b3", "swap", "c3")
    hex_3.say("a1")
    hex_3.say(f"save {record}")
    assert len(read_any(record.read_text(encoding="utf-8")).moves) == 4, "its own file may be written again"
    stranger = tmp_path / "stranger.txt"
    stranger.write_text("mine")
    assert "exists already" in hex_3.say(f"save {stranger}")
    assert stranger.read_text() == "mine"
    left_at = hex_3.position()
    assert f"> {left_at}\n" in piped(tmp_path, "position\nquit\n", "--load", str(record))
    assert "Saved as game 1." in hex_3.say("save")
    assert sorted(path.name for path in tmp_path.glob(".*")) == [], "nothing is left lying about"


def test_the_picture_fits_a_small_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "hex", "--option", "size=19", size=(24, 80))
    answer = terminal.say("j10")
    lines = answer.strip("\n").split("\n")
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert "Blue to move" in lines[0]
    terminal.leave()


def test_the_systems_language_is_used_unless_another_is_asked_for(tmp_path: Path) -> None:
    assert "joga o Vermelho" in piped(tmp_path, "sair\n", *SMALL_HEX, LANG="pt_PT.UTF-8")
    assert "red to move" in piped(tmp_path, "quit\n", *SMALL_HEX, "--lang", "en", LANG="pt_PT.UTF-8")
    out = piped(tmp_path, "b2\nb2\nnível fácil\nsair\n", *SMALL_HEX, "--lang", "pt")
    assert "'b2' não está vazia. Jogadas legais:" in out
    assert "Os jogadores são agora: fácil, humano." in out
    assert "Para continuar daqui: plyground saved resume" in out


def test_input_may_come_from_a_pipe(tmp_path: Path) -> None:
    out = piped(tmp_path, "chess\nhex\nsize=20\n\n2\nf6\nf6\nposition\nundo\nquit\n")
    assert "'chess' is not one of the answers" in out
    assert "size=20 is not possible" in out
    assert "'f6' is not empty." in out
    assert "last move: f6" in out
    assert ".....r....." in out
    assert "\x1b" not in out


def test_a_pipe_can_watch_two_computers_to_the_end(tmp_path: Path) -> None:
    out = piped(tmp_path, "", "blockit", "-o", "size=5", "--first", "alphabeta:depth=1", "--second", "random")
    assert re.search(r"(red|blue) has won: reached the goal side", out)
    assert len(re.findall(r"(?m)^(?:Red|Blue) plays ", out)) >= 4


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "'zz' is not a move: "), ("pt", "'zz' não é uma jogada: ")],
    ids=("English", "Portuguese"),
)
def test_a_program_that_fails_says_why(tmp_path: Path, code: str, said: str) -> None:
    program = f"cmd:{shlex.join([sys.executable, '-S', str(FAKE), 'illegal'])}"
    out = piped(tmp_path, "", "neutreeko", "--first", program, "--second", "human", "--lang", code)
    assert said in out


def test_the_end_of_a_pipe_is_the_end_of_the_session(tmp_path: Path) -> None:
    out = piped(tmp_path, "\n".join(RED_WINS), *SMALL_HEX)
    assert "red has won: joined top and bottom" in out
    assert number_of_game(out) == "1"


def test_a_repeated_position_ends_the_game_in_a_draw(tmp_path: Path) -> None:
    out = piped(tmp_path, "\n".join(2 * ("c4-a2", "b5-a4", "a2-c4", "a4-b5")), "neutreeko")
    assert "draw: third occurrence of the position" in out


def test_a_terminal_that_knows_only_ascii_gets_letters(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *SMALL_HEX, PYTHONUTF8="0", PYTHONIOENCODING="ascii", PYTHONCOERCECLOCALE="0")
    answer = terminal.say("b2")
    assert "2 b .[R]. b 2" in answer
    assert answer.isascii()
    terminal.leave()


def test_a_finished_game_is_summed_up_in_both_languages(tmp_path: Path) -> None:
    line = "".join(f"{move}\n" for move in RED_WINS)
    out = piped(tmp_path, line, *SMALL_HEX)
    time = r"[\d.]+ (?:µs|ms|s)"
    assert re.search(r"red has won: joined top and bottom\n +plays +time +a play +nodes\n", out)
    assert re.search(rf"\nred: human +3 +{time} +{time} +0\nblue: human +2 +{time} +{time} +0\n", out)
    out = piped(tmp_path, line, *SMALL_HEX, "--lang", "pt")
    time = time.replace(".", ",")
    assert re.search(r"\n +jogadas +tempo +por jogada +nós\n", out)
    assert re.search(rf"\nVermelho: humano +3 +{time} +{time} +0\nAzul: humano +2 +{time} +{time} +0\n", out)


def test_computers_among_themselves_are_summed_up_with_their_nodes(tmp_path: Path) -> None:
    players = ("--first", "alphabeta:depth=2", "--second", "random", "--seed", "1", "--think")
    out = piped(tmp_path, "", *SMALL_HEX, *players)
    (nodes,) = re.findall(r"\nred: alphabeta:depth=2 .* ([\d,]+)\n", out)
    told = [int(each.replace(",", "")) for each in re.findall(r"depth \d+, ([\d,]+) nodes? in ", out)]
    assert int(nodes.replace(",", "")) == sum(told) > 0
    assert re.search(r"\nblue: random +\d+ +.* 0\n", out)


def test_steps_of_chains_have_a_column_of_their_own(tmp_path: Path) -> None:
    position = "......../......../......../......../...b..../...w..../......../........ w"
    out = piped(tmp_path, "", "eximo", "--position", position, "--line", "d3xd5")
    assert "black has no man left" in out.lower()
    assert " steps" not in out, "one step a play needs no column"
    position = "......../......../......../...b..../......../...b..../...w..../........ w"
    out = piped(tmp_path, "", "eximo", "--position", position, "--line", "d2xd4xd6")
    assert re.search(r"\nwhite: human +1 +2 +0 s +0 s +0\n", out)
