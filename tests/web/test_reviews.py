"""Reviews over the socket: progress, the whole review, and the one stored with the saved game."""

from typing import Any

from plyground.review.judgement import Review
from tests.review.test_reviewer import BLUNDERED
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
