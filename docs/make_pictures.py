"""Draw the pictures of the README from the program itself: `python docs/make_pictures.py`."""

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.terminal_theme import MONOKAI
from rich.text import Text

import plyground

FOLDER = Path(__file__).resolve().parent
POSITIONS = (
    ("hex", {"size": "7"}, "d4 swap c3 e3 e2 c5 b6"),
    ("eximo", {}, "d2-d3 e7-e6 d3-d4 d7-d6"),
    ("neutreeko", {}, "b1-b4 d5-d2 b4-a4"),
    ("morris", {}, "d6 f4 d2 b4 d3 d5 d1xb4 c4"),
    ("blockit", {"size": "7"}, "d2 d6 d4h c5v d3 d5"),
)
PLAYING = ("play", "morris", "--first", "human", "--second", "level3")
COLOURS = {"R": "bold red", "B": "bold dodger_blue1", "W": "bold white", "X": "bold yellow"}


def board(name: str, options: dict[str, str], line: str) -> Panel:
    """A position as the terminal draws it."""
    position = plyground.game(name, **options).start()
    for move in line.split():
        position = position.play(move)
    text = Text(position.diagram())
    for letter, style in COLOURS.items():
        text.highlight_regex(re.escape(letter), style)
    return Panel(text, title=position.game.title, subtitle=line, border_style="dim", expand=False)


def write_svg(name: str, title: str, width: int, *drawn: RenderableType) -> None:
    """Write what a terminal shows as a picture, in the reader's own font."""
    console = Console(record=True, width=width, file=io.StringIO())
    console.print(*drawn)
    drawing = console.export_svg(title=title, theme=MONOKAI)
    drawing = re.sub(r"@font-face \{.*?\}\s*", "", drawing, flags=re.DOTALL)
    (FOLDER / f"{name}.svg").write_text(drawing, encoding="utf-8")


def terminal_game() -> Text:
    """The last board of a game at the terminal, and a hint."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(  # noqa: S603 (our own program)
            [sys.executable, "-m", "plyground", *PLAYING],
            input="d6\nd2\nf4\nhint\n",
            env=os.environ | {"FORCE_COLOR": "1", "COLUMNS": "100", "PLYGROUND_DATA": folder},
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    board = done.stdout.rpartition("plays ")[2].partition("\n")[2]
    return Text.from_ansi(board.partition("Saved as")[0].rstrip())


def main() -> None:
    """Write the pictures."""
    write_svg("boards", "plyground", 110, Columns([board(*case) for case in POSITIONS]))
    write_svg("terminal", f"plyground {' '.join(PLAYING)}", 84, terminal_game())


if __name__ == "__main__":
    main()
