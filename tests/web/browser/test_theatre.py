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
