"""The explorer on the page: what was played from here, by keyboard alone, in both languages, light and dark."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import DESKTOP, PHONE
from tests.web.browser.test_everyone import serious

GAME = "game=hex&size=4&swap=off"
ENDED = "b2.a1.b1.a2.b3.a3.b4"


@pytest.mark.parametrize(
    ("locale", "viewport", "scheme", "shares"),
    [
        ("en-GB", DESKTOP, "light", "1 won, 0 drawn, 0 lost by the player who moves"),
        ("pt-PT", PHONE, "dark", "1 ganhos, 0 empatados, 0 perdidos por quem joga"),
    ],
)
def test_the_moves_of_saved_games_are_explored_by_keyboard(
    visit: Visit, locale: str, viewport: Any, scheme: Any, shares: str
) -> None:
    size = "4" if locale == "en-GB" else "5"
    page = visit(locale=locale, viewport=viewport, color_scheme=scheme).open(GAME.replace("4", size)).page
    for ply, move in enumerate((*ENDED.split("."), "a5", "b5") if size == "5" else ENDED.split(".")):
        page.fill("#typed-move", move)
        page.press("#typed-move", "Enter")
        expect(page.locator("#moves .move")).to_have_count(ply + 1)
    expect(page.locator("#turn.over")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#moves .move").first.press("Home")
    page.keyboard.press("Alt+y")
    panel = page.locator("#explorer")
    row = panel.locator("tr", has_text="b2")
    expect(row.get_by_role("img")).to_have_attribute("aria-label", shares)
    expect(row).to_contain_text("100 %")
    assert serious(page) == []
    row.get_by_role("button").press("Enter")
    expect(page.locator("#moves .tried")).to_have_text("b2")
    expect(panel.get_by_role("button", name="a1")).to_be_visible()
    panel.locator(".close").press("Enter")
    expect(panel).to_be_hidden()
