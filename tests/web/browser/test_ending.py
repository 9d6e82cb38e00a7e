"""The end of a game: the card, what it says, and what follows."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import PHONE
from tests.web.browser.test_everyone import serious

ALMOST = "game=hex&size=3&swap=off&moves=b2.a1.b1.a2"
"""Red joins top and bottom with b3."""


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE, "color_scheme": "dark", "locale": "pt-PT"}])
def test_the_end_is_told_on_a_card(visit: Visit, options: dict[str, str]) -> None:
    pilot = visit(**options).open(ALMOST)
    card = pilot.page.locator("#end-card")
    expect(card).to_be_hidden()
    pilot.play("b3", "typed")
    said = (
        ["O Vermelho ganhou!", "Ligou o lado de cima"]
        if "locale" in options
        else ["Red won!", "Joined top and bottom."]
    )
    for text in said:
        expect(card).to_contain_text(text)
    expect(card).to_contain_text("5 jogadas" if "locale" in options else "5 moves")
    expect(pilot.page.locator("#board .win")).to_have_count(3)
    expect(pilot.page.locator("#board .win-way")).to_have_count(1)
    assert serious(pilot.page) == []
    pilot.page.keyboard.press("Escape")
    pilot.page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_a_rematch_exchanges_the_colours(visit: Visit) -> None:
    pilot = visit().open().begin("hex", players=("human", "easy"), size="5")
    pilot.page.keyboard.press("Alt+q")
    pilot.page.locator("#confirm-dialog .danger").click()
    card = pilot.page.locator("#end-card")
    expect(card.locator("h2")).to_have_text("You lost")
    expect(card).to_contain_text("Blue has won: Red resigned.")
    card.locator("[data-next=rematch]").press("Enter")
    pilot.wait_for_ply(1)
    expect(card).to_be_hidden()
    expect(pilot.page.locator(".player").nth(1)).to_contain_text("you")
    expect(pilot.page.locator("#facts")).to_contain_text("Size 5")


def test_the_card_makes_room_for_the_review_that_it_opens(visit: Visit) -> None:
    pilot = visit(viewport=PHONE).open(ALMOST)
    pilot.play("b3", "typed")
    card = pilot.page.locator("#end-card")
    card.locator("[data-next=review]").click()
    expect(pilot.page.locator("#review")).to_be_visible()
    expect(card).to_be_hidden()


def test_a_game_that_was_over_before_shows_no_card_but_what_may_follow(visit: Visit) -> None:
    pilot = visit().open(ALMOST + ".b3")
    expect(pilot.page.locator("#turn.over")).to_be_visible()
    expect(pilot.page.locator("#end-card")).to_be_hidden()
    pilot.page.locator("#summary [data-next=new]").click()
    pilot.page.wait_for_selector("#new-game-dialog")
