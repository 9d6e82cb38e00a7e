"""Forms by mouse and keys alone: what is typed counts at once, and what is wrong is said where one looks."""

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.pilot import Pilot

LINK = "game=hex&size=5&moves=c3"


def new_hex(pilot: Pilot, **options: str) -> Locator:
    """The form for a new game of Hex, with options typed and the focus still in the last one."""
    pilot.page.click("#new-game")
    form = pilot.page.locator("#new-game-dialog")
    form.locator("input[name=game][value=hex]").check()
    for name, value in options.items():
        form.locator(f"[name={name}]").click()
        pilot.page.keyboard.press("Control+a")
        pilot.page.keyboard.type(value)
    return form


def click_hard(pilot: Pilot, button: Locator) -> None:
    """Click where a button stood before the mouse went down, as a hand does."""
    box = button.bounding_box()
    assert box is not None
    pilot.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_one_click_begins_right_after_a_number_was_typed(visit: Visit) -> None:
    pilot = visit().open("game=neutreeko")
    form = new_hex(pilot, size="7")
    click_hard(pilot, form.locator("button[type=submit]"))
    expect(form).to_have_count(0)
    expect(pilot.page.locator("#board [data-cell]")).to_have_count(49)


def test_two_numbers_typed_one_after_the_other_both_count(visit: Visit) -> None:
    pilot = visit().open("game=neutreeko")
    pilot.begin("blockit", players=("human", "human"), size="7", barriers="3")
    expect(pilot.page.locator(".reserve").first).to_have_text("3 barriers")
    expect(pilot.cell("g7")).to_be_attached()
    expect(pilot.cell("h8")).to_have_count(0)


@pytest.mark.parametrize("size", ["99", "2"])
def test_a_number_out_of_range_is_explained_in_the_form(visit: Visit, size: str) -> None:
    pilot = visit().open(LINK)
    form = new_hex(pilot, size=size)
    expect(form.locator(".field", has=pilot.page.locator("[name=size]"))).to_contain_text("3–19")
    click_hard(pilot, form.locator("button[type=submit]"))
    expect(form.locator(".notice.wrong")).to_contain_text("size is a number from 3 to 19")
    expect(form.locator("[name=size]")).to_have_value(size)
    assert pilot.moves == ["c3"]
    form.locator("[name=size]").fill("4")
    click_hard(pilot, form.locator("button[type=submit]"))
    expect(pilot.page.locator("#board [data-cell]")).to_have_count(16)
    expect(pilot.page.locator(".notice.wrong")).to_have_count(0)


def test_an_unknown_agent_is_refused_in_the_form_and_not_remembered(visit: Visit) -> None:
    pilot = visit().open(LINK)
    form = new_hex(pilot)
    form.locator("[name=seat-1]").select_option("other")
    form.locator("[name=agent-1]").fill("nobody")
    click_hard(pilot, form.locator("button[type=submit]"))
    expect(form.locator(".notice.wrong")).to_contain_text("nobody")
    expect(form.locator("[name=agent-1]")).to_have_value("nobody")
    assert pilot.moves == ["c3"]
    pilot.close_dialog()
    form = new_hex(pilot)
    expect(form.locator("[name=seat-1]")).not_to_have_value("other")


def test_the_form_offers_a_reports_players_and_keeps_to_the_game_that_has_them(visit: Visit) -> None:
    pilot = visit().open(LINK)
    form = new_hex(pilot)
    form.locator("input[name=game][value=blockit]").check()
    who = form.locator("[name=seat-1]")
    assert who.locator("option").evaluate_all("all => all.map((each) => each.value)") == [
        *("human", "easy", "normal", "hard", "expert"),
        *(f"level{number}" for number in range(1, 9)),
        "other",
    ]
    expect(form.locator(".report")).to_contain_text("normal, hard: as in the report “Resolução do jogo Block It")
    who.select_option("normal")
    form.locator("input[name=game][value=neutreeko]").check()
    expect(form.locator("[name=seat-1]")).to_have_value("medium")
    form.locator("[name=seat-1]").select_option("H4")
    form.locator("input[name=game][value=hex]").check()
    expect(form.locator("[name=seat-1]")).to_have_value("easy")
    pilot.begin("blockit", players=("human", "normal"), size="5", barriers="1")
    expect(pilot.page.locator("select.player-who").nth(1)).to_have_value("normal")


def test_a_rung_is_chosen_in_the_form_and_at_the_table_and_gives_way_where_there_are_more_seats(visit: Visit) -> None:
    pilot = visit().open(LINK)
    form = new_hex(pilot)
    form.locator("input[name=game][value=blockit]").check()
    form.locator("[name=seat-1]").select_option("level3")
    expect(form).to_contain_text("for beginners: errs now and then")
    form.locator("[name=colours-green]").click()
    expect(form.locator("[name=seat-1]")).to_have_value("normal")
    assert form.locator("[name=seat-1] option[value=level3]").count() == 0
    form.locator("[name=colours-green]").click()
    form.locator("[name=seat-1]").select_option("level3")
    form.locator("input[name=game][value=neutreeko]").check()
    expect(form.locator("[name=seat-1]")).to_have_value("level3")
    pilot.begin("neutreeko", players=("human", "level2"))
    who = pilot.page.locator("select.player-who").nth(1)
    expect(who).to_have_value("level2")
    assert who.locator("optgroup option").count() == 8
    who.select_option("level5")
    expect(who).to_have_value("level5")


def test_the_import_says_what_it_takes_and_what_is_wrong_above_everything(visit: Visit) -> None:
    pilot = visit().open(LINK)
    pilot.open_dialog("import")
    dialog = pilot.page.locator("#import-dialog")
    expect(dialog).to_contain_text("HexWorld link")
    pilot.page.get_by_label("The game as text or link").fill(f"{pilot.address}#game=chess")
    dialog.locator("button.primary").click()
    expect(dialog.locator(".notice.wrong")).to_contain_text("chess")
    pilot.page.get_by_label("The game as text or link").fill(f"{pilot.address}#game=hex&size=4")
    dialog.locator("button.primary").click()
    expect(dialog).to_have_count(0)
    expect(pilot.page.locator("#board [data-cell]")).to_have_count(16)


def test_a_hint_stays_until_the_next_move_and_covers_nothing(visit: Visit) -> None:
    pilot = visit().open("game=neutreeko")
    pilot.page.click("[data-command=hint]")
    notices = pilot.page.locator("#notices .notice")
    expect(notices.filter(has_text="Look at the piece on")).to_be_visible()
    expect(notices).to_have_count(1)
    box = notices.bounding_box()
    assert box is not None
    for part in (".top", "#board", ".controls", "#moves-panel"):
        other = pilot.page.locator(part).bounding_box()
        assert other is not None
        apart = box["x"] >= other["x"] + other["width"] or other["x"] >= box["x"] + box["width"]
        assert apart or box["y"] >= other["y"] + other["height"] or other["y"] >= box["y"] + box["height"], part
    pilot.play(pilot.position.moves[0].text)
    expect(notices).to_have_count(0)


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (768, 1024), (568, 320)], ids=str)
def test_a_notice_on_a_small_screen_covers_neither_players_nor_board(visit: Visit, size: tuple[int, int]) -> None:
    pilot = visit(viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True).open("game=neutreeko")
    pilot.page.click("[data-command=hint]")
    found = pilot.page.locator("#notices .notice", has_text="Look at the piece on")
    expect(found).to_be_visible()
    notice, players = found.bounding_box(), pilot.page.locator("#players").bounding_box()
    assert notice is not None
    assert players is not None
    assert notice["y"] + notice["height"] <= players["y"]
    found.tap()
    expect(found).to_have_count(0)


def test_a_finished_game_is_looked_at_and_not_gone_on_with(visit: Visit) -> None:
    pilot = visit().open("game=hex&size=3&moves=a2.swap.b2.a1.c2")
    pilot.page.keyboard.press("Alt+o")
    expect(pilot.page.locator("#saved-dialog button.primary").first).to_have_text("Go on")
    pilot.close_dialog()
    pilot.command("resign")
    pilot.page.click("#confirm-dialog .danger")
    expect(pilot.page.locator("#turn.over")).to_be_attached()
    pilot.page.keyboard.press("Alt+o")
    expect(pilot.page.locator("#saved-dialog button.primary").first).to_have_text("Look at it")
