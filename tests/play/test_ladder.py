"""The rungs of every game: their names, and that each takes a win in one and stops one."""

from functools import lru_cache

import pytest

import plyground
from plyground import PlygroundError
from plyground.core.game import Game
from plyground.core.levels import RUNGS
from plyground.core.position import Move, Position
from plyground.play.agents.agent import read_search
from plyground.play.agents.levels import find_player, listed_players, players_of
from plyground.play.agents.spec import AgentSpec
from plyground.play.compiling import searches_of

OPTIONS: dict[str, dict[str, str]] = {
    "blockit": {"size": "5", "barriers": "3"},
    "hex": {"size": "5", "swap": "off"},
}
WINS = {
    "blockit": (
        "b4,d5 0,1 b2v,c1v,c3v,c4h,d2v r",
        "b3,d2 3,3 - b",
        "a2,d2 1,1 b2h,b4h,d2v,d4v b",
    ),
    "eximo": (
        "......../....b.../.....w../......../......../...www../......b./....w..w w",
        "......../...w..../w......./......../....w.../.ww..w../......b./.......w w",
        "......../..w...../w......./......../.b....../.w.bw.../......../......w. w",
    ),
    "hex": (
        "..bb./bb.../.r..r/rr.../r.... b",
        "..bbr/bb.r./br.br/rr.../r...b r",
        "r..bb/b.brr/.b.r./.r.../rb..r b",
    ),
    "morris": (
        "ww./.b./.b./..b.w./bbb/.../..b b 0,0",
        ".../..b/ww./bwww../.../b../.w. w 0,0",
        ".w./.bw/..b/wb..../.../b../... b 0,0",
    ),
    "neutreeko": (
        "w.w../b..../...../..w../.bb.. b",
        "w.w../....b/...../.w.../b.b.. w",
        "...../...b./w..../w.w../b...b w",
    ),
}
"""Positions in which some moves win at once, and most do not."""
THREATS = {
    "blockit": (
        "b1,c2 3,3 - r",
        "b2,d2 3,3 - r",
        "a2,c2 1,1 b2h,b4h,d2v,d4v r",
        "e2,c2 2,0 c3v,c4h,d2h,d3h r",
    ),
    "eximo": (
        "......../......../...b..../......../......../...b..../...w..../...w.... b",
        "......../....b.../......../...w..../......../......../......../........ w",
        "......../......../......../w.b...../......../.w....../......../........ b",
    ),
    "hex": (
        "..bb./bb.../.r.../rr.../r.... r",
        "bbrrb/rrbbb/..rr./bb..r/r..rb r",
        "r..rb/r..r./.b.rb/b.b../rbr.. b",
    ),
    "morris": (
        ".w./.b./.b./.wb.w./bbb/.../..b w 0,0",
        ".../.../ww./bwww../.../b../bw. b 0,0",
        ".w./.b./..b/wb.w../.../b../... w 0,0",
    ),
    "neutreeko": (
        ".ww../b..../...../..w../.bb.. w",
        "wb.../...../w..../..w../.bb.. b",
        "...../....w/...../.b..w/bb.w. w",
    ),
}
"""Positions in which most moves let the opponent win at once, and some do not."""
SEEDS = range(2)


def game_of(name: str) -> Game:
    return plyground.game(name, **OPTIONS.get(name, {}))


@lru_cache
def winning(position: Position) -> list[Move]:
    """The moves that win at once."""
    ends = [(move, position.play(move).outcome) for move in position.moves]
    return [move for move, outcome in ends if outcome is not None and outcome.winner == position.mover]


@lru_cache
def losing(position: Position) -> list[Move]:
    """The moves after which the opponent wins at once."""
    after = [(move, position.play(move)) for move in position.moves]
    return [move for move, then in after if then.outcome is None and winning(then)]


def chosen(rung: str, position: Position) -> set[Move]:
    """What a rung plays, by several seeds; the last rung in less than its second."""
    text = f"{rung}:nodes=2000" if rung == RUNGS[-1] else rung
    return {read_search(text, position.game, seed).think(position).move for seed in SEEDS}


@pytest.mark.parametrize("name", plyground.games())
def test_a_game_of_two_has_eight_rungs_and_the_last_is_the_expert(name: str) -> None:
    game = plyground.game(name)
    assert tuple(game.ladder()) == RUNGS == tuple(f"level{number}" for number in range(1, 9))
    assert len(set(game.ladder().values())) == len(RUNGS)
    assert game.ladder()["level8"] == game.levels()["expert"]
    for rung, text in game.ladder().items():
        agent = read_search(rung, game)
        assert (agent.text, find_player(game, rung.upper())) == (rung, text)
        assert (agent.seconds is None) == (rung != "level8"), "as strong on every machine"
        assert str(AgentSpec.parse(text)) == str(AgentSpec.parse(str(AgentSpec.parse(text))))


def test_what_follows_a_rung_changes_it() -> None:
    game = plyground.game("morris")
    assert read_search("level3:seconds=0.2", game).seconds == 0.2
    assert read_search("level3:seconds=0.2", game).depth is None
    assert read_search("level1:softmax=7", game).softmax == 7


def test_the_rungs_are_for_two_players() -> None:
    several = plyground.game("blockit", colours="red,green,blue")
    assert several.ladder() == {}
    assert find_player(several, "level3") is None
    with pytest.raises(PlygroundError, match=r"no agent 'level3'.*\(easy, normal, hard, expert\)"):
        read_search("level3", several)


def test_a_list_of_players_names_the_first_rung_and_the_last() -> None:
    game = plyground.game("morris")
    assert listed_players(game) == "easy, medium, hard, expert, agent1, agent2, agent3, level1 … level8"
    assert set(players_of(game)) == {*game.levels(), "agent1", "agent2", "agent3", *RUNGS}


@pytest.mark.parametrize("name", plyground.games())
def test_whatever_a_rung_searches_with_is_compiled_ahead(name: str) -> None:
    game = plyground.game(name)
    ready = {(agent.algorithm, agent.heuristic, agent.moves) for agent in searches_of(game)}
    rungs = [read_search(rung, game) for rung in RUNGS]
    assert {(agent.algorithm, agent.heuristic, agent.moves) for agent in rungs} <= ready


@pytest.mark.parametrize("rung", RUNGS)
@pytest.mark.parametrize("name", plyground.games())
def test_every_rung_takes_a_win_in_one(name: str, rung: str) -> None:
    for text in WINS[name]:
        position = game_of(name).position(text)
        wins = winning(position)
        assert 0 < len(wins) <= len(position.moves) / 2, text
        assert chosen(rung, position) <= set(wins), text


@pytest.mark.parametrize("rung", RUNGS)
@pytest.mark.parametrize("name", plyground.games())
def test_every_rung_stops_a_win_in_one(name: str, rung: str) -> None:
    for text in THREATS[name]:
        position = game_of(name).position(text)
        gifts = losing(position)
        assert not winning(position), text
        assert len(position.moves) / 2 < len(gifts) < len(position.moves), text
        assert chosen(rung, position).isdisjoint(gifts), text


def test_softmax_prefers_better_moves_and_plays_worse_ones_now_and_then() -> None:
    start = plyground.game("neutreeko").start()
    found = plyground.search(start, depth=2, lines=14)
    best = found.lines[0].score.value
    loss = {str(line.moves[0]): best - line.score.value for line in found.lines}

    def mean_loss(units: int) -> float:
        text = f"pvs:depth=2,softmax={units}"
        moves = [str(read_search(text, start.game, seed).think(start).move) for seed in range(40)]
        return sum(loss[move] for move in moves) / len(moves)

    assert mean_loss(1) <= 1
    assert mean_loss(1) < mean_loss(60) < mean_loss(5000)
