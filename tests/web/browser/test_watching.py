"""Computers among themselves, clocks, and two people at two machines."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import run_server


def test_computers_can_be_paused_stepped_and_paced(visit: Visit) -> None:
    pilot = visit().open().begin("hex", players=("easy", "easy"), size="7")
    pilot.page.locator(".pace").select_option("5")
    pilot.page.click("[data-command=pause]")
    expect(pilot.page.locator("[data-command=pause]")).to_have_attribute("aria-pressed", "true")
    expect(pilot.page.locator("[data-command=step]")).to_be_enabled()
    ply = len(pilot.moves)
    pilot.page.click("[data-command=step]")
    pilot.wait_for_ply(ply + 1)
    expect(pilot.page.locator("[data-command=step]")).to_be_enabled()
    assert len(pilot.moves) == ply + 1
    pilot.page.locator(".pace").select_option("0")
    pilot.page.click("[data-command=pause]")
    expect(pilot.page.locator("#turn.over")).to_be_visible()


def test_a_new_game_can_begin_after_the_end_and_any_time(visit: Visit) -> None:
    pilot = visit().open("game=hex&size=3&moves=b2.a1.b1.a2.b3")
    expect(pilot.page.locator("#turn.over")).to_contain_text("Red has won")
    assert pilot.page.locator("#board .win").count() == 3
    pilot.begin("morris", players=("human", "human"))
    expect(pilot.page.locator("#moves .move")).to_have_count(0)
    pilot.play("d6")
    pilot.begin("blockit", players=("human", "easy"), size="5", barriers="2")
    expect(pilot.page.locator(".reserve").first).to_have_text("2 barriers")


def test_a_clock_runs_and_ends_the_game(visit: Visit) -> None:
    pilot = visit().open()
    form = pilot.page.locator("#new-game-dialog")
    form.locator("input[value=neutreeko]").check()
    form.locator("[name=time]").select_option("move")
    form.locator("[name=time-each]").fill("1")
    form.locator("button[type=submit]").click()
    expect(pilot.page.locator("#turn.over")).to_contain_text("time")


def test_a_level_can_be_changed_during_the_game(visit: Visit) -> None:
    pilot = visit().open("game=neutreeko")
    pilot.page.locator("select.player-who").nth(0).select_option("easy")
    pilot.wait_for_ply(1)
    expect(pilot.page.locator("#facts")).to_contain_text("Against the computer")


@pytest.fixture
def lan_address(tmp_path: Path) -> Iterator[str]:
    with run_server(tmp_path, "--lan") as server:
        yield server.start()


def test_two_people_at_two_machines_play_by_a_link(visit: Visit, lan_address: str) -> None:
    host = visit(lan_address).open().begin("neutreeko", players=("human", "guest"))
    link = host.page.locator("#asking .link").input_value()
    assert "token" not in link
    copied = 'document.addEventListener("copy", () => (window.copied = getSelection().toString()))'
    host.page.evaluate(copied)
    host.page.locator("#asking button").click()
    assert host.page.evaluate("window.copied") == link
    guest = visit(link).open()
    guest.know("neutreeko")
    expect(host.page.locator("#asking")).to_be_hidden()
    expect(guest.page.locator("#new-game")).to_be_hidden()
    first = host.position.moves[0].text
    host.play(first)
    guest.wait_for_ply(1)
    guest.play(guest.my_turn().moves[0].text)
    host.wait_for_ply(2)
    assert host.shown() == guest.shown()
    guest.page.click("[data-command=undo]")
    expect(host.page.locator("#asking .left")).to_have_text(re.compile(r"^[0-9]+ s left$"))
    first_left = host.page.locator("#asking .left").inner_text()
    expect(host.page.locator("#asking .left")).not_to_have_text(first_left)
    host.page.locator("#asking button", has_text="Refuse").click()
    expect(guest.page.locator("#notices .notice")).to_have_text("The other player does not agree.")
    expect(guest.page.locator("#moves .move")).to_have_count(2)
    guest.page.click("[data-command=undo]")
    host.page.locator("#asking button.primary").click()
    expect(host.page.locator("#moves .move")).to_have_count(1)
    expect(guest.page.locator("#moves .move")).to_have_count(1)
    host.page.close()
    expect(guest.page.locator("#actions [data-command=undo]")).to_be_disabled()
