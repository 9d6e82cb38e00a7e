"""The stored puzzles: each has exactly one winning move. Attempts, the puzzle of the day, the diary."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

import plyground
from plyground.play.agents.agent import read_search
from plyground.play.paths import tables_home
from plyground.puzzles.attempt import Attempt, is_playable
from plyground.puzzles.diary import Diary
from plyground.puzzles.prover import UniqueWin, WinProver, puzzle_prober, unique_in
from plyground.puzzles.puzzle import (
    Puzzle,
    PuzzleError,
    daily_puzzle,
    find_puzzle,
    puzzles_of,
    read_puzzles,
    write_puzzles,
)
from plyground.search.budget import DEEPEST
from plyground.solve.driver import SolvePlan, prepare, solve
from plyground.solve.first_moves import Prover
from tests.nightly import NIGHTLY

GAMES = plyground.games()
SAMPLE = 3
"""Puzzles of each game that are proved in every run; nightly all are."""
FEWEST = 200
"""Puzzles that every game has."""


def sample(puzzles: Sequence[Puzzle]) -> Sequence[Puzzle]:
    """The puzzles to prove in this run: the same every day, spread over all of them."""
    return puzzles if NIGHTLY else puzzles[:: len(puzzles) // SAMPLE]


SEARCHED_PLIES, SEARCHED_NODES = 9, 5_000_000
"""A search proves a win as short as this in Morris within these nodes, also with more men than tables are made for."""
MEN = 10
"""Men of the endings that prove puzzles of Morris with more men than are solved at once: a matter of minutes."""


def needs_tables(puzzle: Puzzle) -> bool:
    """True if only tables that take minutes prove that no other move wins."""
    game, most = puzzle.make_game(), puzzle.make_game().quick_men
    return most is not None and len(game.scene(puzzle.position().state).pieces) > most


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_has_exactly_one_winning_move(game: str) -> None:
    for puzzle in sample([each for each in puzzles_of(game) if not needs_tables(each)]):
        found = WinProver(puzzle.make_game()).unique_win(puzzle.position())
        assert found is not None, puzzle
        assert (found.move, found.plies) == (puzzle.solution, puzzle.plies), puzzle


def test_a_search_finds_the_solution_of_a_puzzle_that_needs_tables_and_no_other_win() -> None:
    puzzles = [each for each in puzzles_of("morris") if needs_tables(each) and each.plies <= SEARCHED_PLIES]
    for puzzle in sample(puzzles):
        agent = read_search(f"pvs:nodes={SEARCHED_NODES},depth={DEEPEST}", puzzle.make_game())
        lines = agent.think(puzzle.position(), lines=2)
        best, second = lines.lines
        assert (best.score.kind, str(best.moves[0])) == ("win", puzzle.solution), puzzle
        assert second.score.kind != "win", puzzle


@pytest.mark.skipif(not NIGHTLY, reason="solves the endings of Morris with ten men; `make nightly` runs it")
def test_tables_prove_every_puzzle_that_needs_them() -> None:
    game = plyground.game("morris")
    plan = SolvePlan(game, men=MEN, folder=tables_home())
    solve(plan, prepare(plan))
    prover = WinProver(game, men=MEN)
    for puzzle in filter(needs_tables, puzzles_of("morris")):
        assert prover.unique_win(puzzle.position()) == UniqueWin(puzzle.solution, puzzle.plies), puzzle


def test_exact_values_name_the_only_winning_move_unless_one_is_unknown() -> None:
    puzzle = puzzles_of("neutreeko")[0]
    tables, position = puzzle_prober(puzzle.make_game()), puzzle.position()
    assert tables is not None
    assert unique_in(tables, position) == UniqueWin(puzzle.solution, puzzle.plies)
    assert unique_in(tables, puzzle.make_game().start()) is None, "no move wins"
    unknown = replace(tables, lookup=lambda sector, at: None)
    assert unique_in(unknown, position) is None


@pytest.mark.parametrize("game", GAMES)
def test_the_proof_of_a_puzzle_can_be_played_to_its_end(game: str) -> None:
    """Every move that is hinted at is right, and wins against the best defence no later than promised."""
    for puzzle in sample(puzzles_of(game)):
        assert is_playable(puzzle), puzzle


def test_a_puzzle_that_promises_too_much_cannot_be_played() -> None:
    puzzle = next(each for each in puzzles_of("neutreeko") if each.plies == 7)
    assert is_playable(puzzle)
    assert not is_playable(replace(puzzle, plies=5))
    wrong = next(str(move) for move in puzzle.position().moves if str(move) != puzzle.solution)
    assert not is_playable(replace(puzzle, solution=wrong))


def test_proof_number_search_agrees_about_hex() -> None:
    for puzzle in sample(puzzles_of("hex")):
        position = puzzle.position()
        prover = Prover(position.game)
        if dict(puzzle.options)["size"] != "5" and not NIGHTLY:
            continue
        winning = [str(move) for move in position.moves if not _wins(prover, position.play(move))]
        assert winning == [puzzle.solution]


def _wins(prover: Prover, position: plyground.Position) -> bool:
    return position.outcome.winner == position.mover if position.outcome else prover.wins(position)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_many_puzzles_of_growing_difficulty(game: str) -> None:
    puzzles = puzzles_of(game)
    assert len(puzzles) >= FEWEST
    assert len({puzzle.text for puzzle in puzzles}) == len(puzzles)
    assert [puzzle.rating for puzzle in puzzles] == sorted(puzzle.rating for puzzle in puzzles)
    assert len({puzzle.name for puzzle in puzzles}) == len(puzzles)
    assert min(puzzle.plies for puzzle in puzzles) == 3
    assert puzzles[0].rating < puzzles[-1].rating


def test_a_file_is_written_and_read_again() -> None:
    puzzles = puzzles_of("neutreeko")[:5]
    assert read_puzzles(write_puzzles("neutreeko", reversed(puzzles)), "x") == puzzles
    with pytest.raises(PuzzleError, match="'x' is not a file of puzzles"):
        read_puzzles('{"puzzles": 3}', "'x'".strip("'"))
    with pytest.raises(PuzzleError, match="There is no puzzle 0"):
        find_puzzle(puzzles, 0)


def test_a_puzzle_keeps_its_name_whatever_its_place() -> None:
    puzzles = puzzles_of("neutreeko")[:3]
    harder = replace(puzzles[0], alike=10**6)
    again = read_puzzles(write_puzzles("neutreeko", [harder, *puzzles[1:]]), "x")
    assert [puzzle.name for puzzle in again] == [puzzle.name for puzzle in (*puzzles[1:], puzzles[0])]
    assert [puzzle.number for puzzle in again] == [1, 2, 3]


def test_what_a_diary_of_a_former_version_names_is_still_solved() -> None:
    """The puzzle that was the first of its game's list before it was rated anew."""
    first = next(puzzle for puzzle in puzzles_of("neutreeko") if puzzle.name == "neutreeko-1")
    assert (first.text, first.solution) == ("...../...../.b.../w.w.w/.bb.. w", "a2-b2")


def test_files_of_former_versions_are_read() -> None:
    rows = '[["", "...../...../.b.../w.w.w/.bb.. w", "a2-b2", 3, 0, "easy"]]'
    (found,) = read_puzzles(f'{{"game": "neutreeko", "puzzles": {rows}}}', "x")
    assert (found.name, found.hits, found.rating) == ("neutreeko-1", (), 780)


def test_middle_games_of_morris_are_there_and_few_endings_of_one_against_one() -> None:
    assert sum(map(needs_tables, puzzles_of("morris"))) >= 60
    eximo = plyground.game("eximo")
    lonely = [each for each in puzzles_of("eximo") if len(eximo.scene(each.position().state).pieces) == 2]
    assert len(lonely) <= len(puzzles_of("eximo")) // 10


def test_the_win_is_played_out_against_the_best_defence() -> None:
    puzzle = next(each for each in puzzles_of("neutreeko") if each.plies == 5)
    attempt = Attempt.begin(puzzle)
    wrong = next(str(move) for move in attempt.position.moves if str(move) != puzzle.solution)
    assert attempt.play(wrong) == "wrong"
    assert (attempt.moves, attempt.mistakes) == ([], 1)
    step, move = attempt.hint()
    assert move == puzzle.solution
    assert move.startswith(step)
    assert attempt.play(move) == "right"
    while not attempt.solved:
        verdict = attempt.play(attempt.hint()[1])
    assert verdict == "solved"
    assert len(attempt.moves) == puzzle.plies, "the best defence lasts as long as promised"
    assert attempt.position.outcome is not None
    assert attempt.position.outcome.winner == puzzle.position().mover


def test_a_later_move_that_gives_up_the_win_is_refused() -> None:
    puzzle = next(each for each in puzzles_of("neutreeko") if each.plies == 7)
    attempt = Attempt.begin(puzzle)
    attempt.play(puzzle.solution)
    prover = attempt.prover
    losing = [str(move) for move in attempt.position.moves if not prover.keeps_the_win(attempt.position, str(move))]
    assert attempt.play(losing[0]) == "wrong"
    assert len(attempt.moves) == 2


def test_a_right_move_is_not_refused_because_its_reply_is_forced() -> None:
    position = plyground.game("eximo").position(
        "......../......../......../b......./.b....../ww....../......../........ w"
    )
    for move in ("a3xc5", "a5-a4"):
        position = position.play(move)
    assert len(position.play("b3-b4").moves) == 1
    assert WinProver(position.game).keeps_the_win(position, "b3-b4")


def test_every_puzzle_has_its_day() -> None:
    puzzles, first = puzzles_of("neutreeko"), date(2026, 11, 16)
    days = [daily_puzzle(puzzles, first + timedelta(days=day)) for day in range(len(puzzles))]
    assert set(days) == set(puzzles)
    assert daily_puzzle(puzzles, first) == days[0]


def test_the_diary_counts_days_in_a_row_and_offers_what_is_not_solved(tmp_path: Path) -> None:
    puzzles, today = puzzles_of("neutreeko"), date(2026, 11, 16)
    diary = Diary.read(tmp_path / "diary.json")
    assert (diary.streak(today), diary.next_puzzle(puzzles)) == (0, puzzles[0])
    for back in (1, 2, 4):
        diary.note(puzzles[back - 1], today - timedelta(days=back), clean=back == 1, daily=True)
    again = Diary.read(tmp_path / "diary.json")
    assert again.streak(today) == 2, "today's may still be solved"
    again.note(puzzles[9], today, clean=True, daily=True)
    assert Diary.read(tmp_path / "diary.json").streak(today) == 3
    assert again.next_puzzle(puzzles) == puzzles[2]
    assert again.count(puzzles) == 4
    assert (again.solved[puzzles[0].name], again.solved[puzzles[1].name]) == ("2026-11-15", "")


def test_a_damaged_diary_is_empty(tmp_path: Path) -> None:
    (tmp_path / "diary.json").write_text("[1, 2")
    assert Diary.read(tmp_path / "diary.json").solved == {}
