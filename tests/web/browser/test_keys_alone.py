"""Lessons, review, puzzles, explorer, openings, theatre, bench: opened and left by keys, for all also in the dark."""

import pytest
from playwright.sync_api import Page, expect

from tests.review.test_reviewer import BLUNDERED
from tests.web.browser.conftest import Visit
from tests.web.browser.test_everyone import serious

GAME = f"game=hex&size=3&swap=off&moves={'.'.join(BLUNDERED)}"
VIEWS = {
    "lessons": ("F2", "#lesson-dialog [data-cell]"),
    "review": ("Alt+z", "#review .review-mistakes > li"),
    "puzzles": ("Alt+u", "#puzzles [name=puzzle-number]"),
    "explorer": ("Alt+y", "#explorer p"),
    "openings": ("Alt+,", "#openings-dialog .opening"),
    "theatre": ("Alt+r", ".theatre-form"),
    "bench": ("Alt+j", ".bench-list, .bench-parts"),
}
INSIDE = """() => {
  const shown = document.activeElement;
  return shown.getClientRects().length > 0 && getComputedStyle(shown).visibility === "visible";
}"""


def reached(page: Page, selector: str, most: int = 60) -> bool:
    """Whether Tab alone leads into a part of the page; nothing hidden gets the focus on the way."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => Boolean(document.activeElement.closest(wanted))", selector):
            return True
        assert page.evaluate("() => document.activeElement === document.body") or page.evaluate(INSIDE)
    return False


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_opened_and_reached_by_keys_and_good_in_the_dark(visit: Visit, view: str) -> None:
    keys, inside = VIEWS[view]
    page = visit(color_scheme="dark").open("game=neutreeko" if view in ("theatre", "bench") else GAME).page
    page.keyboard.press("Escape")
    page.keyboard.press(keys)
    expect(page.locator(inside).first).to_be_visible()
    part = {"lessons": "#lesson-dialog", "openings": "#openings-dialog", "theatre": ".view", "bench": ".view"}.get(
        view, f"#{view}"
    )
    assert reached(page, part)
    assert serious(page) == []
