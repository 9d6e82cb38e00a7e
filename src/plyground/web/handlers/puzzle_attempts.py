"""Puzzles on the page: the list, the puzzle of the day, and the check of a move by proof."""

from __future__ import annotations

from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from plyground.puzzles.attempt import Attempt, counts_for_streak
from plyground.puzzles.diary import FILE_NAME, Diary
from plyground.puzzles.puzzle import Puzzle, daily_puzzle, find_puzzle, puzzles_of
from plyground.web import messages as m
from plyground.web.connection import Connection


def diary_path(connection: Connection) -> Path:
    """The diary beside the server's saved games."""
    return connection.server.store.path.with_name(FILE_NAME)


async def list_puzzles(connection: Connection, message: m.ListPuzzles) -> None:
    """Send the puzzles of a game, with the one of the day and what was solved."""
    connection.reply(message, "puzzles", **await connection.work(listed, message.game, diary_path(connection)))


def listed(game: str, path: Path) -> dict[str, Any]:
    """The puzzles of a game without their solutions."""
    puzzles, diary, today = puzzles_of(game), Diary.read(path), date.today()
    return {
        "game": game,
        "daily": daily_puzzle(puzzles, today).number,
        "next": diary.next_puzzle(puzzles).number,
        "streak": diary.streak(today),
        "solved": [puzzle.number for puzzle in puzzles if puzzle.name in diary.solved],
        "puzzles": [
            {
                "options": dict(puzzle.options),
                "position": puzzle.text,
                "plies": puzzle.plies,
                "rating": puzzle.rating,
            }
            for puzzle in puzzles
        ],
    }


async def try_puzzle(connection: Connection, message: m.TryPuzzle) -> None:
    """Check a move, or give a hint."""
    connection.think("puzzle", partial(_try, connection, message), message.id)


async def _try(connection: Connection, message: m.TryPuzzle) -> None:
    found = await connection.work(answer, message, diary_path(connection))
    connection.reply(message, "puzzle", game=message.game, number=message.number, **found)


def answer(message: m.TryPuzzle, path: Path) -> dict[str, Any]:
    """The verdict on the last move with the best defence, or the hint; a solved puzzle is noted."""
    puzzles = puzzles_of(message.game)
    puzzle = find_puzzle(puzzles, message.number)
    attempt = Attempt.begin(puzzle)
    for own, reply in zip(message.moves[::2], message.moves[1::2], strict=False):
        if not attempt.accept(own, reply):
            return {"verdict": "wrong", "reply": None}
    if message.hint:
        step, move = attempt.hint()
        return {"verdict": None, "step": step, "move": move}
    verdict = attempt.play(message.moves[-1]) if len(message.moves) % 2 else "wrong"
    if verdict == "solved":
        _note(Diary.read(path), puzzle, puzzles, message)
    return {"verdict": verdict, "reply": attempt.moves[-1] if verdict == "right" else None}


def _note(diary: Diary, puzzle: Puzzle, puzzles: tuple[Puzzle, ...], message: m.TryPuzzle) -> None:
    today = date.today()
    daily = counts_for_streak(puzzle, puzzles, today, told=message.told)
    diary.note(puzzle, today, clean=message.clean, daily=daily)
