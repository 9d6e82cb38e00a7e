"""On a phone whatever is opened begins in sight, with the board above it."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import PATIENCE

GAME = "game=neutreeko&moves=b1-b4.d5-e5.d1-d5.c2-c3.d5-d1.b5-a4.d1-b3.c3-c1.c4-b5"


@pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=["usual", "small"])
@pytest.mark.parametrize(
    ("command", "awaited", "first"),
    [
        ("puzzles", "#puzzles .review-tools", "#puzzles p"),
        ("explorer", "#explorer p", "#explorer p"),
        ("review", "#review table", "#review h2"),
        ("graph", "#graph svg", "#analysis-panel h2"),
    ],
)
def test_what_is_opened_is_in_sight(
    visit: Visit, size: tuple[int, int], command: str, awaited: str, first: str
) -> None:
    pilot = visit(viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True).open(GAME)
    pilot.command(command)
    expect(pilot.page.locator(awaited).first).to_be_visible(timeout=PATIENCE)
    expect(pilot.page.locator(first).first).to_be_in_viewport(ratio=0.99)
    expect(pilot.page.locator("#board")).to_be_in_viewport(ratio=0.99)
