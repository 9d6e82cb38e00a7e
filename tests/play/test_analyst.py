"""Who judges positions for people."""

import plyground
from plyground.play.agents.analyst import analyst, judging_search
from plyground.review.reviewer import review_agent


def test_the_network_judges_where_the_strongest_level_plays_by_one() -> None:
    assert {name: judging_search(plyground.game(name)) for name in plyground.games()} == {
        "blockit": "pvs",
        "eximo": "pvs",
        "hex": "puct",
        "morris": "pvs",
        "neutreeko": "pvs",
    }
    assert judging_search(plyground.game("blockit", colours="red,green,blue")) == "paranoid"
    assert judging_search(plyground.game("hex", size=3)) == "puct", "the network is for boards of every size"


def test_the_judge_uses_exact_values_and_the_limits_that_it_is_given() -> None:
    assert str(analyst(plyground.game("hex"), seconds=0.5)) == "puct:seconds=0.5,tables=on"
    assert str(analyst(plyground.game("morris"), nodes=100)) == "pvs:nodes=100,tables=on"
    three = plyground.game("blockit", colours="red,green,blue")
    assert str(analyst(three, seconds=1)) == "paranoid:seconds=1"


def test_a_review_asks_a_network_less_often_than_an_engine() -> None:
    assert review_agent(plyground.game("hex")).nodes == 400
    assert review_agent(plyground.game("eximo")).nodes == 100_000
    assert review_agent(plyground.game("hex"), nodes=50).nodes == 50
    assert review_agent(plyground.game("hex"), seconds=1.0).nodes is None
