"""Learning a game on boards that one can try moves on, by mouse and by keyboard."""

from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.test_everyone import serious


def test_a_lesson_is_played_step_by_step(visit: Visit) -> None:
    pilot = visit().open("game=hex&size=11")
    pilot.page.keyboard.press("F2")
    dialog = pilot.page.locator("#lesson-dialog")
    expect(dialog.locator("h2")).to_have_text("Hex: step 1 of 4")
    expect(dialog.locator(".piece")).to_have_count(8)
    cell = dialog.locator('[data-cell="c5"]')
    dialog.locator('[data-cell="e5"]').click()
    expect(dialog.locator(".lesson-said")).to_contain_text("try the move the lesson asks for")
    expect(dialog.locator(".piece:not(.ghost)")).to_have_count(8)
    cell.click()
    expect(dialog.locator(".lesson-said")).to_have_text("Just so.")
    expect(dialog.locator(".win")).to_have_count(5)
    assert serious(pilot.page) == []
    pilot.page.keyboard.press("Enter")
    expect(dialog.locator("h2")).to_have_text("Hex: step 2 of 4")
    expect(dialog.locator(".win")).to_have_count(0)
    dialog.locator("[data-cell][tabindex='0']").focus()
    pilot.page.keyboard.press("Enter")
    expect(dialog.locator(".lesson-said")).to_have_text("Just so.")
    assert pilot.moves == []


def test_a_lesson_offers_moves_that_are_no_cell(visit: Visit) -> None:
    pilot = visit(locale="pt-PT").open("game=hex&size=5")
    pilot.page.keyboard.press("F2")
    dialog = pilot.page.locator("#lesson-dialog")
    for _ in range(3):
        dialog.locator(".lesson-next").click()
    expect(dialog.locator(".lesson-text")).to_contain_text("espelhada")
    dialog.locator(".lesson-choice button").click()
    expect(dialog.locator(".lesson-said")).to_have_text("Isso mesmo.")
