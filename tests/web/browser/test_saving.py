"""Games that survive: closing the page, killing the server, out and in again as texts, links and pictures."""

import re
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import WebSocketRoute, expect

from plyground.play.store.store import FILE_NAME, Store
from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import LiveServer
from tests.web.browser.pilot import Pilot

LINE = ["c3", "swap", "d2", "b4"]
LINK = f"game=hex&size=5&moves={'.'.join(LINE)}"


def exported(pilot: Pilot, form: str) -> str:
    """The game as the export dialog writes it."""
    text = pilot.page.locator("#export-dialog textarea")
    before = text.input_value()
    pilot.page.click(f"#export-dialog .format-{form}")
    pilot.page.wait_for_function(
        "before => document.querySelector('#export-dialog textarea').value !== before", arg=before
    )
    return text.input_value()


def test_the_game_is_there_again_after_closing_the_page(visit: Visit) -> None:
    pilot = visit().open().begin("neutreeko", players=("human", "human"))
    pilot.play(pilot.position.moves[0].text)
    before = pilot.shown()
    second = pilot.page.context.new_page()
    pilot.page.close()
    pilot.page = second
    second.goto(pilot.address)
    pilot.wait_for_ply(1)
    assert pilot.shown() == before
    expect(second.locator("#new-game-dialog")).to_have_count(0)


def test_the_game_goes_on_after_the_server_was_killed(visit: Visit, own_server: LiveServer) -> None:
    pilot = visit(own_server.start())
    pilot.page.clock.install()
    pilot.open(LINK)
    pilot.watch.away = True
    second = Pilot(pilot.page.context.new_page(), pilot.address)
    second.watch.away = True
    second.open("game=neutreeko")
    own_server.kill()
    says = pilot.page.locator("#notices .notice")
    expect(says).to_have_text(re.compile("The server does not answer"))
    pilot.page.clock.fast_forward(60_000)
    expect(says).to_have_text(re.compile("The server does not answer"))
    own_server.start()
    expect(says).to_have_count(0)
    expect(pilot.page.locator("body.away")).to_have_count(0)
    expect(second.page.locator("body.away")).to_have_count(0)
    expect(second.page.locator("#facts")).to_contain_text("Neutreeko")
    second.page.close()
    pilot.my_turn()
    assert pilot.moves == LINE
    pilot.play("a1")
    assert set(pilot.shown()) == {"c3", "d2", "b4", "a1"}
    pilot.page.reload()
    pilot.wait_for_ply(5)
    assert pilot.moves == [*LINE, "a1"]
    own_server.kill()
    own_server.options = ("--new-token",)
    own_server.start()
    expect(says).to_have_text(re.compile("The server lets nobody in without its token"))
    pilot.watch.problems.clear()


def test_a_lost_connection_comes_back_to_the_same_table(visit: Visit) -> None:
    pilot, sockets = visit(), []

    def through(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    pilot.page.route_web_socket("**/ws*", through)
    pilot.open(LINK)
    pilot.watch.away = True
    sockets[0].close(code=1012)
    pilot.page.wait_for_function("() => document.querySelector('.notice.wrong')")
    expect(pilot.page.locator("body.away")).to_have_count(0)
    pilot.play("a1")
    assert pilot.moves == [*LINE, "a1"]
    assert len(sockets) == 2


def test_a_record_goes_out_and_comes_in_again(visit: Visit) -> None:
    first = visit().open(LINK)
    first.command("export")
    expect(first.page.locator("#export-dialog textarea")).to_have_value(re.compile('Game "hex"'))
    record = first.page.locator("#export-dialog textarea").input_value()
    second = visit().open().close_form()
    second.command("import")
    second.page.locator("#import-dialog textarea").fill(record)
    second.page.locator("#import-dialog button.primary").click()
    second.wait_for_ply(4)
    assert second.moves == LINE


@pytest.mark.parametrize("form", ["sgf", "hexworld", "link"])
def test_other_forms_of_a_hex_game_come_in_again(visit: Visit, form: str) -> None:
    first = visit().open(LINK)
    first.command("export")
    text = exported(first, form)
    second = visit().open().close_form()
    second.command("import")
    second.page.locator("#import-dialog textarea").fill(text)
    second.page.locator("#import-dialog button.primary").click()
    second.wait_for_ply(4)
    assert second.moves == LINE


def test_a_text_that_is_no_game_is_refused_and_nothing_is_lost(visit: Visit) -> None:
    pilot = visit().open(LINK)
    pilot.command("import")
    pilot.page.locator("#import-dialog textarea").fill("no game")
    pilot.page.locator("#import-dialog button.primary").click()
    expect(pilot.page.locator(".notice.wrong")).to_be_visible()
    expect(pilot.page.locator("#import-dialog textarea")).to_have_value("no game")
    assert pilot.moves == LINE
    pilot.watch.problems = [problem for problem in pilot.watch.problems if "400" not in problem]


FAILED = """[Game "hex"]
[Option "size=5"]
[Result "second"]
[Reason "crash"]
[Detail "<b>It</b> fell asleep."]

1. c3 swap
"""


def test_a_computer_that_failed_says_why(visit: Visit) -> None:
    pilot = visit().open().close_form()
    pilot.command("import")
    pilot.page.locator("#import-dialog textarea").fill(FAILED)
    pilot.page.locator("#import-dialog button.primary").click()
    expect(pilot.page.locator("#turn")).to_have_text(re.compile("program failed"))
    expect(pilot.page.locator("#notices .notice.wrong")).to_have_text("<b>It</b> fell asleep.")


def test_the_board_is_kept_as_svg_and_png(visit: Visit, tmp_path: Path) -> None:
    pilot = visit().open(LINK)
    pilot.command("export")
    for form in ("svg", "png"):
        with pilot.page.expect_download() as found:
            pilot.page.click(f"#export-dialog .picture-{form}")
        found.value.save_as(tmp_path / f"board.{form}")
    drawing = ElementTree.parse(tmp_path / "board.svg").getroot()
    pieces = [each for each in drawing.iter() if each.tag.endswith("radialGradient")]
    assert len(pieces) == 2
    texts = [each.text for each in drawing.iter() if each.tag.endswith("text")]
    assert {"a", "e", "1", "5"} <= set(texts)
    content = (tmp_path / "board.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) > 5000


def test_a_server_that_is_silent_is_away_until_it_speaks(visit: Visit) -> None:
    pilot, sockets, held = visit(), list[WebSocketRoute](), list[str | bytes]()

    def through(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server().on_message(lambda text: held.append(text) if silent else socket.send(text))

    silent = False
    pilot.page.clock.install()
    pilot.page.route_web_socket("**/ws*", through)
    pilot.open(LINK)
    silent = True
    pilot.page.clock.fast_forward(26_000)
    pilot.page.clock.fast_forward(16_000)
    says = pilot.page.locator("#notices .notice")
    expect(says).to_have_text(re.compile("The server does not answer"))
    while not held:
        pilot.page.wait_for_timeout(10)
    sockets[0].send(held[0])
    expect(says).to_have_count(0)


def test_whoever_has_no_cookie_is_told_how_to_get_in(visit: Visit, address: str) -> None:
    clean = address.partition("?")[0]
    stranger, host = visit(clean, locale="pt-PT"), visit()
    stranger.page.goto(clean)
    stranger.page.wait_for_url("**/?again=1")
    expect(stranger.page.locator("body")).to_contain_text("`plyground serve --address` volta a escrevê-lo")
    stranger.watch.problems.clear()
    host.open(LINK)
    assert host.page.url == clean
    host.page.goto("about:blank")
    host.page.goto(clean)
    host.wait_for_ply(4)


def test_a_link_on_another_site_leads_to_its_game(visit: Visit) -> None:
    """The strict cookie does not come along such a link; the page at the door fetches it."""
    pilot = visit().open()
    clean = pilot.page.url
    pilot.page.route("http://elsewhere.test/", lambda route: route.fulfill(body=f"<a href='{clean}#{LINK}'>play</a>"))
    pilot.page.goto("http://elsewhere.test/")
    pilot.page.click("a")
    pilot.wait_for_ply(4)
    assert pilot.moves == LINE
    assert pilot.page.url == clean
    elsewhere = "request to http://elsewhere.test/"
    pilot.watch.problems = [
        problem for problem in pilot.watch.problems if problem != elsewhere and "403" not in problem
    ]


def test_deleting_a_game_asks_once(visit: Visit) -> None:
    pilot = visit().open(LINK)
    number = pilot.page.wait_for_function("() => JSON.parse(localStorage['plyground-seat']).saved").json_value()
    pilot.begin("neutreeko", players=("human", "human"))
    pilot.page.keyboard.press("Alt+o")
    row = pilot.page.locator(f"#saved-dialog li[data-saved='{number}']")
    row.get_by_role("button", name="Delete").click()
    asks = pilot.page.get_by_role("alertdialog", name="Delete this game?")
    expect(asks).to_contain_text(f"“{number}. Hex” is deleted for good")
    expect(asks.get_by_role("button", name="Cancel")).to_be_focused()
    pilot.page.keyboard.press("Escape")
    expect(asks).to_have_count(0)
    expect(row).to_be_visible()
    row.get_by_role("button", name="Delete").press("Enter")
    pilot.page.keyboard.press("Tab")
    pilot.page.keyboard.press("Enter")
    expect(row).to_have_count(0)
    expect(pilot.page.locator("#saved-dialog")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "title", "yes"), [("en-GB", "Resign?", "Resign"), ("pt-PT", "Desistir?", "Desistir")]
)
def test_resigning_asks_once(visit: Visit, locale: str, title: str, yes: str) -> None:
    pilot = visit(locale=locale).open(LINK)
    asks = pilot.page.get_by_role("alertdialog", name=title)
    pilot.page.keyboard.press("Alt+q")
    expect(asks).to_be_visible()
    pilot.page.keyboard.press("Enter")
    expect(asks).to_have_count(0)
    expect(pilot.page.locator("#turn.over")).to_have_count(0)
    pilot.page.keyboard.press("Alt+q")
    asks.get_by_role("button", name=yes).press("Enter")
    expect(pilot.page.locator("#turn.over")).to_be_attached()


def test_saved_games_are_listed_named_and_resumed(visit: Visit) -> None:
    pilot = visit().open(LINK)
    pilot.page.keyboard.press("Alt+o")
    rows = pilot.page.locator("#saved-dialog li")
    expect(rows.first).to_contain_text("Hex")
    number = rows.first.get_attribute("data-saved")
    row = pilot.page.locator(f"#saved-dialog li[data-saved='{number}']")
    row.locator("input").fill("Sunday")
    row.locator("input").blur()
    expect(row.locator("input")).to_have_value("Sunday")
    pilot.page.keyboard.press("Escape")
    pilot.begin("neutreeko", players=("human", "human"))
    pilot.page.keyboard.press("Alt+o")
    expect(row.locator("input")).to_have_value("Sunday")
    row.locator("button.primary").click()
    pilot.know("hex", size="5")
    pilot.wait_for_ply(4)
    assert pilot.moves == LINE


def test_the_page_shows_what_another_program_played_and_keeps_its_own_moves(
    visit: Visit, own_server: LiveServer
) -> None:
    pilot = visit(own_server.start()).open(LINK)
    facts = pilot.page.locator("#facts")
    expect(facts).to_contain_text("saved as 1")
    with Store(own_server.folder / FILE_NAME) as store:
        found = store.resume(1)
        for move in ("a1", "e5"):
            found.match.play(move)
        store.save(1, found.match, found.version)
    pilot.click("a5")
    expect(pilot.page.locator("#asking")).to_contain_text("the newer one is shown. Yours has 5 moves.")
    pilot.wait_for_ply(6)
    assert pilot.moves == [*LINE, "a1", "e5"]
    pilot.page.locator("#asking button.primary").click()
    expect(facts).to_contain_text("saved as 2")
    assert pilot.moves == [*LINE, "a5"]
    expect(pilot.page.locator("#asking")).to_be_hidden()


def replace_by_file(folder: Path) -> None:
    """Put a file where the folder is; the server may remove a file of it, or make it anew, at the same moment."""
    while not folder.is_file():
        shutil.rmtree(folder, ignore_errors=True)
        with suppress(IsADirectoryError):
            folder.write_text("no folder")


def test_the_page_says_when_nothing_is_saved_and_when_it_is_again(visit: Visit, own_server: LiveServer) -> None:
    pilot = visit(own_server.start()).open(LINK)
    facts, folder = pilot.page.locator("#facts"), own_server.folder
    expect(facts).to_contain_text("saved as 1")
    with closing(sqlite3.connect(folder / FILE_NAME)) as db, db:
        db.execute(
            "INSERT INTO games SELECT 7, name, game, 'bad', start, turns, players, names, per_move, base, increment,"
            " remark, date, extra, result, reason, created, changed, detail, version FROM games"
        )
    pilot.page.keyboard.press("Alt+o")
    expect(pilot.page.locator("#saved-dialog .damaged")).to_contain_text("Saved game 7 cannot be read")
    expect(pilot.page.locator("#saved-dialog li")).to_have_count(1)
    expect(pilot.page.locator("#saved-dialog li .mini")).to_be_visible()
    pilot.page.keyboard.press("Escape")
    replace_by_file(folder)
    pilot.play("a5")
    expect(facts).to_contain_text("not saved: The saved games in")
    folder.unlink()
    expect(facts).to_contain_text("saved as 1")
    with Store(folder / FILE_NAME) as store:
        assert store.export(1).moves == (*LINE, "a5")
