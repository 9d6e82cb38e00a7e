"""Draw the pictures of the README from the program itself: `python docs/make_pictures.py`."""

import re
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
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


def main() -> None:
    """Write the picture."""
    console = Console(record=True, width=110, file=(FOLDER / "boards.txt").open("w"))
    console.print(Columns([board(*case) for case in POSITIONS]))
    drawing = console.export_svg(title="plyground", theme=MONOKAI)
    drawing = re.sub(r"@font-face \{.*?\}\s*", "", drawing, flags=re.DOTALL)
    (FOLDER / "boards.svg").write_text(drawing, encoding="utf-8")
    (FOLDER / "boards.txt").unlink()


if __name__ == "__main__":
    main()
