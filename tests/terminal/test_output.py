"""Nothing from outside is an order to the terminal; and what a terminal cannot write is written as well as it can."""

import io
import json
import logging
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

import plyground
from plyground.cli.lab import runs
from plyground.core.text import OBEYED, harmless
from plyground.lab.runs.jobs import RunProgress
from plyground.language import language
from plyground.terminal import output
from plyground.terminal.output import SafeConsole, in_ascii, json_line, prepare_streams, say, say_exactly, say_json
from plyground.terminal.screen import Screen
from tests.cli.test_commands import Answer, run

ORDERS = {
    "title": "\x1b]0;owned\x07",
    "clear": "\x1b[2J",
    "clipboard": "\x1b]52;c;cm0gLXJm\x1b\\",
    "C1": "\x9b2J\x90q\x85",
    "rubbed out": "ab\x08\x08\x7f\r",
    "turned": "\u202egnihtemos\u202c\u2066x\u2069\u200f",
}
ALL = "".join(ORDERS.values())
HALF = "\udc80"
SOURCES = Path(plyground.__file__).parent


def assert_harmless(text: str, *, orders_of_ours: bool = False) -> None:
    """Nothing in it is obeyed, but perhaps colours of ours."""
    left = re.sub(r"\x1b\[[0-9;]*m|\r(?=\n)", "", text) if orders_of_ours else text
    assert OBEYED.search(left) is None, ascii(left)
    assert "\\x1b]0;owned" in re.sub(r"\s", "", left), "it is shown, not left out"


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_what_a_terminal_obeys_is_made_visible(order: str) -> None:
    shown = harmless(f"a\n\t{order}{HALF} não ⚫ 👩‍👩‍👧 b")
    assert OBEYED.search(shown) is None
    assert shown.startswith("a\n\t")
    assert shown.endswith("\\udc80 não ⚫ 👩‍👩‍👧 b")
    assert harmless(shown) == shown


def test_every_control_character_is_one_that_is_made_visible() -> None:
    kept = [sign for sign in map(chr, [*range(0x20), *range(0x7F, 0xA0)]) if OBEYED.match(sign) is None]
    assert kept == ["\t", "\n"]


def console(width: int = 70) -> tuple[SafeConsole, io.StringIO]:
    file = io.StringIO()
    return SafeConsole(
        file=file, force_terminal=True, color_system="truecolor", width=width, legacy_windows=False
    ), file


@pytest.mark.parametrize("made", [str, Text, Markdown, lambda text: Text(text, "bold red")])
def test_a_console_writes_only_its_own_orders(made: Any) -> None:
    screen, file = console(400)
    screen.print(made(f"{ALL}{HALF}"))
    screen.print(made(f"{ALL}{HALF}"), soft_wrap=True, style="green")
    table = Table("heading " + ALL, title=ALL)
    table.add_row(made(ALL))
    screen.print(table)
    with screen.status(Text(ALL)):
        pass
    assert "\x1b[" in file.getvalue(), "our own colours are left"
    left = re.sub(r"\x1b\[\?25[hl]|\x1b\[1A|\x1b\[2K|\r", "", file.getvalue())
    assert_harmless(left, orders_of_ours=True)


def test_a_name_is_no_markup() -> None:
    screen, file = console()
    table = Table("[/b] [link=file:///etc/passwd]x")
    table.add_row("[red]name[/green] :skull:")
    screen.print(table)
    screen.print("[/nothing] :skull:")
    assert "[red]name[/green] :skull:" in re.sub(r"\x1b\[[0-9;]*m", "", file.getvalue())
    assert "]8;" not in file.getvalue()


def test_nothing_else_writes() -> None:
    """Who prints past this module, or makes a console of Rich's own, is not seen by it."""
    other = re.compile(r"(?<![\w.])(print|Console)\(|sys\.(stdout|stderr)\.write|typer\.(echo|secho)")
    found = [
        f"{path.relative_to(SOURCES)}: {line.strip()}"
        for path in SOURCES.rglob("*.py")
        if path.name != "output.py"
        for line in path.read_text(encoding="utf-8").splitlines()
        if other.search(line)
    ]
    assert found == []


def test_json_is_json_and_safe_to_look_at(capsys: pytest.CaptureFixture[str]) -> None:
    data = {"name": f"{ALL}{HALF} não 👩"}
    text = json_line(data)
    assert OBEYED.search(text) is None
    assert "não 👩" in text
    assert json.loads(text) == data
    assert json_line(data, ascii_only=True).isascii()
    say_json(data)
    assert json.loads(capsys.readouterr().out) == data


def test_a_screen_says_and_asks_nothing_that_is_obeyed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, file = console(400)
    for made in (
        Screen(language("en"), SafeConsole(), interactive=False),
        Screen(language("pt"), screen, interactive=True),
    ):
        made.say(ALL)
        made.complain(ALL)
        made.say_markdown(ALL)
        monkeypatch.setattr("builtins.input", lambda prompt="": say(prompt) or "answer")
        assert made.ask(ALL) == "answer"
    assert_harmless(file.getvalue(), orders_of_ours=True)
    assert_harmless(capsys.readouterr().out)


def test_a_file_goes_into_a_pipe_as_it_is(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    say_exactly(ALL)
    assert capsys.readouterr().out == ALL
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    say_exactly(ALL)
    assert_harmless(capsys.readouterr().out)


SEEN = f"{ORDERS['C1']}{ORDERS['clear']}{ORDERS['title']}{ORDERS['turned']}"
RECORD = f"""[Game "neutreeko"]
[First "Evil {SEEN}"]
[Second "human"]
[Event "{SEEN}"]

1. b1-c1 {{{SEEN}}} *
"""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "data"))
    return tmp_path


def obeyed(*answers: Answer) -> list[str]:
    return [ascii(text) for answer in answers for text in (answer.out, answer.err) if OBEYED.search(text)]


def test_saved_games_from_anywhere(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hostile = data / f"game{ORDERS['clear']}.txt"
    hostile.write_text(RECORD, encoding="utf-8")
    taken = run("saved", "import", str(hostile), "--name", ALL)
    assert taken.code == 0, taken
    renamed = run("saved", "rename", "1", f"again {ALL}")
    listed, told = run("saved"), run("saved", "--json")
    assert json.loads(told.out)["saved"][0]["name"] == f"again {ALL}"
    wrong = run("saved", "import", str(data / f"none{ORDERS['title']}.txt"))
    absent = run("saved", "delete", ORDERS["clear"])
    assert (wrong.code, absent.code) == (2, 2)
    exported = run("saved", "export", "1", str(data / f"{ORDERS['title'][:5]}.txt"))
    assert exported.code == 0
    answers = [taken, renamed, listed, told, wrong, absent, exported]
    for command in (["saved", "resume", "1"], ["play", "--load", str(hostile)], ["play"]):
        monkeypatch.setattr(sys, "stdin", io.StringIO("record\nhistory\ninfo\nsave\nquit\n"))
        answers.append(run(*command, lang="pt"))
    assert obeyed(*answers) == []
    assert_harmless(renamed.out)


ENGINE = """
import sys
orders = sys.argv[1].encode().decode("unicode_escape")
sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")
sys.stderr.reconfigure(encoding="utf-8")
for line in sys.stdin:
    if line == "ugi\\n":
        print(f"id name {orders}", f"id author {orders}", "ugiok", sep="\\n", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        print(f"info string {orders}", f"info depth 1 pv {orders}", flush=True)
        if sys.argv[2] == "move":
            print(f"bestmove {orders}", flush=True)
        elif sys.argv[2] == "error":
            print(f"error {orders}", flush=True)
        else:
            sys.exit(orders)
"""


@pytest.mark.parametrize("way", ["move", "error", "stderr"])
def test_a_hostile_engine(way: str, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    file = data / f"engine{ORDERS['clear']}.py"
    file.write_text(ENGINE)
    agent = f"cmd:{shlex.join([sys.executable, '-S', str(file), SEEN.encode('unicode_escape').decode(), way])}"
    found = run("search", "neutreeko", "--agent", agent)
    assert found.code == 2
    played = run("play", "neutreeko", "--first", agent, "--second", "random", "--pace", "0")
    told = run("play", "neutreeko", "--first", agent, "--second", "random", "--json")
    assert (played.code, told.code) == (0, 0), played
    assert json.loads(told.out)["summary"]
    assert obeyed(found, played, told, run("saved")) == []
    assert_harmless(found.err)
    assert_harmless(played.out)


def test_what_the_lab_tells_of_players_with_names_like_that(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, file = console(400)
    monkeypatch.setattr(runs, "out", screen)
    monkeypatch.setattr(runs, "err", screen)
    elo = {"value": 0.0, "low": None, "high": None}
    player = {"player": f"[/b]{ALL}", "elo": elo, "points": 1.0, "games": 2}
    fault = {"player": ALL, "kind": "crash", "games": 1, "detail": ALL, "unit": "A-B-000000"}
    games = {"advantage": {"elo": elo}, "draw_rate": 0.5, "mean_plies": 9.0}
    summary = {"kind": "tournament", "ratings": {"players": [player]}, "first_player": games, "faults": 1}
    runs.print_summary(summary | {"fault_details": [fault], "errors": {"1": f"[/b]{ALL}"}, "folder": f"runs/{ALL}"})
    runs.print_news(RunProgress(1, 2, 1.0, None, (f"[/b]{ALL}",)))
    assert "[/b]" in file.getvalue()
    assert_harmless(file.getvalue(), orders_of_ours=True)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_portuguese_on_a_terminal_without_its_letters(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, encoding=encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    prepare_streams()
    say("Não há peças: ½ … “x” → 5 µs 👩 " + HALF)
    say_json({"não": "👩"})
    stream.flush()
    first, second = written.getvalue().decode(encoding).splitlines()
    letters = "Não há peças: ½" if encoding == "latin-1" else "Nao ha pecas: 1/2"
    assert first == f'{letters} ... "x" -> 5 {"µ" if encoding == "latin-1" else "u"}s ? \\udc80'
    assert json.loads(second) == {"não": "👩"}


def test_every_portuguese_text_can_be_read_in_ascii() -> None:
    texts = language("pt").catalogue.values()
    assert [text for text in texts if in_ascii(text).count("?") != text.count("?")] == []


def test_a_log_is_harmless(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert logging.lastResort is not None
    monkeypatch.setattr(logging.lastResort, "formatter", None)
    prepare_streams()
    record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "%s", (ALL,), None)
    logging.lastResort.handle(record)
    assert_harmless(capsys.readouterr().err)


def test_the_errors_of_the_streams_are_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stderr", stream)
    prepare_streams()
    assert stream.errors == output.PLAIN
