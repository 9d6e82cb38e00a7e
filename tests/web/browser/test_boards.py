"""How boards look: what they are made of, and where their coordinates stand."""

from itertools import pairwise
from math import dist

from tests.web.browser.conftest import Visit
from tests.web.browser.test_everyone import LINKS

LABELS = "all => all.map((each) => [Number(each.getAttribute('x')), Number(each.getAttribute('y'))])"


def test_every_board_is_of_its_own_material_unless_one_is_chosen(visit: Visit) -> None:
    pilot = visit().open()
    pilot.close_form()
    board, seen = pilot.page.locator("#board"), set()
    for link in LINKS.values():
        pilot.page.goto("about:blank")
        pilot.open(link)
        seen.add(
            (
                board.get_attribute("data-material"),
                board.evaluate("each => getComputedStyle(each).getPropertyValue('--frame')"),
            )
        )
    assert len({name for name, _ in seen}) == len({frame for _, frame in seen}) == len(LINKS)
    pilot.open_dialog("settings")
    for material in ("wood", "slate", "paper"):
        pilot.page.locator("[name=board]").select_option(material)
        assert board.get_attribute("data-material") == material


def test_the_coordinates_of_hex_are_evenly_spaced(visit: Visit) -> None:
    pilot = visit().open("game=hex&size=7")
    for _ in range(4):
        spots = pilot.page.locator("#board .board-label").evaluate_all(LABELS)
        sides = [spots[start : start + 7] for start in range(0, 28, 7)]
        for side in sides:
            steps = [dist(one, other) for one, other in pairwise(side)]
            assert max(steps) - min(steps) < 0.01
        pilot.command("orientation")
