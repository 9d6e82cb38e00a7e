"""For everyone: languages, themes, phones, screen readers, greyscale, keyboards, speed."""

import io
import re
from importlib.resources import files
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Page, expect

from plyground.core.text import duration
from plyground.language import language
from tests.nightly import NIGHTLY
from tests.web.browser.conftest import Visit
from tests.web.browser.live_server import DESKTOP, PATIENCE, PHONE
from tests.web.browser.pilot import Pilot

SCRIPT_BYTES = 150_000
"""The scripts that the first view loads: they are read as they are written, and a phone still has them in a second."""

LINKS = {
    "hex": "game=hex&size=11&moves=f6.swap.g5.e8.d8.h4",
    "blockit": "game=blockit&moves=e2.e8.e3h.c6v",
    "eximo": "game=eximo&moves=d2-d3.e7-e6",
    "neutreeko": "game=neutreeko",
    "morris": "game=morris&moves=d6.f4.d2.b4",
}
BOARD_FITS = """() => {
  const [board, frame] = ["board", "frame"].map((id) => document.getElementById(id).getBoundingClientRect());
  return board.width <= frame.width + 1 && board.height <= frame.height + 1;
}"""
"""The board has been drawn anew for its frame, which a browser does after it has changed its size."""
SCRIPTS = files("plyground.web") / "static"


def serious(page: Page) -> list[str]:
    """What axe-core calls serious or worse."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found if each["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit: Visit, scheme: Any) -> None:
    pilot = visit(color_scheme=scheme).open(LINKS["hex"])
    assert serious(pilot.page) == []
    for name in ("new", "settings", "keys", "export", "rules"):
        pilot.open_dialog(name)
        assert serious(pilot.page) == [], name
        pilot.close_dialog()
    pilot.command("editor")
    assert serious(pilot.page) == []
    pilot.command("editor")


def test_axe_finds_nothing_serious_on_a_phone_with_each_game(visit: Visit) -> None:
    for link in LINKS.values():
        assert serious(visit(viewport=PHONE).open(link).page) == []


@pytest.mark.parametrize("game", LINKS)
def test_the_whole_board_is_seen_without_scrolling(visit: Visit, game: str) -> None:
    pilot = visit(viewport=PHONE).open(LINKS[game])
    for size in ((320, 568), (390, 844), (568, 320), (1280, 800), (2560, 1300)):
        pilot.page.set_viewport_size({"width": size[0], "height": size[1]})
        pilot.page.wait_for_function(BOARD_FITS)
        box = pilot.page.locator("#board").bounding_box()
        assert box is not None
        assert min(box["x"], box["y"]) >= 0
        assert box["x"] + box["width"] <= size[0]
        assert box["y"] + box["height"] <= size[1]
        assert min(box["width"], box["height"]) > 0.3 * min(size)
        assert pilot.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        for part in ("#turn", "#players", "#typed-move", "#actions"):
            assert pilot.page.locator(part).bounding_box()["y"] < size[1]  # type: ignore[index]


def visible_text(page: Page) -> str:
    """All texts and names that a person can meet on the page."""
    found: str = page.evaluate(
        """() => [document.body.innerText, ...["aria-label", "title", "placeholder"].flatMap((name) =>
          [...document.querySelectorAll(`[${name}]`)].map((each) => each.getAttribute(name)))].join("\\n")"""
    )
    return found


@pytest.mark.parametrize("code", ["en", "pt"])
def test_every_text_comes_from_the_catalogue(visit: Visit, code: str) -> None:
    pilot = visit(locale="pt-PT" if code == "pt" else "en-GB").open(LINKS["hex"])
    catalogue = language(code).catalogue
    texts = [visible_text(pilot.page)]
    for name in ("new", "settings", "keys", "export", "import", "saved", "about"):
        pilot.open_dialog(name)
        texts.append(visible_text(pilot.page))
        pilot.close_dialog()
    pilot.command("editor")
    expect(pilot.page.locator("#editor .verdict code")).not_to_be_empty()
    texts.append(visible_text(pilot.page))
    shown = "\n".join(texts)
    keys = {key.removeprefix("web.") for key in catalogue if key.startswith("web.")}
    assert sorted(key for key in keys if re.search(rf"(?m)^{re.escape(key)}$", shown) and "." in key) == []
    assert catalogue["web.command.new"] in shown
    assert catalogue["web.editor.possible"] in shown
    assert pilot.page.evaluate("document.documentElement.lang") == code


def test_the_scripts_use_only_keys_that_the_catalogue_has(visit: Visit) -> None:
    known = {key.removeprefix("web.") for key in language("en").catalogue}
    used = set()
    for script in SCRIPTS.iterdir():
        if script.name.endswith((".js", ".html")):
            text = script.read_text(encoding="utf-8")
            used |= set(re.findall(r"""(?:catalogue|text)\.text\(\s*"([\w.-]+)\"""", text))
            used |= set(re.findall(r"""data-(?:text|label|placeholder)="([\w.]+)\"""", text))
    assert len(used) > 80
    assert used - known == set()


def test_the_language_changes_at_once(visit: Visit) -> None:
    pilot = visit().open("game=hex&size=3&moves=b2.a1.b1.a2.b3")
    expect(pilot.page.locator("#turn")).to_contain_text("Red has won")
    pilot.page.keyboard.press("Alt+l")
    expect(pilot.page.locator("#turn")).to_contain_text("O Vermelho ganhou")
    expect(pilot.page.locator("#new-game")).to_have_text("Novo jogo")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_follows_the_system_until_it_is_chosen(visit: Visit, scheme: Any) -> None:
    pilot = visit(color_scheme=scheme).open(LINKS["neutreeko"])
    ground = "getComputedStyle(document.body).backgroundColor"
    before = pilot.page.evaluate(ground)
    assert brightness(before) > 200 if scheme == "light" else brightness(before) < 60
    pilot.command("settings")
    pilot.page.locator("[name=theme]").select_option("dark" if scheme == "light" else "light")
    after = pilot.page.evaluate(ground)
    assert brightness(after) < 60 if scheme == "light" else brightness(after) > 200


def brightness(colour: str) -> float:
    """The mean of a CSS colour's parts."""
    parts = [float(part) for part in re.findall(r"[\d.]+", colour)[:3]]
    return sum(parts) / 3


def grey(pilot: Pilot, cell: str) -> Image.Image:
    """The piece on a cell as a greyscale picture."""
    box = pilot.cell(cell).bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    side = 0.3 * box["width"]
    clip = {"x": middle[0] - side, "y": middle[1] - side, "width": 2 * side, "height": 2 * side}
    content = pilot.page.screenshot(clip=clip)  # type: ignore[arg-type]
    return Image.open(io.BytesIO(content)).convert("L").resize((24, 24))


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("hex", "g5", "h4"),
        ("blockit", "e2", "e8"),
        ("eximo", "b1", "b8"),
        ("neutreeko", "b1", "b5"),
        ("morris", "d2", "b4"),
    ],
)
def test_pieces_differ_in_greyscale(visit: Visit, game: str, one: str, other: str) -> None:
    pilot = visit(color_scheme="light").open(LINKS[game])
    pictures = {}
    for scheme in ("light", "dark"):
        pilot.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        first, second = pictures[scheme] = tuple(grey(pilot, cell).tobytes() for cell in (one, other))
        different = sum(abs(a - b) > 40 for a, b in zip(first, second, strict=True))
        assert different > 0.04 * len(first), scheme
    assert pictures["light"] != pictures["dark"]


def test_screen_readers_are_told_moves_turns_and_the_end(visit: Visit) -> None:
    pilot = visit().open("game=hex&size=3&moves=b2.a1.b1.a2")
    expect(pilot.cell("b2")).to_have_attribute("aria-label", "b2, red stone")
    pilot.play("c1")
    expect(pilot.page.locator("#polite")).to_have_text("Red plays c1. Blue to move")
    pilot.play("a3", "keyboard")
    pilot.play("b3", "keyboard")
    expect(pilot.page.locator("#polite")).to_contain_text("Red plays b3. Red has won")


def test_all_cells_are_reached_by_arrows(visit: Visit) -> None:
    for link in LINKS.values():
        pilot = visit().open(link)
        pilot.page.locator("#board [tabindex='0']").focus()
        cells = [cell.name for cell in pilot.game.board().cells]
        for cell in (cells[0], cells[-1]):
            while pilot.page.evaluate("document.activeElement.getAttribute('data-cell')") != cell:
                for key in pilot.route(cell):
                    pilot.page.keyboard.press(key)


def test_menus_work_by_keyboard_and_closing_a_dialog_closes_nothing_else(visit: Visit) -> None:
    pilot = visit().open(LINKS["neutreeko"])
    pilot.page.locator("#menus .menu-button").first.focus()
    pilot.page.keyboard.press("ArrowDown")
    for _ in range(4):
        pilot.page.keyboard.press("ArrowRight")
    pilot.page.keyboard.press("ArrowDown")
    pilot.page.keyboard.press("Enter")
    expect(pilot.page.locator("#rules-dialog")).to_contain_text("Neutreeko")
    pilot.page.keyboard.press("Escape")
    expect(pilot.page.locator("dialog")).to_have_count(0)
    expect(pilot.page.locator("#board")).to_be_visible()
    pilot.command("about")
    pilot.page.locator("#about-dialog .close").click()
    expect(pilot.page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_menus_name_keys_only_where_there_are_keys(visit: Visit, touch: bool) -> None:
    pilot = visit(has_touch=touch, is_mobile=touch).open(LINKS["neutreeko"])
    pilot.page.locator("#menus .menu-button").first.click()
    expect(pilot.page.locator("#menus [data-command=new]")).to_be_visible()
    assert pilot.page.locator("#menus [data-command=new] kbd").is_visible() is not touch


def test_numbers_are_written_as_the_language_writes_them(visit: Visit) -> None:
    pilot = visit(locale="pt-PT").open(LINKS["morris"])
    pilot.page.click("[data-command=analysis]")
    expect(pilot.page.locator("#analysis")).to_contain_text(
        re.compile(r"\b\d{2,3}\s\d{3} posições, \d+(,\d+)?\s(ms|s)")
    )
    pilot.page.keyboard.press("Alt+l")
    expect(pilot.page.locator("#analysis")).to_contain_text(
        re.compile(r"\b\d{2,3},\d{3} positions, \d+(\.\d+)?\s(ms|s)")
    )


def test_nothing_moves_for_those_who_asked_for_that(visit: Visit) -> None:
    pilot = visit(reduced_motion="reduce").open("game=neutreeko")
    pilot.page.click("[data-command=hint]")
    expect(pilot.page.locator("#board .hint")).to_have_count(1)
    assert pilot.page.locator("#board .hint").evaluate("each => getComputedStyle(each).animationName") == "none"


# A quiet stand-in for the browser's audio that counts its tones.
AUDIO = """() => {
  const node = { frequency: {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
    connect: (next) => next, start: () => (window.tones = (window.tones ?? 0) + 1), stop() {} };
  window.AudioContext = class { createOscillator() { return node; } createGain() { return node; } };
}"""


def test_sounds_are_off_at_first_and_can_be_switched_on(visit: Visit) -> None:
    pilot = visit().open("game=neutreeko")
    pilot.page.evaluate(AUDIO)
    pilot.play(pilot.position.moves[0].text)
    assert pilot.page.evaluate("window.tones") is None
    pilot.page.keyboard.press("Alt+b")
    pilot.play(pilot.position.moves[0].text)
    assert pilot.page.evaluate("window.tones") == 1


def test_the_board_of_hexagons_has_three_orientations_and_turns_round(visit: Visit) -> None:
    pilot = visit().open(LINKS["hex"])
    seen = set()
    for _ in range(4):
        pilot.page.keyboard.press("Alt+v")
        seen.add(pilot.page.locator("#board").get_attribute("viewBox"))
    assert len(seen) == 3
    before = pilot.cell("a1").bounding_box()
    pilot.page.keyboard.press("Alt+t")
    assert pilot.cell("a1").bounding_box() != before


def test_the_scripts_of_the_first_view_are_small_and_others_come_when_they_are_used(visit: Visit) -> None:
    pilot = visit()
    loaded: set[str] = set()
    pilot.page.on("request", lambda each: loaded.add(each.url.rpartition("/")[2]) if each.url.endswith(".js") else None)
    pilot.open(LINKS["hex"])
    assert len(loaded) > 20
    assert sum(len((SCRIPTS / name).read_bytes()) for name in loaded) < SCRIPT_BYTES
    assert not loaded & {"help.js", "newgame.js", "saved.js", "exporting.js", "settingsdialog.js"}
    pilot.open_dialog("keys")
    assert {"help.js", "markdown.js"} <= loaded


def test_the_first_board_and_a_move_are_shown_soon(visit: Visit) -> None:
    """By how much is only asked at night, when nothing else runs."""
    pilot = visit().open("game=hex&size=11")
    pilot.page.evaluate(
        """() => new MutationObserver((_, all) => {
          if (document.querySelectorAll("#moves .move").length && !window.shownAt) window.shownAt = performance.now();
        }).observe(document.querySelector("#moves"), { childList: true })"""
    )
    pilot.page.evaluate(
        "() => document.addEventListener('pointerup', () => (window.clickedAt = performance.now()), true)"
    )
    pilot.click("f6")
    pilot.wait_for_ply(1)
    assert pilot.page.evaluate("window.shownAt - window.clickedAt") < (1000 if NIGHTLY else PATIENCE)
    pilot.page.reload()
    pilot.page.wait_for_selector("#board [data-cell]", state="attached")
    assert pilot.page.evaluate("performance.now()") < (10_000 if NIGHTLY else PATIENCE)


ENDS = {
    "morris": "game=morris&start=w.w/.../..w/....../.../b.b/..b%20w%200,0",
    "eximo": "game=eximo&start=......../......../......../...b..../......../...b..../...w..../........%20w",
}


@pytest.mark.parametrize(
    ("game", "move", "code", "told"),
    [
        (
            "morris",
            "e5-d7xg1",
            "en",
            ["White has won: Black has fewer than three men", "plays", "time", "a play", "nodes"],
        ),
        (
            "morris",
            "e5-d7xg1",
            "pt",
            ["As Brancas ganharam: as Pretas têm menos de três peças", "jogadas", "por jogada"],
        ),
        ("eximo", "d2xd4xd6", "en", ["White has won: Black has no man left", "plays\t1\t0", "steps\t2\t0"]),
        ("eximo", "d2xd4xd6", "pt", ["As Brancas ganharam: as Pretas já não têm peças", "passos\t2\t0", "nós"]),
    ],
)
def test_the_end_of_a_game_has_a_small_table(visit: Visit, game: str, move: str, code: str, told: list[str]) -> None:
    pilot = visit(locale="pt-PT" if code == "pt" else "en-GB").open(ENDS[game])
    panel = pilot.page.locator("#summary")
    for size in (DESKTOP, PHONE):
        pilot.page.set_viewport_size(size)  # type: ignore[arg-type]
        expect(panel).to_be_hidden()
        pilot.page.fill("#typed-move", move)
        pilot.page.keyboard.press("Enter")
        expect(panel.locator("table")).to_be_visible()
        text = panel.inner_text()
        assert [each for each in told if each not in text] == []
        units = re.findall(r"(?:time|tempo)\t([\d.,]+) (µs|ms|s)\t0 s", text)
        assert len(units) == 1
        assert "." not in units[0][0] or code == "en"
        wide = panel.evaluate("each => each.scrollWidth - each.clientWidth")
        assert wide <= 0, "nothing of the table is cut off"
        pilot.command("undo")
        expect(panel).to_be_hidden()


@pytest.mark.parametrize("code", ["en", "pt"])
def test_the_page_writes_durations_as_everybody_else(visit: Visit, code: str) -> None:
    times = [0, 4e-6, 0.0009996, 0.0123456, 0.5, 0.9996, 1, 4.054, 59.97, 119.4, 119.6, 125.4, 3599.7, 3725]
    pilot = visit(locale="pt-PT" if code == "pt" else "en-GB").open(LINKS["hex"])
    shown = pilot.page.evaluate(
        """async ([times, code]) => {
          const { Catalogue } = await import("/static/catalogue.js");
          const catalogue = new Catalogue();
          await catalogue.load(code);
          return times.map((each) => catalogue.duration(each));
        }""",
        [times, code],
    )
    assert shown == [language(code).translate(duration(each)) for each in times]


def test_an_end_that_was_found_and_not_proved_is_no_number(visit: Visit) -> None:
    """As a search of three players finds it: a loss if all the others play together."""
    pilot = visit().open(LINKS["hex"])
    shown = pilot.page.evaluate(
        """async () => {
          const { Catalogue } = await import("/static/catalogue.js");
          const { scoreText } = await import("/static/scores.js");
          const catalogue = new Catalogue();
          await catalogue.load("en");
          return [-999998, 999997, -219].map((value) => scoreText(catalogue, { kind: "estimate", value }));
        }"""
    )
    assert shown == ["lost, not proved", "won, not proved", "-219"]


def test_one_barrier_is_not_several(visit: Visit) -> None:
    for locale, one, several in (("en-GB", "1 barrier", "2 barriers"), ("pt-PT", "1 barreira", "2 barreiras")):
        pilot = visit(locale=locale).open("game=blockit&size=5&barriers=2&moves=a1h")
        expect(pilot.page.locator(".player .reserve").first).to_have_text(one)
        expect(pilot.page.locator(".player .reserve").last).to_have_text(several)
