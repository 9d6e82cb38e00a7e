"""Programs outside as players: ours, and some that behave badly."""

import os
import random
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground import Cancel, PlygroundError, Position, Result
from plyground.core.record import RESIGNATION
from plyground.core.text import MOST_VISIBLE
from plyground.play.agents.agent import read_agent
from plyground.play.external import clients, process
from plyground.play.external.clients import HexGtpProgram, Program, UgiProgram, plain_plays
from plyground.play.external.process import AnswerTimeouts, ProgramError, arguments_of, name_of
from plyground.play.external.sync import SyncedGame
from plyground.play.match import CRASH, ILLEGAL, Match, play_out
from tests.cli.test_commands import run
from tests.protocol.pipes import PROGRAM

HERE = Path(__file__).parent
NEUTREEKO = plyground.game("neutreeko")
START = NEUTREEKO.start()
HEX_4 = plyground.game("hex", size=4)
MORRIS = plyground.game("morris")


def command(*words: object) -> str:
    """A command that runs this Python, without what it need not load."""
    return shlex.join([sys.executable, "-S", *map(str, words)])


@pytest.fixture
def players() -> Iterator[list[Program]]:
    """Whatever is put in is closed in the end, and has left nothing behind."""
    opened: list[Program] = []
    yield opened
    for player in opened:
        player.close()


def fake(players: list[Program], way: str) -> UgiProgram:
    player = UgiProgram(command(HERE / "fake.py", way), NEUTREEKO)
    players.append(player)
    return player


def pid_of(player: Program) -> int:
    """The process of a player that runs."""
    assert player._process is not None
    return player._process._child.pid


def is_gone(pid: int) -> bool:
    """Whether a process is neither running nor waiting to be mourned."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_our_own_engine_plays_a_match_as_a_program() -> None:
    text = f"cmd:{shlex.join([*PROGRAM, '--agent', 'pvs:nodes=300'])}"
    match = Match(START, (text, "greedy:seed=3"))
    program, agent = (read_agent(player, NEUTREEKO) for player in match.players)
    assert isinstance(program, UgiProgram)
    try:
        outcome = play_out(match, (program, agent))
        assert outcome is not None
        assert outcome == match.position.outcome, "the rules ended it"
        pid = pid_of(program)
    finally:
        program.close()
    assert is_gone(pid)


def test_our_own_hex_program_plays_a_match_as_a_program_also_after_a_swap() -> None:
    text = f"hexgtp:{shlex.join([*PROGRAM, '--hexgtp', '--agent', 'pvs:nodes=300'])}"
    match = Match(HEX_4.start(), ("greedy:heuristic=distance,seed=1", text))
    for move in ("b1", "swap"):
        match.restore(move)
    agent, program = (read_agent(player, HEX_4) for player in match.players)
    try:
        assert play_out(match, (agent, program)) == match.position.outcome is not None
        assert len(match.turns) > 4
    finally:
        program.close()


def test_a_search_on_the_command_line_asks_a_program() -> None:
    answer = run("search", "neutreeko", "--agent", f"cmd:{command(HERE / 'fake.py', 'well')}")
    assert answer.code == 0
    assert answer.out.splitlines() == [
        "win in 5 plies: b1-c1",
        "depth 3, 12 nodes in 40 ms (300 a second), stopped by rule",
        "b1-c1",
    ]


@pytest.mark.parametrize(("way", "answer"), [("illegal", "'zz'"), ("nothing", "''")])
@pytest.mark.parametrize("how", [(), ("--json",)])
def test_a_search_on_the_command_line_refuses_an_answer_that_is_not_legal(
    way: str, answer: str, how: tuple[str, ...]
) -> None:
    refused = run("search", "neutreeko", "--agent", f"cmd:{command(HERE / 'fake.py', way)}", *how)
    assert (refused.code, refused.out) == (2, "")
    (sentence,) = refused.complaints
    assert f"answers {answer}, which is not legal here. Legal moves: " in sentence
    assert "b1-" in sentence


def test_a_program_that_gives_up_is_passed_on_by_a_search(tmp_path: Path) -> None:
    giving_up = f"hexgtp:{command(HERE / 'fake_gtp.py', tmp_path / 'log', 'resign')}"
    answer = run("search", "hex", "-o", "size=4", "--agent", giving_up)
    assert (answer.code, answer.out.splitlines()[-1]) == (0, "resign")


def test_what_it_says_about_its_search_is_passed_on(players: list[Program]) -> None:
    shown: list[Result] = []
    found = fake(players, "well").think(START, on_progress=shown.append)
    assert [str(move) for move in found.line] == ["b1-c1"], "as far as the line can be played"
    assert (found.score.kind, found.score.plies, found.depth, found.nodes, found.seconds) == ("win", 5, 3, 12, 0.04)
    assert [(result.depth, str(result.move)) for result in shown] == [(3, "b1-c1")], (
        "what cannot be read is passed over"
    )


@pytest.mark.parametrize(
    ("way", "complaint"),
    [
        ("crash", r"has ended \(exit status 1\): I have no idea what to do\."),
        ("flood", "does not answer in time"),
        ("stubborn", "does not answer in time"),
        ("complain", "says: I do not like this position"),
    ],
)
def test_a_program_that_fails_is_given_up_and_gone(
    players: list[Program], monkeypatch: pytest.MonkeyPatch, way: str, complaint: str
) -> None:
    monkeypatch.setattr("plyground.play.external.clients.GRACE_SECONDS", 0.2)
    player = fake(players, way)
    pids = remember_pids(monkeypatch)
    with pytest.raises(ProgramError, match=complaint):
        player.think(START, seconds=0.1)
    assert is_gone(pids[0])


def remember_pids(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes that are started from now on."""
    pids: list[int] = []
    start = process.Process.__init__

    def remember(self: process.Process, arguments: list[str], name: str = "") -> None:
        start(self, arguments, name)
        pids.append(self._child.pid)

    monkeypatch.setattr(process.Process, "__init__", remember)
    return pids


def test_a_program_that_never_says_hello_is_given_up(players: list[Program], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.play.external.clients.HANDSHAKE_SECONDS", 0.3)
    with pytest.raises(ProgramError, match="does not answer in time"):
        fake(players, "silent").think(START)


def test_a_program_that_gets_ready_has_more_patience(players: list[Program], monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float | None] = []

    class Recorded(AnswerTimeouts):
        def __init__(self, asked: process.Process, seconds: float | None, *more: Any, **named: Any) -> None:
            waited.append(seconds)
            super().__init__(asked, 60, *more, **named)

    monkeypatch.setattr(clients, "AnswerTimeouts", Recorded)
    player = fake(players, "well")
    player.warm_up(START, seconds=0.25, patience=100)
    player.think(START, seconds=0.25)
    assert waited == [100, 100.25, 5.25]


def test_a_command_may_name_the_python_that_runs_us() -> None:
    assert arguments_of("@python -S 'a file' @python") == [sys.executable, "-S", "a file", sys.executable]


def test_a_program_is_called_by_its_file_and_behind_our_python_by_its_last_word() -> None:
    assert name_of(f"{sys.executable} engine.py") == sys.executable
    assert name_of("@python -m limited 256 'my engine'") == "my engine"


def test_a_program_that_failed_may_try_again(players: list[Program]) -> None:
    player = fake(players, "crash")
    for _ in range(2):
        with pytest.raises(ProgramError, match="has ended"):
            player.think(START)


@pytest.mark.parametrize(("way", "says"), [("illegal", "'zz' is not a move"), ("nothing", "'' is not a move")])
def test_an_illegal_move_loses_the_match_and_is_quoted(players: list[Program], way: str, says: str) -> None:
    player = fake(players, way)
    match = Match(START, (player.text, "random"))
    outcome = play_out(match, (player, read_agent("random", NEUTREEKO)))
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (1, ILLEGAL)
    assert outcome.detail.startswith(says)
    assert match.record().detail == outcome.detail


def test_a_crash_loses_the_match_and_its_last_output_is_shown(players: list[Program]) -> None:
    player = fake(players, "crash")
    outcome = play_out(Match(START, ("random", player.text)), (read_agent("random", NEUTREEKO), player))
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, CRASH)
    assert outcome.detail.endswith("has ended (exit status 1): I have no idea what to do.")


def test_last_words_command_no_terminal_and_are_not_endless(players: list[Program]) -> None:
    player = fake(players, "scream")
    outcome = play_out(Match(START, (player.text, "random")), (player, read_agent("random", NEUTREEKO)))
    assert outcome is not None
    assert outcome.detail.isprintable()
    assert r"\x1b[2J\x1b[31mhelp!\x07 aaa" in outcome.detail
    assert len(outcome.detail) <= MOST_VISIBLE


def test_a_line_without_end_is_passed_over(players: list[Program]) -> None:
    assert str(fake(players, "huge").think(START).move) == "b1-c1"


def cancel_once_asked(player: Program, cancel: Cancel) -> None:
    """Cancel when the program knows the position, however long it took to start."""
    while player._synced is None:
        time.sleep(0.05)
    time.sleep(0.3)
    cancel.now()


@pytest.mark.parametrize(("way", "heard"), [("obedient", True), ("stubborn", False)])
def test_a_cancelled_program_stops_or_is_stopped(players: list[Program], way: str, heard: bool) -> None:
    player, cancel = fake(players, way), Cancel()
    threading.Thread(target=cancel_once_asked, args=(player, cancel)).start()
    if heard:
        found = player.think(START, cancel=cancel)
        assert (str(found.move), found.stopped_by) == ("b1-c1", "cancel")
    else:
        with pytest.raises(ProgramError, match="does not answer in time"):
            player.think(START, cancel=cancel)


def test_a_program_that_is_cancelled_before_it_says_hello_is_not_waited_for(players: list[Program]) -> None:
    cancel = Cancel()
    cancel.now()
    with pytest.raises(ProgramError, match="was stopped before it had answered"):
        fake(players, "silent").think(START, cancel=cancel)


def test_a_program_that_does_not_leave_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LEAVING_SECONDS", 0.2)
    pids = remember_pids(monkeypatch)
    stubborn = process.Process(shlex.split(command(HERE / "fake.py", "stubborn")))
    stubborn.send("go")
    while stubborn.read(1) != "info string never":
        pass
    stubborn.close()
    assert is_gone(pids[0])


def test_a_program_lives_in_a_session_of_its_own(players: list[Program]) -> None:
    player = fake(players, "well")
    player.think(START)
    assert os.getsid(pid_of(player)) != os.getsid(0), "Ctrl-C at our terminal does not reach it"


def test_a_program_is_asked_again_without_being_started_again(players: list[Program]) -> None:
    player = fake(players, "well")
    player.think(START)
    pid = pid_of(player)
    player.think(START)
    assert pid_of(player) == pid
    player.close()
    player.close()
    assert is_gone(pid)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("cmd:", "A program has a name"),
        ("cmd:no-such-program --fast", "no program 'no-such-program'"),
        ("cmd:'unclosed", "is not a command"),
        (f"cmd:{HERE}", "that can be run"),
        (f"hexgtp:{sys.executable}", "is for Hex, not for Neutreeko"),
    ],
)
def test_a_text_that_cannot_be_run_is_explained_before_the_game(text: str, complaint: str) -> None:
    with pytest.raises(PlygroundError, match=complaint):
        read_agent(text, NEUTREEKO)


def test_naming_a_program_does_not_start_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pids = remember_pids(monkeypatch)
    Match(START, (f"cmd:{command(HERE / 'fake.py', 'well')}", "human"))
    assert pids == []


def told_to(monkeypatch: pytest.MonkeyPatch, player: UgiProgram, *positions: Position) -> list[str]:
    """The lines about positions that a program was sent."""
    sent: list[str] = []
    player.think(player.game.start())
    assert player._process is not None
    monkeypatch.setattr(player._process, "send", sent.append)
    for position in positions:
        player._send_game(player._process, position, None)
    monkeypatch.undo()
    return sent


def test_a_program_is_told_the_moves_since_what_it_knows(
    players: list[Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    player = fake(players, "well")
    after_two = START.play("b1-c1").play("b5-a4")
    assert told_to(monkeypatch, player, after_two, after_two.play("c4-c3")) == [
        "position start moves b1-c1 b5-a4",
        "position start moves b1-c1 b5-a4 c4-c3",
    ]


def test_another_game_is_told_from_its_beginning(players: list[Program], monkeypatch: pytest.MonkeyPatch) -> None:
    player = fake(players, "well")
    one, other = START.play("b1-c1"), START.play("d1-e1").play("b5-a5").play("e1-c1")
    assert told_to(monkeypatch, player, one, other, START)[1:] == [
        "newgame neutreeko order=rows",
        "position start moves d1-e1 b5-a5 e1-c1",
        "newgame neutreeko order=rows",
        "position start",
    ]


def test_a_program_is_told_the_whole_game_also_where_turns_cannot_be_taken_back(
    players: list[Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    player = UgiProgram(command(HERE / "fake.py", "well"), MORRIS)
    players.append(player)
    match = Match(MORRIS.start(), ("random", "random"))
    for move in ("a1", "a7", "d1", "d7", "g1xa7"):
        match.play(move)
    assert match.position.earlier == ()
    assert told_to(monkeypatch, player, match.position)[-1] == "position start moves a1 a7 d1 d7 g1xa7"


MILLS = "www/bbb/.../....../.../.../w.b w 0,0"


def test_a_game_that_began_elsewhere_is_told_as_a_text_and_its_moves() -> None:
    begin = MORRIS.position(MILLS)
    sent = SyncedGame.of(begin.play("a1-d1").play("g1-g4"))
    assert (sent.begin, sent.moves) == (begin, ("a1-d1", "g1-g4"))


def test_what_counts_no_more_is_not_told() -> None:
    """A match that begins in the middle counts no repetition from before; a program must not count it either."""
    later = START.play("b1-c1").play("b5-a4")
    match = Match(later, ("random", "random"))
    match.play("c4-c3")
    assert SyncedGame.of(match.position) == SyncedGame(later, ("c4-c3",))
    opened = HEX_4.start().play("b2").play("c3")
    assert SyncedGame.of(Match(opened, ("random", "random")).position) == SyncedGame(HEX_4.start(), ("b2", "c3")), (
        "in Hex nothing from before counts"
    )


def gtp(players: list[Program], log: Path, *way: str) -> HexGtpProgram:
    player = HexGtpProgram(command(HERE / "fake_gtp.py", log, *way), HEX_4)
    players.append(player)
    return player


def test_a_hex_program_is_told_only_what_is_new(players: list[Program], tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = gtp(players, log)
    position = HEX_4.start().play("d4")
    move = player.think(position, seconds=2.5).move
    assert str(move) == "a1"
    player.think(position.play(move).play("c4"))
    assert log.read_text().splitlines() == [
        "list_commands",
        "boardsize 4",
        "clear_board",
        "play black d4",
        "time_left white 2 1",
        "time_left white 2",
        "genmove white",
        "play black c4",
        "genmove white",
    ]


def test_a_hex_program_whose_move_was_not_played_is_told_everything(players: list[Program], tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = gtp(players, log)
    player.think(HEX_4.start())
    player.think(HEX_4.start().play("c3").play("swap"))
    assert log.read_text().splitlines()[-4:] == ["boardsize 4", "clear_board", "play white c3", "genmove black"]


@pytest.mark.parametrize(("way", "reason"), [("swap", None), ("resign", RESIGNATION), ("deny", CRASH)])
def test_a_hex_program_may_swap_give_up_and_fail(
    players: list[Program], tmp_path: Path, way: str, reason: str | None
) -> None:
    player = gtp(players, tmp_path / "log", way)
    match = Match(HEX_4.start().play("b2"), ("random", player.text))
    if reason is None:
        assert str(player.think(match.position).move) == "swap"
    else:
        outcome = play_out(match, (read_agent("random", HEX_4), player))
        assert outcome is not None
        assert outcome.reason == reason


class Swapper:
    """A player that swaps where it may, and otherwise plays anything."""

    text = "random"

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def think(self, position: Position, **manner: Any) -> Result:
        """Choose."""
        swap = next((move for move in position.moves if move.text == "swap"), None)
        return Result.unsearched(swap or self.dice.choice(position.moves), "rule")

    def new_game(self) -> None:
        """Keeps nothing."""

    def close(self) -> None:
        """Holds nothing."""


class Checked:
    """A program whose own board is compared with ours whenever it has moved."""

    def __init__(self, program: HexGtpProgram, log: Path) -> None:
        self.program, self.log, self.text = program, log, program.text

    def think(self, position: Position, **manner: Any) -> Result:
        """Choose, and compare."""
        found = self.program.think(position, **manner)
        boards = [line for line in self.log.read_text().splitlines() if line.startswith("board ")]
        assert boards[-1] == f"board {' | '.join(' '.join(sorted(stones)) for stones in stones_of(position))}"
        return found

    def new_game(self) -> None:
        """Nothing but the program's."""
        self.program.new_game()

    def close(self) -> None:
        """Nothing but the program."""
        self.program.close()


def stones_of(position: Position) -> list[list[str]]:
    """The cells of red and of blue."""
    rows = str(position).split(" ")[0].split("/")
    cells = [
        (stone, f"{chr(97 + column)}{row + 1}") for row, line in enumerate(rows) for column, stone in enumerate(line)
    ]
    return [[cell for stone, cell in cells if stone == colour] for colour in "rb"]


@pytest.mark.parametrize(("way", "own_swap"), [("refuse", "swap-pieces"), ("ignore", "SWAP")])
def test_twenty_games_with_a_swap_against_a_program_that_makes_nothing_of_it(
    tmp_path: Path, way: str, own_swap: str
) -> None:
    """In every other game the program itself takes the first stone over."""
    for number in range(20):
        seat, log = number % 2, tmp_path / f"log{number}"
        words = (HERE / "swapless_gtp.py", log, way, own_swap if seat == 1 else "-", number)
        program = Checked(HexGtpProgram(command(*words), HEX_4), log)
        seats = (program, Swapper(number)) if seat == 0 else (Swapper(number), program)
        match = Match(HEX_4.start(), [player.text for player in seats])
        with closing(program):
            assert play_out(match, seats) == match.position.outcome is not None, "no fault"
        assert match.turns[1].move == "swap"
        heard = log.read_text()
        assert "swap-pieces" not in heard
        assert ("param_game allow_swap 1" in heard) == (way == "ignore"), "where it knows the word"


@pytest.mark.parametrize("moves", ["", "b2", "b3 swap", "b3 swap a1", "b3 swap a1 a2", "b3 c1 a1 d2 d3"])
def test_a_game_becomes_stones_that_lie_as_on_the_board(moves: str) -> None:
    position = HEX_4.start()
    for move in moves.split():
        position = position.play(move)
    for sent in (SyncedGame.of(position), SyncedGame(HEX_4.position(str(position)))):
        plays = plain_plays(sent)
        assert [sorted(cell for seat, cell in plays if seat == one) for one in (0, 1)] == [
            sorted(stones) for stones in stones_of(position)
        ]
        seats = [seat for seat, _ in plays]
        assert all(one != other for one, other in pairwise([*seats, position.mover])), "in turns"
