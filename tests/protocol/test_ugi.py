"""`plyground engine`: the real process, spoken to over pipes."""

from collections.abc import Iterator

import pytest

import plyground
from plyground.play.external.wire import MOST_BYTES, read_info
from tests.protocol.garbage import garbage
from tests.protocol.pipes import Child

SMALL = {"hex": "size=4", "blockit": "size=5 barriers=2"}
"""Boards on which a game is soon over."""
TRIES = 20
"""On a busy machine what is quick may take long once, but not always."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Child]:
    """An engine for all tests that leave it as it was: without a search under way."""
    child = Child()
    yield child
    child.close()


def best_move(child: Child, go: str) -> str:
    child.send(go)
    last = child.until("bestmove")[-1]
    return last.split(" ")[1]


def test_the_handshake_names_games_and_options(engine: Child) -> None:
    engine.send("ugi")
    lines = engine.until("ugiok")
    assert lines[0] == f"id name Plyground {plyground.__version__}"
    assert "game hex size=11 swap=on" in lines
    assert {line.split(" ")[1] for line in lines if line.startswith("game ")} == set(plyground.games())
    assert "option name threads type spin default 1 min 1 max 256" in lines
    assert "option name repetition type check default on" in lines


@pytest.mark.parametrize("name", plyground.games())
def test_a_whole_game_of_self_play(engine: Child, name: str) -> None:
    options = SMALL.get(name, "")
    assert engine.ask(f"newgame {name} {options}") == ["ok"]
    position = plyground.game(name, **dict(word.split("=") for word in options.split())).start()
    moves: list[str] = []
    while position.outcome is None and len(moves) < 400:
        assert engine.ask(" ".join(["position start", *(["moves", *moves] if moves else [])])) == ["ok"]
        moves.append(best_move(engine, "go nodes 300"))
        position = position.play(moves[-1])
    assert position.outcome is not None
    assert engine.ask(f"position start moves {' '.join(moves)}") == ["ok"]
    assert engine.ask("go nodes 300") == ["bestmove none"]
    shown = engine.ask("d")
    assert f"position {position}" in shown
    winner = "draw" if position.outcome.winner is None else position.game.seats[position.outcome.winner]
    assert shown[-1] == f"outcome {winner} {position.outcome.reason}"
    assert engine.ask("moves") == ["moves"]


def test_a_position_is_given_by_text_and_moves(engine: Child) -> None:
    engine.ask("newgame morris")
    text = "w../.../.../....../.../.../... b 8,9"
    assert engine.ask(f'position text "{text}" moves d6 g7') == ["ok"]
    expected = plyground.game("morris").position(text).play("d6").play("g7")
    assert f"position {expected}" in engine.ask("d")
    assert engine.ask("moves") == [" ".join(["moves", *map(str, expected.moves)])]


def test_a_position_knows_the_repetitions_in_its_moves(engine: Child) -> None:
    engine.ask("newgame neutreeko")
    back_and_forth = "b1-b4 c2-e4 b4-b1 e4-c2"
    assert engine.ask(f"position start moves {back_and_forth}") == ["ok"]
    assert engine.ask("d")[-1] == "outcome none"
    assert engine.ask(f"position start moves {back_and_forth} {back_and_forth}") == ["ok"]
    assert engine.ask("d")[-1] == "outcome draw third occurrence of the position"


def test_info_lines_are_typed_and_can_be_played(engine: Child) -> None:
    engine.ask("newgame hex size=3 swap=off")
    engine.send("go depth 7")
    *lines, last = engine.until("bestmove")
    infos = [read_info(line) for line in lines if line.startswith("info depth")]
    assert all(info is not None for info in infos)
    final = infos[-1]
    assert final is not None
    assert (final.score.kind, final.score.plies) == ("win", 5)
    assert final.pv[0] == last.split(" ")[1]
    assert final.nodes > 0


def test_several_lines_are_reported_on_request(engine: Child) -> None:
    engine.ask("newgame neutreeko")
    assert engine.ask("setoption name lines value 3") == ["ok"]
    engine.send("go depth 2")
    lines = engine.until("bestmove")
    assert engine.ask("setoption name lines") == ["ok"]
    assert [line.split(" ")[4] for line in lines if "multipv" in line][-3:] == ["1", "2", "3"]


def test_options_change_the_agent_and_can_be_taken_back(engine: Child) -> None:
    engine.ask("newgame morris")
    assert engine.ask("setoption name agent value random:seed=1") == ["ok"]
    moves = {best_move(engine, "go") for seed in range(8) if engine.ask(f"setoption name seed value {seed}") == ["ok"]}
    assert len(moves) > 2, "the seed decides"
    (refused,) = engine.ask("setoption name threads value 2")
    assert refused.startswith("error There is no option 'threads'")
    assert engine.ask("setoption name agent") == ["ok"]
    assert engine.ask("setoption name threads value 2") == ["ok"]
    assert engine.ask("setoption name heuristic value agent3") == ["ok"]
    assert best_move(engine, "go depth 2")
    assert engine.ask("newgame eximo")[0].startswith("error eximo has no heuristic 'agent3'")
    assert engine.ask("setoption name heuristic") == ["ok"]
    assert engine.ask("setoption name agent") == ["ok"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("castle", "'castle' is not a command"),
        ("newgame chess", "There is no game 'chess'"),
        ("newgame", "There is no game ''"),
        ("newgame hex size", "key=value"),
        ("newgame hex size=2", "size is a number from 3 to 19"),
        ("position", "position start or position text"),
        ("position text .../.../... r", "position start or position text"),
        ('position text "...../..... r"', "is not a possible position"),
        ("position start moves a1 a1", "'a1' is not empty"),
        ("position start moves hello", "'hello' is not a move"),
        ("go depth", "depth is a whole number, not ''"),
        ("go depth 0", "depth is a whole number from 1 to 60"),
        ("go fast", "'fast' is not understood"),
        ("go depth 2 depth 3", "each once"),
        ("go movetime 99999999999999999999", "movetime is a whole number"),
        ("go infinite depth 3", "no other limits"),
        ("go wtime 1000", "no time for seat 2"),
        ("go winc 1000", "needs a clock"),
        ("go wtime 1 btime 99999999999", "not possible"),
        ("perft -1", "from 0 to 64"),
        ("perft 9999999999", "from 0 to 64"),
        ("setoption threads 2", "setoption name NAME value VALUE"),
        ("setoption name threads value many", "threads is a number from 1 to 256"),
        ("setoption name heuristic value a,depth=2", "no comma"),
        ("setoption name heuristic value H4", "no heuristic 'H4'"),
        ("setoption name agent value cmd:no-such-program", "no program 'no-such-program'"),
        ("moves 3", "takes nothing after it"),
        ("quit now", "'quit' is not a command"),
    ],
)
def test_a_mistake_is_explained_and_changes_nothing(engine: Child, line: str, complaint: str) -> None:
    engine.ask("newgame hex size=5")
    engine.ask("position start moves c3")
    (answer,) = engine.ask(line)
    assert answer.startswith("error ")
    assert complaint in answer
    assert "position ...../...../..r../...../..... b" in engine.ask("d")


def test_perft_counts_as_everywhere(engine: Child) -> None:
    engine.ask("newgame neutreeko")
    engine.send("perft 4")
    (answer,) = engine.until("perft")
    assert answer.split(" ")[:4] == [
        "perft",
        "4",
        "leaves",
        str(plyground.perft(plyground.game("neutreeko").start(), 4)),
    ]


def test_a_finished_game_has_no_leaves(engine: Child) -> None:
    engine.ask("newgame neutreeko")
    assert engine.ask('position text "..w../...../.bbb./...../.w.w. w"') == ["ok"]
    engine.send("perft 1")
    (answer,) = engine.until("perft")
    assert answer.startswith("perft 1 leaves 0 ")


def test_a_count_can_be_stopped(engine: Child) -> None:
    engine.ask("newgame eximo")
    assert engine.ask("perft 40") == []
    engine.send("stop")
    assert engine.until("error") == ["error The count was stopped."]


def seconds_to_stop(engine: Child) -> float:
    """How long an endless search takes to stop."""
    engine.send("go infinite")
    engine.until("info")
    return engine.seconds_to("bestmove", "stop")


def test_stop_is_answered_within_a_tenth_of_a_second(engine: Child) -> None:
    for name in plyground.games():
        engine.ask(f"newgame {name}")
        best_move(engine, "go depth 2")
        assert any(seconds_to_stop(engine) < 0.1 for _ in range(TRIES)), name


def test_everything_but_new_work_is_heard_during_a_search(engine: Child) -> None:
    engine.ask("newgame blockit")
    engine.send("go infinite")
    engine.until("info")
    assert any(line.startswith("moves ") for line in engine.ask("moves"))
    for line in ("go depth 1", "position start", "newgame hex", "setoption name seed value 1", "perft 2"):
        answers = [answer for answer in engine.ask(line) if not answer.startswith("info")]
        assert answers == [f"error {line.split(' ')[0]} has to wait: a search is under way; stop ends it."]
    engine.send("stop", "stop")
    said = engine.until("bestmove")
    assert any(line.startswith("info string") for line in said) or engine.read().startswith("info string")
    assert engine.ask("stop") == ["info string nothing to stop"]


def test_a_clock_leaves_each_seat_its_share(engine: Child) -> None:
    """Nobody here waits for a share of the other's clock, which would be more than an hour."""
    engine.ask("newgame neutreeko")
    best_move(engine, "go depth 1")
    best_move(engine, "go wtime 2500 btime 99999999")
    best_move(engine, "go time1 2500 time2 99999999 inc 10")
    engine.ask("position start moves b1-b4")
    best_move(engine, "go wtime 99999999 btime 1000")
    best_move(engine, "go movetime 100 depth 60")


def test_four_players_have_four_clocks(engine: Child) -> None:
    engine.ask("newgame blockit")
    assert engine.ask("setoption name agent value paranoid") == ["ok"]
    assert engine.ask("newgame blockit size=5 colours=red,green,blue,yellow") == ["ok"]
    engine.ask("position start moves c2 d3 c4")
    assert engine.ask("go wtime 1000 btime 1000") == [
        "error There is a clock, but no time for seat 4, which is to move."
    ]
    assert best_move(engine, "go time1 1 time2 1 time3 1 time4 2500") in engine.ask("moves")[0].split(" ")
    assert engine.ask("newgame morris") == ["ok"]
    assert engine.ask("setoption name agent") == ["ok"]


def test_ten_thousand_garbage_lines_are_all_answered() -> None:
    valid = (
        "ugi",
        "isready",
        "newgame hex size=5 swap=off",
        "newgame blockit size=5 barriers=3",
        "setoption name threads value 1",
        "setoption name seed value 3",
        "position start moves a1 b2",
        'position text ".../.../... r" moves a1',
        "go depth 1",
        "go nodes 10 movetime 5",
        "go wtime 10 btime 10 winc 1 binc 1",
        "perft 1",
        "stop",
        "moves",
        "d",
        "help",
    )
    child = Child()
    try:
        child.ask("newgame neutreeko")
        for line in garbage(10_000, valid, seed=7):
            assert answered(child, line), line
        (too_long,) = child.ask(b"x" * (MOST_BYTES + 1))
        assert too_long == f"error A line has at most {MOST_BYTES} bytes."
        assert child.ask("newgame hex size=3") == ["ok"]
        assert child.leave() == 0
    finally:
        child.close()


MARKER = "that-was-all"


def before_marker(child: Child) -> list[str]:
    """What is said until a line of our own, which is no command, is answered."""
    child.send(MARKER)
    lines = [child.read()]
    while not lines[-1].startswith(f"error '{MARKER}' is not a command"):
        lines.append(child.read())
    return lines[:-1]


def answered(child: Child, line: bytes) -> bool:
    """Whether a line gets an answer; that of a search or a count, which comes later, is waited for."""
    child.send(line)
    if any(not answer.startswith("info depth") for answer in before_marker(child)):
        return True
    child.send("stop")
    while not child.read().startswith(("bestmove", "perft", "error")):
        pass
    before_marker(child)
    return True


@pytest.mark.parametrize("way", ["quit", "end"])
def test_leaving_ends_a_search_at_once(way: str) -> None:
    child = Child()
    try:
        child.ask("newgame neutreeko")
        child.send("go infinite")
        child.until("info")
        assert child.leave(way) == 0
        assert child.rest()[-1].startswith("bestmove "), "what was found is not lost"
    finally:
        child.close()


def test_ctrl_c_ends_the_engine_in_one_line() -> None:
    child = Child()
    try:
        child.ask("newgame neutreeko")
        child.send("go infinite")
        child.until("info")
        assert child.leave("ctrl-c") == 130
        assert child.complaints.decode().splitlines()[-1] == "Stopped."
    finally:
        child.close()


def test_pondering_lasts_until_the_expected_reply_is_played(engine: Child) -> None:
    engine.ask("newgame neutreeko")
    engine.ask("position start moves b1-b4 d5-c5")
    engine.send("go ponder nodes 300")
    engine.until("info")
    assert not any(line.startswith("bestmove") for line in engine.ask("moves")), "300 nodes are for after the hit"
    engine.send("ponderhit")
    said = engine.until("bestmove")
    assert said[-1].split(" ")[1] in engine.ask("moves")[0].split(" ")
    last = next(info for line in reversed(said) if (info := read_info(line)) is not None)
    assert last.nodes <= 300


def test_pondering_can_be_stopped_and_a_hit_needs_it(engine: Child) -> None:
    engine.ask("newgame neutreeko")
    engine.send("go ponder movetime 1")
    engine.until("info")
    engine.send("stop")
    engine.until("bestmove")
    assert engine.ask("ponderhit") == ["error Nothing is pondered: go ponder comes first."]


def test_a_game_keeps_what_it_found_and_the_next_starts_with_nothing(engine: Child) -> None:
    def nodes() -> int:
        engine.send("go depth 8")
        return [info.nodes or 0 for line in engine.until("bestmove") if (info := read_info(line)) is not None][-1]

    engine.ask("newgame neutreeko")
    first = nodes()
    assert nodes() < first
    engine.ask("newgame neutreeko")
    assert nodes() == first
