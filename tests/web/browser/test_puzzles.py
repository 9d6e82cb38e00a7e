"""Puzzles on the page: a wrong move is taken back, a right one answered, the win noted."""

import json
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from plyground.puzzles.attempt import Attempt
from plyground.puzzles.diary import FILE_NAME, Diary
from plyground.puzzles.puzzle import Puzzle, daily_puzzle, puzzles_of
from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import DESKTOP, PHONE, LiveServer
from tests.web.browser.test_everyone import serious


def test_a_puzzle_is_solved_against_the_best_defence(visit: Visit) -> None:
    puzzle = puzzles_of("neutreeko")[0]
    page = visit().open("game=neutreeko").page
    page.keyboard.press("Alt+u")
    panel = page.locator("#puzzles")
    number = panel.locator("[name=puzzle-number]")
    number.fill("1")
    number.press("Enter")
    expect(panel).to_contain_text(f"to move and win in 2 moves (3 plies with the replies). Rating {puzzle.rating}.")
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


def solve(page: Page, puzzle: Puzzle, words: dict[str, Any]) -> None:
    """Solve a puzzle, with a hint before each move."""
    attempt, verdict = Attempt.begin(puzzle), page.locator("#puzzles .verdict")
    while not attempt.solved:
        page.locator("#puzzles .review-tools button").first.click()
        expect(verdict).to_contain_text(words["hint"])
        move = attempt.hint()[1]
        page.fill("#typed-move", move)
        page.press("#typed-move", "Enter")
        attempt.play(move)
        expect(verdict).to_contain_text(words["solved" if attempt.solved else "right"])


def test_the_puzzle_of_the_day_lengthens_the_streak(visit: Visit, own_server: LiveServer) -> None:
    own_server.folder.mkdir(exist_ok=True)
    path = own_server.folder / FILE_NAME
    days = [(date.today() - timedelta(days=ago)).isoformat() for ago in (1, 2)]
    path.write_text(json.dumps({"solved": {}, "days": days}))
    page = visit(own_server.start()).open("game=neutreeko").page
    page.keyboard.press("Alt+u")
    panel, number = page.locator("#puzzles"), page.locator("[name=puzzle-number]")
    expect(panel).to_contain_text("Solved: 0 of")
    expect(panel).to_contain_text("Days in a row: 2.")
    daily = number.input_value()
    assert int(daily) == daily_puzzle(puzzles_of("neutreeko"), date.today()).number
    panel.get_by_role("button", name="Next puzzle").click()
    expect(number).to_have_value("1")
    panel.get_by_role("button", name="Puzzle of the day").click()
    expect(number).to_have_value(daily)
    solve(page, daily_puzzle(puzzles_of("neutreeko"), date.today()), ENGLISH)
    expect(panel).to_contain_text("Solved: 1 of")
    expect(panel).to_contain_text("Days in a row: 3.")
    assert len(Diary.read(path).days) == 3


PORTUGUESE = {
    "title": "Problemas",
    "task": "As Pretas jogam e ganham em",
    "wrong": "Não, essa não ganha",
    "hint": "Repare em",
    "right": "Certo",
    "solved": "Resolvido!",
    "facts": "Dias seguidos:",
}
ENGLISH = {
    "title": "Puzzles",
    "task": "Black to move and win in",
    "wrong": "No, that does not win",
    "hint": "Look at",
    "right": "Right",
    "solved": "Solved!",
    "facts": "Days in a row:",
}


@pytest.mark.parametrize(
    ("locale", "size", "words"),
    [("pt-PT", DESKTOP, PORTUGUESE), ("en-GB", PHONE, ENGLISH)],
    ids=["portuguese", "phone"],
)
def test_puzzles_are_for_everyone(visit: Visit, locale: str, size: dict[str, int], words: dict[str, Any]) -> None:
    phone = size is PHONE
    page = visit(locale=locale, viewport=size, has_touch=phone, is_mobile=phone).open("game=neutreeko").page
    page.keyboard.press("Alt+u")
    panel, number = page.locator("#puzzles"), page.locator("[name=puzzle-number]")
    expect(panel.locator("h2")).to_have_text(words["title"])
    puzzle = next(each for each in puzzles_of("neutreeko") if each.position().mover == 0)
    number.fill(str(puzzle.number))
    number.press("Enter")
    expect(panel).to_contain_text(words["task"])
    expect(panel).to_contain_text(str(puzzle.rating))
    page.fill("#typed-move", next(str(move) for move in puzzle.position().moves if str(move) != puzzle.solution))
    page.press("#typed-move", "Enter")
    expect(panel.locator(".verdict")).to_contain_text(words["wrong"])
    panel.locator(".review-tools button").first.click()
    expect(panel.locator(".verdict")).to_contain_text(words["hint"])
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    solve(page, puzzle, words)
    expect(panel).to_contain_text(words["facts"])
