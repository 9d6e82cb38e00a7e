"""`plyground lab puzzles`: make puzzles, and rate them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.app import err
from plyground.cli.arguments import GameArguments, options_from
from plyground.cli.counting_bar import counting_bar
from plyground.cli.lab_group import lab
from plyground.cli.language import Lang, in_language, read_language
from plyground.core.errors import quoted
from plyground.core.files import write_text
from plyground.core.interruptible import interruptible
from plyground.language import Language
from plyground.puzzles.difficulty import rate_again
from plyground.puzzles.maker import Making, make_puzzles
from plyground.puzzles.puzzle import Puzzle, puzzles_in, write_puzzles
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
    men: Annotated[
        int | None,
        typer.Option("--men", metavar="N", help="Prove only by the endings that `plyground solve GAME --men N` saved."),
    ] = None
    played: Annotated[bool, typer.Option("--played", help="Only positions of played games, no drawn endings.")] = False
    add: Annotated[bool, typer.Option("--add", help="Keep the puzzles that are in the file already.")] = False
    rate_again: Annotated[
        bool, typer.Option("--rate-again", help="Make none: rate those of the file anew; each keeps its name.")
    ] = False
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
    - `plyground lab puzzles morris --played --men 10 --add --out mine.json`
    - `plyground lab puzzles hex --rate-again --out mine.json`
    """
    words = read_language(given.lang)
    with in_language(words):
        path = given.out or Path(f"puzzles-{given.game.game}.json")
        known = puzzles_in(path) if given.rate_again or (given.add and path.exists()) else ()
        found = rate(path, given.game.game, known) if given.rate_again else make(path, known, given, words)
    say(words.count("puzzle.made", len(found), file=quoted(str(path))))


def make(path: Path, known: tuple[Puzzle, ...], given: PuzzlesArguments, words: Language) -> list[Puzzle]:
    """Make puzzles beside those that are known."""
    game, cancel, found = given.game.make(), Cancel(), list(known)
    making = Making(given.count, given.nodes, seed=given.seed, men=given.men, played=given.played)

    def note(puzzle: Puzzle) -> None:
        found.append(puzzle)
        write_text(path, write_puzzles(game.name, found))
        err.print(progress(puzzle, len(found) - len(known), given.count, words), markup=False)

    interruptible(lambda: make_puzzles(game, making, cancel, note, known), cancel.now, take_rest=True)
    return found


def rate(path: Path, game: str, known: tuple[Puzzle, ...]) -> list[Puzzle]:
    """Rate the puzzles of a file anew; after Ctrl-C those that were rated are written, the rest as they were."""
    cancel = Cancel()
    with counting_bar() as tell:
        found = interruptible(
            lambda: rate_again(known, cancel, lambda done: tell(done, len(known))), cancel.now, take_rest=True
        )
    write_text(path, write_puzzles(game, found))
    return found


def progress(puzzle: Puzzle, number: int, wanted: int, words: Language) -> str:
    """One line about a puzzle that was found."""
    lasts = {"moves": words.count("puzzle.moves", puzzle.moves), "plies": words.count("plies", puzzle.plies)}
    return words.text("puzzle.found", number=number, all=wanted, rating=puzzle.rating, **lasts)
