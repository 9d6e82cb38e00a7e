"""Block It on small boards: every value is the one that the rulebook alone gives."""

import random
from pathlib import Path

import numpy as np
import pytest

import plyground
from plyground.core.sectors import index_in, sector_of, state_at
from plyground.search.score import Score
from plyground.solve.driver import SolvePlan, prepare, solve
from plyground.solve.probe import Prober
from plyground.solve.sector_order import components
from plyground.solve.statistics import prober_of, whole_game
from plyground.solve.tablebase_folder import TablebaseFolder
from plyground.solve.verify import WrongValueError, verify
from tests.reference.blockit import Reference, State

BOARDS = [
    {"columns": 3, "rows": 3, "barriers": 1, "rules": "blockit"},
    {"columns": 3, "rows": 3, "barriers": 1, "rules": "quoridor"},
    {"columns": 3, "rows": 4, "barriers": 1, "rules": "quoridor"},
    {"columns": 4, "rows": 3, "barriers": 1, "rules": "blockit"},
]
WON, LOST = 1, -1


def solved(options: dict[str, object]) -> tuple[plyground.Game, Prober, dict[str, object]]:
    """The game, its values, and what is said of it."""
    game = plyground.game("blockit", **options)
    plan = SolvePlan(game)
    solver = prepare(plan)
    solve(plan, solver)
    return game, prober_of(solver), whole_game(solver)


def test_the_tables_of_an_oblong_board_are_named_after_its_sides() -> None:
    game = plyground.game("blockit", columns=3, rows=4, barriers=1)
    sectors = game.sectors()
    assert sectors is not None
    assert TablebaseFolder(Path(), game, sectors).path([]).stem == "blockit_columns=3_rows=4_barriers=1"


def reachable(reference: Reference) -> dict[State, list[State]]:
    """Every position that can come about, with those after it."""
    after: dict[State, list[State]] = {}
    waiting = [reference.start()]
    while waiting:
        state = waiting.pop()
        if state not in after:
            after[state] = list(reference.children(state).values())
            waiting += after[state]
    return after


def values(reference: Reference, after: dict[State, list[State]]) -> dict[State, tuple[int, int]]:
    """Won or lost for the mover, and in how many plies; what is neither is left out. One ply after the other."""
    found = {state: (LOST, 0) for state in after if reference.winner(state) is not None}
    plies, more = 0, True
    while more:
        plies += 1
        new: dict[State, tuple[int, int]] = {}
        for state, children in after.items():
            if state in found:
                continue
            results = [found.get(child) for child in children]
            if any(result is not None and result[0] == LOST for result in results):
                new[state] = (WON, plies)
            elif all(result is not None and result[0] == WON for result in results):
                new[state] = (LOST, plies)
        found |= new
        more = bool(new)
    return found


def said(score: Score | None) -> tuple[int, int] | None:
    """A score as `values` has it."""
    assert score is not None
    return None if score.kind == "draw" else ({"win": WON, "loss": LOST}[score.kind], score.plies or 0)


@pytest.mark.parametrize("options", BOARDS, ids=lambda options: " ".join(map(str, options.values())))
def test_every_value_is_what_the_rulebook_alone_gives(options: dict[str, object]) -> None:
    game, prober, _ = solved(options)
    reference = Reference(**options)
    after = reachable(reference)
    right = values(reference, after)
    for state in after:
        assert said(prober.score(game.position(reference.text(state)))) == right.get(state), reference.text(state)
    kinds = {right.get(state, (0, 0))[0] for state in after}
    assert kinds >= {WON, LOST}


@pytest.mark.parametrize("rules", ["blockit", "quoridor"])
def test_a_value_is_what_those_after_it_say(rules: str) -> None:
    game, prober, _ = solved({"columns": 4, "rows": 4, "barriers": 2, "rules": rules})
    dice, position, seen = random.Random(5), game.start(), set()
    for _ in range(300):
        after = [said(prober.score(position.play(move))) for move in position.moves]
        lost = [value[1] for value in after if value is not None and value[0] == LOST]
        won = [value[1] for value in after if value is not None and value[0] == WON]
        right = (WON, 1 + min(lost)) if lost else (LOST, 1 + max(won)) if len(won) == len(after) else None
        assert said(prober.score(position)) == right, str(position)
        seen.add(right and right[0])
        position = position.play(dice.choice(position.moves))
        if position.outcome is not None:
            position = game.start()
    assert seen >= {WON, LOST}


@pytest.mark.parametrize("colours", ["red,blue", "green,yellow"])
def test_a_number_is_that_of_its_position_and_of_the_same_seen_from_the_other_side(colours: str) -> None:
    game = plyground.game("blockit", columns=4, rows=5, barriers=2, colours=colours)
    sector_set = game.sectors()
    assert sector_set is not None
    numbering, state, seen = sector_set.numbering, game.empty_state(), 0
    for number, sector in enumerate(sector_set.sectors):
        for at in np.random.default_rng(number).integers(0, sector.size, 300):
            if not state_at(numbering, number, int(at), state):
                continue
            assert sector_of(numbering, state) == number
            assert index_in(numbering, number, state) == at
            other = half_turn(game, str(plyground.Position(game, state.tobytes())))
            assert (sector_of(numbering, other.state), index_in(numbering, number, other.state)) == (number, at)
            seen += 1
    assert seen > 500


def half_turn(game: plyground.Game, text: str) -> plyground.Position:
    """The same position for the other player: the board turned, pawns and barriers left exchanged."""
    columns, rows = 4, 5
    letters = [colour[0] for colour in game.seats]

    def turned(square: str, corner: int = 0) -> str:
        return "abcd"[columns - 1 - corner - "abcd".index(square[0])] + str(rows + 1 - corner - int(square[1]))

    pawns, left, placed, letter = text.split(" ")
    barriers = [] if placed == "-" else [turned(name[:2], 1) + name[2] for name in placed.split(",")]
    fields = (
        ",".join(turned(square) for square in reversed(pawns.split(","))),
        ",".join(reversed(left.split(","))),
        ",".join(sorted(barriers)) or "-",
        letters[1 - letters.index(letter)],
    )
    return game.position(" ".join(fields))


def test_what_is_not_small_or_not_symmetric_is_not_numbered() -> None:
    for options in ({}, {"size": 5}, {"size": 5, "barriers": 1, "colours": "red,green"}, {"size": 7, "barriers": 3}):
        assert plyground.game("blockit", **options).sectors() is None


def test_the_summary_counts_all_sectors_and_tells_of_the_start() -> None:
    _, _, found = solved({"columns": 3, "rows": 3, "barriers": 0})
    assert found["positions"] == 48, "six squares short of the goal, and eight others"
    assert found["start"] == "win 3"
    assert found["first_moves"] == {"a1": "draw", "c1": "draw", "b2": "win 2"}


@pytest.mark.parametrize("options", BOARDS[1:3], ids=lambda options: " ".join(map(str, options.values())))
def test_every_table_is_verified_by_a_second_numbering(options: dict[str, object], tmp_path: Path) -> None:
    game = plyground.game("blockit", **options)
    plan = SolvePlan(game, folder=tmp_path)
    solver = prepare(plan)
    solve(plan, solver)
    checked = [verify(path) for path in sorted(tmp_path.iterdir())]
    assert sum(each.values for each in checked) == solver.layout.size


def test_one_wrong_value_is_found(tmp_path: Path) -> None:
    game = plyground.game("blockit", columns=3, rows=3, barriers=1, rules="quoridor")
    plan = SolvePlan(game, folder=tmp_path)
    solver = prepare(plan)
    solve(plan, solver)
    tables = TablebaseFolder(tmp_path, game, solver.sector_set)
    component = next(component for component in components(solver.sector_set.sectors) if len(component) > 1)
    solver.part(component[1])[np.flatnonzero(solver.part(component[1]) == 4)[3]] = 6
    tables.write(component, solver.part)
    with pytest.raises(WrongValueError, match=r"it has 6 for '[a-c1-3,]+ [0-9,]+ [^ ]+ r', its successors say 4"):
        verify(tables.path(component))
