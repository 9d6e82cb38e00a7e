"""Whole games against `easy` in the page: by mouse, by keyboard alone, by typed moves alone."""

import os

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit

SMALL = {"hex": {"size": "5"}, "blockit": {"size": "5", "barriers": "2"}}
GAMES = [(name, SMALL.get(name, {})) for name in ("hex", "blockit", "eximo", "neutreeko", "morris")]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=[name for name, _ in GAMES])
@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_a_whole_game_against_easy(visit: Visit, game: str, options: dict[str, str], how: str) -> None:
    pilot = visit().open().begin(game, **options)
    position = pilot.play_to_the_end(how)
    assert position.outcome is not None
    expect(pilot.page.locator("#turn.over")).to_contain_text(position.outcome.reason)
    expect(pilot.page.locator("#board .win")).to_have_count(len(pilot.game.winning_cells(position.state)))
    assert {piece.cell for piece in pilot.game.scene(position.state).pieces} == set(pilot.shown())


TYPED = GAMES if os.environ.get("PLYGROUND_NIGHTLY") == "1" else [pair for pair in GAMES if pair[0] != "eximo"]
"""The longest game takes long to type."""


@pytest.mark.parametrize(("game", "options"), TYPED, ids=[name for name, _ in TYPED])
def test_a_whole_game_by_typed_moves_alone(visit: Visit, game: str, options: dict[str, str]) -> None:
    pilot = visit().open().begin(game, **options)
    position = pilot.play_to_the_end("typed")
    assert position.outcome is not None
    expect(pilot.page.locator("#turn.over")).to_contain_text(position.outcome.reason)
