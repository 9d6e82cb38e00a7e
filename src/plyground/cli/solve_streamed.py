"""Solving sector by sector on a device: the plan of a command, and a line about each component of sectors."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.cli.app import err
from plyground.core.game import Game
from plyground.core.interruptible import interruptible
from plyground.core.sectors import SectorSet
from plyground.core.text import duration
from plyground.language import Language, Message
from plyground.solve.device import Device, device_named
from plyground.solve.resources import size
from plyground.solve.runner import NotSolvableError, sectors_of
from plyground.solve.streamed import ComponentReport, StreamedSolver

GIGABYTE = 10**9


@dataclass(frozen=True)
class StreamedPlan:
    """What is to be solved, and how."""

    game: Game
    men: int | None
    whole: bool
    """The whole game, not only endings."""
    device: str
    check: int
    folder: Path | None
    again: bool
    threads: int | None
    form: str
    memory: float | None
    """Gigabytes of the device's memory to use at most."""

    def sector_set(self) -> SectorSet:
        """The sectors."""
        found = self.game.all_sectors() if self.whole else sectors_of(self.game, self.men)
        if found is None:
            raise NotSolvableError(Message("solve.endings_only", game=self.game.title))
        return found

    def memory_on(self, device: Device) -> int | None:
        """Bytes of a device's memory to use; None for all that is free."""
        if self.memory is None:
            return None
        limit, free = round(self.memory * GIGABYTE), device.free_memory()
        return limit if free is None else min(limit, free)


def solve_streamed(plan: StreamedPlan, show: Callable[[int, int, str], None], words: Language) -> dict[str, Any]:
    """Solve, and return everything as plain data; each component gets a line on the error output."""
    begun = time.perf_counter()
    sector_set = plan.sector_set()
    device = device_named(plan.device, plan.game, sector_set, plan.threads)

    def ply(sectors: tuple[str, ...], at: int, done: int, whole: int) -> None:
        show(done, whole, words.text("solve.ply", sectors=" ".join(sectors), ply=words.count("plies", at)))

    def report(component: ComponentReport) -> None:
        err.print(report_text(component, words), highlight=False, soft_wrap=True)

    solver = StreamedSolver(
        plan.game,
        sector_set,
        device,
        plan.folder,
        plan.check,
        plan.again,
        report,
        ply,
        free=plan.memory_on(device),
        form=plan.form,
    )
    interruptible(solver.run, solver.stop)
    facts = {"game": plan.game.name, "options": plan.game.option_texts(), "device": device.name}
    return facts | solver.data() | {"seconds": round(time.perf_counter() - begun, 3)}


def report_text(component: ComponentReport, words: Language) -> str:
    """A line about a component: how large it is, how long it took, and how fast that was."""
    rate = component.numbers / max(component.seconds, 1e-6)
    said = {
        "sectors": " ".join(component.sectors),
        "numbers": words.number(component.numbers, ","),
        "plies": component.plies,
        "time": duration(component.seconds),
        "rate": words.number(rate, ",.0f"),
        "memory": size(component.memory),
    }
    line = words.text("solve.component", **said)
    if component.checked == 0:
        return line
    checked, seconds = words.number(component.checked, ","), duration(component.check_seconds)
    return f"{line} {words.text('solve.checked', numbers=checked, time=seconds)}"
