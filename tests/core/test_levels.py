"""Presets: players as settings, which are written as agent specs."""

import pytest

import plyground
from plyground.core.levels import Preset, chancy, preset, suited, texts
from plyground.play.agents.spec import AgentSpec


def test_a_preset_is_written_in_the_order_of_its_settings() -> None:
    assert str(preset("greedy")) == "greedy"
    assert str(preset("pvs", heuristic="strong", seconds=1)) == "pvs:heuristic=strong,seconds=1"
    assert str(preset("greedy", blunder=0.3).changed(vary=4, blunder=0.1)) == "greedy:blunder=0.1,vary=4"


def test_only_the_players_with_a_small_network_play_otherwise_where_none_was_taught() -> None:
    presets = {
        "taught": preset("pvs", heuristic="nnue", weights="heuristic=nnue", nodes=5),
        "untaught": preset("pvs", heuristic="agent1"),
        "plain": preset("random"),
    }
    assert suited(plyground.game("morris"), presets) == presets
    without = suited(plyground.game("morris", mills="strict"), presets)
    assert str(without["taught"]) == "pvs:heuristic=strong,weights=heuristic=nnue,nodes=5"
    assert without | {"taught": presets["taught"]} == presets


@pytest.mark.parametrize("each", [chancy(9), preset("pvs", heuristic="nnue", vary=4, nearly=20)])
def test_the_text_of_a_preset_is_an_agent_spec(each: Preset) -> None:
    says = AgentSpec.parse(texts({"x": each})["x"]).settings()
    assert says == {name: str(value) for name, value in each.settings.items()}
