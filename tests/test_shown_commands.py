"""Every command that a page shows can be typed: it is parsed as the command line would, and nothing is run."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from plyground import cli
from plyground.cli.app import app

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    *(page for page in sorted(ROOT.glob("*.md")) if page.name != "CHANGELOG.md"),
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "bench/README.md",
]
"""The pages of today. What the history names may be gone."""

FENCED = re.compile(r"^( *)```[^\n]*\n(.*?)^\1```", re.M | re.S)
INLINE = re.compile(r"`([^`\n]+)`")
CONTINUED = re.compile(r"\\\n\s*")
PROMPT = re.compile(r"^\s*(?:\$ )?(?:[A-Z_]+=\S+ )*")
UNFINISHED = ("MissingParameter", "NoArgsIsHelpError")
"""What the command line raises where words are left out, as pages do that speak of a command."""
SHELL = re.compile(r"^(?:[|;&]+|\d?>+.*|<)$")
"""A word at which the shell's own language begins."""

GAMES = {"GAME": "hex", "MYGAME": "hex"}
NUMBERS = ("N", "K", "N,N")
PLACEHOLDERS = {**GAMES, **dict.fromkeys(NUMBERS, "3"), "…": "", "...": ""}
"""What stands in a page for a word of the reader's."""


def shown_lines(text: str) -> Iterator[str]:
    """The lines of the fenced blocks of a page, and its inline code."""
    for block in FENCED.finditer(text):
        yield from CONTINUED.sub(" ", block[2]).splitlines()
    for code in INLINE.finditer(FENCED.sub("", text)):
        yield code[1]


def shown_commands(page: Path, program: str) -> list[str]:
    """The commands of a page that begin with these words, each once."""
    lines = (PROMPT.sub("", line) for line in shown_lines(page.read_text()))
    return list(dict.fromkeys(line.strip() for line in lines if re.match(rf"{program}(?!\S)", line)))


def words_of(command: str) -> list[str]:
    """A command's words up to a comment or the shell's own language; placeholders filled in."""
    words: list[str] = []
    for word in shlex.split(command, comments=True):
        if SHELL.match(word):
            break
        words.append(PLACEHOLDERS.get(word, word))
    return [word for word in words if word]


PLYGROUND = [(page, line) for page in PAGES for line in shown_commands(page, "plyground")]
MAKE = [(page, line) for page in PAGES for line in shown_commands(page, "make")]
BENCH = [(page, line) for page in PAGES for line in shown_commands(page, r"python bench/\w+\.py")]


def name_of(case: object) -> str:
    """A case's name: its page, or its command."""
    return case.name if isinstance(case, Path) else str(case)


def test_commands_are_found_on_the_pages() -> None:
    """An expression that finds nothing would let everything pass."""
    assert len(PLYGROUND) > 150
    assert ("README.md", "make play") in [(page.name, line) for page, line in MAKE]
    assert words_of("plyground saved GAME | head # all") == ["plyground", "saved", "hex"]
    assert sum(page.name == "README.md" for page, _ in BENCH) > 5


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The command line parses a command and does nothing; the names of the commands it would have run."""
    would_run: list[str] = []

    def invoke(command: typer.core.TyperCommand, _context: object) -> None:
        would_run.append(str(command.name))

    cli.load_commands(None)
    monkeypatch.setattr(typer.core.TyperCommand, "invoke", invoke)
    return would_run


@pytest.mark.parametrize(("page", "command"), PLYGROUND, ids=name_of)
def test_a_command_that_is_shown_can_be_typed(page: Path, command: str, parsed: list[str]) -> None:
    """Its name and options exist; a file it names need not, and words may be left out."""
    words = words_of(command)[1:] or [cli.USUAL]
    try:
        app(words, standalone_mode=False)
    except Exception as error:
        message = str(getattr(error, "message", error) or type(error).__name__)
        if type(error).__name__ not in UNFINISHED and "does not exist" not in message:
            pytest.fail(f"{page.relative_to(ROOT)} shows `{command}`: {message}")


@pytest.mark.parametrize(("page", "command"), MAKE, ids=name_of)
def test_a_target_of_make_that_is_shown_exists(page: Path, command: str) -> None:
    """`make NAME`, with or without variables."""
    rules = (ROOT / "Makefile").read_text()
    for word in words_of(command)[1:]:
        assert "=" in word or re.search(rf"^{re.escape(word)}:|^\.PHONY:.*\b{word}\b", rules, re.M), page


@pytest.mark.parametrize(("page", "command"), BENCH, ids=name_of)
def test_a_program_that_is_shown_takes_its_options(page: Path, command: str) -> None:
    """Every option is named in the program, or in what all of them share."""
    _, program, *words = words_of(command)
    sources = [ROOT / program, ROOT / "bench/figures.py", ROOT / "bench/long_runs.py"]
    texts = "".join(source.read_text() for source in sources)
    for option in (word.partition("=")[0] for word in words if word.startswith("--")):
        assert f'"{option}"' in texts, f"{page.relative_to(ROOT)} shows `{command}`"
