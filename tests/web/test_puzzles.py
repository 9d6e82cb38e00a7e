"""Puzzles over the socket: the list, a checked move with the best defence, hints, and the diary."""

from pathlib import Path
from typing import Any

import pytest

from plyground.puzzles.puzzle import puzzles_of
from tests.web.serving import Server, Visitor, run, serving


def test_a_puzzle_is_listed_without_its_solution_checked_and_noted_when_solved(server: Server) -> None:
    puzzle = puzzles_of("neutreeko")[0]
    wrong = next(str(move) for move in puzzle.position().moves if str(move) != puzzle.solution)

    async def scene() -> None:
        visitor = await Visitor.enter(server)
        found = await visitor.ask("puzzles", "puzzles", game="neutreeko")
        assert found["puzzles"][0] == {"options": {}, "position": puzzle.text, "plies": 3, "rating": puzzle.rating}
        assert (found["solved"], found["streak"], found["next"]) == ([], 0, 1)
        named = {"game": "neutreeko", "number": 1}
        assert (await visitor.ask("puzzle", "puzzle", **named, moves=[wrong]))["verdict"] == "wrong"
        hint = await visitor.ask("puzzle", "puzzle", **named, hint=True)
        assert hint["move"] == puzzle.solution
        first = await visitor.ask("puzzle", "puzzle", **named, moves=[puzzle.solution])
        assert first["verdict"] == "right"
        moves = [puzzle.solution, first["reply"]]
        last = (await visitor.ask("puzzle", "puzzle", **named, moves=moves, hint=True))["move"]
        cheated = await visitor.ask("puzzle", "puzzle", **named, moves=[wrong, first["reply"], last])
        assert cheated["verdict"] == "wrong" or cheated["type"] == "error"
        assert (await visitor.ask("puzzle", "puzzle", **named, moves=[*moves, last]))["verdict"] == "solved"
        found = await visitor.ask("puzzles", "puzzles", game="neutreeko")
        assert (found["solved"], found["next"]) == ([1], 2)

    run(scene())


@pytest.mark.parametrize(("told", "streak"), [(False, 1), (True, 0)])
def test_the_puzzle_of_the_day_counts_unless_a_move_was_given_away(tmp_path: Path, told: bool, streak: int) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(running)
        named = {"game": "neutreeko", "number": (await visitor.ask("puzzles", "puzzles", game="neutreeko"))["daily"]}
        moves: list[str] = []
        answer: dict[str, Any] = {"verdict": "right"}
        while answer["verdict"] == "right":
            moves.append((await visitor.ask("puzzle", "puzzle", **named, moves=moves, hint=True))["move"])
            answer = await visitor.ask("puzzle", "puzzle", **named, moves=moves, told=told)
            moves += [answer["reply"]] if answer["reply"] else []
        assert answer["verdict"] == "solved"
        assert (await visitor.ask("puzzles", "puzzles", game="neutreeko"))["streak"] == streak

    with serving(tmp_path / "data") as running:
        run(scene())


def test_puzzles_that_are_not_there_are_an_error(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        assert (await visitor.ask("puzzles", "puzzles", game="chess"))["type"] == "error"
        answer = await visitor.ask("puzzle", "puzzle", game="neutreeko", number=0)
        assert "There is no puzzle 0" in answer["text"]

    run(scene())
