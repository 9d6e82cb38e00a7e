"""Reports: a page of sections with texts, tables and plots, written as one HTML file or as Markdown.

    page = Page("Hard against medium", "200 games of Neutreeko", (
        Section("Result", (Text("Hard is better."), ReportTable("Games", ("player", "points"), (("hard", 132.5), …)))),
        Section("Length", (Plot("lengths", "How long the games were", histogram(lengths, "plies")),)),
    ))

The HTML file needs nothing else: its style, its plots (see plots.py) and the games to replay (game_replay.py) are in
it, for light and dark screens and for paper. Everything that comes from outside is escaped. The same page gives the
same bytes.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files
from itertools import count
from typing import Any

from plyground.core.errors import PlygroundError
from plyground.lab.report.game_replay import GameReplay, replays_html
from plyground.language import Message


class ReportError(PlygroundError):
    """A page cannot be built from this."""


@dataclass(frozen=True)
class Text:
    """A paragraph; `strong`: one that a reader should not miss, such as the conclusion."""

    text: str
    strong: bool = False


@dataclass(frozen=True)
class ReportTable:
    """A table; numbers are set right, a cell that is `None` stays empty."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""
    """What a reader must know to read it."""

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ReportError(Message("lab.report.cells", table=repr(self.caption), cells=len(self.columns)))


@dataclass(frozen=True)
class Plot:
    """An SVG picture with a file name, and a caption that is its text alternative as well."""

    name: str
    caption: str
    svg: str

    def __post_init__(self) -> None:
        if re.fullmatch(r"[a-z0-9-]+", self.name) is None:
            raise ReportError(Message("lab.report.plot_name", name=repr(self.name)))


@dataclass(frozen=True)
class Code:
    """Lines to be shown as they are: a command, a set of weights."""

    text: str


Block = Text | ReportTable | Plot | Code


@dataclass(frozen=True)
class Section:
    """A part of a page."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Page:
    """A whole report."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]

    def replays(self) -> list[GameReplay]:
        """The games that can be replayed, in the order of their cells."""
        tables = (block for section in self.sections for block in section.blocks if isinstance(block, ReportTable))
        return [cell for table in tables for row in table.rows for cell in row if isinstance(cell, GameReplay)]

    def plots(self) -> dict[str, str]:
        """The pictures by name."""
        return {
            block.name: block.svg for section in self.sections for block in section.blocks if isinstance(block, Plot)
        }


def as_html(page: Page) -> str:
    """The page as one HTML file."""
    style = files("plyground.lab.report").joinpath("report.css").read_text(encoding="utf-8")
    numbers = count()
    body = "\n".join(_html_section(section, numbers) for section in page.sections)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(page.title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n<header>\n"
        f'<h1>{escape(page.title)}</h1>\n<p class="subtitle">{escape(page.subtitle)}</p>\n</header>\n'
        f"{body}\n</main>\n{replays_html(page.replays())}</body>\n</html>\n"
    )


def _html_section(section: Section, numbers: Iterator[int]) -> str:
    blocks = "\n".join(_html_block(block, numbers) for block in section.blocks)
    return f"<section>\n<h2>{escape(section.title)}</h2>\n{blocks}\n</section>"


def _html_block(block: Block, numbers: Iterator[int]) -> str:
    match block:
        case Text():
            opening = '<p class="strong">' if block.strong else "<p>"
            return f"{opening}{escape(block.text)}</p>"
        case Code():
            return f"<pre>{escape(block.text)}</pre>"
        case Plot():
            return f'<figure role="group">\n{_inline(block)}<figcaption>{escape(block.caption)}</figcaption>\n</figure>'
        case ReportTable():
            return _html_table(block, numbers)


def _inline(plot: Plot) -> str:
    """The picture as part of a page: no declaration, names of its own, and its caption as its description."""
    svg = plot.svg[plot.svg.index("<svg") :]
    svg = re.sub(r'( id="| xlink:href="#|url\(#)', rf"\g<1>{plot.name}-", svg)
    return svg.replace("<svg", f'<svg role="img" aria-label="{escape(plot.caption)}"', 1)


def _html_table(table: ReportTable, numbers: Iterator[int]) -> str:
    """A table that scrolls by itself on narrow screens."""
    aligned = [_aligned(table, place) for place in range(len(table.columns))]
    head = "".join(
        f'<th scope="col"{how}>{escape(name)}</th>' for how, name in zip(aligned, table.columns, strict=True)
    )
    rows = "\n".join(_html_row(aligned, row, numbers) for row in table.rows)
    note = f'\n<p class="note">{escape(table.note)}</p>' if table.note else ""
    caption = escape(table.caption)
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{caption}">\n<table>\n'
        f"<caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n</div>{note}"
    )


def _html_row(aligned: Sequence[str], row: tuple[Any, ...], numbers: Iterator[int]) -> str:
    cells = (f"<td{how}>{_html_cell(cell, numbers)}</td>" for how, cell in zip(aligned, row, strict=True))
    return f"<tr>{''.join(cells)}</tr>"


def _html_cell(cell: Any, numbers: Iterator[int]) -> str:
    """A cell; that of a replay is a button with the replay's number, which its script makes visible."""
    if not isinstance(cell, GameReplay):
        return escape(shown(cell))
    place = next(numbers)
    label = escape(f"replay game {place + 1}: {cell.title}")
    return f'<button type="button" data-replay="{place}" aria-label="{label}" hidden>{cell}</button>'


def _aligned(table: ReportTable, place: int) -> str:
    return ' class="number"' if is_numeric(table, place) else ""


def is_numeric(table: ReportTable, place: int) -> bool:
    """Whether a column has numbers, or texts that begin like one."""
    cells = [row[place] for row in table.rows if row[place] is not None and row[place] != ""]
    return bool(cells) and all(re.match(r"[<>] |[+−±-]?[\d∞]|–$", shown(cell)) is not None for cell in cells)


def shown(cell: Any) -> str:
    """A cell as text: numbers with a point and thin groups, nothing for `None`."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}"
    return f"{cell:.4g}" if isinstance(cell, float) else str(cell)


def as_markdown(page: Page) -> str:
    """The page as Markdown, with its plots in the folder `plots` beside it."""
    parts = [f"# {_plain(page.title)}", _plain(page.subtitle)]
    for section in page.sections:
        parts += [f"## {_plain(section.title)}", *(_markdown_block(block) for block in section.blocks)]
    return "\n\n".join(parts) + "\n"


def _markdown_block(block: Block) -> str:
    match block:
        case Text():
            return f"**{_plain(block.text)}**" if block.strong else _plain(block.text)
        case Code():
            return f"```\n{block.text.rstrip()}\n```"
        case Plot():
            return f"![{_plain(block.caption)}](plots/{block.name}.svg)"
        case ReportTable():
            return _markdown_table(block)


def _markdown_table(table: ReportTable) -> str:
    """A table without the column of replays, which need a script."""
    kept = [place for place in range(len(table.columns)) if not _replays(table, place)]
    rows = tuple(tuple(row[place] for place in kept) for row in table.rows)
    table = replace(table, columns=tuple(table.columns[place] for place in kept), rows=rows)
    rule = "".join("---:|" if is_numeric(table, place) else "---|" for place in range(len(table.columns)))
    lines = [f"*{_plain(table.caption)}*", "", _row(table.columns), f"|{rule}", *map(_row, table.rows)]
    return "\n".join([*lines, *(["", _plain(table.note)] if table.note else [])])


def _replays(table: ReportTable, place: int) -> bool:
    return any(isinstance(row[place], GameReplay) for row in table.rows)


def _row(cells: Sequence[Any]) -> str:
    return "|" + "|".join(f" {_plain(shown(cell))} " for cell in cells) + "|"


def _plain(text: str) -> str:
    """A text in which nothing is Markdown."""
    return re.sub(r"([\\`*_|<>\[\]#])", r"\\\1", " ".join(text.split()))
