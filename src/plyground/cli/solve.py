"""Commands that solve games: exact values from the end backwards, and the check of what was kept."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from plyground.cli.app import describe, err, out, titled_table
from plyground.cli.arguments import AsJson, GameArguments, options_from
from plyground.cli.language import Lang, in_language, read_language
from plyground.cli.solve_group import Folder, ProbeArguments
from plyground.cli.solve_group import solve as group
from plyground.cli.solve_streamed import StreamedPlan, solve_streamed
from plyground.core.errors import OptionError, quoted
from plyground.core.game import Game
from plyground.core.interruptible import interruptible
from plyground.core.text import duration
from plyground.language import Language, Message
from plyground.play.paths import tables_home
from plyground.play.probing import probe
from plyground.solve.driver import SolvePlan, estimate, prepare
from plyground.solve.driver import solve as run_plan
from plyground.solve.first_moves import Prover
from plyground.solve.resources import size
from plyground.solve.runner import SolveProgress as Step
from plyground.solve.runner import Solver, threads_available
from plyground.solve.statistics import by_sector, said, whole_game
from plyground.solve.value_forms import FORMS, WORDS
from plyground.solve.verify import Checked, Verifier
from plyground.terminal.output import say, say_json

COLUMNS = "solve.column"
"""Where the catalogue has the titles of columns."""
Threads = Annotated[
    int | None, typer.Option("--threads", metavar="N", min=1, help="Number of threads; all cores if not given.")
]


Men = Annotated[
    int | None,
    typer.Option("--men", metavar="N", help="All endings with up to N men, of a game too large to be solved whole."),
]
Without = Annotated[
    list[str] | None,
    typer.Option(
        "--without", metavar="TECHNIQUE", help="Where first moves are proved: without this technique of the game."
    ),
]
All = Annotated[
    bool, typer.Option("--all", help="All positions of the game, where only its endings are solved otherwise.")
]
DeviceName = Annotated[
    str | None,
    typer.Option(
        "--device",
        metavar="DEVICE",
        help="`cuda` solves on a GPU (`plyground[gpu]`), `cpu` in the same way without one: sector by sector, "
        "with a line about each.",
    ),
]
Check = Annotated[
    int,
    typer.Option(
        "--check",
        metavar="N",
        min=0,
        help="With --all or --device: recompute at least N values of each sector from their successors.",
    ),
]
Memory = Annotated[
    float | None,
    typer.Option(
        "--memory",
        metavar="GB",
        min=0,
        help="With --all or --device: use at most this many gigabytes of the device's memory; what does not fit is "
        "read back from the tables. By default all that is free.",
    ),
]
Write = Annotated[
    str | None,
    typer.Option(
        "--write",
        metavar="FORM",
        help="How tables are written: `words`, two bytes a position (usual); `bytes`, one; `bits`, two bits, "
        "which hold who wins but not how soon.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class SolveArguments:
    """The arguments of `solve game`."""

    men: Men = None
    game: GameArguments
    folder: Folder = None
    keep: Annotated[bool, typer.Option("--keep/--no-keep", help="Whether to keep the tables.")] = True
    write: Write = None
    again: Annotated[bool, typer.Option("--again", help="Solve again what is in tables already.")] = False
    without: Without = None
    whole: All = False
    device: DeviceName = None
    check: Check = 0
    memory: Memory = None
    threads: Threads = None
    as_json: AsJson = False
    lang: Lang = None

    def tables(self) -> Path | None:
        """Where to keep tables, if they are kept."""
        return (self.folder or tables_home()) if self.keep else None

    def form(self) -> str:
        """How tables are written."""
        if self.write is not None and self.write not in FORMS:
            raise OptionError(Message("solve.form", form=quoted(self.write), forms=", ".join(FORMS)))
        return self.write or WORDS

    def plan(self, game: Game) -> SolvePlan:
        """What to solve, and where to keep it."""
        threads = self.threads or threads_available()
        return SolvePlan(game, self.men, self.tables(), threads, self.again, self.form())

    def streamed_plan(self, game: Game) -> StreamedPlan:
        """What to solve sector by sector, and on which device."""
        device = self.device or "cpu"
        settings = self.check, self.tables(), self.again, self.threads, self.form(), self.memory
        return StreamedPlan(game, self.men, self.whole, device, *settings)


@group.command()
@options_from(SolveArguments)
def game(given: SolveArguments) -> None:
    """Solve a game, or its endings: `plyground solve neutreeko`. The same command resumes what was stopped.

    Every position gets its value (win, draw, loss) and its distance to the end in plies. Tables are kept for
    `plyground probe` and for the level `perfect`. Of some games, as Hex on small boards, it is proved which first moves
    win.
    """
    words = read_language(given.lang)
    with in_language(words):
        made = given.game.make()
        if made.provable() is not None:
            prove_openings(made, given, words)
            return
        if given.whole or given.device is not None:
            solve_on_device(made, given, words)
            return
        begun = time.perf_counter()
        solver = solved(given.plan(made), words)
    data = whole_game(solver) if solver.sector_set.sectors[0].about == {} else by_sector(solver)
    seconds = time.perf_counter() - begun
    if given.as_json:
        say_json({"game": made.name, "options": made.option_texts()} | data | {"seconds": round(seconds, 3)})
        return
    print_whole(data, words) if "start" in data else print_sectors(data, words)
    say(words.text("solve.time", time=duration(seconds)))


def solved(plan: SolvePlan, words: Language) -> Solver:
    """Solve by a plan; on a terminal, say what it takes and show a bar."""
    sector_set = plan.sector_set()
    if err.is_terminal:
        need = estimate(plan, sector_set)
        said = {"numbers": words.number(need.numbers, ","), "memory": size(need.memory), "disk": size(need.disk)}
        err.print(words.text("solve.takes", about=sector_set.about, **said))
    with bar(words.text("solve.solving")) as show:

        def progress(step: Step) -> None:
            show(
                step.done,
                step.whole,
                words.text("solve.ply", sectors=" ".join(step.sectors), ply=words.count("plies", step.ply)),
            )

        solver = prepare(plan, progress, sector_set)
        interruptible(lambda: run_plan(plan, solver), solver.stop)
    return solver


@contextmanager
def bar(title: str) -> Iterator[Any]:
    """A progress bar on a terminal: a function that takes what is done, of how much, and what is being done."""
    columns = (TextColumn(title), BarColumn(), TextColumn("{task.fields[what]}"), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task(title, total=None, what="")

        def show(done: int, whole: int, what: str = "") -> None:
            progress.update(task, completed=done, total=whole, what=what)

        yield show


def many(number: int, words: Language) -> str:
    """A number as the language writes it."""
    return words.number(number, ",")


def value_text(value: str | None, words: Language) -> str:
    """`win 5` as a person reads it, with what is counted."""
    if value is None:
        return words.text("solve.unknown")
    kind, _, plies = value.partition(" ")
    return (
        words.text(f"score.in.{kind}", plies=words.count("plies", int(plies))) if plies else words.text(f"score.{kind}")
    )


def print_whole(data: dict[str, Any], words: Language) -> None:
    """Everything about a game of one sector."""
    counts = {name: many(data[name], words) for name in ("positions", "orbits", "wins", "draws", "losses")}
    say(words.text("solve.counts", **counts))
    table = titled_table(words, COLUMNS, "plies", "positions", justify="right")
    for plies, number in data["histogram"].items():
        table.add_row(plies, many(number, words))
    out.print(table)
    say(words.text("solve.longest", plies=words.count("plies", data["longest"]), position=data["longest_position"]))
    say(" ".join(data["longest_line"]))
    say(words.text("solve.start", value=value_text(data["start"], words)))
    for move, value in data["first_moves"].items():
        say(f"  {move}: {value_text(value, words)}")


def print_sectors(data: dict[str, Any], words: Language) -> None:
    """What is known of each sector."""
    numbers = [name for name in data["sectors"][0] if name not in ("mover", "opponent", "seconds", "checked")]
    table = titled_table(words, COLUMNS, "sector", *numbers, justify="right")
    for sector in data["sectors"]:
        name = sector_name(sector)
        table.add_row(name, *(many(sector[number], words) for number in numbers))
    out.print(table)


def sector_name(sector: dict[str, Any]) -> str:
    """The men of both sides, as in `4-3`, and those in hand, as in `4+1-3+0`; nothing for a game of one sector."""
    sides = [sector[side] for side in ("mover", "opponent") if side in sector]
    hands = any(hand for _, hand in sides)
    return "-".join(f"{men}+{hand}" if hands else str(men) for men, hand in sides)


def solve_on_device(made: Game, given: SolveArguments, words: Language) -> None:
    """Solve sector by sector on a device, and print what is known of each."""
    with bar(words.text("solve.solving")) as show:
        data = solve_streamed(given.streamed_plan(made), show, words)
    if given.as_json:
        say_json(data)
        return
    print_sectors(data, words)
    if "start" in data:
        say(words.text("solve.start", value=value_text(data["start"], words)))
        for move, value in data["first_moves"].items():
            say(f"  {move}: {value_text(value, words)}")
    say(words.text("solve.time", time=duration(data["seconds"])))


def prove_openings(made: Game, given: SolveArguments, words: Language) -> None:
    """Prove every first move, and print which of them win."""
    begun = time.perf_counter()
    prover = Prover(made, tuple(given.without or ()))
    with bar(words.text("solve.proving")) as show:
        found = interruptible(lambda: prover.openings(show), prover.stop)
    seconds = time.perf_counter() - begun
    if given.as_json:
        proved = {"start": found.start, "first_moves": found.first_moves, "nodes": found.nodes}
        say_json({"game": made.name, "options": prover.game.option_texts()} | proved | {"seconds": round(seconds, 3)})
        return
    for key, wanted in (("solve.winning", "win"), ("solve.losing", "loss")):
        say(words.text(key, moves=" ".join(move for move, value in found.first_moves.items() if value == wanted)))
    say(words.text("solve.proved", nodes=many(found.nodes, words), time=duration(seconds)))


@group.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A table that `plyground solve` kept.")],
    threads: Threads = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Recompute every value of a table from its successors, by code that shares only the rules."""
    words = read_language(lang)
    with in_language(words), bar(words.text("solve.verifying")) as show:
        verifier = Verifier(file, threads or threads_available(), show)
        checked: Checked = interruptible(verifier.run, verifier.stop)
    if as_json:
        say_json({"game": checked.game, "sectors": list(checked.sectors), "values": checked.values, "right": True})
        return
    say(words.text("solve.right", sectors=" ".join(checked.sectors), values=many(checked.values, words)))


def print_probe(given: ProbeArguments) -> None:
    """Print what the tables say of a position."""
    words = read_language(given.lang)
    with in_language(words):
        position = given.read()
        probed = probe(position, given.folder)
    value, moves = said(probed.score), {move: said(score) for move, score in probed.moves.items()}
    if given.as_json:
        say_json(describe(position) | {"value": value, "moves": moves})
        return
    say(words.text("solve.probed", value=value_text(value, words)))
    for move, after in moves.items():
        say(f"  {move}: {value_text(after, words)}")
