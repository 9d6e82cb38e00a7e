"""Scores as a player reads them: chances in percent, proved results in words."""

import pytest

import plyground
from plyground.language import language
from plyground.search.score import Score
from plyground.terminal.texts import named_score, score_text
from tests.noughts import noughts

EN, PT = language("en"), language("pt")
HEX = plyground.game("hex")


def test_an_estimate_is_a_chance_in_percent_of_the_player_to_move() -> None:
    assert score_text(Score("estimate", 0), HEX, EN) == "50 %"
    assert score_text(Score("estimate", -219), HEX, EN) == "16 %"
    assert named_score(Score("estimate", -219), HEX, EN) == "chance 16 %"
    assert named_score(Score("estimate", -219), HEX, PT) == "hipóteses 16 %"


def test_an_estimate_is_never_certain() -> None:
    assert score_text(Score("estimate", 9000), HEX, EN) == "98 %"
    assert score_text(Score("estimate", -9000), HEX, EN) == "2 %"


@pytest.mark.parametrize(
    ("score", "text"), [(Score.win(5), "win in 5 plies"), (Score.loss(1), "loss in 1 ply"), (Score("draw", 0), "draw")]
)
def test_a_proved_result_stays_a_word(score: Score, text: str) -> None:
    assert score_text(score, HEX, EN) == named_score(score, HEX, EN) == text


def test_a_game_without_a_curve_or_of_more_than_two_keeps_the_score(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (noughts(monkeypatch), plyground.game("blockit", colours="red,green,blue")):
        assert score_text(Score("estimate", -219), game, EN) == "-219"
        assert named_score(Score("estimate", -219), game, EN) == "score -219"


@pytest.mark.parametrize(
    ("value", "english", "portuguese"),
    [(-999_998, "loss, not proved", "derrota por provar"), (999_997, "win, not proved", "vitória por provar")],
)
def test_an_end_that_was_found_and_not_proved_is_no_number(value: int, english: str, portuguese: str) -> None:
    """Paranoid players find losses against all others together; with moves left out nothing is proved."""
    three = plyground.game("blockit", colours="red,green,blue")
    assert str(Score("estimate", value)) == english
    assert [score_text(Score("estimate", value), three, words) for words in (EN, PT)] == [english, portuguese]


def test_an_averaged_estimate_needs_no_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    assert score_text(Score.of_mean(0.5), noughts(monkeypatch), EN) == "75 %"
