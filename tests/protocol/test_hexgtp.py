"""`plyground engine --hexgtp`: GTP as Hex programs speak it, with the real process."""

import io
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from plyground.play.agents.agent import Agent
from plyground.play.external.wire import MOST_BYTES
from plyground.protocol.gtp_time import SAFE_SHARE, GtpTime
from plyground.protocol.hexgtp import HexGtp, parsed
from tests.protocol.garbage import garbage
from tests.protocol.pipes import Child

ASKED_FOR = """
    name version protocol_version known_command list_commands boardsize clear_board play genmove undo showboard
    time_left final_score loadsgf all_legal_moves quit
"""
"""What HexGui and match scripts use."""


@pytest.fixture(scope="module")
def running() -> Iterator[Child]:
    """A Hex program for all tests."""
    child = Child("--hexgtp", "--agent", "pvs:nodes=300")
    yield child
    child.close()


@pytest.fixture
def program(running: Child) -> Child:
    """The program with an empty board of 5 × 5."""
    assert running.gtp("param_game allow_swap 1") == "= "
    assert running.gtp("boardsize 5") == "= "
    assert running.gtp("time_settings 0 1 0") == "= "
    return running


ARGUMENTS = {
    "name": (0, 0),
    "version": (0, 0),
    "protocol_version": (0, 0),
    "known_command": (1, 1),
    "list_commands": (0, 0),
    "boardsize": (1, 2),
    "clear_board": (0, 0),
    "play": (2, 2),
    "genmove": (1, 1),
    "reg_genmove": (1, 1),
    "undo": (0, 0),
    "showboard": (0, 0),
    "time_settings": (3, 3),
    "time_left": (0, 3),
    "final_score": (0, 0),
    "loadsgf": (1, 2),
    "all_legal_moves": (0, 1),
    "param_game": (0, 2),
}
"""How many words each command takes, fewest and most."""


def test_a_command_with_too_few_or_too_many_words_is_refused(program: Child) -> None:
    for command, (fewest, most) in ARGUMENTS.items():
        for count in {most + 1, fewest - 1} - {-1}:
            answer = program.gtp(f"{command}{' x' * count}")
            assert answer.startswith(f"? syntax error: {command} takes {fewest}"), answer
        for count in {fewest, most} - {0}:
            assert "syntax error: " + command not in program.gtp(f"{command}{' x' * count}"), command


def test_it_says_who_it_is_and_what_it_knows(program: Child) -> None:
    assert program.gtp("name") == "= Plyground"
    assert program.gtp("version") == f"= {plyground.__version__}"
    assert program.gtp("protocol_version") == "= 2"
    listed = program.gtp("list_commands").removeprefix("= ").split("\n")
    assert set(ASKED_FOR.split()) <= set(listed)
    for command in listed:
        assert program.gtp(f"known_command {command}") == "= true"
    assert program.gtp("known_command resign_now") == "= false"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("12 name", "=12 Plyground"),
        ("12\tname", "=12 Plyground"),
        ("  7   name   # who are you?", "=7 Plyground"),
        ("na\x01me\r", "= Plyground"),
        ("0 boardsize 5", "=0 "),
        ("3 castle", "?3 unknown command"),
        ("castle", "? unknown command"),
        ("17", "? unknown command"),
        ("NAME", "? unknown command"),
    ],
)
def test_numbers_comments_and_control_characters_are_those_of_gtp(program: Child, line: str, answer: str) -> None:
    assert program.gtp(line) == answer


def test_nothing_is_said_to_comments_and_empty_lines(program: Child) -> None:
    program.send("", "   ", "# a comment", "\t# another", "5 name")
    assert program.gtp_answer() == "=5 Plyground"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("boardsize 2", "unacceptable size"),
        ("boardsize 20", "unacceptable size"),
        ("boardsize 5 6", "unacceptable size"),
        ("boardsize x", "unacceptable size"),
        ("boardsize", "syntax error"),
        ("play black", "syntax error"),
        ("play green a1", "syntax error"),
        ("play black c3", "illegal move: the cell is not empty"),
        ("play black f1", "illegal move"),
        ("play black pass", "illegal move"),
        ("play black swap-pieces", "illegal move"),
        ("play white swap-sides", "illegal move"),
        ("genmove", "syntax error"),
        ("genmove black", "cannot move here: Red has 1 stone and Blue 0 stones, which does not fit with Red to move"),
        ("time_left black soon", "syntax error"),
        ("time_settings 1 2", "syntax error"),
        ("loadsgf", "syntax error"),
        ("loadsgf nowhere.sgf", "cannot load file"),
        ("loadsgf . 3", "cannot load file"),
        ("param_game colour 3", "syntax error"),
        ("quit now", "syntax error"),
    ],
)
def test_a_mistake_is_explained_and_changes_nothing(program: Child, line: str, complaint: str) -> None:
    program.gtp("play black c3")
    assert program.gtp(line).startswith(f"? {complaint}")
    assert "3 W . . B . . W" in program.gtp("showboard")


def test_black_joins_top_and_bottom(program: Child) -> None:
    for row in range(1, 6):
        assert program.gtp("final_score") == "= cannot score"
        assert program.gtp(f"play b a{row}") == "= "
        if row < 5:
            assert program.gtp(f"play w c{row}") == "= "
    assert program.gtp("final_score") == "= B+"
    assert program.gtp("all_legal_moves") == "= "
    assert program.gtp("genmove white") == "= resign"
    assert program.gtp("undo") == "= "
    assert program.gtp("final_score") == "= cannot score"


def test_colours_have_several_names(program: Child) -> None:
    for number, colour in enumerate(("b", "WHITE", "Red", "blue", "Black", "w")):
        assert program.gtp(f"play {colour} {'abcdefg'[number % 5].upper()}{1 + number // 5}") == "= "
    board = program.gtp("showboard").split("\n")
    assert board[0] == "= "
    assert "1 W B W B W B W 1" in board[3]


def test_a_swap_mirrors_the_stone_and_can_be_taken_back(program: Child) -> None:
    program.gtp("play black b4")
    assert program.gtp("all_legal_moves").endswith(" swap-pieces")
    assert program.gtp("play white swap-pieces") == "= "
    assert "2 W . . . W . W" in program.gtp("showboard")
    assert "swap" not in program.gtp("all_legal_moves")
    program.gtp("undo")
    assert "4 W . B . . . W" in program.gtp("showboard")
    program.gtp("undo")
    assert program.gtp("undo") == "? cannot undo"


def test_a_strong_opening_is_swapped_unless_that_is_not_allowed(program: Child) -> None:
    program.gtp("play black c3")
    assert program.gtp("reg_genmove white") == "= swap-pieces"
    assert program.gtp("genmove white") == "= swap-pieces"
    assert "3 W . . W . . W" in program.gtp("showboard")
    assert program.gtp("param_game allow_swap 0") == "= "
    program.gtp("play black c3")
    assert "swap" not in program.gtp("genmove white")
    assert program.gtp("param_game") == "= \n[bool] allow_swap 0"


def test_stones_may_be_set_up_colour_by_colour(program: Child) -> None:
    for line in ("play b a1", "play b b2", "play w d4", "play w e5"):
        assert program.gtp(line) == "= "
    assert program.gtp("genmove b").startswith("= ")
    assert program.gtp("play b e1") == "= "
    assert program.gtp("play b d1") == "= "
    assert program.gtp("genmove w").startswith("? cannot move here: Red has 5 stones and Blue 2 stones")


def test_a_whole_game_of_self_play(program: Child) -> None:
    position = plyground.game("hex", size=5).start()
    turns = 0
    while position.outcome is None:
        move = program.gtp(f"genmove {'bw'[turns % 2]}").removeprefix("= ")
        position = position.play("swap" if move == "swap-pieces" else move)
        turns += 1
    assert position.outcome.winner is not None
    assert program.gtp("final_score") == f"= {'BW'[position.outcome.winner]}+"


def test_a_game_is_loaded_from_a_file(program: Child, tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;FF[4]GM[11]SZ[4];B[a2];W[swap-pieces];B[c3];W[d4])")
    assert program.gtp(f"loadsgf {path}") == "= "
    assert "1 W . W . . W 1" in (board := program.gtp("showboard"))
    assert "4 W . . . W W 4" in board
    assert program.gtp(f"loadsgf {path} 1") == "= "
    assert "2 W B . . . W 2" in program.gtp("showboard")
    assert program.gtp("undo") == "= "
    path.write_bytes(b"(" * (2**20 + 1))
    assert program.gtp(f"loadsgf {path}").startswith("? cannot load file: it has more than")
    assert program.gtp("loadsgf /dev/zero").startswith("? cannot load file")


@pytest.mark.parametrize(
    ("settings", "seconds"),
    [("0 10 5", 2.0), ("0 10 1", 10.0), ("0 0 0", 0.01 / 0.8)],
    ids=["a period for five stones", "a period for one stone", "no time"],
)
def test_the_time_of_a_period_is_shared_among_its_stones(settings: str, seconds: float) -> None:
    program = HexGtp(io.BytesIO(), io.BytesIO(), "random")
    assert program.answer(f"time_settings {settings}") == "= "
    assert program._times.allowance(0) == pytest.approx(SAFE_SHARE * seconds)
    assert program.answer("time_left white 12 4") == "= "
    assert program._times.allowance(1) == pytest.approx(SAFE_SHARE * 3.0), "the rest of a period too"


def test_its_player_is_closed_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that was started to find the moves must not stay behind."""
    closed: list[str] = []
    monkeypatch.setattr(Agent, "close", lambda agent: closed.append(agent.text))
    HexGtp(io.BytesIO(b"name\nquit\n"), io.BytesIO(), "random").serve()
    assert closed == ["random"]


def test_time_is_set_and_spent(program: Child) -> None:
    assert program.gtp("time_left") == "= Black: no limit, White: no limit"
    assert program.gtp("time_settings 60 0 0") == "= "
    assert program.gtp("time_left black 30 0") == "= "
    assert program.gtp("time_left white 20") == "= "
    assert program.gtp("time_left white") == "= 20"
    program.gtp("genmove black")
    black = float(program.gtp("time_left black").removeprefix("= "))
    assert 0 < black < 30


def test_an_allowance_is_a_share_of_the_clock_or_of_the_period() -> None:
    times = GtpTime(main=100.0)
    assert times.allowance(0) == pytest.approx(4.0)
    times.left[0], times.stones[0] = 10.0, 5
    assert times.allowance(0) == pytest.approx(1.6)
    assert GtpTime().allowance(1) is None
    assert GtpTime(per_stone=2.0).allowance(1) == pytest.approx(1.6)
    times = GtpTime(per_stone=2.0, main=0.0)
    assert times.allowance(1) == pytest.approx(1.6), "the main time is over, the period is not"


def test_an_interruption_ends_a_search() -> None:
    child = Child("--hexgtp", "--agent", "pvs:seconds=600")
    try:
        child.gtp("boardsize 6")
        child.send("genmove black", "name")
        while child.lines.empty():  # an interruption before the search has begun means nothing
            child.send("# interrupt")
            time.sleep(0.05)
        assert child.gtp_answer().startswith("= ")
        assert child.gtp_answer() == "= Plyground", "commands are answered in turn"
        assert child.leave() == 0
    finally:
        child.close()


@pytest.mark.parametrize("way", ["end", "ctrl-c"])
def test_the_end_of_the_input_leaves_no_search_behind(way: str) -> None:
    child = Child("--hexgtp", "--agent", "pvs:seconds=600")
    try:
        child.gtp("name")
        child.send("genmove black")
        assert child.leave(way) == (0 if way == "end" else 130)
    finally:
        child.close()


def test_a_script_with_quit_at_its_end_is_followed_to_the_end() -> None:
    child = Child("--hexgtp", "--agent", "pvs:nodes=300")
    try:
        child.send("boardsize 4", "genmove b", "genmove w", "5 final_score")
        assert child.leave("6 quit") == 0
        answers = "".join(child.rest()).split("\n\n")
        assert [answer[:2] for answer in answers] == ["= ", "= ", "= ", "=5", "=6", ""]
    finally:
        child.close()


def test_ten_thousand_garbage_lines_are_all_answered() -> None:
    valid = (
        "name",
        "4 known_command play",
        "boardsize 5 5",
        "clear_board",
        "play black a1",
        "play white swap-pieces",
        "genmove black",
        "undo",
        "showboard",
        "time_settings 1 2 3",
        "time_left black 5 1",
        "final_score",
        "loadsgf nothing.sgf 3",
        "all_legal_moves",
    )
    child = Child("--hexgtp", "--agent", "random")
    try:
        for line in garbage(10_000, valid, seed=5):
            text = line.decode("utf-8", "replace")
            if parsed(text) is not None and text.strip() != "quit":
                assert child.gtp(line)[0] in "=?", line
        assert child.gtp(b"x" * (MOST_BYTES + 1)) == f"? syntax error: a line has at most {MOST_BYTES} bytes"
        assert child.gtp("name") == "= Plyground"
        assert child.leave() == 0
    finally:
        child.close()
