"""Tables of times: published and measured side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.core.text import duration
from plyground.lab.report.page import ReportTable
from plyground.lab.studies.study import Figure


@dataclass(frozen=True)
class Timings:
    """Times as figures and as a table."""

    figures: tuple[Figure, ...]
    table: ReportTable


def shown_seconds(seconds: float | None) -> str:
    """Format a time; a dash if there is none."""
    return "–" if seconds is None else duration(seconds)


def shown_ratio(ratio: float | None) -> str:
    """Format a ratio with three digits; a dash if there is none."""
    return "–" if ratio is None else f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"


def times_table(caption: str, figures: Sequence[Figure], note: str = "") -> ReportTable:
    """A table of seconds with ratios."""
    rows = tuple(
        (each.what, shown_seconds(each.published), shown_seconds(each.measured), shown_ratio(each.ratio))
        for each in figures
    )
    return ReportTable(caption, ("what", "published", "here", "ratio"), rows, note)
