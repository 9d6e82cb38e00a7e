"""`plyground puzzle`: positions with exactly one winning move, to be solved against the best defence."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.app import app
from plyground.cli.arguments import AsJson, GameName, options_from
from plyground.cli.language import Lang, in_language, read_language
from plyground.puzzles.attempt import Attempt
from plyground.puzzles.diary import Diary
from plyground.puzzles.difficulty import weakest_solver
from plyground.puzzles.puzzle import Puzzle, daily_puzzle, find_puzzle, puzzles_in, puzzles_of
from plyground.terminal.output import say_json
from plyground.terminal.puzzle_session import PuzzleSession
from plyground.terminal.screen import open_screen


@dataclass(frozen=True, kw_only=True)
class PuzzleArguments:
    """The arguments of `puzzle`."""

    game: GameName
    number: Annotated[
        int | None, typer.Option("--number", "-n", metavar="N", help="This puzzle; 1 is the easiest.")
    ] = None
    daily: Annotated[bool, typer.Option("--daily", help="The puzzle of the day; days in a row are counted.")] = False
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="Puzzles that `plyground lab puzzles` made.")
    ] = None
    as_json: AsJson = False
    lang: Lang = None


@app.command()
@options_from(PuzzleArguments)
def puzzle(given: PuzzleArguments) -> None:
    """Solve a puzzle: find the only winning move, and win against the best defence.

    Without a number it is the easiest one not solved yet. Every puzzle is proved to have exactly one winning move.

    - `plyground puzzle neutreeko --daily`
    - `plyground puzzle hex --number 40 --json` (the puzzle with its solution, for machines)
    """
    words = read_language(given.lang)
    with in_language(words):
        puzzles = puzzles_of(given.game) if given.file is None else puzzles_in(given.file)
        diary, today = Diary.read(), date.today()
        chosen = choose(puzzles, diary, given, today)
        if given.as_json:
            say_json(puzzle_data(chosen, len(puzzles)))
            return
        screen = open_screen(words)
        try:
            PuzzleSession(screen, Attempt.begin(chosen), puzzles, diary, today).run()
        except EOFError:
            screen.say()


def choose(puzzles: tuple[Puzzle, ...], diary: Diary, given: PuzzleArguments, today: date) -> Puzzle:
    """The puzzle that is asked for."""
    if given.number is not None:
        return find_puzzle(puzzles, given.number)
    return daily_puzzle(puzzles, today) if given.daily else diary.next_puzzle(puzzles)


def puzzle_data(puzzle: Puzzle, count: int) -> dict[str, Any]:
    """A puzzle as plain data."""
    return {
        "game": puzzle.game,
        "number": puzzle.number,
        "of": count,
        "options": dict(puzzle.options),
        "position": puzzle.text,
        "solution": puzzle.solution,
        "plies": puzzle.plies,
        "alike": puzzle.alike,
        "solved_by": weakest_solver(puzzle) or None,
        "rating": puzzle.rating,
    }
