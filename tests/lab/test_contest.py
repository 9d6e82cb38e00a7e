"""Openings, contestants, and the pairs of games that are jobs."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.lab.contests import game_pair
from plyground.lab.contests import openings as openings_module
from plyground.lab.contests.contest import (
    Contestant,
    ContestError,
    Terms,
    contestants,
    label,
    numbered,
    pair_jobs,
    pairs_of,
    too_many_threads,
    why_unrepeatable,
)
from plyground.lab.contests.game_pair import TOO_LONG, PairGame, games_of, play_pair
from plyground.lab.contests.openings import Opening, OpeningError, choose, random_openings, read_openings, shared_out
from plyground.lab.contests.played_pair import PlayedPair, faults
from plyground.lab.runs.run import timeless
from plyground.play.agents.monitored_player import MonitoredPlayer
from plyground.play.agents.weights import WeightsError
from plyground.play.clock import TimeControl
from plyground.play.external.process import Process
from plyground.play.match import Match
from plyground.play.records.text_format import write_records
from tests.lab.contests import ONE, RANDOM, TWO, neutreeko, players

GAME = plyground.game("neutreeko")
FAKE = Path(__file__).parents[1] / "protocol" / "fake.py"


def fake(way: str) -> str:
    return f"cmd:{sys.executable} {FAKE} {way}"


def played(*texts: str, **changes: Any) -> list[Any]:
    """The games of one pair."""
    terms = neutreeko(**changes)
    (job,) = pair_jobs(terms, players(terms, *texts), (0, 1), 1)
    return list(games_of(play_pair(json.loads(json.dumps(job.task)))))


def test_openings_are_all_different_follow_from_the_seed_and_get_longer_when_they_run_out() -> None:
    drawn = random_openings(GAME, 1, 100, seed=7)
    assert drawn == random_openings.__wrapped__(GAME, 1, 100, seed=7) != random_openings(GAME, 1, 100, seed=8)
    ends = [opening.position(GAME) for opening in drawn]
    assert len(set(ends)) == 100
    assert all(end.outcome is None for end in ends)
    lengths = [len(opening.moves) for opening in drawn]
    assert lengths == sorted(lengths)
    assert {1, 2} <= set(lengths)
    assert len(GAME.start().moves) == lengths.count(1)


def test_pairs_share_openings_out_without_a_common_one() -> None:
    drawn = random_openings(GAME, 2, 40, seed=1)
    shared = list(shared_out(drawn, 10))
    assert len(shared) == 10
    assert len({opening for choice in shared for opening in choice}) == 40
    assert list(shared_out(drawn[:1], 3)) == [drawn[:1]] * 3


def test_a_decided_opening_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = random_openings(GAME, 2, 3, seed=1)
    monkeypatch.setattr(openings_module, "_decided", lambda game, opening, probe: opening == drawn[0])
    assert choose(GAME, drawn, 1000) == drawn[1]
    monkeypatch.setattr(openings_module, "_decided", lambda game, opening, probe: True)
    assert choose(GAME, drawn, 1000) == drawn[2]


def test_a_search_knows_which_opening_is_decided() -> None:
    lost = Opening(start="ww.../...../..b../...b./b.w.. w")
    assert choose(GAME, (lost, Opening()), 20_000) == Opening()
    assert choose(GAME, (lost, Opening()), 0) == lost, "without a probe nothing is passed over"


def test_where_all_openings_are_decided_others_are_drawn() -> None:
    lost = tuple(Opening(("b1-b4", reply)) for reply in ("c2-e2", "b5-a4"))
    chosen = choose(GAME, lost, 20_000)
    assert len(chosen.moves) == 4
    assert choose(GAME, (chosen,), 20_000) == chosen, "it is not decided"
    assert choose(GAME, lost, 20_000) == chosen, "it follows from the others"
    assert choose(GAME, (Opening(start="ww.../...../..b../...b./b.w.. w"),), 20_000).moves == ()


def test_openings_are_read_from_positions_and_from_records(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(f"# two\n{GAME.start()}\n\n{GAME.start().play('b1-a1')}\n{GAME.start()}\n")
    assert [str(opening.position(GAME)) for opening in read_openings(path, GAME)] == [
        str(GAME.start()),
        str(GAME.start().play("b1-a1")),
    ]
    terms = neutreeko()
    (job,) = pair_jobs(terms, players(terms, RANDOM, ONE), (0, 1), 1)
    games = games_of(play_pair(job.task))
    short = [game.record(GAME, ("a", "b"), job.id) for game in games]
    path.write_text(write_records(type(each)(each.start, each.moves[:2]) for each in short))
    assert [opening.moves for opening in read_openings(path, GAME)] == [games[0].moves[:2]]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no opening"),
        ("xyz", "not a possible position"),
        ("bbb../...../...../...../ww.w. w", "over in an opening"),
        ('[Game "hex"]\n', "not of"),
    ],
)
def test_files_without_openings_are_refused(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(text)
    with pytest.raises(PlygroundError, match=says):
        read_openings(path, GAME)
    with pytest.raises(PlygroundError, match="cannot be read"):
        read_openings(tmp_path / "missing", GAME)


def test_both_games_of_a_pair_have_the_same_opening_and_colours_exchanged() -> None:
    first, second = played(TWO, RANDOM)
    assert (first.first, second.first) == (0, 1)
    assert first.moves[:2] == second.moves[:2]
    assert first.opening == second.opening == 2
    for game in (first, second):
        assert sum(game.turns) == len(game.moves) - 2
        assert game.nodes[0] > 0 == game.nodes[1]
        assert game.reason == "three in a row"
        end = game.record(GAME, ("a", "b"), "u").checked_end()
        assert end.outcome is not None
        assert (end.outcome.winner == 0) == (game.winner == game.first)


def test_a_unit_played_twice_is_the_same_apart_from_times() -> None:
    terms = neutreeko(seed=5)
    both = players(terms, "random", "alphabeta:heuristic=H4,depth=2,blunder=0.3,vary=4,nearly=5")
    jobs = list(pair_jobs(terms, both, (0, 1), 6))
    once, again = ([timeless(play_pair(job.task)) for job in jobs] for _ in range(2))
    assert json.dumps(once) == json.dumps(again)
    other = list(pair_jobs(neutreeko(seed=6), both, (0, 1), 6))
    assert once != [timeless(play_pair(job.task)) for job in other]


@pytest.mark.parametrize(
    ("way", "reason", "detail"),
    [("illegal", "illegal move", "'zz' is not a move"), ("crash", "crash", "I have no idea what to do.")],
)
def test_faults_of_outside_engines_lose_and_are_told(way: str, reason: str, detail: str) -> None:
    games = tuple(played(fake(way), RANDOM))
    for game in games:
        assert (game.winner, game.fault, game.reason) == (1, 0, reason)
        assert detail in game.detail
        assert PairGame.from_data(json.loads(json.dumps(game.as_data()))).detail == game.detail
        assert game.record(GAME, ("a", "b"), "u").detail == game.detail
    pair = PlayedPair("u", players(neutreeko(), fake(way), RANDOM), games)
    none = {"time": 0, "illegal move": 0, "crash": 0}
    assert faults([pair], pair.names) == {pair.names[0]: none | {reason: len(games)}, pair.names[1]: none}


def test_nobody_loses_by_a_clock_because_something_had_to_be_started_or_compiled() -> None:
    """A program that needs no time once it is ready: starting and compiling take longer than its clock may allow."""
    program = f"cmd:{sys.executable} -m plyground engine --agent alphabeta:heuristic=H5,depth=1"
    for game in played("greedy:heuristic=H5", program, clock="5s", longest=4):
        assert game.fault is None, game.detail
        assert len(game.moves) == 4


def test_a_task_says_only_what_is_unusual() -> None:
    terms = neutreeko(clock="2s")
    (usual,) = pair_jobs(terms, players(terms, RANDOM, ONE), (0, 1), 1)
    assert not {"grace", "starting", "files"} & usual.task.keys()
    theirs = Contestant("anna", RANDOM, "/class/anna.py", "1f")
    (job,) = pair_jobs(replace(terms, grace=7.0, starting=77.0), (theirs, Contestant("two", ONE)), (0, 1), 1)
    assert job.task == usual.task | {"grace": 7, "starting": 77, "files": [["/class/anna.py", "1f"]]}


def test_a_pair_has_the_grace_and_the_time_to_start_of_its_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    def warm_up(player: MonitoredPlayer, position: Position, *, programs: bool, patience: float) -> None:
        given.append(patience)

    def begin(start: Position, texts: list[str], control: TimeControl) -> Match:
        given.append(control)
        return Match(start, texts, control)

    monkeypatch.setattr(MonitoredPlayer, "warm_up", warm_up)
    monkeypatch.setattr(game_pair, "Match", begin)
    played(RANDOM, ONE, clock="2s", grace=7.0, starting=77.0)
    assert given == 2 * [TimeControl(per_move=2, grace=7), 77, 77]
    assert neutreeko(clock="2s", grace=7.0).control == TimeControl(per_move=2, grace=7)


@pytest.mark.parametrize(("clock", "time"), [("2s", " movetime 2000"), ("", "")])
def test_a_program_hears_what_the_documentation_says(monkeypatch: pytest.MonkeyPatch, clock: str, time: str) -> None:
    """With a clock a first `go` comes that does not count; the position is told from the start, opening and all."""
    sent: list[str] = []
    send = Process.send
    monkeypatch.setattr(Process, "send", lambda self, line: (sent.append(line), send(self, line)))
    game = played(fake("well"), RANDOM, clock=clock, longest=3)[0]
    position = f"position start moves {' '.join(game.moves[:2])}"
    getting_ready = [position, "go movetime 50"] if clock else []
    begin = ["ugi", "newgame neutreeko order=rows", *getting_ready, position, f"go{time}"]
    assert sent[: len(begin) + 1] == [*begin, "quit"]


def test_a_game_that_grows_too_long_is_a_draw() -> None:
    for game in played(TWO, ONE, longest=3):
        assert (game.winner, game.reason, len(game.moves), game.points) == (None, TOO_LONG, 3, 0.5)
        assert game.record(GAME, ("a", "b"), "u").result == "draw"


def test_weights_of_ones_own_change_how_an_agent_plays() -> None:
    away = f"{TWO},weights=pair:0;gap:0;distance:-9"
    assert [game.moves for game in played(away, ONE)] != [game.moves for game in played(TWO, ONE)]
    usual = [game.moves for game in played(f"{TWO},weights=pair:10;gap:5;distance:2", ONE)]
    assert usual == [game.moves for game in played(TWO, ONE)]


def test_named_weights_come_from_the_users_folder_and_are_spelled_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / "mine.toml").write_text('game="neutreeko"\nheuristic="H4"\n[weights]\npair=12\n')
    (player, _) = contestants(["alphabeta:weights=mine,depth=1", RANDOM], GAME)
    assert player.name == "alphabeta:weights=mine,depth=1"
    assert player.text == "alphabeta:heuristic=H4,weights=pair:12,depth=1"
    for text, says in [
        ("alphabeta:depth=1,weights=none", "no set of weights 'none'"),
        ("alphabeta:depth=1,weights=../mine", "not a set of weights"),
        ("alphabeta:depth=1,weights=mine,heuristic=H1", "are for neutreeko, heuristic H4"),
        ("alphabeta:depth=1,heuristic=H4,weights=men:3", "has the weights pair, gap, distance"),
        ("alphabeta:depth=1,heuristic=H4,weights=pair:3;pair:4", "each once"),
        ("alphabeta:depth=1,heuristic=H4,weights=pair:200000", "whole number"),
        ("alphabeta:depth=1,heuristic=H4,weights=pair:x", "not a set of weights"),
    ]:
        with pytest.raises(WeightsError, match=says):
            contestants([text, RANDOM], GAME)
    (tmp_path / "weights" / "mine.toml").write_text("nonsense")
    with pytest.raises(WeightsError, match="needs game, heuristic"):
        contestants(["alphabeta:weights=mine,depth=1", RANDOM], GAME)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("alphabeta:depth=2", ""),
        ("pvs:nodes=100", ""),
        ("montecarlo:nodes=100", ""),
        ("pvs:seconds=1", "thinks for a time"),
        ("expert", "thinks for a time"),
        ("pvs:nodes=100,threads=2", "several threads"),
        ("pvs:nodes=100,ponder=on", "opponent's time"),
        (fake("illegal"), "outside program"),
    ],
)
def test_what_cannot_be_repeated_says_why(text: str, says: str) -> None:
    terms = neutreeko()
    why = why_unrepeatable(players(terms, text, RANDOM), terms)
    assert says in why
    assert bool(says) == bool(why)
    assert "clock" in why_unrepeatable(players(terms, RANDOM, ONE), neutreeko(clock="1+1"))


def test_more_threads_than_cores_are_warned_of() -> None:
    terms = neutreeko()
    assert too_many_threads(players(terms, RANDOM, "pvs:nodes=9,threads=64"), terms, 1000)
    assert not too_many_threads(players(terms, RANDOM, ONE), terms, 1)


def test_terms_that_no_match_can_have_are_refused() -> None:
    with pytest.raises(ContestError, match="between two players"):
        Terms("blockit", {"colours": "red,green,blue,yellow"})
    with pytest.raises(ContestError, match="longest game"):
        neutreeko(longest=1)
    with pytest.raises(ContestError, match="seed"):
        neutreeko(seed=-1)
    with pytest.raises(OpeningError, match="0 to 40"):
        neutreeko(plies=41)
    with pytest.raises(ContestError, match="2 to 500 players"):
        contestants([RANDOM], GAME)
    for games in (0, 3, -2):
        with pytest.raises(ContestError, match="an even number"):
            pairs_of(games)


def test_who_comes_twice_gets_a_number() -> None:
    assert [player.name for player in contestants([RANDOM, RANDOM, ONE, RANDOM], GAME)] == [
        "random",
        "random (2)",
        ONE,
        "random (3)",
    ]


def test_players_are_labelled_a_to_z_and_then_with_two_letters() -> None:
    assert [label(place) for place in (0, 25, 26, 27, 51, 52, 701, 702)] == [
        *("A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"),
    ]
    assert len({label(place) for place in range(2000)}) == 2000


def test_a_number_behind_a_name_is_not_given_twice() -> None:
    twins = [Contestant(name, "random") for name in ("anna (2)", "anna", "anna", "anna")]
    assert [player.name for player in numbered(twins)] == ["anna (2)", "anna", "anna (3)", "anna (4)"]


def test_terms_come_back_from_plain_data(tmp_path: Path) -> None:
    for terms in (neutreeko(openings=(Opening(("b1-a1",)),)), neutreeko(options={"order": "clockwise"}, clock="1+1")):
        assert Terms.from_data(json.loads(json.dumps(terms.as_data()))) == terms
