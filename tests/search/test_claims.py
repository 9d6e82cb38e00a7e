"""Nothing false is claimed: every win, loss or draw that a search calls proved is checked by exhaustion.

`make test` looks at thirty positions of each game, `make nightly` at 20,000: all searches, several lines,
several threads, positions with and without a past. Neutreeko is judged by its solution, to the ply; small Hex boards
to their end; the others as far as every line can be looked at.
"""

import random
from typing import Any

import pytest

import plyground
from plyground import Position
from plyground.core.position import OCCURRENCES_TO_DRAW
from tests.nightly import NIGHTLY
from tests.search.boards import BOARDS, positions
from tests.search.exhaustive import UNKNOWN, plies_to_end
from tests.search.judge import LOSS, kind_of, outcome_with_history, outcome_within
from tests.search.networks import network_for

PARTS = 16 if NIGHTLY else 1
POSITIONS = (20_000 if NIGHTLY else 30) // PARTS

SEARCHES: list[tuple[str, dict[str, Any]]] = [
    ("greedy", {}),
    ("minimax", {"depth": 2}),
    ("alphabeta", {"depth": 4}),
    ("alphabeta", {"depth": 3, "sort": True, "view": "mover", "lines": 4}),
    ("pvs", {"depth": 6}),
    ("pvs", {"depth": 5, "lines": 5, "contempt": 40}),
    ("pvs", {"depth": 6, "threads": 2, "megabytes": 1}),
    ("pvs", {"nodes": 400}),
    ("pvs", {"depth": 7, "nodes": 20_000, "lines": 3, "waiting_moves": True}),
    ("montecarlo", {"nodes": 1500, "lines": 3, "megabytes": 4}),
    ("montecarlo", {"nodes": 1500, "threads": 3, "lines": 3, "megabytes": 4}),
    ("puct", {"nodes": 200, "lines": 3, "megabytes": 4}),
]
JUDGED = {"hex": 12, "blockit": 5, "eximo": 5, "neutreeko": 6, "morris": 4}
"""How many plies the judge looks ahead."""


def claims(position: Position, algorithm: str, options: dict[str, Any]) -> list[tuple[Position, str, int | None]]:
    """What a search claims of the positions after its lines' first moves, for the one who is to move there."""
    game = position.game
    found = plyground.search(
        position, algorithm, heuristic=BOARDS[game.name][1], **options, **network_for(algorithm, game)
    )
    turned = {"win": "loss", "loss": "win", "draw": "draw"}
    told = [(position, found.score.kind, found.score.plies)]
    for line in found.lines:
        if line.score.kind != "estimate":
            plies = None if line.score.plies is None else line.score.plies - 1
            told.append((position.play(line.moves[0]), turned[line.score.kind], plies))
    return [claim for claim in told if claim[1] != "estimate"]


def check(position: Position, kind: str, plies: int | None, source: object) -> None:
    """A claimed win or loss is one, within the plies claimed; what is claimed a draw is neither, as far as one sees."""
    reach = JUDGED[position.game.name]
    if kind == "draw" or plies is None:
        judged = kind_of(outcome_within(position, reach))
        assert judged in (None, kind), (str(position), kind, plies, judged, source)
    elif plies <= reach:
        assert kind_of(outcome_within(position, plies)) == kind, (str(position), kind, plies, source)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", BOARDS)
def test_no_search_claims_what_is_not_so(name: str, part: int) -> None:
    claimed = 0
    for position in positions(name, POSITIONS, f"claims {part}"):
        fresh = position.without_history()
        for algorithm, options in SEARCHES:
            for claim in claims(fresh, algorithm, options):
                check(*claim, (str(fresh), algorithm, options))
                claimed += 1
    assert claimed, "nothing was claimed, so nothing was tested"


@pytest.mark.parametrize("part", range(PARTS))
def test_every_claim_about_neutreeko_is_its_solution(part: int) -> None:
    """Wins and losses up to nine plies from the end are known to the ply, and nothing else may be claimed of them."""
    for position in positions("neutreeko", 2 * POSITIONS, f"solution {part}"):
        fresh = position.without_history()
        for algorithm, options in SEARCHES:
            for place, kind, plies in claims(fresh, algorithm, options):
                check_solved(place, kind, plies, (str(fresh), algorithm, options))


def check_solved(position: Position, kind: str, plies: int | None, source: object) -> None:
    """Compare a claim with the solution: who wins, and no sooner than is possible."""
    exact = 0 if position.outcome is not None else plies_to_end(str(position))
    if exact == UNKNOWN:
        assert plies is None or plies > 9, (str(position), kind, plies, source)
        return
    lost = exact <= 0
    assert kind == ("loss" if lost else "win"), (str(position), kind, plies, exact, source)
    if plies is not None:
        assert plies >= abs(exact), (str(position), kind, plies, exact, source)


def shuffled(game: plyground.Game, dice: random.Random) -> Position:
    """A position to which players came back, once or twice, so that what came before decides."""
    for _ in range(1000):
        position = dice.choice(positions(game.name, 8, str(dice.random())))
        circle = going_round(position, dice)
        if circle is not None and circle.outcome is None:
            return circle
    raise AssertionError("no circle was found")


def going_round(position: Position, dice: random.Random) -> Position | None:
    """The position after some moves to and fro, if both players can take their moves back."""
    for move in dice.sample(position.moves, len(position.moves)):
        there = position.play(move)
        for answer in dice.sample(there.moves, len(there.moves)):
            line = [*map(str, (move, answer)), back(str(move)), back(str(answer))]
            round_once = played(position, line)
            if round_once is not None and round_once == position:
                return played(round_once, line[: dice.choice([1, 2, 3])])
    return None


def back(move: str) -> str:
    """The move that takes a slide back."""
    start, _, end = move.partition("-")
    return f"{end}-{start}"


def played(position: Position, line: list[str]) -> Position | None:
    """The position after a line, if it can be played."""
    for move in line:
        if move not in map(str, position.moves):
            return None
        position = position.play(move)
    return position


@pytest.mark.parametrize(("name", "reach"), [("neutreeko", 3), ("morris", 2)])
def test_what_came_before_is_not_forgotten(name: str, reach: int) -> None:
    """A move that ends the game by its third occurrence wins nothing, whatever it leads to."""
    dice = random.Random(name)
    game = plyground.game(name)
    for _ in range(POSITIONS // 5):
        position = shuffled(game, dice)
        for algorithm, options in SEARCHES:
            for place, kind, plies in claims(position, algorithm, options):
                if plies is not None and plies <= reach:
                    judged = kind_of(outcome_with_history(place, plies))
                    assert judged == kind, (repr(place), place.earlier, kind, plies, algorithm, options)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "greedy", "montecarlo", "puct", "pvs"])
def test_a_winning_move_that_repeats_for_the_third_time_is_no_win(algorithm: str) -> None:
    """The position after it would be lost for the opponent, were the game not drawn by then."""
    position, drawing = twice_at_the_brink()
    limits: dict[str, Any] = {"montecarlo": {"nodes": 40_000}, "puct": {"nodes": 5_000}, "greedy": {}}.get(
        algorithm, {"depth": 4}
    ) | network_for(algorithm, position.game)
    found = plyground.search(position, algorithm, heuristic="strong", lines=64, **limits)
    line = next(line for line in found.lines if str(line.moves[0]) == drawing)
    assert position.play(drawing).outcome is not None
    assert line.score.kind in ("draw", "estimate")


def twice_at_the_brink() -> tuple[Position, str]:
    """A position, and the only move that would win by force, had the position after it not been there twice before."""
    for start in positions("neutreeko", 4000, "brink"):
        lost = start.without_history()
        if outcome_within(lost, 2) == LOSS and (found := brink(lost)) is not None:
            position, drawing = found
            others = [position.play(move) for move in position.moves if str(move) != drawing]
            if all(outcome_within(other, 4) != LOSS for other in others):
                return found
    raise AssertionError("no such position was found")


def brink(lost: Position) -> tuple[Position, str] | None:
    """Go round twice from a position that is lost for its mover, and stop before it comes for the third time."""
    for move in lost.moves:
        for answer in lost.play(move).moves:
            line = [str(move), str(answer), back(str(move)), back(str(answer))]
            before = played(lost, [*line, *line[:3]])
            end = None if before is None else played(before, line[3:])
            if before is not None and end is not None and end.occurrences == OCCURRENCES_TO_DRAW:
                return before, line[3]
    return None
