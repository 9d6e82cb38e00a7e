"""The review of a game on the page: graph, accuracy, and the better move to be found."""

from playwright.sync_api import expect

from tests.review.test_reviewer import BLUNDERED
from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import PATIENCE
from tests.web.browser.test_everyone import serious

LINK = f"game=hex&size=3&swap=off&moves={'.'.join(BLUNDERED)}"


def test_a_game_is_reviewed_and_the_better_move_found_by_keyboard(visit: Visit) -> None:
    pilot = visit().open(LINK)
    page = pilot.page
    page.keyboard.press("Alt+z")
    panel = page.locator("#review")
    expect(panel.locator(".review-mistakes > li")).to_have_count(3, timeout=PATIENCE)
    expect(panel.locator(".review-sides tr").nth(1)).to_contain_text("33.3 %")
    expect(panel.locator(".graph-mark.mark-blunder")).to_have_count(3)
    expect(panel.locator(".graph-tick", has_text="50 %")).to_have_count(1)
    first = panel.locator(".review-mistakes > li").first
    expect(first).to_contain_text("100 % → 0 %")
    first.get_by_role("button", name="Find the better move").press("Enter")
    expect(first.locator(".review-answer")).to_contain_text("Find a better move for")
    page.fill("#typed-move", "a1")
    page.press("#typed-move", "Enter")
    expect(first.locator(".review-answer")).to_contain_text("That is the move of the game.")
    first.get_by_role("button", name="Try again").press("Enter")
    expect(first.locator(".review-answer")).to_contain_text("Find a better move for")
    page.fill("#typed-move", "b2")
    page.press("#typed-move", "Enter")
    expect(first.locator(".review-answer")).to_contain_text("Yes, that is it.")
    first.locator(".line-move").nth(1).press("Enter")
    expect(page.locator("#moves .tried")).to_contain_text("b2")
    assert serious(page) == []
