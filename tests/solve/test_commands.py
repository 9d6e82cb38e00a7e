"""`plyground solve` and `plyground probe` as a user meets them."""

import json
from dataclasses import replace
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
import pytest

import plyground
from plyground.cli.solve_streamed import StreamedPlan
from plyground.solve import driver, resources
from plyground.solve.device import CpuDevice
from plyground.solve.resources import ResourceEstimate, TooLargeError
from plyground.solve.tablebase_folder import SUFFIX
from plyground.solve.value_forms import WORDS
from tests.cli.test_commands import ENVIRONMENT, PROGRAM
from tests.cli.test_commands import run as run_command
from tests.patience import PATIENCE
from tests.pseudo_terminal import spawn
from tests.solve.solved import solved


def data(*arguments: str) -> dict[str, object]:
    answer = run_command(*arguments, "--json")
    assert (answer.code, answer.complaints) == (0, [])
    found: dict[str, object] = json.loads(answer.out)
    return found


def test_neutreeko_as_json_has_what_is_promised() -> None:
    found = data("solve", "neutreeko", "--no-keep")
    assert {"positions", "wins", "draws", "losses", "longest", "histogram", "start", "first_moves"} <= found.keys()
    assert (found["positions"], found["start"]) == (3_468_080, "draw")


def test_neutreeko_in_words_shows_the_longest_line() -> None:
    found = data("solve", "neutreeko", "--no-keep")
    told = " ".join(run_command("solve", "neutreeko", "--no-keep").out.split())
    assert " ".join(found["longest_line"]) in told  # type: ignore[call-overload]
    assert str(found["longest_position"]) in told


def test_the_endings_of_morris_as_json(tmp_path: Path) -> None:
    _, folder = solved("morris", 6)
    (sector,) = data("solve", "morris", "--men", "6", "--folder", str(folder))["sectors"]  # type: ignore[misc]
    keys = "mover opponent orbits positions wins draws losses longest_win longest_loss"
    assert " ".join(sector) == keys


def test_a_device_solves_sector_by_sector_with_a_line_about_each(tmp_path: Path) -> None:
    answer = run_command(
        "solve", "morris", "--men", "6", "--device", "cpu", "--check", "10", "--folder", str(tmp_path), "--json"
    )
    assert answer.code == 0
    (line,) = answer.complaints
    assert line.startswith("3-3: 210,140 numbers in ")
    assert "plies: 27;" in line
    assert "Checked: 10 in" in line
    (sector,) = json.loads(answer.out)["sectors"]
    assert (sector["wins"], sector["draws"], sector["losses"], sector["checked"]) == (140_621, 269, 28_736, 10)
    told = run_command("solve", "morris", "--men", "6", "--device", "cpu", "--folder", str(tmp_path))
    assert "140,621" in told.out
    assert told.complaints == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["morris", "--men", "6", "--device", "cuda"], "No GPU that numba-cuda can use was found"),
        (["morris", "--men", "6", "--device", "abacus"], "There is no device 'abacus': write cpu or cuda."),
        (
            ["morris", "--men", "6", "--device", "cpu", "--memory", "0.0005"],
            "630.4 kB of memory, and 500.0 kB are free",
        ),
        (["eximo", "--all"], "All of Eximo cannot be solved, only its endings"),
    ],
)
def test_what_a_device_cannot_do_is_said_in_a_sentence(arguments: list[str], sentence: str) -> None:
    answer = run_command("solve", *arguments, "--no-keep")
    assert answer.code == 2
    assert sentence in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(("free", "memory", "used"), [(10**9, 0.5, 5 * 10**8), (10**9, 2, 10**9), (None, 2, 2 * 10**9)])
def test_a_limit_of_memory_is_no_promise_that_it_is_free(free: int | None, memory: float, used: int) -> None:
    game = plyground.game("morris")
    device = CpuDevice(game, game.sectors(6))
    device.free_memory = lambda: free  # type: ignore[method-assign]
    plan = StreamedPlan(game, 6, False, "cpu", 0, None, False, None, WORDS, memory)
    assert plan.memory_on(device) == used
    assert replace(plan, memory=None).memory_on(device) is None


def test_people_read_the_same_in_their_language() -> None:
    _, folder = solved("neutreeko")
    said = run_command("solve", "neutreeko", "--folder", str(folder), "--lang", "pt").out
    assert "3 468 080 posições" in said.replace("\u00a0", " ").replace("\u202f", " ").replace(".", " ")
    assert "O valor do início: empate" in said


def test_verify_says_what_is_right() -> None:
    _, folder = solved("neutreeko")
    (path,) = folder.iterdir()
    assert run_command("solve", "verify", str(path)).out.startswith("Everything is right: whole")


def test_probe_tells_the_value_of_a_position_and_of_each_move() -> None:
    _, folder = solved("neutreeko")
    found = data("probe", "neutreeko", "--folder", str(folder))
    assert found["value"] == "draw"
    assert found["moves"]["c4-e4"] == "loss 1"  # type: ignore[index]


def test_probe_takes_a_position_as_other_commands_do() -> None:
    _, folder = solved("neutreeko")
    before, after = (data("show", "neutreeko", "--line", line)["position"] for line in ("c4-e4", "c4-e4 c2-c5"))
    ways = (["--line", "c4-e4 c2-c5"], ["--position", after], [after], [before, "--line", "c2-c5"])
    for way in ways:
        found = data("probe", "neutreeko", *map(str, way), "--folder", str(folder))
        assert (found["position"], found["value"]) == (after, "loss 0"), way


def test_the_first_question_says_that_it_solves_the_game(tmp_path: Path) -> None:
    first, second = (run_command("probe", "neutreeko", "--folder", str(tmp_path)) for _ in range(2))
    assert first.out == second.out
    assert first.complaints == ["Solving Neutreeko for the first question; the next ones are answered at once …"]
    assert second.complaints == []


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # a pseudo-terminal is opened by a fork
def test_ctrl_c_ends_a_long_run_in_a_sentence(tmp_path: Path) -> None:
    command = [*PROGRAM, "solve", "morris", "--men", "9", "--folder", str(tmp_path), "--lang", "en"]
    program = spawn(command, env=ENVIRONMENT | {"TERM": "xterm"}, timeout=PATIENCE)
    program.expect("plies from the end")
    program.sendintr()
    program.expect(pexpect.EOF)
    program.close()
    assert program.exitstatus == 130
    assert "Traceback" not in program.before
    assert "\x1b[?25h" in program.before, "the cursor is shown again"
    assert [path.name for path in tmp_path.iterdir() if path.suffix != SUFFIX] == [], "nothing half written is left"


def test_hex_tells_which_first_moves_win() -> None:
    found = data("solve", "hex", "--option", "size=3")
    assert found["start"] == "win"
    assert found["first_moves"]["b2"] == "win"  # type: ignore[index]
    assert found["first_moves"]["a1"] == "loss"  # type: ignore[index]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("solve", "hex"), "Hex has no numbering"),
        (("solve", "hex", "--option", "size=3", "--without", "magic"), "There is no technique 'magic'"),
        (("solve", "morris", "--men", "4"), "Endings have 6 to 18 men in all, not 4."),
        (("solve", "verify", "no.plytable"), "'no.plytable' cannot be read"),
        (("probe", "neutreeko", "x", "--position", "y"), "The position is given twice"),
        (("probe", "hex"), "Hex has none with these options. plyground search hex proves what it can."),
        (("probe", "morris"), "plyground solve morris makes tables of Nine Men's Morris"),
        (("solve", "chess"), "There is no game 'chess'"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: tuple[str, ...], said: str) -> None:
    answer = run_command(*arguments)
    assert answer.code == 2
    assert said in answer.err


def test_what_does_not_fit_is_refused_before_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "free_memory", lambda: 1_000_000)
    answer = run_command("solve", "neutreeko", "--no-keep")
    assert answer.code == 2
    assert "of memory, and 1.0 MB are free" in answer.err


def test_a_full_disk_is_seen_before_it_starts() -> None:
    with pytest.raises(TooLargeError, match=r"2\.0 MB of disk, and 1\.0 MB are free"):
        ResourceEstimate(1, 1, 2_000_000, None, 1_000_000).check()


def test_not_everything_that_is_free_is_taken() -> None:
    ResourceEstimate(1, 500_000, 500_000, 1_000_000, 1_000_000).check()
    for memory, disk in ((1_000_000, 1), (1, 1_000_000)):
        with pytest.raises(TooLargeError):
            ResourceEstimate(1, memory, disk, 1_000_000, 1_000_000).check()


def test_sizes_are_said_in_words() -> None:
    assert [resources.size(size) for size in (12, 1500, 2_000_000, 7_300_000_000)] == [
        "12 bytes",
        "1.5 kB",
        "2.0 MB",
        "7.3 GB",
    ]
