"""`plyground review`: judge every move of a game."""

from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.app import app, err
from plyground.cli.arguments import AsJson, options_from
from plyground.cli.language import Lang, in_language, read_language
from plyground.core.errors import quoted
from plyground.core.interruptible import interruptible
from plyground.core.record import Record
from plyground.language import Language, Message
from plyground.play.agents.agent import read_search
from plyground.play.store.store import Store, store_path
from plyground.review.annotated import annotated
from plyground.review.judgement import MoveReview, Review
from plyground.review.reviewer import ReviewError, review, review_agent
from plyground.search.budget import Cancel
from plyground.terminal.game_files import read_game, write_game
from plyground.terminal.mistake_quiz import MistakeQuiz
from plyground.terminal.output import say, say_json
from plyground.terminal.review_view import review_lines
from plyground.terminal.screen import open_screen

MOST_DIGITS = 18
Reviewed = Annotated[
    str, typer.Argument(metavar="FILE", help="A record, an SGF file, a HexWorld link, or the number of a saved game.")
]
Nodes = Annotated[
    int | None,
    typer.Option(
        "--nodes",
        metavar="N",
        help="Nodes per position; 100,000 by default, 400 where a network judges, 200,000 for three or four players.",
    ),
]
Seconds = Annotated[float | None, typer.Option("--seconds", metavar="S", help="Seconds per position instead.")]
Annotate = Annotated[
    Path | None,
    typer.Option(
        "--annotate",
        metavar="FILE",
        help="Write the game with comments: in a format of the game by the ending, such as `.sgf`, else as a record.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class ReviewArguments:
    """The arguments of `review`."""

    file: Reviewed
    nodes: Nodes = None
    seconds: Seconds = None
    annotate: Annotate = None
    boards: Annotated[bool, typer.Option("--boards", help="Draw the board before each marked move.")] = False
    train: Annotated[bool, typer.Option("--train", help="Find the better move for each mistake.")] = False
    as_json: AsJson = False
    lang: Lang = None


@app.command(name="review")
@options_from(ReviewArguments)
def review_command(given: ReviewArguments) -> None:
    """Judge every move of a game by what it lost in chance of winning, and show the better line.

    `?!` is an inaccuracy (5 % lost), `?` a mistake (10 %), `??` a blunder (20 %). Ctrl-C stops and keeps what is there.

    - `plyground review game.txt --boards`
    - `plyground review game.sgf --annotate annotated.sgf --seconds 0.5`
    - `plyground review game.txt --train` (the board before each mistake; type a better move)
    - `plyground review 12 --json` (saved game 12; the page shows the review too)
    """
    words = read_language(given.lang)
    with in_language(words):
        record, saved = read_reviewed(given.file, words)
        if not record.moves:
            raise ReviewError(Message("review.no_moves"))
        found = run_review(record, given, words)
        if saved is not None and found.complete:
            with Store(store_path()) as store:
                store.keep_review(saved, found.as_data())
        if given.annotate is not None:
            write_game(annotated(record, found, words), given.annotate, words)
    report(record, found, given, words)


def read_reviewed(text: str, words: Language) -> tuple[Record, int | None]:
    """The game of a file or of a saved game's number, with that number."""
    if Path(text).exists() or not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        return read_game(Path(text), words), None
    with Store(store_path()) as store:
        return store.export(int(text)), int(text)


def run_review(record: Record, given: ReviewArguments, words: Language) -> Review:
    """Review the game, with progress on a terminal; Ctrl-C keeps the moves judged so far."""
    cancel = Cancel()
    shown = err.status(words.text("review.reviewing")) if err.is_terminal and not given.as_json else None

    def tell(move: MoveReview) -> None:
        if shown is not None:
            shown.update(words.text("review.progress", done=move.ply, all=len(record.moves)))

    def work() -> Review:
        return review(record, nodes=given.nodes, seconds=given.seconds, cancel=cancel, on_progress=tell)

    with shown or nullcontext():
        return interruptible(work, cancel.now, take_rest=True)


def train(record: Record, found: Review, given: ReviewArguments, words: Language) -> None:
    """Ask for the better move instead of each mistake."""
    agent, screen = read_search(review_agent(record.game, given.nodes, given.seconds), record.game), open_screen(words)
    try:
        MistakeQuiz(screen, found.mistakes, record.positions(), agent).run()
    except EOFError:
        screen.say()


def report(record: Record, found: Review, given: ReviewArguments, words: Language) -> None:
    """Print the review."""
    if given.as_json:
        game = {"game": record.game.name, "options": record.game.option_texts(), "seats": list(record.game.seats)}
        say_json(game | {"players": list(record.players), "result": record.result} | found.as_data())
        return
    if given.train:
        train(record, found, given, words)
    else:
        for line in review_lines(found, record.positions(), words, boards=given.boards):
            say(line)
    if not found.complete:
        say(words.text("review.stopped", done=len(found.moves), all=found.plies))
    if given.annotate is not None:
        say(words.text("review.written", file=quoted(str(given.annotate))))
