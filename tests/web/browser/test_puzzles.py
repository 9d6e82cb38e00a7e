"""Puzzles on the page: a wrong move is taken back, a right one answered, the win noted."""

from playwright.sync_api import expect

from plyground.puzzles.puzzle import puzzles_of
from tests.web.browser.conftest import Visit
from tests.web.browser.test_everyone import serious


def test_a_puzzle_is_solved_against_the_best_defence(visit: Visit) -> None:
    puzzle = puzzles_of("neutreeko")[0]
    page = visit().open("game=neutreeko").page
    page.keyboard.press("Alt+u")
    panel = page.locator("#puzzles")
    number = panel.locator("[name=puzzle-number]")
    number.fill("1")
    number.press("Enter")
    expect(panel).to_contain_text("to move and win in 2 moves. Rating 900.")
    wrong = next(str(move) for move in puzzle.position().moves if str(move) != puzzle.solution)
    verdict = panel.locator(".verdict")
    for move, said in ((wrong, "No, that does not win"), (puzzle.solution, "Right. Now win")):
        page.fill("#typed-move", move)
        page.press("#typed-move", "Enter")
        expect(verdict).to_contain_text(said)
    assert serious(page) == []
    panel.get_by_role("button", name="Solution").press("Enter")
    expect(verdict).to_contain_text("The move is")
    page.fill("#typed-move", verdict.inner_text().removeprefix("The move is ").rstrip("."))
    page.press("#typed-move", "Enter")
    expect(verdict).to_contain_text("Solved!")
    expect(panel).to_contain_text("Solved: 1 of")
