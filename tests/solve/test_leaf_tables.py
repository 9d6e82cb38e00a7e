"""Tables at the leaves of every search: their values count as proved, and searches without tables stay as they are."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

import numpy as np
import pytest

import plyground
from plyground.core.sectors import index_in, state_at
from plyground.core.tablebase_values import HOLE, OPEN
from plyground.play.agents import perfect
from plyground.play.agents.agent import read_agent
from plyground.search.api import search
from plyground.search.leaf_tables import FAR, UNPROVED, LeafTables, table_value, tables_after
from plyground.search.score import WIN
from plyground.solve.loading import load_tables
from plyground.solve.probe import Prober
from plyground.solve.statistics import prober_of
from tests.nightly import NIGHTLY
from tests.search.networks import network_for
from tests.solve.solved import solved

SEARCHES: dict[str, dict[str, Any]] = {
    "minimax": {"depth": 2},
    "alphabeta": {"depth": 3},
    "pvs": {"depth": 3},
    "montecarlo": {"nodes": 3000, "megabytes": 4},
    "puct": {"nodes": 60, "megabytes": 4},
}
OTHER = {"win": "loss", "loss": "win", "draw": "draw"}
BY_DAY = ("alphabeta", "pvs", "montecarlo")
TIMES = 100 if NIGHTLY else 1
"""How much larger the samples of a night are."""
LONG = pytest.mark.skipif(not NIGHTLY, reason="more searches to compile; `make nightly` runs it, and others run by day")


def loaded(name: str, men: int | None = None) -> tuple[Prober, LeafTables]:
    """What is known of a game, for those who ask and for searches."""
    prober = prober_of(solved(name, men)[0])
    tables = load_tables(prober)
    assert tables is not None
    return prober, tables


def random_positions(name: str, men: int | None, many: int) -> Iterator[plyground.Position]:
    """Positions of the solved sectors in which the game goes on."""
    solver, dice = solved(name, men)[0], np.random.default_rng(21)
    while many:
        sector, state = int(dice.integers(len(solver.sector_set.sectors))), solver.game.empty_state()
        size = solver.sector_set.sectors[sector].size
        if not state_at(solver.sector_set.numbering, sector, int(dice.integers(size)), state):
            continue
        position = plyground.Position(solver.game, state.tobytes())
        if position.outcome is None:
            many -= 1
            yield position


@pytest.mark.parametrize(
    ("name", "men", "algorithm"),
    [pytest.param("neutreeko", None, algorithm, marks=() if algorithm in BY_DAY else LONG) for algorithm in SEARCHES]
    + [pytest.param("morris", 6, algorithm, marks=LONG) for algorithm in SEARCHES],
)
def test_every_search_says_what_the_table_says(name: str, men: int | None, algorithm: str) -> None:
    prober, tables = loaded(name, men)
    for position in random_positions(name, men, 25 * TIMES):
        more = SEARCHES[algorithm] | network_for(algorithm, position.game)
        found = search(position, algorithm, tables=tables, **more)
        exact = prober.score(position)
        assert exact is not None
        assert found.score.kind == exact.kind, str(position)
        if algorithm == "puct":  # it stops at the first win
            assert found.score.plies is None or found.score.plies >= (exact.plies or 0), str(position)
        elif algorithm != "montecarlo":  # its solver knows no distances
            assert found.score.plies == exact.plies, str(position)
        assert found.nodes <= 5 * len(position.moves), "no line goes beyond the table"


@pytest.mark.parametrize(
    "algorithm", ["alphabeta", *(pytest.param(name, marks=LONG) for name in ("pvs", "montecarlo"))]
)
def test_a_table_is_met_below_the_root(algorithm: str) -> None:
    """The root has more men than the table; the moves that take one lead into it."""
    prober, tables = loaded("morris", 6)
    met = 0
    for root, inside in islice(into_the_table(prober), 2 * TIMES):
        assert prober.score(root) is None
        limits = {"alphabeta": {"depth": 1}, "pvs": {"depth": 1}, "montecarlo": {"nodes": 4000}}[algorithm]
        found = search(root, algorithm, tables=tables, lines=64, heuristic="strong", **limits)  # type: ignore[arg-type]
        said = {str(line.moves[0]): line.score for line in found.lines}
        for move in inside:
            exact = prober.score(root.play(move))
            assert exact is not None
            score = said.get(str(move))
            if score is None or (score.kind == "estimate" and (exact.kind == "draw" or algorithm == "montecarlo")):
                continue  # a draw is open while other moves are, and Monte Carlo does not visit every move
            assert score.kind == OTHER[exact.kind], str(root)
            met += 1
    assert met > 0


def into_the_table(prober: Prober) -> Iterator[tuple[plyground.Position, list[plyground.Move]]]:
    """Positions with four men against three, and their moves that take one of the four."""
    sector_set, dice = prober.game.sectors(7), np.random.default_rng(2)
    assert sector_set is not None
    number = next(at for at, sector in enumerate(sector_set.sectors) if sector.men == (3, 4))
    while True:
        state = prober.game.empty_state()
        state_at(sector_set.numbering, number, int(dice.integers(sector_set.sectors[number].size)), state)
        position = plyground.Position(prober.game, state.tobytes())
        inside = [move for move in position.moves if prober.score(position.play(move)) is not None]
        if inside:
            yield position, inside


def test_what_eximo_proves_is_used_and_what_is_open_is_not() -> None:
    men = 3 if NIGHTLY else 2
    prober, tables = loaded("eximo", men)
    kinds = set()
    for position in random_positions("eximo", men, 400 * TIMES):
        exact, value = prober.score(position), int(table_value(tables, position.game.rules, position.state, 2))
        if exact is None or exact.plies is None:
            assert (exact, value) == (None, UNPROVED)
        else:
            assert value == (WIN - 2 - exact.plies if exact.kind == "win" else 2 + exact.plies - WIN)
        kinds.add(exact.kind if exact else "open")
    assert kinds == {"win", "loss", "open"}


def test_a_draw_is_not_proved_while_another_move_is_open() -> None:
    """The table has only the moves that draw; one of the others wins."""
    prober, tables = loaded("neutreeko")
    for position, drawing in islice(won_with_drawing_moves(prober), TIMES):
        values = np.full_like(tables.values, HOLE)
        for move in drawing:
            values[int(index_in(tables.numbering, 0, position.play(move).state))] = OPEN
        found = search(position, "alphabeta", depth=1, lines=64, tables=tables._replace(values=values))
        assert {line.moves[0] for line in found.lines if line.score.value == 0} >= set(drawing)
        assert all(line.score.kind != "draw" for line in found.lines)


def won_with_drawing_moves(prober: Prober) -> Iterator[tuple[plyground.Position, list[plyground.Move]]]:
    """Won positions some of whose moves draw, and those moves."""
    for position in random_positions("neutreeko", None, 3000 * TIMES):
        moves = dict(prober.moves(position))
        drawing = [move for move, score in moves.items() if score is not None and score.kind == "draw"]
        if drawing and any(score is not None and score.kind == "win" for score in moves.values()):
            yield position, drawing


def test_wins_behind_a_position_that_occurred_twice_are_left_open() -> None:
    prober, tables = loaded("neutreeko")
    game = plyground.game("neutreeko")
    wins = [
        (each, plies) for each in random_positions("neutreeko", None, 400 * TIMES) if (plies := _plies(prober, each))
    ]
    pairs = [(far, near) for far, near in pairwise(wins) if far[1] > near[1] > 1]
    assert len(pairs) >= 5 * TIMES
    for (won, plies), (nearer, least) in pairs:
        assert nearer.mover == won.mover, "both are numbered with the first seat to move"
        assert table_value(tables_after(tables, won), game.rules, won.state, 0) == WIN - plies
        after = tables_after(tables, plyground.Position(game, won.key, (nearer.key, nearer.key)))
        assert list(after.nearest) == ([least, FAR] if won.mover == 0 else [FAR, least])
        assert table_value(after, game.rules, won.state, 0) == UNPROVED
        assert table_value(after, game.rules, nearer.state, 3) == UNPROVED, "it would draw by its third occurrence"


def _plies(prober: Prober, position: plyground.Position) -> int | None:
    score = prober.score(position)
    return score.plies if score is not None and score.kind == "win" else None


def test_wins_that_come_after_the_draw_by_quiet_turns_are_left_open() -> None:
    prober, tables = loaded("morris", 6)
    won = next(each for each in random_positions("morris", 6, 400) if _plies(prober, each) == 9)
    limit = won.game.quiet_turns_to_draw
    assert limit is not None
    for quiet, known in ((limit - 9, True), (limit - 8, False)):
        tired = plyground.Position(won.game, won.key, tuple(bytes([turn]) * 8 for turn in range(quiet)))
        value = table_value(tables_after(tables, tired), won.game.rules, won.state, 0)
        assert (value == WIN - 9) == known


def test_only_sectors_that_fit_are_loaded() -> None:
    prober = prober_of(solved("morris", 7)[0])
    whole = load_tables(prober)
    few = load_tables(prober, 2 * prober.sector_set.sectors[0].size)
    assert whole is not None
    assert few is not None
    assert (whole.offsets >= 0).all()
    assert list(few.offsets) == [0, -1, -1]
    assert load_tables(prober, 10) is None


def test_an_agent_with_tables_tells_whole_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    game, prober = plyground.game("neutreeko"), loaded("neutreeko")[0]
    monkeypatch.setitem(perfect._ready, (game, perfect.tables_home()), prober)
    monkeypatch.setattr(perfect, "choose", lambda *_: None)  # as where the table does not have the root
    position = next(each for each in random_positions("neutreeko", None, 400) if _plies(prober, each) == 9)
    found = read_agent("alphabeta:depth=2,tables=on", game).think(position)
    assert (found.score.kind, found.score.plies, len(found.line)) == ("win", 9, 9)
    end = position
    for move in found.line:
        end = end.play(move)
    assert end.outcome is not None
    assert end.outcome.winner == position.mover


def test_perfect_wins_what_is_won_although_positions_have_occurred_before() -> None:
    """Each promise is kept, although a position that the quickest win leads to has occurred twice before."""
    prober, dice = loaded("neutreeko")[0], random.Random(5)
    kept = 0
    wanted = 60 if NIGHTLY else 3
    for position in random_positions("neutreeko", None, 600 * TIMES):
        plies = _plies(prober, position)
        if plies not in (5, 7):
            continue
        visited = brink_positions(prober, position, dice)
        if visited is None:
            continue
        kept += promise_is_kept(prober, visited)
        if kept == wanted:
            return
    raise AssertionError("too few such positions were found")


def test_a_win_that_is_gone_is_a_draw_and_few_are_left_open() -> None:
    """Where every win leads through a position that has occurred twice, no search finds another."""
    prober, dice, seen = loaded("neutreeko")[0], random.Random(8), Counter[str]()
    for position in random_positions("neutreeko", None, 600 if NIGHTLY else 60):
        plies = _plies(prober, position)
        brink = brink_positions(prober, position, dice) if plies in (5, 7) else None
        if brink is None:
            continue
        visited = plyground.Position(position.game, position.key, twice_in_turn(brink.earlier[0]))
        score = perfect.ranked(prober, visited, random.Random(1))[0][1]
        seen[score.kind] += 1
        if score.kind == "draw":
            assert search(visited, "alphabeta", depth=plies).score.kind != "win", str(visited)
    assert min(seen["win"], seen["draw"]) > 0
    assert 20 * seen["estimate"] <= seen.total(), seen


def twice_in_turn(key: bytes) -> tuple[bytes, ...]:
    """A history in which a state occurs twice, four turns apart and four before the end, as searches expect it."""
    others = [each.key for each in random_positions("neutreeko", None, 6)]
    return (key, *others[:3], key, *others[3:])


def brink_positions(prober: Prober, position: plyground.Position, dice: random.Random) -> plyground.Position | None:
    """The same position after games in which one that the quickest win leads to has occurred twice."""
    best = [move for move, score in prober.moves(position) if score is not None and score.kind == "win"]
    quickest = min(best, key=lambda move: prober.score(position.play(move)).plies or 0)  # type: ignore[union-attr]
    lost = position.play(quickest)
    if not lost.moves:
        return None
    barred = lost.play(dice.choice(lost.moves))
    if barred.outcome is not None:
        return None
    return plyground.Position(position.game, position.key, (barred.key, barred.key))


def promise_is_kept(prober: Prober, position: plyground.Position) -> bool:
    """Play what is ranked first against the slowest replies; false if no win was promised."""
    score = perfect.ranked(prober, position, random.Random(1))[0][1]
    if score.kind != "win":
        return False
    assert score.plies is not None
    check_promise(prober, position, score.plies)
    return True


def check_promise(prober: Prober, position: plyground.Position, plies: int) -> None:
    """The mover wins within `plies`; no reply on the way ends the game by its third occurrence."""
    dice, winner = random.Random(plies), position.mover
    while position.outcome is None:
        move, score = perfect.ranked(prober, position, dice)[0]
        assert score.kind == "win"
        assert score.plies is not None
        assert score.plies <= plies
        lost, plies = position.play(move), plies - 2
        if lost.outcome is not None:
            position = lost
            break
        replies = [lost.play(reply) for reply in lost.moves]
        assert all(after.outcome is None for after in replies), f"{position} {move}"
        position = max(replies, key=lambda after: (_plies(prober, after) or 0, dice.random()))
    assert position.outcome is not None
    assert position.outcome.winner == winner
