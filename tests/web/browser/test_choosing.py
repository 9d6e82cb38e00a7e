"""Choosing a game: pictures, levels in words, sides by lot, and what the players' cards say."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import DESKTOP, PHONE
from tests.web.browser.test_everyone import serious


def test_the_form_shows_pictures_and_what_to_expect(visit: Visit) -> None:
    pilot = visit().open()
    form = pilot.page.locator("#new-game-dialog")
    expect(form.locator(".game-card .mini")).to_have_count(5)
    form.locator("input[value=morris]").check()
    form.locator("[name=seat-1]").select_option("easy")
    expect(form).to_contain_text("sees 2 moves ahead")
    form.locator("input[value=neutreeko]").check()
    expect(form.locator("[name=order]")).to_be_hidden()
    form.locator(".developers summary").click()
    expect(form.locator("[name=order]")).to_be_visible()
    assert serious(pilot.page) == []


def test_sides_are_drawn_by_lot(visit: Visit) -> None:
    pilot = visit().open()
    form = pilot.page.locator("#new-game-dialog")
    form.locator("input[value=neutreeko]").check()
    form.locator("input[name=side][value=random]").check()
    pilot.page.evaluate("Math.random = () => 0.1")
    form.locator("button[type=submit]").click()
    expect(pilot.page.locator(".player").nth(1)).to_contain_text("you")
    pilot.page.evaluate("Math.random = () => 0.9")
    pilot.page.click("#new-game")
    expect(form.locator("input[name=side][value=random]")).to_be_checked()
    form.locator("button[type=submit]").click()
    expect(pilot.page.locator(".player").nth(0)).to_contain_text("you")


def test_men_and_taken_men_are_counted(visit: Visit) -> None:
    pilot = visit().open("game=morris&moves=a7.b6.d7.d6.g7xb6")
    men = pilot.page.locator(".men")
    expect(men.nth(0)).to_have_attribute("aria-label", "3 men on the board, 1 taken")
    expect(men.nth(1)).to_have_attribute("aria-label", "1 man on the board, 0 taken")


def test_men_taken_in_a_line_that_is_tried_are_counted(visit: Visit) -> None:
    pilot = visit().open("game=morris&moves=a7.b6.d7.d6")
    page = pilot.page
    men, tried = page.locator(".men"), page.locator("#moves .tried")
    page.click("[data-command=whatif]")
    expect(page.locator("#banner")).to_be_visible()
    pilot.type_move("g7xb6")
    expect(tried).to_have_text("g7xb6")
    expect(men.nth(0)).to_have_attribute("aria-label", "3 men on the board, 1 taken")
    expect(men.nth(1)).to_have_attribute("aria-label", "1 man on the board, 0 taken")
    pilot.type_move("b4")
    expect(tried).to_have_text("g7xb6 b4")
    expect(men.nth(0)).to_have_attribute("aria-label", "3 men on the board, 1 taken")
    expect(men.nth(1)).to_have_attribute("aria-label", "2 men on the board, 0 taken")
    page.locator("#banner button").click()
    expect(men.nth(0)).to_have_attribute("aria-label", "2 men on the board, 0 taken")


def test_the_swap_is_explained_where_it_is_offered_and_where_it_happened(visit: Visit) -> None:
    pilot = visit(viewport=PHONE).open("game=hex&size=5&moves=b3")
    expect(pilot.page.locator(".choice-note")).to_contain_text("take over the first stone")
    pilot.click("swap")
    expect(pilot.page.locator("#notices")).to_contain_text("Blue has swapped")


def test_the_analysis_is_under_the_board_of_a_phone(visit: Visit) -> None:
    pilot = visit(viewport=PHONE).open("game=neutreeko")
    pilot.page.click("[data-command=analysis]")
    box = pilot.page.locator("#brief #analysis").bounding_box()
    assert box is not None
    assert box["y"] < PHONE["height"]
    pilot.page.set_viewport_size({"width": 1280, "height": 800})
    expect(pilot.page.locator("#analysis-panel #analysis")).to_be_visible()
    pilot.page.click("[data-command=analysis]")


@pytest.mark.parametrize("size", [DESKTOP, PHONE, {"width": 390, "height": 844}], ids=["desktop", "small", "phone"])
def test_nothing_moves_when_a_notice_comes(visit: Visit, size: dict[str, int]) -> None:
    phone = size is not DESKTOP
    pilot = visit(viewport=size, has_touch=phone, is_mobile=phone).open("game=neutreeko&moves=b1-c1")
    notices = pilot.page.locator("#notices .notice")
    expect(notices).to_have_count(0)
    parts = ("#players", "#board", "#turn", "#actions", "#moves-panel", "#analysis-panel")
    before = {part: pilot.page.locator(part).bounding_box() for part in parts}
    pilot.page.click("#actions [data-command=hint]")
    expect(notices).to_have_count(1)
    expect(notices).to_contain_text("Look at the piece on")
    assert {part: pilot.page.locator(part).bounding_box() for part in parts} == before


def test_saved_games_have_pictures(visit: Visit) -> None:
    pilot = visit().open("game=morris&moves=a7.b6.d7")
    pilot.open_dialog("saved")
    row = pilot.page.locator("#saved-dialog li").first
    expect(row.locator(".mini > .piece")).to_have_count(3)
    assert serious(pilot.page) == []
