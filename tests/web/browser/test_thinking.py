"""Hints, undo, jumps, what-if lines, analysis, graph, editor."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit

HEX = "game=hex&size=5&moves=c3.b2.d2.c4"


def test_a_hint_first_names_the_piece_and_then_the_move(visit: Visit) -> None:
    pilot = visit().open("game=neutreeko")
    pilot.page.click("[data-command=hint]")
    expect(pilot.page.locator("#board .hint")).to_have_count(1)
    expect(pilot.page.locator("#polite")).to_contain_text("Look at the piece on")
    pilot.page.click("[data-command=hint]")
    expect(pilot.page.locator("#board .hint")).to_have_count(2)
    expect(pilot.page.locator("#polite")).to_contain_text("Try ")
    said = pilot.page.locator("#polite").inner_text().removeprefix("Try ").rstrip(".")
    assert said in [move.text for move in pilot.position.moves]


def test_undo_and_redo_go_to_ones_own_turn(visit: Visit) -> None:
    pilot = visit().open().begin("hex", size="5")
    pilot.play("c3")
    pilot.my_turn()
    played = pilot.moves
    pilot.page.keyboard.press("Control+z")
    expect(pilot.page.locator("#moves .move")).to_have_count(0)
    pilot.page.click("[data-command=redo]")
    expect(pilot.page.locator("#moves .move")).to_have_count(2)
    assert pilot.moves == played


def test_jumps_show_earlier_positions_and_leave_the_game_alone(visit: Visit) -> None:
    pilot = visit().open(HEX)
    pilot.page.locator("#moves .move").nth(1).click()
    expect(pilot.page.locator("#banner")).to_contain_text("After move 2 of 4")
    assert set(pilot.shown()) == {"c3", "b2"}
    pilot.page.keyboard.press("Home")
    expect(pilot.page.locator("#banner")).to_contain_text("After move 0 of 4")
    pilot.page.keyboard.press("PageDown")
    expect(pilot.page.locator("#banner")).to_contain_text("After move 1 of 4")
    pilot.page.keyboard.press("End")
    expect(pilot.page.locator("#banner")).to_be_hidden()
    assert set(pilot.shown()) == {"c3", "b2", "d2", "c4"}


def test_a_line_that_is_tried_does_not_touch_the_game(visit: Visit) -> None:
    pilot = visit().open(HEX)
    pilot.page.click("[data-command=whatif]")
    expect(pilot.page.locator("#banner")).to_be_visible()
    pilot.click("e5")
    expect(pilot.page.locator("#moves .tried")).to_have_text("e5")
    pilot.click("a5")
    expect(pilot.page.locator("#moves .tried")).to_have_text("e5 a5")
    assert {"e5", "a5"} <= set(pilot.shown())
    pilot.page.keyboard.press("Escape")
    expect(pilot.page.locator("#moves .tried")).to_have_text("e5")
    pilot.page.locator("#banner button").click()
    assert set(pilot.shown()) == {"c3", "b2", "d2", "c4"}
    assert pilot.moves == ["c3", "b2", "d2", "c4"]


def test_analysis_shows_a_bar_and_three_lines_while_it_thinks(visit: Visit) -> None:
    pilot = visit().open("game=hex&size=7&moves=d4.c3")
    pilot.page.click("[data-command=analysis]")
    expect(pilot.page.locator(".lines li")).to_have_count(3)
    expect(pilot.page.locator("#bar")).to_be_visible()
    first = pilot.page.locator(".lines li").first
    expect(first.locator(".score.proved")).to_have_count(0)
    expect(pilot.page.locator("#board .best")).to_have_count(1)
    first.locator(".line-move").first.click()
    expect(pilot.page.locator("#moves .tried")).to_be_visible()
    pilot.page.click("[data-command=analysis]")
    expect(pilot.page.locator("#bar")).to_be_hidden()


def test_a_proved_result_is_shown_apart_from_an_estimate(visit: Visit) -> None:
    pilot = visit().open("game=hex&size=3&moves=b2.a1")
    pilot.page.click("[data-command=analysis]")
    expect(pilot.page.locator(".lines li").first.locator(".score.proved")).to_contain_text("wins in")
    expect(pilot.page.locator("#bar.proved")).to_be_visible()


def test_a_table_is_named_instead_of_a_depth(visit: Visit) -> None:
    pilot = visit().open("game=neutreeko")
    pilot.page.click("[data-command=analysis]")
    expect(pilot.page.locator("#analysis")).to_contain_text("Exact values from a table.")
    expect(pilot.page.locator(".lines li .score.proved")).to_have_count(3)


def test_the_graph_is_drawn_over_the_game_and_jumps(visit: Visit) -> None:
    pilot = visit().open(HEX)
    pilot.page.locator("#ask-graph").click()
    line = pilot.page.locator("#graph .graph-line")
    expect(line).to_be_attached()
    pilot.page.wait_for_function("() => document.querySelector('.graph-line')?.points.length === 5")
    box = pilot.page.locator("#graph svg").bounding_box()
    assert box is not None
    pilot.page.mouse.click(box["x"] + box["width"] / 4, box["y"] + 10)
    expect(pilot.page.locator("#banner")).to_contain_text("After move 1 of 4")
    expect(pilot.page.locator("#graph .graph-tick", has_text="50 %")).to_have_count(1)
    expect(pilot.page.locator("#graph .graph-mark")).to_have_count(0)


def test_the_graph_is_for_games_of_two_with_moves(visit: Visit) -> None:
    for link in ("game=neutreeko", "game=blockit&colours=red,green,blue&moves=e2"):
        expect(visit().open(link).page.locator("#ask-graph")).to_be_disabled()


def test_the_editor_says_why_a_position_is_impossible_and_plays_a_possible_one(visit: Visit) -> None:
    pilot = visit().open("game=neutreeko")
    pilot.command("editor")
    pilot.page.locator("#editor .brush").nth(0).click()
    pilot.click("e5")
    expect(pilot.page.locator("#editor .verdict.wrong")).to_contain_text("4")
    pilot.page.locator("#editor .brush").last.click()
    pilot.click("d1")
    expect(pilot.page.locator("#editor .verdict code")).to_have_text(".w.wb/..b../...../..w../.b... b")
    pilot.page.locator("#editor button.primary").click()
    pilot.page.locator("#new-game-dialog input[value=human-human]").check(force=True)
    pilot.page.locator("#new-game-dialog button[type=submit]").click()
    expect(pilot.page.locator("#editor")).to_be_hidden()
    assert pilot.shown() == {"b5": "white piece", "d5": "white piece", "c2": "white piece", "e5": "black piece"} | {
        "c4": "black piece",
        "b1": "black piece",
    }


@pytest.mark.parametrize(
    ("locale", "notice"), [("en-GB", "No game leads to this position"), ("pt-PT", "Nenhum jogo leva a esta posição")]
)
def test_any_stones_of_hex_are_studied_and_played_on(visit: Visit, locale: str, notice: str) -> None:
    pilot = visit(locale=locale).open("game=hex&size=5")
    pilot.command("editor")
    for cell in ("b4", "d4", "c2"):
        pilot.click(cell)
    expect(pilot.page.locator("#editor .verdict")).to_contain_text(notice)
    expect(pilot.page.locator("#editor .verdict.wrong")).to_have_count(0)
    expect(pilot.page.locator("#editor .verdict code")).to_have_text("...../..r../...../.r.r./..... r study")
    pilot.page.locator("#editor button.primary").click()
    pilot.page.locator("#new-game-dialog input[value=human-human]").check(force=True)
    pilot.page.locator("#new-game-dialog button[type=submit]").click()
    expect(pilot.page.locator("#editor")).to_be_hidden()
    pilot.page.click("[data-command=hint]")
    expect(pilot.page.locator("#board .hint")).not_to_have_count(0)
    pilot.click("c1")
    pilot.wait_for_ply(1)
    pilot.page.click("[data-command=analysis]")
    expect(pilot.page.locator(".lines li")).not_to_have_count(0)


def test_the_editor_sets_barriers_and_what_lies_beside_the_board(visit: Visit) -> None:
    pilot = visit().open("game=blockit&size=5")
    pilot.command("editor")
    pilot.page.locator("#editor .brush[aria-label=barrier]").click()
    pilot.click("b2h")
    expect(pilot.page.locator("#editor .verdict.wrong")).to_be_visible()
    pilot.page.locator("#editor input[type=number]").first.fill("4")
    pilot.page.locator("#editor input[type=number]").first.blur()
    expect(pilot.page.locator("#editor .verdict code")).to_have_text("c1,c5 4,5 b2h r")
