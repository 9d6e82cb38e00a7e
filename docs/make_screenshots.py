"""Take the screenshots of the README from the running page: `python docs/make_screenshots.py`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))

from tests.web.browser.live_server import open_browser, run_server  # noqa: E402

GAMES = {
    "hex": "game=hex&size=11&moves=c2.f6.g5.e8.d8.h4.i3.d7.c9.e6.f5.g4",
    "blockit": "game=blockit&moves=e2.e8.e3.e7.e4h.c6v.d3.d7.f6h",
    "eximo": "game=eximo&moves=d2-d3.e7-e6.d3-d4.d7-d6.e2-e3.c6-c5",
    "neutreeko": "game=neutreeko&moves=b1-b4.d5-d2.b4-a4",
    "morris": "game=morris&moves=d6.f4.d2.b4.d3.d5.d1xb4.c4.f6.f2",
}
REVIEWED = (
    "game=morris&moves=f4.g7.c3.f2.e4.c5.e5.d5.d2.d7.e3xd7.d7.d3xd7.f6.d1xg7.g4.d6.b4.c3-c4.g4-g7.c4-c3xd5.b4-c4.e5-d5"
    ".g7-g4.d1-g1.g4-g7.g1-d1xc5.c4-c5.d6-b6.g7-g4.b6-d6.g4-g1.e4-e5.g1-g4.e3-e4.g4-g1.f4-g4.c5-c4.d5-c5.c4-b4.d3-e3xf2"
    ".g1-a1.d2-d3xa1"
)
"""A game of `level5` against `level3`."""
THEATRE = "theatre?game=neutreeko&moves=b1-b4.d5-d2.b4-a4&one=alphabeta:heuristic=strong,depth=3&step=160"
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 780}
REVIEW_PATIENCE = 600_000
"""Milliseconds."""


def page_with(browser: Browser, address: str, link: str, **options: object) -> Page:
    """A visitor's page with a game on the table."""
    page = browser.new_context(locale="en-GB", reduced_motion="reduce", **options).new_page()  # type: ignore[arg-type]
    page.goto(f"{address}#{link}")
    expect(page.locator("#moves .move").nth(link.count("."))).to_be_visible()
    return page


def keep(page: Page, name: str) -> None:
    """Write what the page shows."""
    page.screenshot(path=FOLDER / f"{name}.png")
    page.context.close()


def studying(browser: Browser, address: str) -> None:
    """Hex on a wide screen, with the analysis and the graph of the game."""
    page = page_with(browser, address, GAMES["hex"], viewport=DESKTOP)
    page.locator("#ask-graph").click()
    points = GAMES["hex"].count(".") + 2
    page.wait_for_function("points => document.querySelector('.graph-line')?.points.length === points", arg=points)
    page.locator("[data-command=analysis]").click()
    expect(page.locator(".lines li")).to_have_count(3)
    page.wait_for_timeout(3000)
    keep(page, "page-hex")


def reviewing(browser: Browser, address: str) -> None:
    """A finished game with its review: the graph, the marks, and a better line."""
    page = page_with(browser, address, REVIEWED, viewport=DESKTOP)
    page.keyboard.press("Alt+z")
    expect(page.locator("#review .review-mistakes > li").first).to_be_visible(timeout=REVIEW_PATIENCE)
    expect(page.locator("#review .graph-mark").first).to_be_visible()
    keep(page, "page-review")


def watching(browser: Browser, address: str) -> None:
    """A search in the theatre, at a step."""
    page = browser.new_context(locale="en-GB", reduced_motion="reduce", viewport=DESKTOP).new_page()
    page.goto(f"{address}#{THEATRE}")
    expect(page.locator(".where")).to_contain_text("Step 160")
    page.locator(".card").first.wait_for()
    page.wait_for_timeout(500)
    keep(page, "page-theatre")


def main() -> None:
    """Write every picture."""
    expect.set_options(timeout=60_000)
    with tempfile.TemporaryDirectory() as folder, run_server(Path(folder)) as server, open_browser() as browser:
        address = server.start()
        studying(browser, address)
        reviewing(browser, address)
        watching(browser, address)
        for game in ("blockit", "eximo", "neutreeko"):
            scheme = "dark" if game == "eximo" else "light"
            keep(page_with(browser, address, GAMES[game], viewport=DESKTOP, color_scheme=scheme), f"page-{game}")
        phone = page_with(browser, address, GAMES["morris"], viewport=PHONE, device_scale_factor=2, color_scheme="dark")
        keep(phone, "page-morris-phone")


if __name__ == "__main__":
    main()
