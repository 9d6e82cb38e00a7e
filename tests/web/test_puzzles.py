"""Puzzles over the socket: the list, a checked move with the best defence, hints, and the diary."""

from plyground.puzzles.puzzle import puzzles_of
from tests.web.serving import Server, Visitor, run


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


def test_puzzles_that_are_not_there_are_an_error(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        assert (await visitor.ask("puzzles", "puzzles", game="chess"))["type"] == "error"
        answer = await visitor.ask("puzzle", "puzzle", game="neutreeko", number=0)
        assert "There is no puzzle 0" in answer["text"]

    run(scene())
