"""A progress bar of things that are counted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from plyground.cli.app import err


@contextmanager
def counting_bar() -> Iterator[Callable[[int, int], None]]:
    """A progress bar on a terminal: a function that takes what is done, and of how much."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("", total=None)
        yield lambda done, whole: progress.update(task, completed=done, total=whole)
