"""The command line as a user meets it: its output, its errors, its exit codes; where it matters in its own process."""

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pexpect  # type: ignore[import-untyped]
import pytest
from rich.console import Console

import plyground
from plyground.cli import main, show
from tests.patience import PATIENCE
from tests.pseudo_terminal import spawn

PROGRAM = [sys.executable, "-m", "plyground"]
COMMANDS = ("games", "rules", "show", "moves", "perft", "play", "version")
OPTIONS = {
    "blockit": ("size=9", "columns", "rows", "barriers=5", "colours=red,blue", "rules=blockit"),
    "eximo": (),
    "hex": ("size=11", "swap=on"),
    "morris": ("mills=standard", "flying=on"),
    "neutreeko": ("order=rows",),
}
STARTS = {
    "blockit": ("e1,e9 5,5 - r", "red"),
    "eximo": (".bbbbbb./.bbbbbb./.bb..bb./......../......../.ww..ww./.wwwwww./.wwwwww. w", "white"),
    "hex": ("/".join(["." * 11] * 11) + " r", "red"),
    "morris": (".../.../.../....../.../.../... w 9,9", "white"),
    "neutreeko": (".w.w./..b../...../..w../.b.b. b", "black"),
}
SMALL = ("--option", "size=3")
RED_WINS = "a1 b1 a2 b2 a3"
"""A whole game of Hex of size 3."""

NOTICE = "Compiling"
"""How the line begins that a run with an empty cache says first."""

DISTURBING = {"PYTHONUNBUFFERED", "NUMBA_DISABLE_JIT", "PLYGROUND_DEBUG", "FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS"}
SETTINGS = {"COLUMNS": "100", "LC_ALL": "C.UTF-8"}
ENVIRONMENT = {key: value for key, value in os.environ.items() if key not in DISTURBING} | SETTINGS


class Answer(NamedTuple):
    """What a run of the program leaves behind."""

    code: int
    out: str
    err: str

    @property
    def complaints(self) -> list[str]:
        """The lines on stderr, but for the notice of a first run."""
        return [line for line in self.err.splitlines() if not line.startswith(NOTICE)]


def run(*arguments: str, **variables: str) -> Answer:
    """Run a command to its end in this process, which has imported everything already; `variables` as below."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        for name in DISTURBING:
            patch.delenv(name, raising=False)
        for name, value in (SETTINGS | variables).items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["plyground", *arguments])
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as left:
            main()
    return Answer(int(left.value.code or 0), out.getvalue(), err.getvalue())


def run_apart(*arguments: str, program: list[str] = PROGRAM, stdout: int = subprocess.PIPE, **variables: str) -> Answer:
    """Run the program to its end in a process of its own; `variables` are added to its environment."""
    done = subprocess.run(
        [*program, *arguments],
        env=ENVIRONMENT | variables,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    return Answer(done.returncode, done.stdout or "", done.stderr)


def printed(*arguments: str) -> str:
    """What a command prints that must succeed and has nothing to complain about."""
    answer = run(*arguments)
    assert (answer.code, answer.complaints) == (0, [])
    assert "\x1b" not in answer.out, "colours belong on a terminal only"
    return answer.out


def data(*arguments: str) -> Any:
    """What a command prints with --json: one line."""
    out = printed(*arguments, "--json")
    assert out.count("\n") == 1
    assert out.endswith("\n")
    return json.loads(out)


def test_the_script_and_the_module_are_the_same_program() -> None:
    script = [str(Path(sys.executable).with_name("plyground"))]
    expected = (0, f"{plyground.__version__}\n", "")
    assert (
        run_apart("version", program=script) == run_apart("version") == run("version") == run("--version") == expected
    )


def test_games_lists_every_game_with_its_options() -> None:
    out = printed("games")
    for name, options in OPTIONS.items():
        assert name in out
        for option in options:
            assert f"{option}:" in out


def test_games_as_json_says_the_same() -> None:
    listed = {game["name"]: game["options"] for game in data("games")["games"]}
    for name, options in OPTIONS.items():
        assert tuple(f"{option['name']}={option['default']}".rstrip("=") for option in listed[name]) == options
        assert all(option["values"] and option["meaning"] for option in listed[name])
    assert set(listed) == set(OPTIONS)


@pytest.mark.parametrize(
    ("language", "words"), [("en", ("The board", "A turn")), ("pt", ("O tabuleiro", "A vez de jogar"))]
)
@pytest.mark.parametrize("name", OPTIONS)
def test_rules_are_taught_in_both_languages(name: str, language: str, words: tuple[str, str]) -> None:
    out = printed("rules", name, "--lang", language)
    assert len(out) > 2500
    for word in words:
        assert word in out
    for option in OPTIONS[name]:
        assert option.partition("=")[0] in out


def test_rules_are_english_unless_asked_otherwise() -> None:
    assert "The board" in printed("rules", "hex")


@pytest.mark.parametrize("name", OPTIONS)
def test_show_draws_the_board_then_the_position_then_the_mover(name: str) -> None:
    text, mover = STARTS[name]
    *board, position, status = printed("show", name).splitlines()
    assert len(board) >= 5
    assert (position, status) == (text, f"{mover} to move")


@pytest.mark.parametrize("name", ["blockit", "eximo"])
def test_show_as_json(name: str) -> None:
    shown = data("show", name)
    assert (shown["position"], shown["mover"]) == STARTS[name]
    assert shown["game"] == name
    with_value = tuple(option for option in OPTIONS[name] if "=" in option)
    assert tuple(f"{key}={value}" for key, value in shown["options"].items()) == with_value
    assert shown["outcome"] is None
    assert len(shown["diagram"].splitlines()) >= 5


def test_show_takes_options_a_position_and_a_line_together() -> None:
    options = (*SMALL, "-o", "swap=off")
    out = printed("show", "hex", *options, "--position", "r../.../... b", "--line", "b2 a2")
    assert out.splitlines()[2:] == [
        "   1 B R . . B 1",
        "    2 B R B . B 2",
        "     3 B . . . B 3",
        "          R R R",
        "           a b c",
        "r../rb./... b",
        "blue to move",
    ]


def test_show_says_who_has_won_and_why() -> None:
    assert printed("show", "hex", *SMALL, "--line", RED_WINS).splitlines()[-2:] == [
        "rb./rb./r.. b",
        "red has won: joined top and bottom",
    ]
    outcome = data("show", "hex", *SMALL, "--line", RED_WINS)["outcome"]
    assert outcome == {"winner": "red", "reason": "joined top and bottom"}


def test_show_says_that_a_game_is_drawn() -> None:
    there_and_back = "c4-a2 b5-a4 a2-c4 a4-b5 "
    assert printed("show", "neutreeko", "--line", 2 * there_and_back).splitlines()[-1].startswith("draw: ")
    assert data("show", "neutreeko", "--line", 2 * there_and_back)["outcome"]["winner"] is None


def test_moves_come_one_a_line() -> None:
    assert printed("moves", "hex", *SMALL).split("\n") == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", ""]
    assert printed("moves", "hex", *SMALL, "--line", "b2").splitlines()[-1] == "swap"
    assert data("moves", "hex", *SMALL, "--line", "b2")["moves"][-1] == "swap"


def test_moves_of_a_finished_game_are_none_and_no_error() -> None:
    answer = run("moves", "hex", *SMALL, "--line", RED_WINS)
    assert (answer.code, answer.out) == (0, "")
    assert answer.complaints == ["No moves: red has won: joined top and bottom."]
    assert data("moves", "hex", *SMALL, "--line", RED_WINS)["moves"] == []


@pytest.mark.parametrize(
    ("name", "depth", "leaves"),
    [("hex", 2, 14641), ("blockit", 2, 16677), ("eximo", 2, 1600), ("morris", 3, 12144), ("neutreeko", 3, 2723)],
)
def test_perft_prints_the_bare_number_and_nothing_else(name: str, depth: int, leaves: int) -> None:
    assert printed("perft", name, "--depth", str(depth)) == f"{leaves}\n"


@pytest.mark.parametrize(("line", "depth", "leaves"), [("", 0, 1), (RED_WINS, 0, 1), (RED_WINS, 3, 0)])
def test_perft_counts_no_move_as_one_line_and_no_line_after_the_end(line: str, depth: int, leaves: int) -> None:
    assert printed("perft", "hex", *SMALL, "--line", line, "-d", str(depth), "--divide") == f"total {leaves}\n"


def test_perft_divides_the_number_among_the_moves() -> None:
    *divided, total = printed("perft", "neutreeko", "--depth", "3", "--divide").splitlines()
    counts = {move: int(leaves) for move, leaves in (line.split() for line in divided)}
    assert len(counts) == len(divided)
    assert list(counts) == printed("moves", "neutreeko").split()
    assert total == "total 2723"
    assert sum(counts.values()) == 2723
    as_json = data("perft", "neutreeko", "--depth", "3", "--divide")
    assert (as_json["divide"], as_json["leaves"], as_json["depth"]) == (counts, 2723, 3)
    assert "divide" not in data("perft", "neutreeko", "--depth", "3")


def test_perft_takes_options_a_position_and_a_line() -> None:
    where = (*SMALL, "-o", "swap=off", "--position", "r../.../... b", "--line", "b2 a2")
    assert printed("perft", "hex", *where, "--depth", "1") == "6\n"


def test_perft_counts_what_the_library_counts_after_a_line_too() -> None:
    line = "c4-a2 b5-a4 a2-c4 a4-b5 c4-a2 b5-a4 a2-c4"
    position = plyground.game("neutreeko").start()
    for move in line.split():
        position = position.play(move)
    leaves = plyground.perft(position, 3)
    assert printed("perft", "neutreeko", "--line", line, "--depth", "3") == f"{leaves}\n"


@pytest.mark.parametrize(("terminal", "depth", "shown"), [(True, 3, True), (True, 2, False), (False, 3, False)])
def test_only_a_long_count_on_a_terminal_shows_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, depth: int, shown: bool
) -> None:
    console = Console(file=io.StringIO(), force_terminal=terminal, width=80)
    monkeypatch.setattr(show, "err", console)
    counts = show.count_by_move(plyground.game("neutreeko").start(), depth, "Counting")
    assert len(counts) == 14
    assert ("Counting" in console.file.getvalue()) is shown  # type: ignore[attr-defined]


def test_help_of_the_program_names_every_command() -> None:
    out = printed("--help")
    assert all(f" {command} " in out for command in COMMANDS)
    assert out.index(" serve ") < out.index(" play ") < out.index(" lab ") < out.index(" engine ")
    assert "<bool>" not in out + printed("play", "--help")


@pytest.mark.parametrize(
    ("command", "explained"),
    [
        ("games", {"--json": "JSON"}),
        ("rules", {"GAME": "plyground games", "--lang": "language"}),
        ("show", {"GAME": "plyground games", "--option": "size=13", "--position": "Start from", "--json": "JSON"}),
        ("moves", {"GAME": "plyground games", "--line": "f6 swap", "--position": "Start from", "--json": "JSON"}),
        ("perft", {"--depth": "How many moves", "--divide": "first move", "--line": "f6 swap", "--json": "JSON"}),
        ("play", {"GAME": "asked for", "--option": "size=13", "--position": "Start from", "--line": "f6 swap"}),
        ("version", {"--help": "Show this message"}),
    ],
)
def test_help_of_a_command_explains_its_options(command: str, explained: dict[str, str]) -> None:
    out = printed(command, "--help")
    assert f"plyground {command}" in out
    for option, explanation in explained.items():
        assert any(option in line and explanation in line for line in out.splitlines()), option


HEX_3 = ("show", "hex", *SMALL)
WRONG: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "unknown-game": (("show", "chess"), ("'chess'", *OPTIONS)),
    "misspelt-game": (("moves", "hxe"), ("'hxe'", "Did you mean hex?")),
    "game-on-two-lines": (("rules", "a\nb"), (r"'a\nb'",)),
    "no-game": (("perft", "--depth", "1"), ("GAME",)),
    "game-to-play": (("play", "chess"), ("'chess'",)),
    "play-nothing-from-a-line": (("play", "--line", "a1"), ("GAME",)),
    "unknown-option": (("show", "hex", "--option", "colour=red"), ("'colour'", "size, swap")),
    "option-of-a-game-without": (("show", "eximo", "--option", "size=8"), ("'size'", "none")),
    "number-too-large": (("show", "hex", "--option", "size=20"), ("size=20", "3 to 19")),
    "even-number": (("show", "blockit", "--option", "size=8"), ("size=8", "odd")),
    "no-number": (("show", "hex", "--option", "size=ten"), ("'ten'", "3 to 19")),
    "no-switch": (("show", "morris", "--option", "flying=maybe"), ("'maybe'", "on or off")),
    "wrong-order": (("show", "blockit", "--option", "colours=blue,red"), ("'blue,red'", "order")),
    "option-without-value": (("show", "hex", "--option", "size"), ("'size'", "key=value")),
    "option-without-key": (("show", "hex", "--option", "=3"), ("'=3'", "key=value")),
    "option-twice": ((*HEX_3, *SMALL), ("'size'", "twice")),
    "malformed-position": ((*HEX_3, "--position", "..."), ("'...'", "2 parts")),
    "strange-character": ((*HEX_3, "--position", ".../.x./... r"), ("row 2", "'x'")),
    "impossible-position": ((*HEX_3, "--position", "rr./.../... r"), ("Red has 2", "Blue 0")),
    "every-reason": (("show", "neutreeko", "--position", ".w.w/..b.x/...../..w../.b.b. k"), ("'x'", "'k'", "row 1")),
    "malformed-move": ((*HEX_3, "--line", "a1 zz"), ("'zz'", "'swap'")),
    "move-off-the-board": ((*HEX_3, "--line", "d4"), ("'d4'", "a1 to c3")),
    "illegal-move": ((*HEX_3, "--line", "b2 b2"), ("'b2'", "not empty", "b1, b3")),
    "illegal-barrier": (("moves", "blockit", "--line", "e3h e3v"), ("'e3v'", "e3h")),
    "move-after-the-end": ((*HEX_3, "--line", f"{RED_WINS} c1"), ("'c1'", "over")),
    "no-depth": (("perft", "hex"), ("--depth",)),
    "depth-x": (("perft", "hex", "--depth", "x"), ("--depth",)),
    "depth-below-0": (("perft", "hex", "--depth", "-1"), ("-1", "0 to 64")),
    "depth-above-64": (("perft", "hex", "--depth", "65"), ("65", "0 to 64")),
    "unknown-command": (("chess",), ("'chess'",)),
    "unknown-flag": (("moves", "hex", "--fast"), ("--fast",)),
    "one-argument-too-many": (("moves", "hex", "a1"), ("a1",)),
    "unknown-language": (("rules", "hex", "--lang", "de"), ("'de'", "en and pt")),
}
"""What a user did wrong: the arguments, and what the one line must say about them."""


@pytest.mark.parametrize(("arguments", "said"), WRONG.values(), ids=WRONG.keys())
def test_a_mistake_is_explained_in_one_line(arguments: tuple[str, ...], said: tuple[str, ...]) -> None:
    answer = run(*arguments)
    assert (answer.code, answer.out) == (2, "")
    (complaint,) = answer.complaints
    assert "Traceback" not in complaint
    for word in said:
        assert word in complaint


@pytest.mark.parametrize(
    "arguments",
    [
        ("rules", "hex"),
        ("games",),
        pytest.param(("moves", "hex")),
        pytest.param(("show", "hex", "--json")),
    ],
)
def test_a_reader_who_left_is_no_reason_to_complain(arguments: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        answer = run_apart(*arguments, stdout=writer)
    finally:
        os.close(writer)
    assert answer.complaints == []
    assert answer.code in (0, 1)


def test_a_reader_who_leaves_early_gets_the_first_lines() -> None:
    program = subprocess.Popen(
        [*PROGRAM, "moves", "hex", "--option", "size=19"],
        env=ENVIRONMENT | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdout is not None
    assert program.stderr is not None
    with program, program.stderr as err:
        assert program.stdout.readline() == b"a1\n"
        program.stdout.close()
        assert b"Traceback" not in err.read()


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # a pseudo-terminal is opened by a fork
def test_ctrl_c_ends_a_long_count() -> None:
    """The progress bar tells when the count is under way, which would take days; what it runs on is compiled before."""
    printed("perft", "hex", "--depth", "2")
    arguments, environment = [*PROGRAM[1:], "perft", "hex", "--depth", "8"], ENVIRONMENT | {"TERM": "xterm"}
    program = spawn([PROGRAM[0], *arguments], env=environment, timeout=PATIENCE)
    program.expect("Counting")
    program.sendintr()
    program.expect(pexpect.EOF)
    program.close()
    assert program.exitstatus == 130
    assert "Traceback" not in program.before
    assert "\x1b[?25h" in program.before, "the cursor is shown again"


def test_a_fresh_cache_is_announced_once_and_then_used(tmp_path: Path) -> None:
    command, cache = ("perft", "neutreeko", "--depth", "2"), str(tmp_path / "new" / "cache")
    first, second = (run_apart(*command, PLYGROUND_CACHE=cache) for _ in range(2))
    assert (first.code, first.out, first.complaints) == (0, "207\n", [])
    assert first.err.count(NOTICE) == first.err.count("\n") == 1
    assert second == (0, "207\n", "")


def test_a_cache_that_cannot_be_written_costs_only_time() -> None:
    answer = run_apart("perft", "neutreeko", "--depth", "2", PLYGROUND_CACHE="/proc/nowhere")
    assert (answer.code, answer.out, answer.complaints) == (0, "207\n", [])


def test_play_as_json_is_a_whole_game_of_computers_with_its_summary() -> None:
    players = ("--first", "alphabeta:heuristic=H1,depth=3", "--second", "random", "--seed", "3")
    data = json.loads(run("play", "neutreeko", *players, "--json").out)
    position = plyground.game("neutreeko").position(data["start"])
    for turn in data["moves"]:
        position = position.play(turn["move"])
    assert str(position) == data["position"]
    assert data["outcome"]["winner"] == data["summary"]["outcome"]["winner"]
    searching, at_random = data["summary"]["sides"]
    assert (searching["seat"], searching["player"]) == ("black", players[1])
    assert searching["plays"] + at_random["plays"] == len(data["moves"]) == data["summary"]["plays"]
    assert searching["nodes"] == sum(turn["nodes"] for turn in data["moves"]) > 0
    assert searching["seconds"] == pytest.approx(sum(turn["seconds"] for turn in data["moves"][::2]), abs=1e-4)


def test_play_as_json_is_for_computers_only(tmp_path: Path) -> None:
    for arguments in (("play", "hex", "--second", "easy"), ("play",)):
        answer = run(*arguments, "--json", PLYGROUND_DATA=str(tmp_path))
        assert (answer.code, answer.out) == (2, "")
        assert "--json is for a game among computers" in answer.err
