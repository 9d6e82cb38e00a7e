"""The heuristic bench in a browser: sliders act at once, and a file of one's own is loaded again when it is saved."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.play.test_bench import FILE, GOOD
from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import DESKTOP, PHONE, context_options, run_server
from tests.web.browser.pilot import Pilot
from tests.web.browser.test_everyone import serious

LINK = "bench?game=neutreeko&moves=b1-c1&heuristic=H4"


def test_a_slider_changes_the_value_and_the_moves_at_once(visit: Visit) -> None:
    pilot = visit().open("game=neutreeko&moves=b1-c1")
    pilot.command("bench")
    page = pilot.page
    page.get_by_role("button", name="H4", exact=True).click()
    expect(page.locator(".bench-parts h2")).to_contain_text("H4")
    value = page.locator(".chosen-row .figure")
    before, points = value.inner_text(), page.locator("[data-part=pair] .points")
    slider = page.locator("[data-part=pair] input")
    slider.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-part=pair] output")).to_have_text("14")
    expect(value).not_to_have_text(before)
    expect(points).not_to_have_text("0")
    expect(page.locator(".bench-parts .agent")).to_contain_text("weights=pair:14")
    assert "weights=pair%3A14" in page.url
    page.get_by_text("Usual weights").click()
    expect(value).to_have_text(before)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_bench_is_for_everyone(visit: Visit, size: dict[str, int]) -> None:
    pilot = visit(viewport=size, locale="pt-PT")
    pilot.page.goto(f"{pilot.address}#{LINK}")
    pilot.page.locator(".warm").first.wait_for()
    assert serious(pilot.page) == []
    assert pilot.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(pilot.page.locator(".bench-moves h2")).to_contain_text("Cada jogada")


def test_a_file_of_ones_own_is_loaded_again_and_its_mistake_is_shown(browser: Browser, tmp_path: Path) -> None:
    plugin = tmp_path / "mine.py"
    plugin.write_text(FILE.format(name="mine", body=GOOD))
    with run_server(tmp_path / "data", "--plugin", str(plugin)) as server:
        context = browser.new_context(**context_options())
        pilot = Pilot(context.new_page(), server.start())
        page = pilot.page
        page.goto(f"{pilot.address}#bench?game=neutreeko")
        expect(page.locator(".bench-files")).to_contain_text("mine.py loaded")
        expect(page.locator(".chosen-row")).to_contain_text("your file mine.py")
        stamp = plugin.stat().st_mtime_ns + 10**9
        plugin.write_text(FILE.format(name="mine", body="return h.near +"))
        os.utime(plugin, ns=(stamp, stamp))
        for place in (".theatre-status.wrong", ".bench-files .wrong"):
            expect(page.locator(place)).to_contain_text("mine.py, line")
        expect(page.locator(".bench-files")).not_to_contain_text("loaded")
        expect(page.locator(".bench-files")).not_to_contain_text("mine.py mine.py")
        assert pilot.watch.problems == []
        context.close()
