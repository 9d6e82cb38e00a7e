"""`plyground lab openings`: openings that are about even, for matches between strong players."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.arguments import AsJson, GameArguments, options_from
from plyground.cli.counting_bar import counting_bar
from plyground.cli.lab.arguments import Seed
from plyground.cli.lab_group import lab
from plyground.cli.language import Lang, in_language, read_language
from plyground.core.errors import quoted
from plyground.core.files import write_text
from plyground.core.game import Game
from plyground.core.interruptible import interruptible
from plyground.lab.contests.balanced import Balance, as_records, balanced_openings
from plyground.play.records.text_format import write_records
from plyground.search.budget import Cancel
from plyground.terminal.output import say, say_json

PERCENT = 100


@dataclass(frozen=True, kw_only=True)
class BalancedArguments:
    """The arguments of `lab openings`."""

    game: GameArguments
    count: Annotated[
        int, typer.Option("--count", "-n", metavar="N", min=1, max=100_000, help="Number of openings.")
    ] = 100
    opening: Annotated[int, typer.Option("--opening", metavar="N", help="Random moves of an opening.")] = 3
    within: Annotated[
        float,
        typer.Option("--within", metavar="PERCENT", min=0.5, max=50, help="Distance from 50 % that is still even."),
    ] = 5
    judge: Annotated[
        str, typer.Option("--judge", metavar="AGENT", help="Who judges; without a limit of its own, by nodes.")
    ] = "expert"
    seed: Seed = 1
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The file; `openings-GAME.txt` by default.")
    ] = None
    as_json: AsJson = False
    lang: Lang = None

    @property
    def wanted(self) -> Balance:
        """What openings are wanted."""
        return Balance(self.count, self.opening, self.within / PERCENT, self.judge, self.seed)

    @property
    def path(self) -> Path:
        """The file to write."""
        return self.out or Path(f"openings-{self.game.game}.txt")


@lab.command()
@options_from(BalancedArguments)
def openings(given: BalancedArguments) -> None:
    """Draw random openings and keep those that a judge finds about even.

    From an uneven opening both games of a pair are won by the same side, and a match of strong players shows nothing.
    The file is for `--openings` of a match or tournament. Ctrl-C keeps what was found.

    - `plyground lab openings hex -o swap=off --out even.txt`
    - `plyground lab match puct:nodes=400 puct:nodes=200 hex -o swap=off --openings even.txt`
    - `plyground lab openings morris --opening 6 --judge pvs:nodes=50000`
    """
    words = read_language(given.lang)
    with in_language(words):
        game = given.game.make()
        found, drawn = draw(game, given)
    if given.as_json:
        say_json({"game": game.name, "file": str(given.path), "openings": found, "drawn": drawn})
    else:
        say(words.count("lab.balanced.written", found, file=quoted(str(given.path)), drawn=drawn, game=game.name))


def draw(game: Game, given: BalancedArguments) -> tuple[int, int]:
    """Draw the openings and write them; how many were found, and of how many."""
    cancel = Cancel()
    with counting_bar() as bar:
        openings, drawn = interruptible(
            lambda: balanced_openings(game, given.wanted, cancel, lambda done, _: bar(done, given.count)),
            cancel.now,
            take_rest=True,
        )
    write_text(given.path, write_records(as_records(game, openings)))
    return len(openings), drawn
