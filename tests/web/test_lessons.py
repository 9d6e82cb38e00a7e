"""Lessons: every game has some, and what they ask for can be played."""

import pytest

import plyground
from plyground.language import LANGUAGES
from plyground.web.lessons import lessons_of


@pytest.mark.parametrize("game", plyground.games())
def test_the_moves_of_every_lesson_are_legal_and_its_text_is_in_every_language(game: str) -> None:
    steps = lessons_of(game, "en")["steps"]
    assert len(steps) >= 4
    assert len({step["name"] for step in steps}) == len(steps)
    for step in steps:
        place = step["place"]
        of = plyground.game(game, **place["options"])
        position = of.position(place["start"]) if "start" in place else of.start()
        for move in place["moves"]:
            position = position.play(move)
        legal = [move.text for move in position.moves]
        assert legal
        assert set(step["tries"]) <= set(legal)
    texts = {code: [step["text"] for step in lessons_of(game, code)["steps"]] for code in LANGUAGES}
    assert texts["en"] != texts["pt"]
