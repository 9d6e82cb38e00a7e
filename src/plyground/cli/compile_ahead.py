"""The command that compiles every search before the first game; `make play` runs it once."""

from rich.progress import Progress

from plyground.cli.app import app, err
from plyground.cli.language import Lang, read_language
from plyground.core.interruptible import interruptible
from plyground.play.compiling import compile_games
from plyground.search.budget import Cancel


@app.command("compile")
def compile_command(lang: Lang = None) -> None:
    """Compile the rules, levels and analysis of every game now, so that no first move waits; Ctrl-C skips the rest."""
    from plyground.lab.runs.executors import local_executor  # other commands start without the lab

    words = read_language(lang)
    err.print(words.text("compiling.begins"))
    cancel = Cancel()
    try:
        with local_executor() as workers, Progress(console=err, transient=True) as progress:
            task = progress.add_task("", total=None)

            def report(games: list[str], done: int, number: int) -> None:
                shown = ", ".join(map(words.translate, games))
                progress.update(task, description=shown, completed=done, total=number)

            def stop() -> None:
                cancel.now()
                workers.abandon()

            interruptible(lambda: compile_games(workers, workers.size, report, cancel), stop)
    except KeyboardInterrupt:
        err.print(words.text("compiling.skipped"))
    else:
        err.print(words.text("compiling.done"))
