"""Moves of several parts, the way back, what is forbidden, dragging, touch."""

from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import PHONE

MILL = "game=morris&moves=d6.f4.d2.b4.d3.d5"
"""White closes d1 d2 d3 next, and may take b4, d5 or f4."""
THROUGH = "game=eximo&start=b......./...b..../......../..b...../.w....../......../.wwwwww./.www....%20w"
"""White's man on b4 takes c5 and d7, gets through on d8, and comes back as two."""
CHAIN = "b4xd6xd8@e1@f1"


def test_a_mill_is_placed_and_then_one_man_is_taken(visit: Visit) -> None:
    pilot = visit().open(MILL)
    pilot.click("d1")
    expect(pilot.page.locator("#choice")).to_contain_text("d1")
    assert pilot.page.locator("#board .target-take").count() == 3
    pilot.click("b4")
    pilot.wait_for_ply(7)
    assert pilot.moves[-1] == "d1xb4"
    assert "b4" not in pilot.shown()


def test_escape_and_a_second_click_go_a_step_back(visit: Visit) -> None:
    pilot = visit().open(MILL)
    for undo in ("Escape", "click", "button"):
        pilot.click("d1")
        expect(pilot.cell("d1")).to_have_attribute("aria-pressed", "true")
        if undo == "Escape":
            pilot.page.keyboard.press("Escape")
        elif undo == "click":
            pilot.click("d1")
        else:
            pilot.page.locator("#choice button").click()
        expect(pilot.cell("d1")).to_have_attribute("aria-pressed", "false")
    assert len(pilot.moves) == 6


def test_an_eximo_capture_chain_that_gets_through_drops_two_men(visit: Visit) -> None:
    pilot = visit().open(THROUGH)
    steps = pilot.steps(CHAIN)
    assert steps == ("b4", "d6", "d8", "e1", "f1")
    for step in steps[:-1]:
        pilot.click(step)
    expect(pilot.page.locator("#board .badge")).to_have_count(len(steps) - 1)
    pilot.click(steps[-1])
    pilot.wait_for_ply(1)
    assert pilot.moves == [CHAIN]
    assert set(pilot.shown()) == {piece.cell for piece in pilot.game.scene(pilot.position.state).pieces}


def test_the_drops_may_be_clicked_in_either_order(visit: Visit) -> None:
    pilot = visit().open(THROUGH)
    for step in ("b4", "d6", "d8", "f1", "e1"):
        pilot.click(step)
    pilot.wait_for_ply(1)
    assert pilot.moves == [CHAIN]


def test_swap_is_a_button_beside_the_board(visit: Visit) -> None:
    pilot = visit().open("game=hex&size=5&moves=b3")
    pilot.click("swap")
    pilot.wait_for_ply(2)
    assert pilot.moves[-1] == "swap"
    assert pilot.shown() == {"c2": "blue stone"}
    expect(pilot.page.locator("#choice button")).to_have_count(0)


def test_a_barrier_that_would_close_a_last_way_is_shown_as_forbidden(visit: Visit) -> None:
    pilot = visit().open("game=blockit&size=5&moves=a2h.c2h")
    forbidden = pilot.game.forbidden(pilot.position.state)
    assert forbidden
    pilot.page.mouse.move(*pilot.point(forbidden[0]))
    expect(pilot.page.locator("#board .forbidden")).to_be_visible()
    expect(pilot.page.locator("#pointed")).to_contain_text("forbidden")
    pilot.click(forbidden[0])
    expect(pilot.page.locator(".notice.wrong")).to_contain_text(forbidden[0])
    assert len(pilot.moves) == 2


def test_a_barrier_is_previewed_under_the_pointer(visit: Visit) -> None:
    pilot = visit().open("game=blockit&size=5")
    pilot.page.mouse.move(*pilot.point("b2v"))
    expect(pilot.page.locator("#board .barrier.ghost")).to_be_visible()
    expect(pilot.page.locator("#pointed")).to_have_text("b2v")


def test_a_piece_can_be_dragged(visit: Visit) -> None:
    pilot = visit().open("game=neutreeko")
    move = pilot.position.moves[0].text
    begin, end = pilot.steps(move)
    pilot.page.mouse.move(*pilot.point(begin))
    pilot.page.mouse.down()
    pilot.page.mouse.move(*pilot.point(end), steps=4)
    pilot.page.mouse.up()
    pilot.wait_for_ply(1)
    assert pilot.moves == [move]


def test_a_wrong_typed_move_stays_with_its_reason(visit: Visit) -> None:
    pilot = visit().open("game=hex&size=5&moves=c3")
    pilot.type_move("c3")
    expect(pilot.page.locator("#typed-problem")).to_contain_text("c3")
    assert pilot.page.locator("#typed-move").input_value() == "c3"
    pilot.page.locator("#typed-move").fill("D 4")
    pilot.page.keyboard.press("Enter")
    pilot.wait_for_ply(2)
    assert pilot.moves == ["c3", "d4"]


def test_a_touch_on_a_small_board_is_confirmed(visit: Visit) -> None:
    pilot = visit(viewport=PHONE, has_touch=True, is_mobile=True).open("game=hex&size=11")
    pilot.page.touchscreen.tap(*pilot.point("f6"))
    confirm = pilot.page.locator("#choice .confirm")
    expect(confirm).to_have_text("Play f6")
    expect(pilot.page.locator("#notices")).to_contain_text("Small cells and barriers are confirmed")
    pilot.page.locator("#choice button", has_text="Cancel f6").tap()
    expect(confirm).to_have_count(0)
    assert pilot.moves == []
    pilot.page.touchscreen.tap(*pilot.point("f7"))
    expect(confirm).to_have_text("Play f7")
    confirm.tap()
    pilot.wait_for_ply(1)
    assert pilot.moves == ["f7"]


def test_a_touch_on_a_large_board_is_a_move(visit: Visit) -> None:
    pilot = visit(viewport=PHONE, has_touch=True, is_mobile=True).open("game=neutreeko")
    for step in pilot.steps(pilot.position.moves[0].text):
        pilot.page.touchscreen.tap(*pilot.point(step))
    pilot.wait_for_ply(1)


def test_a_finger_near_a_slot_means_the_slot(visit: Visit) -> None:
    pilot = visit(viewport=PHONE, has_touch=True, is_mobile=True).open("game=blockit")
    x, y = pilot.point("c3h")
    pilot.page.touchscreen.tap(x, y + 5)
    pilot.page.locator("#choice .confirm").tap()
    pilot.wait_for_ply(1)
    assert pilot.moves == ["c3h"]


def test_the_reason_of_a_wrong_typed_move_goes_when_the_next_thing_happens(visit: Visit) -> None:
    pilot = visit().open("game=hex&size=5&moves=c3")
    problem = pilot.page.locator("#typed-problem")

    def wrong() -> None:
        pilot.type_move("c3")
        expect(problem).to_contain_text("c3")

    wrong()
    pilot.play("b2")
    expect(problem).to_be_empty()
    wrong()
    pilot.page.click("[data-command=undo]")
    expect(problem).to_be_empty()
    wrong()
    pilot.page.locator("body").press("Alt+t")
    expect(problem).to_be_empty()
    wrong()
    pilot.begin("neutreeko", players=("human", "human"))
    expect(problem).to_be_empty()
