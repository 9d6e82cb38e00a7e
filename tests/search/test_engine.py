"""The engine keeps what it has found: in its table, when it needs more room, and when it is stopped."""

from typing import Any

import numpy as np
import pytest

import plyground
from plyground.core import deprecation
from plyground.core.contract import Words
from plyground.play.agents.agent import read_search
from plyground.protocol.engine_options import EngineOptions
from plyground.search.engine.transposition import (
    EXACT,
    HINT,
    LOWER,
    TABLE_POOL,
    UPPER,
    bound_in,
    depth_in,
    find,
    is_proof,
    store,
    value_in,
)
from plyground.search.result import Result
from plyground.search.score import WIN
from tests.search.exhaustive import plies_to_end
from tests.search.networks import network_for

NEUTREEKO = plyground.game("neutreeko")
KEY = np.uint64(0x1234_5678_9ABC_DEF0)


def test_the_draw_of_one_line_is_not_the_proof_of_another() -> None:
    """The last of the lines is seen to its end; the first is not, and was called a draw all the same."""
    position = NEUTREEKO.position("...wb/...../...../b..../b.w.w b")
    for depth in range(1, 10):
        for lines in (1, 4, 8):
            found = plyground.search(position, heuristic="strong", depth=depth, lines=lines)
            assert all(line.score.kind != "draw" for line in found.lines), (depth, lines)
    assert str(plyground.search(position, heuristic="strong", depth=10, lines=8).score) == "loss in 10 plies"


def test_a_stopped_search_keeps_the_longest_defence() -> None:
    position = NEUTREEKO.position("...../...ww/...b./..w../.bb.. w")
    assert plies_to_end(str(position)) == -4
    lost = False
    for nodes in range(20, 2000, 3):
        found = plyground.search(position, heuristic="strong", nodes=nodes)
        assert found.score.kind == "loss" or not lost, "what is proved is not forgotten"
        lost = found.score.kind == "loss"
        if lost:
            assert plies_to_end(str(position.play(found.move))) == 3, (nodes, str(found.move))
    assert lost


def table() -> Words:
    """An empty table of a few entries."""
    return np.zeros(64, np.uint64)


def kept(words: Words) -> tuple[int, int, int]:
    """Value, depth and bound of what the table says about the position."""
    data = find(words, KEY, 1)
    return int(value_in(data, 0)), int(depth_in(data)), int(bound_in(data))


def test_a_shallower_entry_does_not_replace_a_deeper_one() -> None:
    words = table()
    store(words, KEY, 0, 50, 8, EXACT, 1, 3, 1, 1)
    store(words, KEY, 0, -20, 5, EXACT, 1, 4, 1, 1)
    assert kept(words) == (50, 8, EXACT)
    store(words, KEY, 0, 60, 9, LOWER, 1, 3, 1, 1)
    assert kept(words) == (60, 9, LOWER)


@pytest.mark.parametrize(("value", "later"), [(WIN - 9, WIN - 11), (9 - WIN, 11 - WIN), (123, 123), (-5, -5)])
def test_plies_are_counted_from_the_position_in_the_table(value: int, later: int) -> None:
    words = table()
    store(words, KEY, 4, value, 8, EXACT, 1, 3, 1, 1)
    data = find(words, KEY, 1)
    assert int(value_in(data, 4)) == value
    assert int(value_in(data, 6)) == later, "two plies farther from the root the end is two plies later"


def test_another_search_begins_anew() -> None:
    words = table()
    store(words, KEY, 0, 50, 8, EXACT, 1, 3, 1, 1)
    store(words, KEY, 0, -20, 2, EXACT, 1, 4, 2, 2)
    assert int(value_in(find(words, KEY, 2), 0)) == -20


@pytest.mark.parametrize(("value", "bound"), [(WIN - 7, LOWER), (7 - WIN, UPPER), (WIN - 3, EXACT)])
def test_a_proof_stays_however_shallow_it_was(value: int, bound: int) -> None:
    words = table()
    store(words, KEY, 0, value, 2, bound, 0, 3, 1, 1)
    store(words, KEY, 0, 40, 12, EXACT, 1, 4, 1, 1)
    assert kept(words) == (value, 2, bound)
    assert is_proof(find(words, KEY, 1))


@pytest.mark.parametrize(("value", "bound"), [(WIN - 7, UPPER), (7 - WIN, LOWER), (40, EXACT), (WIN - 7, HINT)])
def test_what_is_no_proof(value: int, bound: int) -> None:
    words = table()
    store(words, KEY, 0, value, 2, bound, 0, 3, 1, 1)
    assert not is_proof(find(words, KEY, 1))
    store(words, KEY, 0, 40, 12, EXACT, 1, 4, 1, 1)
    assert kept(words) == (40, 12, EXACT)


def test_the_price_of_a_repetition_stays_out_of_the_table() -> None:
    """Another way to the same position may be no repetition: there it would look lost."""
    size, contempt = 2 << 16, 7771
    plyground.search(NEUTREEKO.start(), heuristic="strong", depth=10, contempt=contempt, megabytes=1)
    words, search = TABLE_POOL._free[size]
    entries = [np.uint64(data) for data in words[1::2] if int(data) >> 48 == search]
    priced = [data for data in entries if abs(int(value_in(data, 0))) == contempt]
    assert priced, "no repetition had a price: nothing was tested"
    assert all(bound_in(data) == HINT for data in priced)


def cramped(usual_moves: int) -> plyground.Position:
    """The start of Eximo as if a few moves were all that a position usually has."""
    game = plyground.game("eximo")
    game.usual_moves = usual_moves
    return game.start()


LIMITS: list[tuple[str, dict[str, Any]]] = [
    ("pvs", {"depth": 6}),
    ("pvs", {"depth": 6, "lines": 3}),
    ("alphabeta", {"nodes": 60_000}),
    ("minimax", {"nodes": 60_000}),
]


@pytest.mark.parametrize(("algorithm", "limits"), LIMITS)
def test_more_room_is_made_without_beginning_anew(algorithm: str, limits: dict[str, Any]) -> None:
    depths: list[int] = []

    def note(result: Result) -> None:
        depths.append(result.depth)

    found = plyground.search(cramped(4), algorithm, heuristic="strong", on_progress=note, **limits)
    roomy = plyground.search(cramped(1024), algorithm, heuristic="strong", **limits)
    assert depths == list(range(1, len(depths) + 1)), "no depth is reported twice"
    assert (found.score, found.move, found.depth) == (roomy.score, roomy.move, roomy.depth)


def test_threads_and_trees_find_room_too() -> None:
    found = plyground.search(cramped(4), heuristic="strong", depth=5, threads=3, exact=True)
    assert found.score == plyground.search(cramped(1024), heuristic="strong", depth=5, exact=True).score
    for algorithm in ("montecarlo", "puct"):
        more = network_for(algorithm, cramped(4).game)
        grown = plyground.search(cramped(4), algorithm, heuristic="strong", nodes=3000, **more)
        assert grown.nodes == 3000
        assert grown.move in cramped(1024).moves


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs", "montecarlo", "puct"])
def test_an_only_move_is_played_at_once(algorithm: str) -> None:
    position = only_move()
    found = plyground.search(position, algorithm, seconds=3600, **network_for(algorithm, position.game))
    assert found.move == position.moves[0]
    assert found.stopped_by in ("rule", "proved")


def only_move() -> plyground.Position:
    """A position of Eximo with one legal move, which captures."""
    position = plyground.game("eximo").position(
        "bb....../wb....../......../......../......../......../......../wwwwwwww w"
    )
    assert [str(move) for move in position.moves] == ["a7xc7"]
    return position


def test_entries_of_earlier_searches_of_the_game_count_and_make_way() -> None:
    words, other = table(), KEY + np.uint64(1 << 40)
    store(words, KEY, 0, 50, 8, EXACT, 1, 3, 4, 4)
    assert int(value_in(find(words, KEY, 4), 0)) == 50, "the next search of the game finds it"
    assert find(words, KEY, 5) == 0, "the next game does not"
    store(words, other, 0, 60, 2, EXACT, 1, 3, 5, 4)
    store(words, other + np.uint64(1 << 40), 0, 70, 2, EXACT, 1, 3, 5, 4)
    assert find(words, KEY, 4) == 0, "what is new takes the place of what is old, however deep that was"


@pytest.mark.parametrize(
    ("today", "formerly"), [("countermoves", "replies"), ("pvs", "verification"), ("deferral", "sharing")]
)
def test_a_renamed_option_is_still_understood_by_its_former_name(today: str, formerly: str) -> None:
    by_text = read_search(f"pvs:depth=2,{today}=off", NEUTREEKO)
    deprecation.warn_renamed.cache_clear()
    with pytest.warns(FutureWarning, match=f"{formerly} is called {today} now"):
        by_former_text = read_search(f"pvs:depth=2,{formerly}=off", NEUTREEKO)
    assert by_text == by_former_text
    assert dict(by_text.options)[today] is False
    options = EngineOptions().changed(formerly, "off")
    assert read_search(str(options.spec), NEUTREEKO).options == by_text.options
    plyground.search(NEUTREEKO.start(), depth=1, **{formerly: False})
