"""The command that compiles every search before the first game; `make play` runs it once."""

from rich.progress import Progress

from plyground.cli.app import app, err
from plyground.cli.language import Lang, read_language
from plyground.play.compiling import compile_games


@app.command("compile")
def compile_command(lang: Lang = None) -> None:
    """Compile the searches of every game now, so that no first move has to wait; Ctrl-C skips the rest."""
    words = read_language(lang)
    err.print(words.text("compiling.begins"))
    try:
        with Progress(console=err, transient=True) as progress:
            task = progress.add_task("", total=None)

            def report(game: str, done: int, number: int) -> None:
                progress.update(task, description=words.translate(game), completed=done, total=number)

            compile_games(report)
    except KeyboardInterrupt:
        err.print(words.text("compiling.skipped"))
    else:
        err.print(words.text("compiling.done"))
