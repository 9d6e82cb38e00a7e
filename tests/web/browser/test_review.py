"""The review of a game on the page: graph, accuracy, and the better move to be found."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.review.test_reviewer import BLUNDERED
from tests.review.test_several import BLUNDERED as THREE
from tests.review.test_several import START
from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import DESKTOP, PATIENCE, PHONE
from tests.web.browser.pilot import Pilot
from tests.web.browser.test_everyone import serious

TWO_WINS = ".w.b./...../...../..ww./.bb.. w"
"""White wins at once with b5-b2 and with b5-e2; after d2-e2 Black wins with d5-d1."""
LINK = f"game=hex&size=3&swap=off&moves={'.'.join(BLUNDERED)}"


def test_a_game_is_reviewed_and_the_better_move_found_by_keyboard(visit: Visit) -> None:
    pilot = visit().open(LINK)
    page = pilot.page
    page.keyboard.press("Alt+z")
    panel = page.locator("#review")
    expect(panel.locator(".review-mistakes > li")).to_have_count(3, timeout=PATIENCE)
    expect(panel.locator(".review-sides tr").nth(1)).to_contain_text("33.3 %")
    expect(panel.locator(".graph-mark.mark-blunder")).to_have_count(3)
    expect(panel.locator(".graph-tick", has_text="50 %")).to_have_count(1)
    first = panel.locator(".review-mistakes > li").first
    expect(first).to_contain_text("100 % → 0 %")
    first.get_by_role("button", name="Find the better move").press("Enter")
    expect(first.locator(".review-answer")).to_contain_text("Find a better move for")
    page.fill("#typed-move", "a1")
    page.press("#typed-move", "Enter")
    expect(first.locator(".review-answer")).to_contain_text("That is the move of the game.")
    first.get_by_role("button", name="Try again").press("Enter")
    expect(first.locator(".review-answer")).to_contain_text("Find a better move for")
    page.fill("#typed-move", "b2")
    page.press("#typed-move", "Enter")
    expect(first.locator(".review-answer")).to_contain_text("Yes, that is it.")
    first.locator(".line-move").nth(1).press("Enter")
    expect(page.locator("#moves .tried")).to_contain_text("b2")
    assert serious(page) == []


def reviewed(visit: Visit, link: str, mistakes: int, **options: Any) -> Pilot:
    """A visitor whose game has been reviewed."""
    pilot = visit(**options).open(link)
    pilot.page.keyboard.press("Alt+z")
    expect(pilot.page.locator(".review-mistakes > li")).to_have_count(mistakes, timeout=PATIENCE)
    return pilot


def test_every_marked_move_has_its_sign_in_the_list_and_in_the_graph(visit: Visit) -> None:
    pilot = reviewed(visit, LINK, 3)
    page = pilot.page
    entries = page.locator("#moves .move")
    expect(entries.nth(0)).to_have_accessible_name("1 a1 blunder")
    expect(entries.nth(3)).to_have_accessible_name("4 b2")
    expect(entries.locator(".judged")).to_have_text(["??", "??", "??"])
    assert pilot.moves == list(BLUNDERED)
    page.click("#ask-graph")
    expect(page.locator("#graph .graph-mark.mark-blunder")).to_have_count(3)
    page.locator("#review .close").click()
    expect(entries.locator(".judged")).to_have_count(3)
    page.keyboard.press("Control+z")
    expect(entries).to_have_count(5)
    for _ in range(3):
        page.keyboard.press("Control+z")
    expect(entries).to_have_count(2)
    pilot.play("c3")
    expect(entries.nth(1).locator(".judged")).to_have_count(1)
    expect(entries.nth(2).locator(".judged")).to_have_count(0)


def test_another_move_that_wins_at_once_is_right(visit: Visit) -> None:
    link = f"game=neutreeko&start={TWO_WINS.replace(' ', '%20')}&moves=d2-e2.d5-d1"
    page = reviewed(visit, link, 1).page
    mistake = page.locator(".review-mistakes > li")
    mistake.get_by_role("button", name="Show it").click()
    shown = mistake.locator(".line-move").first.inner_text()
    other = ({"b5-b2", "b5-e2"} - {shown}).pop()
    mistake.get_by_role("button", name="Find the better move").click()
    expect(mistake.locator(".review-answer")).to_contain_text("Find a better move for")
    page.fill("#typed-move", other)
    page.press("#typed-move", "Enter")
    expect(mistake.locator(".review-answer")).to_contain_text("Yes, that is it.")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_review_is_for_everyone(visit: Visit, size: dict[str, int]) -> None:
    page = reviewed(visit, LINK, 3, locale="pt-PT", viewport=size).page
    panel = page.locator("#review")
    expect(panel.locator("h2")).to_have_text("Revisão")
    first = panel.locator(".review-mistakes > li").first
    first.get_by_role("button", name="Encontrar a melhor jogada").click()
    expect(first.locator(".review-answer")).to_contain_text("Encontre uma jogada melhor para")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def opened_three(visit: Visit, mistakes: int = 2, **options: Any) -> Pilot:
    """A visitor whose game of three has been reviewed."""
    fields = "game=blockit&colours=red,green,blue&size=5&barriers=0"
    link = f"{fields}&start={START.replace(' ', '%20')}&moves={'.'.join(THREE)}"
    return reviewed(visit, link, mistakes, **options)


def test_a_game_of_three_has_a_line_and_an_accuracy_for_each(visit: Visit) -> None:
    page = opened_three(visit).page
    panel = page.locator("#review")
    expect(panel.locator(".review-sides th[scope=row]")).to_have_text(["Red", "Green", "Blue"])
    expect(panel.locator(".review-sides tr").nth(1)).to_contain_text("50.0 %")
    expect(panel.locator(".chance-graph > svg .graph-seat")).to_have_count(3)
    expect(panel.locator(".graph-name")).to_have_text(["Red", "Green", "Blue"])
    expect(panel.locator(".graph-tick", has_text="33 %")).to_have_count(1)
    expect(panel.locator(".graph-line, .graph-area")).to_have_count(0)
    expect(panel.locator(".graph-mark.mark-blunder")).to_have_count(2)
    drawn = panel.locator(".chance-graph > svg .graph-seat").evaluate_all(
        "all => all.map((line) => [line.points.length, getComputedStyle(line).strokeDasharray])"
    )
    assert [points for points, _ in drawn] == [4, 2, 2]
    assert len({dashes for _, dashes in drawn}) == 3, "no line is known by its colour alone"
    expect(page.locator("#moves .judged")).to_have_text(["??", "??"])
    first = panel.locator(".review-mistakes > li").first
    first.get_by_role("button", name="Find the better move").click()
    expect(first.locator(".review-answer")).to_contain_text("Find a better move for")
    for tried, answer in (("d4", "That is not as good."), ("c5", "Yes, that is it.")):
        page.fill("#typed-move", tried)
        page.press("#typed-move", "Enter")
        expect(first.locator(".review-answer")).to_contain_text(answer)
        if tried == "d4":
            first.get_by_role("button", name="Try again").click()
            expect(first.locator(".review-answer")).to_contain_text("Find a better move for")
    first.locator(".line-move").first.click()
    expect(page.locator("#moves .tried")).to_contain_text("c5")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_review_of_three_is_for_everyone(visit: Visit, size: dict[str, int]) -> None:
    page = opened_three(visit, locale="pt-PT", viewport=size).page
    expect(page.locator("#review .graph-name")).to_have_text(["Vermelho", "Verde", "Azul"])
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
