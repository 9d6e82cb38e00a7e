"""The explorer over the socket."""

from tests.web.serving import Server, Visitor, run


def test_moves_from_a_position_are_counted_in_all_saved_games(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        for moves in (("b2", "a1", "b1", "a2", "b3"), ("b2", "b1")):
            await visitor.begin("hex", "human", "human", options={"size": "3", "swap": "off"})
            for move in moves:
                await visitor.play(move)
        found = await visitor.ask("explore", "explored", place={"ply": 0})
        assert found["games"] == 2
        assert found["moves"] == [{"move": "b2", "games": 2, "won": 1, "drawn": 0, "lost": 0, "score": 1.0}]
        after = await visitor.ask("explore", "explored", place={"ply": 1})
        assert {each["move"] for each in after["moves"]} == {"a1", "b1"}

    run(scene())
