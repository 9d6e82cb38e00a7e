"""Agents as texts."""

from dataclasses import replace

import pytest

import plyground
from plyground import PlygroundError
from plyground.core.levels import LEVEL_NAMES
from plyground.play.agents.agent import describe_agents, describe_heuristics, read_agent, read_search
from plyground.play.agents.levels import find_player, level_text, own_name, players_of, report_of
from plyground.play.agents.spec import AgentSpec
from plyground.play.external.clients import PROGRAMS
from plyground.search.registry import ALGORITHMS

MORRIS = plyground.game("morris")
ANY = AgentSpec("any")


def test_a_text_says_everything() -> None:
    agent = read_search("alphabeta:heuristic=agent3,depth=5,sort=on,seed=7,blunder=0.25", MORRIS)
    assert (agent.algorithm, agent.heuristic, agent.depth, agent.seed, agent.blunder) == (
        "alphabeta",
        "agent3",
        5,
        7,
        0.25,
    )
    assert dict(agent.options) == {"sort": True, "view": "searcher"}
    assert agent.think(MORRIS.start()).depth == 5 or agent.think(MORRIS.start()).stopped_by == "rule"


def test_an_engine_without_a_limit_thinks_for_a_second() -> None:
    assert read_search("pvs", MORRIS).seconds == 1.0
    assert read_search("pvs:nodes=500", MORRIS).seconds is None
    assert read_search("greedy", MORRIS).seconds is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no agent ''"),
        ("magic", "no agent 'magic'"),
        ("alphabeta:", ""),
        ("alphabeta:depth", "key=value"),
        ("alphabeta:depth=3,depth=4", "each once"),
        ("alphabeta:depth=x", "depth is a whole number, not 'x'"),
        ("alphabeta:nodes=9999999999999999999", "nodes has at most 18 digits"),
        ("alphabeta:depth=99", "depth is a whole number from 1 to 60"),
        ("alphabeta:seconds=-1", "seconds is a number"),
        ("alphabeta:seconds=nan", "seconds is a number"),
        ("alphabeta:seconds=0", "seconds is a number from 0.001"),
        ("alphabeta:blunder=2", "share from 0 to 1"),
        ("alphabeta:heuristic=H4", "no heuristic 'H4'"),
        ("alphabeta:moves=classic", "no moves='classic'"),
        ("alphabeta:threads=2", "no option 'threads'"),
        ("pvs:threads=0", "threads"),
        ("random:seed=-1", "seed is a whole number"),
    ],
)
def test_what_cannot_be_understood_is_said_at_once(text: str, complaint: str) -> None:
    if text == "alphabeta:":
        assert read_search(text, MORRIS).algorithm == "alphabeta"
        return
    with pytest.raises(PlygroundError, match=complaint):
        read_agent(text, MORRIS)


def test_blunders_come_as_often_as_asked_for() -> None:
    agent = read_agent("alphabeta:heuristic=agent1,depth=1,blunder=0.3,seed=3", MORRIS)
    starts = [MORRIS.start().play(first).play(second) for first in ("a1", "d2") for second in MORRIS.start().moves[5:]]
    blunders = sum(agent.think(position).stopped_by == "rule" for position in starts)
    assert 0.1 * len(starts) < blunders < 0.5 * len(starts)
    always = read_agent("alphabeta:heuristic=agent1,depth=1,blunder=1", MORRIS)
    assert all(always.think(position).stopped_by == "rule" for position in starts)


def test_the_same_agent_plays_the_same_game() -> None:
    def game(seed: int) -> str:
        agent = read_agent(f"greedy:heuristic=agent3,seed={seed}", MORRIS)
        position, played = MORRIS.start(), []
        for _ in range(12):
            move = agent.think(position).move
            played.append(str(move))
            position = position.play(move)
        return " ".join(played)

    assert game(1) == game(1)
    assert len({game(seed) for seed in range(5)}) > 1


@pytest.mark.parametrize("name", plyground.games())
def test_every_game_has_agents_and_a_strong_heuristic(name: str) -> None:
    game = plyground.game(name)
    searches = [agent["name"] for agent in describe_agents(game)]
    assert {"random", "greedy", "minimax", "alphabeta", "pvs", "montecarlo"} <= set(searches)
    heuristics = {heuristic["name"]: heuristic for heuristic in describe_heuristics(game)}
    assert "strong" in heuristics
    assert all(heuristic["summary"] for heuristic in heuristics.values())


def test_the_reports_heuristics_have_their_names() -> None:
    named = {
        "hex": {"distance", "bridges"},
        "blockit": {"competitive", "path", "astar"},
        "eximo": {"random", "basic", "first", "improved", "advanced"},
        "neutreeko": {"H1", "H2", "H3", "H4", "H5", "H6"},
        "morris": {"agent1", "agent2", "agent3"},
    }
    for name, expected in named.items():
        networks = {"nnue"} if name in ("eximo", "morris") else set()
        assert expected | networks | {"strong"} == {each["name"] for each in describe_heuristics(plyground.game(name))}


@pytest.mark.parametrize("name", plyground.games())
@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_every_level_is_an_agent_of_every_game(name: str, level: str) -> None:
    game = plyground.game(name)
    agent = read_search(level, game)
    name, _, _ = level_text(game, level).partition(":")
    assert (agent.algorithm, agent.text) == (name, level)


def test_what_follows_a_level_changes_it() -> None:
    assert read_search("expert:seconds=0.2", MORRIS).seconds == 0.2
    limited = read_search("expert:depth=3", MORRIS)
    assert (limited.seconds, limited.depth, limited.algorithm) == (None, 3, "pvs")
    assert read_search("hard:blunder=0.5", MORRIS).depth == read_search("hard", MORRIS).depth
    with pytest.raises(PlygroundError, match="no option 'threads'"):
        read_search("hard:threads=2", MORRIS)


@pytest.mark.parametrize("name", plyground.games())
def test_every_player_of_a_report_is_an_agent_by_its_name(name: str) -> None:
    game = plyground.game(name)
    report = report_of(game)
    assert report is not None
    assert report.title
    assert set(players_of(game)) == {own_name(game, level) for level in game.levels()} | {
        *report.players,
        *game.ladder(),
    }
    for player, text in report.players.items():
        for spelling in (player, player.capitalize()):
            assert replace(read_search(spelling, game), spec=AgentSpec.parse(text)) == read_search(text, game)
        assert player not in {*ALGORITHMS, *PROGRAMS}


def test_a_game_of_more_than_two_has_no_report_but_the_same_names() -> None:
    several, two = plyground.game("blockit", colours="red,green,blue"), plyground.game("blockit")
    assert report_of(several) is None
    assert list(players_of(several)) == ["easy", "normal", "hard", "expert"]
    assert list(players_of(two)) == [*players_of(several), *two.ladder()]
    assert find_player(several, "medium") == find_player(several, "normal") == level_text(several, "Normal")


def test_block_its_report_has_normal_and_hard_which_differ_in_their_heuristic_alone() -> None:
    game = plyground.game("blockit")
    normal, hard = read_search("normal", game), read_search("hard", game)
    assert (normal.algorithm, normal.heuristic, normal.moves) == ("alphabeta", "competitive", "classic")
    assert (hard.algorithm, hard.heuristic, hard.moves) == ("alphabeta", "path", "classic")
    assert replace(normal, spec=ANY, heuristic="") == replace(hard, spec=ANY, heuristic="")
    assert replace(read_search("medium", game), spec=normal.spec) == normal
    assert game.report is not None
    assert "program" in game.report.note


def test_hex_has_the_levels_of_its_report() -> None:
    game = plyground.game("hex")
    easy, medium, hard = (read_search(level, game) for level in LEVEL_NAMES[:3])
    assert (easy.algorithm, hard.algorithm) == ("greedy", "alphabeta")
    assert {easy.heuristic, medium.heuristic, hard.heuristic} == {"distance"}
    assert (medium.blunder, hard.blunder) == (0.1, 0)
    assert replace(medium, spec=ANY, blunder=0.0) == replace(hard, spec=ANY)


def test_hexs_easy_climbs_the_published_formula_and_breaks_ties_at_random() -> None:
    """Own distance less half the opponent's, in halves: 11 less twice 10, wherever the first stone lies."""
    start = plyground.game("hex").start()
    chosen = [read_search("easy", start.game, seed).think(start) for seed in range(8)]
    assert {found.score.value for found in chosen} == {11 - 2 * 10}
    assert len({found.move for found in chosen}) > 4


def test_neutreekos_players_count_their_own_pieces_only() -> None:
    game = plyground.game("neutreeko")
    for player in [*LEVEL_NAMES[:3], *(f"H{number}" for number in range(1, 7))]:
        assert read_search(player, game).weights == (("enemy", 0),)
    assert read_search("hard:heuristic=strong", game).weights == (), "weights stay with their heuristic"
    assert read_search("hard:blunder=0.5", game).weights == (("enemy", 0),)


def test_a_name_that_no_player_has_is_said_with_those_there_are() -> None:
    with pytest.raises(PlygroundError, match="no level 'normal'; there are easy, medium, hard, expert, agent1, agent2"):
        level_text(MORRIS, "normal")
    assert find_player(MORRIS, "normal") is None
    assert list(MORRIS.levels()) == list(LEVEL_NAMES)


def test_levels_also_fit_three_and_four_players() -> None:
    game = plyground.game("blockit", colours="red,green,blue,yellow", size=5)
    for level in LEVEL_NAMES:
        shorter = f"{level}:seconds=0.05" if level == "expert" else level
        assert read_agent(shorter, game).think(game.start()).move in game.start().moves


def test_openings_vary_among_moves_that_are_nearly_as_good() -> None:
    start = plyground.game("neutreeko").start()
    value = {str(line.moves[0]): line.score.value for line in plyground.search(start, depth=3, lines=14).lines}
    text = "pvs:depth=3,vary=1,nearly=15"
    chosen = {str(read_agent(text, start.game, seed).think(start).move) for seed in range(30)}
    assert len(chosen) > 1
    assert all(value[move] >= max(value.values()) - 15 for move in chosen)
    later = start.play("b1-b4")
    assert len({read_agent(text, start.game, seed).think(later).move for seed in range(5)}) == 1


def test_a_clock_leaves_less_than_an_agent_would_take() -> None:
    agent = read_agent("pvs:seconds=30", MORRIS)
    assert agent.think(MORRIS.start(), seconds=0.05).seconds < 5
