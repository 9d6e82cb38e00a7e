"""Learning a game on boards that one can try moves on, by mouse and by keyboard."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import plyground
from plyground.web.lessons import lessons_of
from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import PHONE
from tests.web.browser.test_everyone import serious


def test_a_lesson_is_played_step_by_step(visit: Visit) -> None:
    pilot = visit().open("game=hex&size=11")
    pilot.page.keyboard.press("F2")
    dialog = pilot.page.locator("#lesson-dialog")
    dialog.locator(".lesson-next").click()
    expect(dialog.locator("h2")).to_have_text("Hex: step 2 of 8")
    expect(dialog.locator(".lesson-rules")).to_have_text("In the rules: H2, H4")
    expect(dialog.locator(".piece")).to_have_count(8)
    cell = dialog.locator('[data-cell="c5"]')
    dialog.locator('[data-cell="e5"]').click()
    expect(dialog.locator(".lesson-said")).to_contain_text("allowed too, but not what is asked. The chain ends on c4.")
    expect(dialog.locator(".piece:not(.ghost)")).to_have_count(8)
    cell.click()
    expect(dialog.locator(".lesson-said")).to_contain_text("Just so. The chain reaches from side to side")
    expect(dialog.locator(".win")).to_have_count(5)
    assert serious(pilot.page) == []
    pilot.page.keyboard.press("Enter")
    expect(dialog.locator("h2")).to_have_text("Hex: step 3 of 8")
    expect(dialog.locator(".win")).to_have_count(0)
    dialog.locator(".lesson-contents").select_option("7")
    expect(dialog.locator(".piece:not(.ghost)")).to_have_count(4)
    dialog.locator("[data-cell][tabindex='0']").focus()
    pilot.page.keyboard.press("Enter")
    expect(dialog.locator(".lesson-said")).to_contain_text("Just so.")
    assert pilot.moves == []


def test_a_lesson_offers_moves_that_are_no_cell(visit: Visit) -> None:
    pilot = visit(locale="pt-PT").open("game=hex&size=5")
    pilot.page.keyboard.press("F2")
    dialog = pilot.page.locator("#lesson-dialog")
    dialog.locator(".lesson-contents").select_option(label="6. A troca")
    expect(dialog.locator(".lesson-text")).to_contain_text("troque")
    dialog.locator(".lesson-choice button").click()
    expect(dialog.locator(".lesson-said")).to_contain_text("Isso mesmo. A pedra é agora do Azul, em b3")
    expect(dialog.locator(".lesson-contents option:checked")).to_have_text("6. A troca ✓")


def test_a_move_that_the_rules_refuse_is_answered_with_the_reason(visit: Visit) -> None:
    """By clicks and by dragging; and something else that is impossible by what to do instead."""
    pilot = visit().open("game=neutreeko")
    page = pilot.page
    page.keyboard.press("F2")
    dialog = page.locator("#lesson-dialog")
    dialog.locator(".lesson-contents").select_option("2")
    said, last = dialog.locator(".lesson-said"), dialog.locator('[data-cell="c1"]')
    last.click()
    expect(said).to_contain_text("That is not possible. First choose b1")
    dialog.locator('[data-cell="c4"]').click()
    last.click()
    expect(said).to_contain_text("That is refused. A piece slides as far as it can")
    dialog.locator(".lesson-again").click()
    expect(said).to_have_text("")
    dialog.locator('[data-cell="b1"]').drag_to(dialog.locator('[data-cell="b3"]'))
    expect(said).to_contain_text("That is refused.")
    expect(dialog.locator(".lesson-next")).to_be_focused()


def test_a_step_with_more_players_is_drawn_in_their_colours(visit: Visit) -> None:
    pilot = visit().open("game=blockit")
    pilot.page.keyboard.press("F2")
    dialog = pilot.page.locator("#lesson-dialog")
    dialog.locator(".lesson-contents").select_option(label="8. Three or four players")
    for colour in ("red", "green", "blue", "yellow"):
        expect(dialog.locator(f".piece.seat-{colour}:not(.ghost)")).to_have_count(1)


@pytest.mark.parametrize("game", plyground.games())
def test_every_step_can_be_done_on_a_phone(visit: Visit, game: str) -> None:
    pilot = visit(viewport=PHONE, has_touch=True, locale="pt-PT").open(f"game={game}")
    pilot.page.keyboard.press("F2")
    dialog = pilot.page.locator("#lesson-dialog")
    steps = lessons_of(game, "pt")["steps"]
    for number, step in enumerate(steps):
        expect(dialog.locator("h2")).to_contain_text(f"passo {number + 1} de {len(steps)}")
        for clicks in asked_for(game, step):
            if clicks in step["refused"]:
                dialog.locator(".lesson-again").click()
            expect(dialog.locator(".lesson-board")).to_have_attribute("aria-busy", "false")
            for click in clicks:
                tap(dialog, click)
            expect(dialog.locator(".lesson-said")).to_contain_text(step["well"])
        if number < len(steps) - 1:
            dialog.locator(".lesson-next").click()


def asked_for(game: str, step: dict[str, Any]) -> Iterator[list[str]]:
    """Clicks of one move that a step asks for, or all those that are to be refused."""
    yield from step["refused"]
    if not step["refused"]:
        place = step["place"]
        of = plyground.game(game, **place["options"])
        position = of.position(place["start"]) if "start" in place else of.start()
        for move in place["moves"]:
            position = position.play(move)
        tried = next(move for move in position.moves if not step["tries"] or move.text in step["tries"])
        yield list(of.steps(position.state, tried.value))


def tap(dialog: Locator, name: str) -> None:
    """Touch a cell (of a slot its second quarter: two cross in the middle), or press the button for what is no cell."""
    cell = dialog.locator(f'[data-cell="{name}"]')
    if not cell.count():
        dialog.locator(".lesson-choice button").click()
        return
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box is not None
    across, down = (
        0.5 if box[side] <= 2 * box[other] else 0.3 for side, other in (("width", "height"), ("height", "width"))
    )
    dialog.page.touchscreen.tap(box["x"] + across * box["width"], box["y"] + down * box["height"])
