"""The map of openings on the page: by keyboard and by pointer, in both languages, light and dark, wide and narrow."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import DESKTOP, PHONE
from tests.web.browser.test_everyone import serious


@pytest.mark.parametrize(
    ("locale", "viewport", "scheme", "strong", "weak"),
    [
        (
            "en-GB",
            DESKTOP,
            "light",
            r"c3: \d+ % for red.* It should be swapped\.",
            r"a1: .* It should not be swapped\.",
        ),
        ("pt-PT", PHONE, "dark", r"c3: \d+ % para o Vermelho.* Deve ser trocada\.", r"a1: .* Não deve ser trocada\."),
    ],
)
def test_chances_are_read_by_keys_and_by_pointer(
    visit: Visit, locale: str, viewport: Any, scheme: Any, strong: str, weak: str
) -> None:
    page = visit(locale=locale, viewport=viewport, color_scheme=scheme).open("game=hex&size=5").page
    page.keyboard.press("Alt+,")
    dialog = page.locator("#openings-dialog")
    cells = dialog.locator("[data-cell]")
    expect(cells).to_have_count(25)
    expect(dialog.locator("polygon.opening-swap")).to_have_count(13)
    assert serious(page) == []
    said = dialog.locator(".openings-said")
    dialog.locator("[data-cell][tabindex='0']").focus()
    expect(said).to_have_text(re.compile(strong))
    page.keyboard.press("ArrowUp")
    expect(said).not_to_have_text(re.compile(strong))
    dialog.locator('[data-cell="a1"]').hover()
    expect(said).to_have_text(re.compile(weak))
    expect(dialog.locator('[data-cell="a1"]')).to_have_attribute("aria-label", re.compile(weak))
    box, frame = dialog.locator("svg.board").bounding_box(), dialog.bounding_box()
    assert box is not None
    assert frame is not None
    assert frame["x"] <= box["x"]
    assert box["x"] + box["width"] <= frame["x"] + frame["width"] <= viewport["width"]
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_another_board_is_chosen_and_one_without_a_map_says_so(visit: Visit) -> None:
    page = visit().open("game=hex&size=4").page
    page.keyboard.press("Alt+,")
    dialog = page.locator("#openings-dialog")
    expect(dialog.locator("[data-cell]")).to_have_count(121)
    expect(dialog).to_contain_text("There is no map for the board on the table")
    dialog.locator("[name=opening-map]").select_option(label="7")
    expect(dialog.locator("[data-cell]")).to_have_count(49)
    expect(dialog).not_to_contain_text("There is no map for the board on the table")
    page.set_viewport_size(PHONE)
    expect(dialog.locator("[data-cell]")).to_have_count(49)


def test_a_game_without_maps_does_not_offer_them(visit: Visit) -> None:
    pilot = visit().open("game=neutreeko")
    pilot.page.keyboard.press("Alt+,")
    pilot.page.locator("#menus .menu-button").nth(2).click()
    expect(pilot.page.locator("[data-command=openings]")).to_have_attribute("aria-disabled", "true")
    expect(pilot.page.locator("#openings-dialog")).to_have_count(0)
