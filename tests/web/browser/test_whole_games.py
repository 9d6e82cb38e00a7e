"""Whole games against `easy` in the page: by mouse, by keyboard alone, by typed moves alone."""

import pytest
from playwright.sync_api import expect

from tests.nightly import NIGHTLY
from tests.web.browser.conftest import Visit

SMALL = {"hex": {"size": "5"}, "blockit": {"size": "5", "barriers": "2"}}
GAMES = [(name, SMALL.get(name, {})) for name in ("hex", "blockit", "eximo", "neutreeko", "morris")]


AT_NIGHT = () if NIGHTLY else (("keyboard", "eximo"), ("mouse", "morris"), ("mouse", "blockit"))
"""What takes longest; by day each game is played to its end in one way at least, and several in each way."""
PLAYED = [(how, *game) for how in ("mouse", "keyboard") for game in GAMES if (how, game[0]) not in AT_NIGHT]


@pytest.mark.parametrize(("how", "game", "options"), PLAYED, ids=[f"{how}-{name}" for how, name, _ in PLAYED])
def test_a_whole_game_against_easy(visit: Visit, how: str, game: str, options: dict[str, str]) -> None:
    pilot = visit().open().begin(game, **options)
    position = pilot.play_to_the_end(how)
    assert position.outcome is not None
    expect(pilot.page.locator("#turn.over")).to_contain_text(position.outcome.reason)
    expect(pilot.page.locator("#board .win")).to_have_count(len(pilot.game.winning_cells(position.state)))
    assert {piece.cell for piece in pilot.game.scene(position.state).pieces} == set(pilot.shown())


TYPED = GAMES if NIGHTLY else [pair for pair in GAMES if pair[0] != "eximo"]
"""The longest game takes long to type."""


@pytest.mark.parametrize(("game", "options"), TYPED, ids=[name for name, _ in TYPED])
def test_a_whole_game_by_typed_moves_alone(visit: Visit, game: str, options: dict[str, str]) -> None:
    pilot = visit().open().begin(game, **options)
    position = pilot.play_to_the_end("typed")
    assert position.outcome is not None
    expect(pilot.page.locator("#turn.over")).to_contain_text(position.outcome.reason)
