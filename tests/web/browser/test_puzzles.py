"""Puzzles on the page: a wrong move is taken back, a right one answered, the win noted."""

import pytest
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


@pytest.mark.parametrize("way", ["#banner button", "#puzzles .close"])
def test_after_a_puzzle_the_game_before_is_on_the_table_again(visit: Visit, way: str) -> None:
    pilot = visit().open("game=neutreeko&moves=b1-c1")
    page = pilot.page
    page.keyboard.press("Alt+u")
    banner, panel = page.locator("#banner"), page.locator("#puzzles")
    expect(banner).to_contain_text("Puzzle.")
    panel.get_by_role("button", name="Next").click()
    expect(panel).to_contain_text("to move and win")
    expect(banner).to_be_visible()
    page.locator(way).click()
    expect(page.locator("#moves .move")).to_have_count(1)
    expect(panel).to_be_hidden()
    expect(banner).to_be_hidden()
    pilot.play(str(pilot.position.moves[0]), "typed")
    expect(page.locator("#moves .move")).to_have_count(2)
