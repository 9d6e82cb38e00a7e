"""The report of a match, opened as a file: its games are replayed in it, without a server."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.lab.contests import carried_out, small_match
from tests.web.browser.live_server import DESKTOP, PHONE
from tests.web.browser.test_everyone import serious


@pytest.mark.parametrize(("viewport", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_a_game_is_replayed_by_keyboard_in_the_file_alone(
    browser: Browser, tmp_path: Path, viewport: Any, scheme: Any
) -> None:
    carried_out(small_match(1), tmp_path / "run")
    context = browser.new_context(viewport=viewport, color_scheme=scheme)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.goto((tmp_path / "run" / "report.html").as_uri())
    page.locator("[data-replay]").first.press("Enter")
    dialog = page.locator("#replay")
    expect(dialog.get_by_role("heading")).to_contain_text(" against ")
    pieces = dialog.locator(".replay-board g g")
    expect(pieces).to_have_count(6)
    start = pieces.evaluate_all("all => all.map(each => each.getAttribute('transform')).sort()")
    page.keyboard.press("ArrowRight")
    expect(dialog.locator(".replay-said")).to_contain_text("Move 1 of")
    assert pieces.evaluate_all("all => all.map(each => each.getAttribute('transform')).sort()") != start
    page.keyboard.press("End")
    expect(dialog.locator(".replay-board g > circle[fill=none][stroke-width='0.07']")).to_have_count(3)
    expect(dialog.locator("[aria-current=true]")).to_have_count(1)
    assert serious(page) == []
    page.keyboard.press("Home")
    expect(dialog.locator(".replay-said")).to_have_text("Start")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    context.close()
    assert problems == []
