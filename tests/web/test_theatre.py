"""The search theatre: the page gets whole trees, within limits, from whoever may ask."""

from pathlib import Path

import pytest

from plyground.web.limits import ServerLimits
from tests.web.serving import Server, Visitor, run, serving

PLACE = {"game": "neutreeko", "moves": ["b1-c1"]}


def test_two_searches_are_watched_side_by_side(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.send("tree", place=PLACE, agent="minimax:heuristic=strong,depth=2", side=0, id=1)
        await visitor.send("tree", place=PLACE, agent="alphabeta:heuristic=strong,depth=2", side=1, id=2)
        answers = sorted([await visitor.until("tree"), await visitor.until("tree")], key=lambda each: each["side"])
        assert [(each["id"], each["algorithm"], each["mover"]) for each in answers] == [
            (1, "minimax", 1),
            (2, "alphabeta", 1),
        ]
        whole, pruned = answers
        assert whole["visited"] == pruned["minimax"] == pruned["visited"] + sum(pruned["saved"])
        assert whole["score"] == pruned["score"]
        assert {cell["name"] for cell in whole["board"]["cells"]} >= {
            piece["cell"] for piece in whole["scene"]["pieces"]
        }

    run(scene())


def test_a_search_is_chosen_in_parts_and_answered_as_text_and_in_parts(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        parts = {"name": "alphabeta", "heuristic": "H4", "depth": 2, "options": {"sort": "on"}}
        found = await visitor.ask("tree", "tree", place=PLACE, agent=parts)
        assert found["agent"] == "alphabeta:heuristic=H4,depth=2,sort=on"
        assert found["search"] == parts | {"nodes": None}
        again = await visitor.ask("tree", "tree", place=PLACE, agent=found["agent"])
        assert again["search"] == found["search"]
        fitting = await visitor.ask("tree", "tree", place=PLACE, agent={"name": "minimax"})
        assert fitting["search"]["depth"] == fitting["depth"] >= 1
        playing = await visitor.ask("tree", "tree", place=PLACE, agent={"name": "montecarlo", "nodes": 20})
        assert (playing["search"]["nodes"], playing["search"]["heuristic"]) == (20, None)
        wrong = await visitor.ask("tree", place=PLACE, agent={"name": "alphabeta", "options": {"network": "x"}})
        assert wrong["type"] == "error"

    run(scene())


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("minimax:heuristic=strong,depth=3", "more than 100 nodes"),
        ("montecarlo:nodes=101", "101 playouts are too many"),
        ("minimax:heuristic=strong,depth=60", "a depth from 1 to 12"),
        ("cmd:true", "cmd"),
        ("greedy", "cannot be shown"),
    ],
)
def test_what_is_too_large_or_no_search_is_refused_in_a_sentence(agent: str, said: str, tmp_path: Path) -> None:
    async def scene(server: Server) -> None:
        visitor = await Visitor.enter(server)
        answer = await visitor.ask("tree", "tree", place=PLACE, agent=agent)
        assert answer["type"] == "error"
        assert said in answer["text"]

    with serving(tmp_path, ServerLimits(tree_nodes=100)) as server:
        run(scene(server))
