"""Compiling ahead what a chosen game will use."""

import plyground
from plyground.web.handlers.preparing import agents_of
from plyground.web.limits import ServerLimits
from tests.web.serving import Server, Visitor, run


def test_the_server_says_when_a_chosen_game_is_ready(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        answer = await visitor.ask("prepare", "prepared", game="neutreeko", players=["human", "easy"])
        assert answer["game"] == "neutreeko"

    run(scene())


def test_the_computers_hints_and_analyses_are_compiled_but_no_table_is_built() -> None:
    agents = agents_of(plyground.game("neutreeko"), ["human", "easy", "nonsense:depth=1"], ServerLimits())
    assert len(agents) == 3
    assert not any(getattr(agent, "tables", False) for agent in agents)


def test_with_other_options_their_own_searches_are_compiled() -> None:
    def searches(player: str, **options: str) -> set[tuple[str, str]]:
        agents = agents_of(plyground.game("blockit", **options), ["human", player], ServerLimits())
        return {(agent.algorithm, agent.heuristic) for agent in agents}

    assert ("pvs", "nnue") in searches("expert", rules="quoridor") - searches("expert")
    assert {("paranoid", "competitive"), ("paranoid", "strong")} <= searches("medium", colours="red,green,blue")
