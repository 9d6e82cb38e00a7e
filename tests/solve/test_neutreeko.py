"""Neutreeko, solved completely: the counts, the start, perfect play, and every value from its successors."""

from dataclasses import replace

import numba
import numpy as np
import pytest

import plyground
from plyground.core.contract import mover, moves, play, winner
from plyground.core.outcome import NOBODY_YET
from plyground.core.sectors import index_in, state_at
from plyground.play.agents import perfect
from plyground.play.agents.agent import read_agent
from plyground.solve.retrograde import HOLE, value_of
from plyground.solve.runner import Solver
from plyground.solve.statistics import prober_of, whole_game
from plyground.solve.verify import verify
from plyground.web.tables.table import remark
from tests.search.judge import LOSS, OPEN, WIN, outcome_within
from tests.solve.solved import solved

NARROW = "b1-c1 c2-c3 c1-a3 b5-c5 d1-d4 c5-b4 d4-c5 d5-d1 a3-a5 b4-b5 c5-a3 c3-b4 c4-a2 d1-a4 a2-d5"
"""From the start to a draw that five moves keep; on the way there was almost always only one."""
SETS, THREES, OTHERS = 2300, 48, 1540
"""Sets of three squares, those of them that are three in a row, and sets of three among the other 22 squares."""


def reached(game: plyground.Game, line: str) -> plyground.Position:
    position = game.start()
    for move in line.split():
        position = position.play(move)
    return position


def test_every_value_follows_from_its_successors() -> None:
    _, folder = solved("neutreeko")
    (path,) = folder.iterdir()
    assert verify(path).values == 491_260


def test_the_counts_agree_with_each_other() -> None:
    data = whole_game(solved("neutreeko")[0])
    assert data["positions"] == (SETS - THREES) * OTHERS == data["wins"] + data["draws"] + data["losses"]
    assert sum(data["histogram"].values()) == data["wins"] + data["losses"]
    assert data["longest"] == max(map(int, data["histogram"])) == len(data["longest_line"])
    even = sum(many for plies, many in data["histogram"].items() if int(plies) % 2 == 0)
    assert even == data["losses"], "who loses is to move when the game is over"


def test_the_start_is_a_draw_and_mirrored_moves_are_worth_the_same() -> None:
    data = whole_game(solved("neutreeko")[0])
    assert data["start"] == "draw"
    assert list(data["first_moves"]) == [str(move) for move in plyground.game("neutreeko").start().moves]
    mirror = str.maketrans("abde", "edba")
    for move, value in data["first_moves"].items():
        assert data["first_moves"][move.translate(mirror)] == value
    assert {move for move, value in data["first_moves"].items() if value == "draw"} == {"b1-c1", "d1-c1"}


def test_values_near_the_end_are_what_looking_at_every_line_says() -> None:
    solver, _ = solved("neutreeko")
    prober, dice, state = prober_of(solver), np.random.default_rng(7), np.zeros(1, np.uint64)
    kinds = set()
    for at in dice.integers(0, solver.layout.size, 300):
        if state_at(solver.sector_set.numbering, 0, int(at), state):
            position = plyground.Position(solver.game, state.tobytes())
            score = prober.score(position)
            assert score is not None
            near = score.plies is not None and score.plies <= 4
            wanted = {"win": WIN, "loss": LOSS}[score.kind] if near else OPEN
            assert outcome_within(position, 4) == wanted, str(position)
            kinds.add(wanted)
    assert kinds == {WIN, LOSS, OPEN}


@numba.njit  # type: ignore[untyped-decorator]
def play_out(component, state, child, out, value):  # type: ignore[no-untyped-def]
    """Play perfectly until the game is over: whether every move finds the value it was promised, to the last ply."""
    while winner(component.rules, state) == NOBODY_YET:
        wanted, found = (1 - value if value > 0 else -1 - value), False
        for i in range(moves(component.rules, state, out)):
            play(component.rules, state, out[i], child)
            if value_of(component, child) == wanted:
                found = True
                break
        if not found:
            return False
        state[0], value = child[0], wanted
    return value == (1 if winner(component.rules, state) == mover(component.rules, state) else -1)


def test_ten_thousand_games_of_perfect_play_end_exactly_as_promised() -> None:
    solver, _ = solved("neutreeko")
    component, scratch = solver.component([0]), solver.scratch()
    decided = np.flatnonzero((solver.values != 0) & (solver.values != HOLE))
    for at in np.random.default_rng(3).choice(decided, 10_000):
        state_at(solver.sector_set.numbering, 0, int(at), scratch.state)
        assert play_out(component, scratch.state, scratch.child, scratch.out, int(solver.values[at]))


def test_perfect_wins_what_is_won_at_once_and_keeps_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    game = plyground.game("neutreeko")
    monkeypatch.setitem(perfect._ready, (game, perfect.tables_home()), prober_of(solved("neutreeko")[0]))
    agent = read_agent("perfect", game)
    lost = game.start().play("c4-e4")
    found = agent.think(lost)
    assert (found.score.kind, found.score.plies, found.stopped_by) == ("win", 1, "proved")
    assert lost.play(found.move).outcome is not None
    drawn = agent.think(game.start(), lines=3)
    assert [line.score.kind for line in drawn.lines] == ["draw", "draw", "loss"]


def test_nothing_is_said_of_a_move_that_a_table_leaves_open() -> None:
    solver, _ = solved("neutreeko")
    known, start = prober_of(solver), plyground.game("neutreeko").start()
    hidden = start.play("b1-c1")
    number = int(index_in(solver.sector_set.numbering, 0, hidden.state))
    partly = replace(known, lookup=lambda sector, at: None if at == number else known.lookup(sector, at))
    assert partly.score(hidden) is None
    listed = {str(move) for move, _ in perfect.ranked(partly, start, perfect.random.Random(1))}
    everything = {str(move) for move, _ in perfect.ranked(known, start, perfect.random.Random(1))}
    assert everything - listed == {"b1-c1", "d1-c1"}, "the move and its mirror image"


def test_a_record_says_what_is_exact_without_a_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    game = plyground.game("neutreeko")
    monkeypatch.setitem(perfect._ready, (game, perfect.tables_home()), prober_of(solved("neutreeko")[0]))
    assert remark(read_agent("perfect", game).think(game.start())) == "draw"
    assert remark(read_agent("random", game).think(game.start())) == ""


def test_in_a_draw_perfect_sets_problems() -> None:
    solver, _ = solved("neutreeko")
    prober, game = prober_of(solver), plyground.game("neutreeko")
    position = reached(game, NARROW)
    best = perfect.ranked(prober, position, perfect.random.Random(1))
    kept = [move for move, score in best if score.kind == "draw"]
    shares = [perfect.share_that_loses(prober, position.play(move)) for move in kept]
    assert len(set(shares)) > 2
    assert shares == sorted(shares, reverse=True)


def test_perfect_takes_no_third_occurrence_for_a_win() -> None:
    game = plyground.game("neutreeko")
    after = game.start().play("b1-c1")
    drawn = plyground.Position(game, after.key, (after.key, after.key))
    win = prober_of(solved("neutreeko")[0]).score(game.start().play("c4-e4"))
    assert win is not None
    assert win.kind == "win"
    assert perfect.scored(drawn, win).kind == "draw"
    assert perfect.scored(after, win).plies == 2


def games_against(opponent: str, many: int) -> list[int | None]:
    """The winners, 0 for perfect, of games from drawn positions, perfect first in every other one."""
    solver, _ = solved("neutreeko")
    prober, dice, winners = prober_of(solver), np.random.default_rng(8), list[int | None]()
    players = [read_agent("perfect", solver.game), read_agent(opponent, solver.game)]
    drawn = [int(at) for at in dice.choice(np.flatnonzero(solver.values == 0), many)]
    for number, at in enumerate(drawn):
        state = solver.game.empty_state()
        state_at(solver.sector_set.numbering, 0, at, state)
        position, turn = plyground.Position(solver.game, state.tobytes()), number % 2
        while position.outcome is None:
            position, turn = position.play(players[turn].think(position).move), 1 - turn
        won = position.outcome.winner
        winners.append(None if won is None else (won + number) % 2)
        assert prober.score(position) is not None
    return winners


def test_perfect_never_loses_a_drawn_position(monkeypatch: pytest.MonkeyPatch) -> None:
    game = plyground.game("neutreeko")
    monkeypatch.setitem(perfect._ready, (game, perfect.tables_home()), prober_of(solved("neutreeko")[0]))
    winners = games_against("expert:nodes=2000", 200)
    assert 1 not in winners
    assert 0 in winners


@pytest.mark.parametrize(("name", "men"), [("morris", 6), ("neutreeko", None)])
def test_a_game_that_knows_no_parents_gets_the_same_values(name: str, men: int | None) -> None:
    solver, _ = solved(name, men)
    slow = Solver(solver.game, solver.sector_set, use_parents=False)
    slow.run()
    assert np.array_equal(slow.values, solver.values)
