"""What the page says while something is compiled, and buttons that can be pressed whatever comes meanwhile."""

import json
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.pilot import Pilot

FIRST_TIME = {"en-GB": "the first time this takes some seconds", "pt-PT": "a primeira vez demora alguns segundos"}
QUEUES = {"en-GB": "Black waits for its turn: 3 before it …", "pt-PT": "As Pretas esperam pela sua vez: 3 à frente …"}
BUILDS = {
    "en-GB": "Black: computing exact values, once …",
    "pt-PT": "As Pretas: a calcular valores exatos, uma só vez …",
}
COMPILES = {"en-GB": "Black: compiling the search, once …", "pt-PT": "As Pretas: a compilar, uma só vez …"}


class Slow:
    """Stands between a page and its server, which needs as long as a test wants for its answers."""

    def __init__(self, pilot: Pilot, holds: bool = False, kind: str = "state") -> None:
        self.holds, self.held, self.kind = holds, list[str](), kind
        self.heard = Counter[str]()
        pilot.page.route_web_socket("**/ws*", self._through)

    def _through(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.connect_to_server().on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        text = str(message)
        data: dict[str, Any] = json.loads(text)
        self.heard[data["type"]] += 1
        if self.holds and data["type"] == self.kind:
            self.held.append(text)
        else:
            self.socket.send(text)

    def go_on(self) -> None:
        """The server is done."""
        self.holds = False
        while self.held:
            self.socket.send(self.held.pop(0))


@pytest.mark.parametrize("locale", FIRST_TIME)
def test_the_form_says_that_a_game_is_made_ready(visit: Visit, locale: str) -> None:
    pilot = visit(locale=locale)
    slow = Slow(pilot)
    pilot.open("game=neutreeko")
    slow.holds = True
    pilot.page.click("#new-game")
    form = pilot.page.locator("#new-game-dialog")
    form.locator("button[type=submit]").click()
    expect(form.locator(".notice")).to_contain_text(FIRST_TIME[locale])
    slow.go_on()
    expect(form).to_have_count(0)


READY = {"en-GB": ("is being compiled", "is ready."), "pt-PT": ("a compilar", "tudo pronto.")}


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize("locale", READY)
def test_what_is_compiled_ahead_is_told_even_when_the_form_is_gone(visit: Visit, locale: str, closed: bool) -> None:
    pilot = visit(locale=locale)
    slow = Slow(pilot, kind="prepared")
    pilot.open("game=neutreeko")
    slow.holds = True
    pilot.page.click("#new-game")
    note = pilot.page.locator("#new-game-dialog .ahead")
    pilot.page.wait_for_function("() => document.querySelector('#new-game-dialog input:checked')")
    while not slow.held:
        pilot.page.wait_for_timeout(10)
    game = json.loads(slow.held[0])["game"]
    slow.socket.send(json.dumps({"type": "preparing", "game": game}))
    expect(note).to_contain_text(READY[locale][0])
    if closed:
        pilot.close_dialog()
    slow.go_on()
    expect(pilot.page.locator("#notices .notice") if closed else note).to_contain_text(READY[locale][1])


def test_other_options_are_compiled_ahead_as_well(visit: Visit) -> None:
    pilot = visit()
    asked: list[dict[str, Any]] = []

    def note(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "prepare":
            asked.append(message)

    pilot.page.on("websocket", lambda socket: socket.on("framesent", note))
    form = pilot.open().page.locator("#new-game-dialog")
    form.locator("input[name=game][value=blockit]").check()
    form.locator("[name=rules]").select_option("quoridor")
    form.locator("[name=rules]").select_option("blockit")
    form.locator("[name=colours-green]").click()
    form.locator("[name=size]").fill("5")
    form.locator("[name=size]").blur()
    wanted: list[dict[str, str]] = [{}, {"rules": "quoridor"}, {}, {"colours": "red,green,blue"}]
    wanted.append({"colours": "red,green,blue", "size": "5"})
    while [each["options"] for each in asked if each["game"] == "blockit"][-1:] != wanted[-1:]:
        pilot.page.wait_for_timeout(10)
    found = [each["options"] for each in asked if each["game"] == "blockit"]
    assert found in (wanted, wanted[:2] + wanted[3:]), "what is ready is not asked for again"


def test_a_page_without_a_board_says_why(visit: Visit) -> None:
    pilot = visit()
    slow = Slow(pilot, holds=True)
    pilot.page.goto(f"{pilot.address}#game=neutreeko")
    pilot.page.wait_for_function("() => !document.body.classList.contains('away')")
    expect(pilot.page.locator("#menus button").first).to_be_visible()
    slow.socket.send(json.dumps({"type": "loading", "game": "neutreeko", "what": "rules"}))
    expect(pilot.page.locator("#notices .notice")).to_contain_text(FIRST_TIME["en-GB"])
    slow.go_on()
    expect(pilot.cell("c3")).to_be_attached()
    expect(pilot.page.locator("#notices .notice")).to_have_count(0)


@pytest.mark.parametrize("locale", COMPILES)
@pytest.mark.parametrize(
    ("news", "told"),
    [({"compiling": True}, COMPILES), ({"building": True}, BUILDS), ({"waiting": True, "before": 3}, QUEUES)],
)
def test_the_turn_line_says_what_a_computer_waits_for(
    visit: Visit, locale: str, news: dict[str, Any], told: dict[str, str]
) -> None:
    pilot = visit(locale=locale)
    slow = Slow(pilot)
    pilot.open("game=neutreeko")
    slow.holds = True
    pilot.page.locator("select.player-who").first.select_option("easy")
    while not slow.held:
        pilot.page.wait_for_timeout(10)
    state = json.loads(slow.held[0])
    state["thinking"] |= news
    slow.held[0] = json.dumps(state)
    slow.socket.send(slow.held.pop(0))
    expect(pilot.page.locator("#turn")).to_have_text(told[locale])
    slow.go_on()
    pilot.wait_for_ply(1)
    expect(pilot.page.locator("#turn")).not_to_have_text(told[locale])


def test_an_analysis_says_that_its_search_is_compiled_until_it_has_found_something(visit: Visit) -> None:
    pilot = visit()
    slow = Slow(pilot)
    pilot.open("game=neutreeko")
    slow.socket.send(json.dumps({"type": "loading", "game": "neutreeko", "what": "search"}))
    expect(pilot.page.locator("#notices .notice")).to_contain_text("the search is compiled")
    pilot.page.click("[data-command=analysis]")
    expect(pilot.page.locator(".lines li").first).to_be_visible()
    expect(pilot.page.locator("#notices .notice")).to_have_count(0)


def test_a_line_can_be_pressed_while_it_gets_better(visit: Visit) -> None:
    pilot = visit()
    slow = Slow(pilot)
    pilot.open("game=hex&size=7&moves=d4.c3")
    pilot.page.click("[data-command=analysis]")
    pilot.page.locator(".line-move").first.hover()
    pilot.page.mouse.down()
    heard = slow.heard["analysis"]
    while slow.heard["analysis"] == heard:
        pilot.page.wait_for_timeout(10)
    pilot.page.mouse.up()
    expect(pilot.page.locator("#moves .tried")).to_be_visible()


@pytest.mark.parametrize("button", ["#actions [data-command=whatif]", "#moves .move"])
def test_a_button_can_be_pressed_while_a_move_comes(visit: Visit, button: str) -> None:
    pilot = visit().open("game=hex&size=5&moves=c3.b2")
    other = Pilot(pilot.page.context.new_page(), pilot.address)
    other.page.goto(other.address)
    other.know("hex", size="5")
    other.wait_for_ply(2)
    pilot.page.bring_to_front()
    pilot.page.locator(button).first.hover()
    pilot.page.mouse.down()
    expect(pilot.page.locator("#turn")).to_have_text("Red to move")
    other.play("d4")
    expect(pilot.page.locator("#turn")).to_have_text("Blue to move")
    pilot.page.mouse.up()
    expect(pilot.page.locator("#banner")).to_be_visible()
