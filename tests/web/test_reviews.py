"""Reviews over the socket: progress, the whole review, and the one stored with the saved game."""

from typing import Any

from plyground.review.judgement import Review
from tests.review.test_reviewer import BLUNDERED
from tests.review.test_several import BLUNDERED as THREE
from tests.review.test_several import START
from tests.web.serving import Server, Visitor, run


async def reviewed(visitor: Visitor) -> list[dict[str, Any]]:
    """All answers to a review."""
    answers = [await visitor.ask("review", "review")]
    while answers[-1]["type"] == "review" and answers[-1]["review"] is None:
        answers.append(await visitor.until("review"))
    return answers


async def small_game(server: Server, *moves: str) -> Visitor:
    """A visitor who has played these moves for both sides."""
    visitor = await Visitor.enter(server)
    await visitor.begin("hex", "human", "human", options={"size": "3", "swap": "off"})
    for move in moves:
        await visitor.play(move)
    return visitor


def test_a_review_tells_its_progress_and_is_stored_with_the_game(server: Server) -> None:
    async def scene() -> None:
        visitor = await small_game(server, *BLUNDERED)
        *progress, last = await reviewed(visitor)
        done = [each["done"] for each in progress]
        assert done == sorted(set(done))
        assert done[-1] == 6
        assert {each["all"] for each in progress} == {6}
        assert [move["mark"] for move in last["review"]["moves"][:3]] == ["blunder"] * 3
        saved = visitor.state["game"]["saved"]
        stored = server.server.store.review_of(saved)
        assert stored is not None
        assert Review.from_data(stored).as_data() == last["review"]
        assert [each["review"] for each in await reviewed(visitor)] == [last["review"]], "stored, so at once"

    run(scene())


def test_a_stored_review_of_other_moves_is_not_shown(server: Server) -> None:
    async def scene() -> None:
        visitor = await small_game(server, *BLUNDERED[:3])
        first = (await reviewed(visitor))[-1]["review"]
        await visitor.play(BLUNDERED[3])
        answers = await reviewed(visitor)
        assert len(answers) > 1
        assert answers[-1]["review"]["plies"] == first["plies"] + 1
        saved = visitor.state["game"]["saved"]
        server.server.store.keep_review(saved, {"key": answers[-1]["review"]["key"], "moves": 7})
        assert len(await reviewed(visitor)) > 1, "a damaged review is made again"

    run(scene())


def test_a_game_without_moves_has_no_review(server: Server) -> None:
    async def scene() -> None:
        visitor = await small_game(server)
        assert "no moves to review" in (await reviewed(visitor))[-1]["text"]

    run(scene())


def test_a_better_move_is_judged_as_at_the_terminal(server: Server) -> None:
    async def scene() -> None:
        visitor = await small_game(server, *BLUNDERED)
        mistake = (await reviewed(visitor))[-1]["review"]["moves"][0]
        fields = {"move": mistake["move"], "better": mistake["better"][0], "chance": mistake["before"]}
        for tried, verdict in ((mistake["better"][0], "right"), ("a1", "played"), ("a3", "right"), ("c3", "wrong")):
            answer = await visitor.ask("better", "better", place={"ply": 0}, tried=tried, **fields)
            assert (answer["tried"], answer["verdict"]) == (tried, verdict)
        refused = await visitor.ask("better", "error", place={"ply": 0}, tried="z9", **fields)
        assert "z9" in refused["text"]

    run(scene())


def test_a_move_that_wins_at_once_is_a_better_move(server: Server) -> None:
    async def scene() -> None:
        visitor = await small_game(server, "b2", "a1", "b1", "a2", "c1")
        fields = {"move": "c1", "better": "c2", "chance": 1.0}
        answer = await visitor.ask("better", "better", place={"ply": 4}, tried="b3", **fields)
        assert answer["verdict"] == "right"

    run(scene())


def test_a_game_of_three_is_reviewed_stored_and_its_better_move_judged(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        options = {"colours": "red,green,blue", "size": "5", "barriers": "0"}
        await visitor.begin("blockit", "human", "human", "human", options=options, start=START)
        for move in THREE:
            await visitor.play(move)
        *progress, last = await reviewed(visitor)
        found = last["review"]
        assert progress[-1]["done"] == 4
        assert [move["mark"] for move in found["moves"]] == ["blunder", "blunder", "", ""]
        assert (len(found["sides"]), len(found["courses"]), found["chances"]) == (3, 3, [])
        assert [each["review"] for each in await reviewed(visitor)] == [found], "stored, so at once"
        fields = {"move": "b4", "better": "c5", "chance": 1.0}
        for tried, verdict in (("c5", "right"), ("b4", "played"), ("d4", "wrong")):
            answer = await visitor.ask("better", "better", place={"ply": 0}, tried=tried, **fields)
            assert (answer["tried"], answer["verdict"]) == (tried, verdict)
        made_up = {"move": "b4", "better": "z9", "chance": 1.0}
        refused = await visitor.ask("better", "error", place={"ply": 0}, tried="d4", **made_up)
        assert "z9" in refused["text"]

    run(scene())
