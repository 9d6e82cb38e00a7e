"""Moves that are shown step by step. Every animation is stopped where it begins, so that no test waits for a clock."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.pilot import Pilot

HELD = """() => {
  const animate = Element.prototype.animate;
  window.held = [];
  Element.prototype.animate = function (...how) {
    const made = animate.apply(this, how);
    made.pause();
    window.held.push(made);
    return made;
  };
}"""


def moving_visitor(visit: Visit, link: str = "", **settings: Any) -> Pilot:
    """A visitor whose pieces move, but only when `step_on` lets them."""
    pilot = visit(reduced_motion="no-preference")
    pilot.page.add_init_script(f"({HELD})()")
    pilot.page.add_init_script(f"localStorage.setItem('plyground', JSON.stringify({settings or {}}))")
    return pilot.open(link)


def step_on(pilot: Pilot) -> None:
    """Let the movements that are shown come to their end."""
    pilot.page.evaluate("() => window.held.splice(0).forEach((each) => each.finish())")


def expect_moving(pilot: Pilot, *kinds: str) -> None:
    """Exactly these pieces move: `go`, `come` or `leave`."""
    expect(pilot.page.locator("#board .moving")).to_have_count(len(kinds))
    found = pilot.page.locator("#board .moving").evaluate_all("all => all.map((each) => each.classList[1])")
    assert sorted(found) == sorted(kinds)


def expect_still(pilot: Pilot) -> None:
    """Nothing moves any more."""
    expect(pilot.page.locator("#board")).to_have_attribute("data-moving", "false")
    expect(pilot.page.locator("#board .moving")).to_have_count(0)


MOVES = {
    "slide": ("game=neutreeko", "b1-b4", ["go"]),
    "placing": ("game=hex&size=5", "c3", ["come"]),
    "pawn": ("game=blockit", "e2", ["go"]),
    "barrier": ("game=blockit", "e3h", ["come"]),
    "swap": ("game=hex&size=5&moves=c2", "swap", ["go", "go"]),
    "hop": (
        "game=eximo&start=......../......../......../......../......../...b..../..w...../........%20w",
        "c2xe4",
        ["go", "leave"],
    ),
    "drops": (
        "game=eximo&start=......../...w..../......../......../b......./......../......../........%20w",
        "d7-d8@b1@c2",
        ["go", "come", "come"],
    ),
    "mill": ("game=morris&moves=a7.b6.d7.d6", "g7xb6", ["come", "leave"]),
}


@pytest.mark.parametrize("name", MOVES)
def test_a_move_is_shown_step_by_step(visit: Visit, name: str) -> None:
    link, move, kinds = MOVES[name]
    pilot = moving_visitor(visit, link)
    pieces = pilot.page.locator("#board .piece").count()
    pilot.type_move(move)
    expect_moving(pilot, *kinds)
    step_on(pilot)
    expect_still(pilot)
    after = pieces + kinds.count("come") - kinds.count("leave") - (name == "drops")
    expect(pilot.page.locator("#board .piece:not(.ghost)")).to_have_count(after)


def test_a_reply_waits_until_the_move_before_it_is_shown(visit: Visit) -> None:
    pilot = moving_visitor(visit).begin("neutreeko")
    pilot.type_move("b1-b4")
    pilot.wait_for_ply(2)
    expect_moving(pilot, "go")
    expect(pilot.page.locator("#board .moving .seat-black")).to_have_count(1)
    assert pilot.page.evaluate("window.held[0].effect.getTiming().delay") == 0
    step_on(pilot)
    expect(pilot.page.locator("#board .moving .seat-white")).to_have_count(1)
    assert pilot.page.evaluate("window.held[0].effect.getTiming().delay") > 0
    step_on(pilot)
    expect_still(pilot)


def test_the_replies_of_three_computers_are_shown_one_after_another(visit: Visit) -> None:
    pilot = moving_visitor(visit)
    form = pilot.page.locator("#new-game-dialog")
    form.locator("input[name=game][value=blockit]").check()
    for colour in ("green", "yellow"):
        form.locator(f"[name=colours-{colour}]").click()
    for seat in (1, 2, 3):
        form.locator(f"[name=seat-{seat}]").select_option("easy")
    form.locator("button[type=submit]").click()
    expect(form).to_have_count(0)
    pilot.know("blockit", colours="red,green,blue,yellow")
    expect(pilot.page.locator("#players .player")).to_have_count(4)
    pilot.type_move(pilot.position.moves[0].text)
    pilot.wait_for_ply(4)
    pauses = []
    for _ in range(4):
        pilot.page.wait_for_function("() => window.held.length > 0")
        expect(pilot.page.locator("#board .moving")).to_have_count(1)
        pauses.append(pilot.page.evaluate("window.held[0].effect.getTiming().delay") > 0)
        step_on(pilot)
    expect_still(pilot)
    assert pauses == [False, True, True, True]


def test_a_key_shows_the_end_at_once(visit: Visit) -> None:
    pilot = moving_visitor(visit, "game=neutreeko")
    pilot.type_move("b1-b4")
    expect_moving(pilot, "go")
    pilot.page.keyboard.press("Shift")
    expect_still(pilot)


def test_the_speed_is_a_setting_and_none_is_one_of_them(visit: Visit) -> None:
    pilot = moving_visitor(visit, "game=neutreeko", motion="slow")
    pilot.type_move("b1-b4")
    expect_moving(pilot, "go")
    slow = pilot.page.evaluate("window.held[0].effect.getTiming().duration")
    pilot.open_dialog("settings")
    pilot.page.locator("[name=motion]").select_option("fast")
    pilot.close_dialog()
    expect_still(pilot)
    pilot.page.evaluate("window.held.length = 0")
    pilot.type_move(pilot.position.moves[0].text)
    expect_moving(pilot, "go")
    assert pilot.page.evaluate("window.held[0].effect.getTiming().duration") < slow
    pilot.open_dialog("settings")
    pilot.page.locator("[name=motion]").select_option("off")
    pilot.close_dialog()
    pilot.page.evaluate("window.held.length = 0")
    pilot.type_move(pilot.position.moves[0].text)
    pilot.wait_for_ply(3)
    assert pilot.page.evaluate("window.held.length") == 0


def test_nothing_moves_where_motion_is_reduced(visit: Visit) -> None:
    pilot = visit()
    pilot.page.add_init_script(f"({HELD})()")
    pilot.open("game=neutreeko")
    pilot.type_move("b1-b4")
    pilot.wait_for_ply(1)
    assert pilot.page.evaluate("window.held.length") == 0


def test_a_dragged_piece_follows_the_pointer(visit: Visit) -> None:
    pilot = moving_visitor(visit, "game=neutreeko")
    pilot.page.mouse.move(*pilot.point("b1"))
    pilot.page.mouse.down()
    away = pilot.point("c2")
    pilot.page.mouse.move(*away, steps=4)
    box = pilot.page.locator("#board .dragged .piece-body").bounding_box()
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - away[0]) < box["width"] / 4
    pilot.page.mouse.move(*pilot.point("b2"), steps=2)
    pilot.page.mouse.up()
    step_on(pilot)
    expect(pilot.page.locator("#board .dragged")).to_have_count(0)
    assert pilot.moves == []
    pilot.page.keyboard.press("Escape")
    pilot.page.mouse.move(*pilot.point("b1"))
    pilot.page.mouse.down()
    pilot.page.mouse.move(*pilot.point("b4"), steps=4)
    pilot.page.mouse.up()
    pilot.wait_for_ply(1)
    assert pilot.moves == ["b1-b4"]
    expect(pilot.page.locator("#board .moving")).to_have_count(0)
