"""The search theatre in a browser: from the menu and by link, forwards and backwards, with the quiz, by keys alone."""

import re

import pytest
from bench.theatre_frames import IDLE, measured
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import DESKTOP, PHONE
from tests.web.browser.test_everyone import NIGHTLY, serious

LINK = "theatre?game=neutreeko&one=alphabeta:heuristic=strong,depth=2"


def test_a_search_is_watched_step_by_step_and_its_link_opens_it_there(visit: Visit) -> None:
    pilot = visit().open("game=neutreeko&moves=b1-c1")
    pilot.command("theatre")
    page = pilot.page
    expect(page.locator(".search h2")).to_contain_text("Alpha-beta")
    expect(page).to_have_url(re.compile("moves=b1-c1"))
    page.locator(".theatre-form [name=depth]").fill("2")
    page.locator(".theatre-form [name=two]").select_option("minimax")
    page.locator(".theatre-form").get_by_text("Show the search").click()
    expect(page.locator(".search")).to_have_count(2)
    visited, whole = page.locator(".counters dd").nth(0), page.locator(".search").nth(1).locator(".counters dd").nth(0)
    expect(visited).to_contain_text("0 of ")
    page.locator(".view h1").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(visited).to_contain_text("2 of ")
    page.keyboard.press("ArrowLeft")
    expect(visited).to_contain_text("1 of ")
    page.keyboard.press("End")
    last = page.locator(".theatre-controls .time").get_attribute("max") or ""
    expect(page.locator(".where")).to_have_text(f"Step {int(last):,} of {int(last):,}")
    pruned, all_nodes = (int(each.inner_text().replace(",", "").split()[0]) for each in (visited, whole))
    saved = int(page.locator(".counters dd").nth(1).inner_text().replace(",", ""))
    assert pruned + saved == all_nodes
    page.locator(".theatre-controls .time").fill("30")
    page.get_by_text("Copy the link").click()
    link = page.url.partition("#")[2]
    assert "step=30" in link
    page.get_by_text("Back to the game").click()
    assert pilot.moves == ["b1-c1"]
    other = visit()
    other.page.goto(f"{other.address}#{link}")
    expect(other.page.locator(".where")).to_contain_text("Step 30 of")
    expect(other.page.locator("dialog")).to_have_count(0)


def test_game_and_heuristics_are_chosen_in_the_form(visit: Visit) -> None:
    pilot = visit()
    page = pilot.page
    page.goto(f"{pilot.address}#{LINK}&moves=b1-c1")
    form, titles = page.locator(".theatre-form"), page.locator(".search h2")
    expect(titles).to_have_text("Alpha-beta · strong · depth 2")
    expect(form.locator("[name=heuristic-two]")).to_be_hidden()
    form.locator("[name=heuristic-one]").select_option("H4")
    form.locator("[name=two]").select_option("sorted")
    form.locator("[name=heuristic-two]").select_option("H1")
    form.get_by_text("Show the search").click()
    expect(titles).to_have_text(["Alpha-beta · H4 · depth 2", "Alpha-beta, sorted · H1 · depth 2"])
    expect(page).to_have_url(re.compile(r"one=alphabeta.*H4.*two=alphabeta.*H1.*sort"))
    form.locator("[name=game]").select_option("morris")
    expect(page.locator(".view h1")).to_contain_text("Nine Men's Morris")
    expect(titles).to_have_text([re.compile("Alpha-beta · "), re.compile("Alpha-beta, sorted · ")])
    expect(page).to_have_url(re.compile(r"#theatre\?game=morris&one="))
    expect(form.locator("[name=game]")).to_have_value("morris")
    expect(form.locator("[name=two]")).to_have_value("sorted")
    page.reload()
    expect(titles).to_have_count(2)
    expect(form.locator("[name=two]")).to_have_value("sorted")


def at_a_cut_off(visit: Visit) -> Page:
    """The page at the end of a search, with a node that caused a cut-off chosen by keys."""
    pilot = visit()
    page = pilot.page
    page.goto(f"{pilot.address}#{LINK}")
    page.locator(".card").first.wait_for()
    page.locator(".view h1").focus()
    page.keyboard.press("End")
    page.locator(".card.cuts").first.focus()
    page.keyboard.press("Enter")
    return page


def test_cut_branches_say_why_and_the_quiz_is_answered_by_keys(visit: Visit) -> None:
    page = at_a_cut_off(visit)
    expect(page.locator(".detail")).to_contain_text("cut-off")
    expect(page.locator(".detail")).to_contain_text("will not come here")
    expect(page.locator(".card.rest.cut")).to_contain_text("cut off:")
    page.get_by_text("Quiz", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".quiz")).to_contain_text("Will they be cut off?")
    page.keyboard.press("Enter")
    expect(page.locator(".quiz")).to_contain_text(re.compile("[01] of 1 right"))
    page.keyboard.press("Enter")
    expect(page.locator(".quiz")).to_contain_text("Will they be cut off?")


def test_a_leaf_of_the_engine_is_not_told_to_be_cut(visit: Visit) -> None:
    pilot = visit()
    page = pilot.page
    page.goto(f"{pilot.address}#theatre?game=eximo&one=pvs:heuristic=strong,depth=3&step=100")
    expect(page.locator(".detail")).to_contain_text("+30")
    expect(page.locator(".detail")).not_to_contain_text("{")


PIXELS = """(canvas) => {
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  return [...new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer)];
}"""
"""The pixels of a board; one that is not painted has one colour."""


def test_boards_are_painted_and_painted_again_in_the_dark(visit: Visit) -> None:
    page = at_a_cut_off(visit)
    for board in (page.locator(".card .mini").first, page.locator(".detail .mini")):
        expect(board).to_be_visible()
        page.wait_for_function(f"(canvas) => new Set(({PIXELS})(canvas)).size > 20", arg=board.element_handle())
    frame = f"(canvas) => ({PIXELS})(canvas)[canvas.width * 4 + canvas.width / 2 | 0]"
    large = page.locator(".detail .mini").element_handle()
    light = page.evaluate(frame, large)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"([canvas, light]) => ![0, light].includes(({frame})(canvas))", arg=[large, light])


def test_dragging_through_a_search_and_back_ends_as_stepping_does(visit: Visit) -> None:
    """After a quick series every row is up to date, also below the screen, and no row of a deeper branch is left."""
    pilot = visit(viewport={"width": 700, "height": 500})
    page = pilot.page
    link = "theatre?game=neutreeko&one=alphabeta:heuristic=strong,depth=3"
    page.goto(f"{pilot.address}#{link}&step=200")
    cards = page.locator(".search")
    expect(page.locator(".card.shown")).to_have_count(1)
    stepped = cards.inner_text()
    drag = """(slider) => { for (const step of [900, 30, 0, 640, 1, 200]) {
        slider.value = step; slider.dispatchEvent(new Event("input"));
    } }"""
    for _ in range(3):
        page.locator(".theatre-controls .time").evaluate(drag)
        page.wait_for_timeout(20)
        page.locator(".theatre-controls .time").evaluate(drag.replace("200]", "750]"))
        page.wait_for_timeout(20)
    page.locator(".theatre-controls .time").evaluate(drag)
    expect(page.locator(".ply.idle:not([hidden])")).to_have_count(0)
    page.wait_for_function("([cards, text]) => cards.innerText === text", arg=[cards.element_handle(), stepped])


def test_windows_are_never_the_wrong_way_round_and_boards_are_of_the_games_material(visit: Visit) -> None:
    page = at_a_cut_off(visit)
    expect(page.locator(".card .mini").first).to_have_attribute("data-material", "marble")
    windows = [each.split(" … ") for each in page.locator(".card .window").all_inner_texts() if "∞" not in each]
    bounds = [
        [int(each.replace("−", "-").replace(",", "")) for each in both] for both in windows if "#" not in "".join(both)
    ]
    assert bounds
    assert all(alpha < beta for alpha, beta in bounds), bounds


def test_after_a_finished_game_the_theatre_shows_the_position_before_the_last_move(visit: Visit) -> None:
    pilot = visit().open("game=hex&size=3&swap=off&moves=b2.a1.b1.a2.b3")
    expect(pilot.page.locator("#turn.over")).to_be_visible()
    pilot.command("theatre")
    expect(pilot.page.locator(".search")).to_be_visible()
    expect(pilot.page).to_have_url(re.compile(r"moves=b2\.a1\.b1\.a2(&|$)"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_theatre_is_for_everyone_and_too_large_a_tree_is_refused_in_words(
    visit: Visit, size: dict[str, int]
) -> None:
    pilot = visit(viewport=size, locale="pt-PT")
    page = pilot.page
    page.goto(f"{pilot.address}#{LINK}&two=montecarlo:nodes=50&step=20")
    page.locator(".card").first.wait_for()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".theatre-form [name=one]").select_option("minimax")
    page.locator(".theatre-form [name=depth]").fill("5")
    page.locator(".theatre-form").get_by_text("Mostrar a pesquisa").click()
    expect(page.locator(".theatre-status.wrong")).to_contain_text("demasiados para ver")


@pytest.mark.skipif(not NIGHTLY, reason="measures frames for seconds; nightly")
def test_a_tree_of_thousands_of_nodes_is_drawn_frame_by_frame(browser: Browser, address: str) -> None:
    """The bench runs, and every large tree is drawn in many frames; how fast they are is in bench/README.md."""
    found = measured(browser, address, seconds=2)
    assert len(found) == 3
    for name, row in found.items():
        assert row["frames"] > 3, name
        assert name == IDLE or row["steps"] > 3000, name
