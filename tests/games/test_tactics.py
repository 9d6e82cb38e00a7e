"""Which moves are forcing: what the engine looks at first, and follows beyond its last ply; judged by playing them."""

import random

import pytest
from tests.cases import random_line

import plyground
from plyground import Position
from plyground.core.contract import ALL_FORCE, QUIET, SOME_FORCE, forcing, irreversible, urgency, waits

POSITIONS = 100


def some_positions(name: str, count: int = POSITIONS) -> list[Position]:
    """Positions of random games that are not over."""
    dice = random.Random(f"tactics {name}")
    game, found = plyground.game(name), list[Position]()
    while len(found) < count:
        line = [position for position, move in random_line(game, dice, longest=150) if move is not None]
        found += dice.sample(line, min(len(line), 12))
    return found


def urgencies(position: Position) -> dict[str, int]:
    """How urgent each move is."""
    rules, state = position.game.rules, position.state
    return {move.text: int(urgency(rules, state, move.value)) for move in position.moves}


def force(position: Position) -> int:
    """What the game says of the mover's forcing moves."""
    return int(forcing(position.game.rules, position.state))


def test_neutreeko_a_move_is_forcing_exactly_if_it_wins() -> None:
    winning = 0
    for position in some_positions("neutreeko"):
        expected = {str(move): position.after(move.value).outcome is not None for move in position.moves}
        drawn = {text for text in expected if (end := position.play(text).outcome) is not None and end.winner is None}
        found = urgencies(position)
        assert {text: found[text] > 0 for text in found if text not in drawn} == {
            text: wins for text, wins in expected.items() if text not in drawn
        }
        assert force(position) == (SOME_FORCE if any(found.values()) else QUIET)
        winning += any(found.values())
    assert winning > 8


def test_morris_a_move_is_forcing_exactly_if_it_takes_a_man() -> None:
    both = {QUIET: 0, SOME_FORCE: 0}
    for position in some_positions("morris"):
        found = urgencies(position)
        assert {text: value > 0 for text, value in found.items()} == {text: "x" in text for text in found}
        assert force(position) == (SOME_FORCE if any("x" in text for text in found) else QUIET), str(position)
        both[force(position)] += 1
    assert min(both.values()) > 8


@pytest.mark.parametrize("flying", [True, False])
def test_morris_three_men_fly_into_a_mill_where_that_is_allowed(flying: bool) -> None:
    position = plyground.game("morris", flying=flying).position("w.w/.../.../.....b/.../.b./w.b w 0,0")
    assert force(position) == (SOME_FORCE if flying else QUIET)
    assert any("x" in str(move) for move in position.moves) == flying


def test_eximo_captures_are_all_there_is_and_drops_are_urgent_too() -> None:
    captures = drops = 0
    for position in some_positions("eximo"):
        found = urgencies(position)
        assert force(position) == (ALL_FORCE if any("x" in text for text in found) else QUIET)
        for text, value in found.items():
            assert value == 40 * ("x" in text) + 30 * ("@" in text)
            captures, drops = captures + ("x" in text), drops + ("@" in text)
    assert min(captures, drops) > 20


@pytest.mark.parametrize("name", ["hex", "blockit", "morris", "neutreeko", "eximo"])
def test_after_an_irreversible_turn_no_earlier_position_comes_again(name: str) -> None:
    """What can never be undone adds to the board or takes from it; in Neutreeko and Eximo the history is never cut."""
    seen = {True: 0, False: 0}
    for position in some_positions(name, 60):
        for move in position.moves[:12]:
            final = bool(irreversible(position.game.rules, position.state, move.value))
            seen[final] += 1
            if name == "morris":
                assert final == (str(move).count("-") == 0 or "x" in str(move))
            elif name == "blockit":
                assert final == (str(move)[-1] in "hv")
            else:
                assert final == (name == "hex")
    assert seen[True] + seen[False] > 100


def points_of(barrier: str) -> set[tuple[int, int]]:
    """The corners of squares on which a barrier lies; (0, 0) is the lower left corner of the board."""
    across, along = ord(barrier[0]) - ord("a") + 1, int(barrier[1])
    by = (1, 0) if barrier[2] == "h" else (0, 1)
    return {(across + times * by[0], along + times * by[1]) for times in (-1, 0, 1)}


def can_wait(position: Position, barrier: str, size: int) -> bool:
    """True if a barrier touches no other and no border, and a square or more lies between its middle and each pawn."""
    pawns, _, barriers, _ = str(position).split()
    placed = [] if barriers == "-" else barriers.split(",")
    points, middle = points_of(barrier), (ord(barrier[0]) - ord("a") + 1, int(barrier[1]))
    if any(point & {0, size} for point in map(set, points)) or any(points & points_of(other) for other in placed):
        return False
    centres = [(ord(pawn[0]) - ord("a") + 0.5, int(pawn[1:]) - 0.5) for pawn in pawns.split(",")]
    return all(max(abs(middle[0] - x), abs(middle[1] - y)) > 2 for x, y in centres)


@pytest.mark.parametrize("size", [5, 9])
def test_blockit_a_move_waits_exactly_if_it_is_a_barrier_that_touches_nothing_near_no_pawn(size: int) -> None:
    dice, found = random.Random("waits"), {True: 0, False: 0}
    game = plyground.game("blockit", size=size)
    for _ in range(3):
        for position, _ in random_line(game, dice, longest=30):
            for move in position.moves:
                expected = len(str(move)) == 3 and can_wait(position, str(move), size)
                assert bool(waits(game.rules, position.state, move.value)) == expected, (str(position), str(move))
                found[expected] += 1
    assert min(found.values()) > 0


def test_moves_of_other_games_do_not_wait() -> None:
    start = plyground.game("neutreeko").start()
    assert not any(waits(start.game.rules, start.state, move.value) for move in start.moves)
