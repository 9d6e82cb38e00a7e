"""`plyground lab puzzles`: make puzzles."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.app import err
from plyground.cli.arguments import GameArguments, options_from
from plyground.cli.lab_group import lab
from plyground.cli.language import Lang, in_language, read_language
from plyground.core.errors import quoted
from plyground.core.files import write_text
from plyground.core.interruptible import interruptible
from plyground.language import Language
from plyground.puzzles.maker import Making, make_puzzles
from plyground.puzzles.puzzle import Puzzle, write_puzzles
from plyground.search.budget import Cancel
from plyground.terminal.output import say


@dataclass(frozen=True, kw_only=True)
class PuzzlesArguments:
    """The arguments of `lab puzzles`."""

    game: GameArguments
    count: Annotated[int, typer.Option("--count", "-n", metavar="N", help="Number of puzzles.")] = 200
    nodes: Annotated[int, typer.Option("--nodes", metavar="N", help="Nodes of a proof; more find longer wins.")] = (
        200_000
    )
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Other games, other puzzles.")] = 1
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The file; `puzzles-GAME.json` by default.")
    ] = None
    lang: Lang = None


@lab.command()
@options_from(PuzzlesArguments)
def puzzles(given: PuzzlesArguments) -> None:
    """Make puzzles: positions with exactly one winning move, proved, and rated by how hard they are.

    They come from quick games with errors, and from endings where a small tablebase knows them. The file grows with
    every puzzle; Ctrl-C keeps what is there. `plyground puzzle GAME --file FILE` offers them.

    - `plyground lab puzzles neutreeko --count 50`
    - `plyground lab puzzles hex -o size=7 --nodes 100000`
    """
    words = read_language(given.lang)
    with in_language(words):
        game, path = given.game.make(), given.out or Path(f"puzzles-{given.game.game}.json")
        making = Making(given.count, given.nodes, seed=given.seed)
        cancel, found = Cancel(), list[Puzzle]()

        def note(puzzle: Puzzle) -> None:
            found.append(puzzle)
            write_text(path, write_puzzles(game.name, found))
            err.print(progress(puzzle, len(found), given.count, words), markup=False)

        interruptible(lambda: make_puzzles(game, making, cancel, note), cancel.now, take_rest=True)
    say(words.count("puzzle.made", len(found), file=quoted(str(path))))


def progress(puzzle: Puzzle, number: int, wanted: int, words: Language) -> str:
    """One line about a puzzle that was found."""
    moves = words.count("puzzle.moves", (puzzle.plies + 1) // 2)
    return words.text("puzzle.found", number=number, all=wanted, moves=moves, rating=puzzle.rating)
