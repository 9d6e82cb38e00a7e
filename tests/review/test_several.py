"""Reviews of games of three and four players: who is judged by what, and what is only a bound."""

import json
import math
import random
from pathlib import Path

import pytest

import plyground
from plyground.core.record import Record
from plyground.language import language
from plyground.play.agents.agent import read_search
from plyground.play.match import Match
from plyground.play.records.text_format import write_record
from plyground.review.annotated import accuracy_comment
from plyground.review.better_move import MissedMove, TriedMove, try_move
from plyground.review.chance import curve_of, fitted, stored_fit
from plyground.review.chance_curve import Curve
from plyground.review.curve_fit import Sampling, ScoredResult, calibration, fit_curve, fitted_curve, log_loss
from plyground.review.judgement import Review, accuracy_of, stored_review
from plyground.review.reviewer import review
from plyground.search.score import Score
from tests.cli.test_commands import run
from tests.terminal.person import Terminal

COLOURS = {3: "red,green,blue", 4: "red,green,blue,yellow"}
RACE = plyground.game("blockit", colours=COLOURS[3], size=5, barriers=0)
START = "c4,b3,d3 0,0,0 - r"
"""Red wins at once with c5, else Green with a3, else, whatever Blue does, Red."""
BLUNDERED = ("b4", "b2", "d2", "b5")
NODES = 5000
QUICK = ("--nodes", str(NODES))


def played(game: plyground.Game, start: str, *moves: str) -> Record:
    """A game from a position."""
    match = Match(game.position(start), ("human",) * len(game.seats))
    for move in moves:
        match.play(move)
    return match.record()


@pytest.fixture(scope="module")
def race() -> Record:
    return played(RACE, START, *BLUNDERED)


@pytest.fixture(scope="module")
def judged(race: Record) -> Review:
    return review(race, nodes=NODES)


def test_a_move_that_lets_the_next_player_win_by_force_is_a_proved_blunder(judged: Review) -> None:
    first = judged.moves[0]
    assert (first.seat, first.mark, first.before, first.after, first.exact) == (0, "blunder", 1.0, 0.0, True)
    assert first.better == ("c5",)


def test_a_loss_against_all_the_others_together_is_a_measured_chance_and_never_exact(judged: Review) -> None:
    second, third = judged.moves[1:3]
    united = curve_of(RACE).united
    assert 0 < united < 0.2
    assert (second.mark, second.before, second.after, second.exact) == ("blunder", 1.0, united, False)
    assert (third.mark, third.before, third.lost, third.exact) == ("", united, 0.0, False)
    assert third.score == "lost if all the others play together"
    assert third.after == 0.0, "Red is found to win by force"


def test_a_move_that_wins_at_once_has_lost_nothing(judged: Review) -> None:
    last = judged.moves[-1]
    assert (last.move, last.before, last.after, last.lost, last.exact) == ("b5", 1.0, 1.0, 0.0, True)


def test_every_seat_has_its_accuracy_and_its_course(race: Record, judged: Review) -> None:
    sides = [judged.side(seat) for seat in range(3)]
    assert [side.accuracy for side in sides] == pytest.approx(
        [(accuracy_of(1.0) + 100) / 2, accuracy_of(1 - judged.moves[1].after), 100], abs=0.01
    )
    assert [side.marks["blunder"] for side in sides] == [1, 1, 0]
    united = curve_of(RACE).united
    assert judged.courses() == [[(0, 1), (1, 0), (3, 1), (4, 1)], [(1, 1), (2, united)], [(2, united), (3, 0)]]
    assert judged.chances() == []
    said = accuracy_comment(race, judged, language("en"))
    assert all(seat in said for seat in ("red", "green", "blue"))


def test_a_review_of_three_is_read_back_from_its_data(race: Record, judged: Review) -> None:
    data = judged.as_data()
    assert len(data["sides"]) == len(data["courses"]) == 3
    assert data["chances"] == []
    again = stored_review(data, race)
    assert again is not None
    assert again.as_data() == data


def test_a_review_of_two_has_the_data_it_always_had() -> None:
    game = plyground.game("hex", size=3, swap=False)
    data = review(played(game, str(game.start()), "b2"), nodes=2000).as_data()
    assert (data["chances"], data["courses"], len(data["sides"])) == ([1.0, 1.0], [], 2)


@pytest.mark.parametrize("nodes", [1, 2, 5])
def test_a_review_with_hardly_any_nodes_judges_every_move(race: Record, nodes: int) -> None:
    found = review(race, nodes=nodes)
    assert [move.move for move in found.moves] == list(BLUNDERED)
    assert all(0 <= move.lost <= 1 for move in found.moves)


def test_where_every_move_lets_the_next_player_win_none_is_a_mistake() -> None:
    found = review(played(RACE, "c2,b3,d3 0,0,0 - r", "d2"), nodes=NODES)
    (move,) = (each for each in found.moves if each.ply == 1)
    assert (move.after, move.lost, move.mark) == (0.0, 0.0, ""), "Green wins at once whatever Red plays"
    assert (move.exact, move.score) == (True, "loss in 2 plies"), "the best move was examined as well as the one played"


@pytest.mark.parametrize("rules", ["blockit", "quoridor"])
def test_four_players_are_all_judged(rules: str) -> None:
    game = plyground.game("blockit", colours=COLOURS[4], size=5, barriers=0, rules=rules)
    found = review(played(game, str(game.start()), "c2", "d3", "c4", "b3", "b2", "d2"), nodes=NODES)
    assert [move.seat for move in found.moves] == [0, 1, 2, 3, 0, 1]
    assert all(found.side(seat).accuracy is not None for seat in range(4))
    assert [len(course) for course in found.courses()] == [4, 4, 2, 2]


def test_an_only_move_is_forced_and_counts_for_nobody() -> None:
    game = plyground.game("blockit", colours=COLOURS[3], size=5, barriers=1)
    found = review(played(game, "a1,e3,c5 0,1,1 a1h r", "b1", "d3"), nodes=NODES)
    assert [move.forced for move in found.moves] == [True, False]
    assert found.moves[0].lost == 0.0
    assert found.side(0).accuracy is None
    assert found.side(1).accuracy is not None


def test_both_moves_are_judged_by_one_search_from_the_movers_view() -> None:
    game = plyground.game("blockit", colours=COLOURS[3])
    record = played(game, str(game.start()), "e2", "h5", "e8", "e1")
    back = review(record, nodes=NODES).moves[-1]
    found = read_search(f"paranoid:nodes={NODES}", game).choosing_between((back.better[0], "e1"))
    scores = {str(line.moves[0]): line.score for line in found.think(record.positions()[3], lines=2).lines}
    curve = curve_of(game)
    assert back.lost > 0
    assert back.after == curve.chance(scores["e1"])
    assert back.before == curve.chance(scores[back.better[0]])


def test_what_ends_a_game_without_a_winner_is_an_equal_share() -> None:
    line = ("c2", "d3", "c4", "c1", "e3", "c5") * 2
    game = plyground.game("blockit", colours=COLOURS[3], size=5, barriers=0, rules="quoridor")
    found = review(played(game, str(game.start()), *line), nodes=500)
    assert found.moves[-1].after == pytest.approx(1 / 3)


@pytest.mark.parametrize(("tried", "verdict"), [("c5", "right"), ("b4", "played"), ("d4", "wrong")])
def test_the_better_move_is_found_among_three(tried: str, verdict: str) -> None:
    mistake = MissedMove("b4", "c5", 1.0)
    assert (
        try_move(TriedMove(RACE.position(START), mistake, tried), read_search("paranoid:nodes=5000", RACE)) == verdict
    )


def test_a_move_as_good_as_the_better_one_is_right() -> None:
    start = RACE.position("c4,d3,d4 0,0,0 - r")
    judge = read_search("paranoid:nodes=5000", RACE)
    assert try_move(TriedMove(start, MissedMove("c3", "c5", 1.0), "b4"), judge) == "right", "Red still wins by force"


def made_up(curve: Curve, number: int = 4000) -> list[ScoredResult]:
    """Results drawn from a known curve."""
    dice = random.Random(5)
    scores = [dice.randint(-500, 300) for _ in range(number)]
    return [ScoredResult(score, float(dice.random() < curve.estimated(score))) for score in scores]


@pytest.mark.parametrize("seats", [3, 4])
def test_the_fit_finds_the_scale_and_the_even_score_that_results_were_drawn_from(seats: int) -> None:
    drawn = Curve(120.0, seats, -60.0)
    samples = made_up(drawn)
    found = fitted_curve(samples, seats)
    assert found.scale == pytest.approx(120.0, rel=0.08)
    assert found.even == pytest.approx(-60.0, abs=12)
    assert log_loss(samples, found) <= log_loss(samples, drawn)
    for row in calibration(samples, found):
        assert row["observed"] == pytest.approx(row["predicted"], abs=0.08)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_even_is_an_equal_share_for_any_number_of_players(seats: int) -> None:
    curve = Curve(150.0, seats, -40.0, united=0.05)
    assert curve.chance(Score("estimate", -40)) == pytest.approx(1 / seats)
    assert curve.chance(Score("draw", 0)) == 1 / seats
    assert [curve.chance(score) for score in (Score.win(3), Score.loss(2))] == [1.0, 0.0]
    assert curve.chance(Score("estimate", -999_990)) == 0.05


@pytest.mark.parametrize("seats", [3, 4])
def test_games_of_several_have_a_measured_curve(seats: int) -> None:
    game = plyground.game("blockit", colours=COLOURS[seats])
    fit = stored_fit(game)
    assert fit is not None
    assert fit["log_loss"] < fit["log_loss_of_even_chances"]
    curve = curve_of(game)
    assert curve == fitted(fit, seats)
    assert curve.chance(Score("estimate", round(curve.even))) == pytest.approx(1 / seats, abs=0.01)
    assert 0 < curve.united < 1 / seats
    assert curve == curve_of(plyground.game("blockit", colours=COLOURS[seats], rules="quoridor"))


def test_even_chances_have_the_log_loss_of_equal_shares() -> None:
    game = plyground.game("blockit", colours=COLOURS[3], columns=3, rows=3, barriers=0)
    fit = fit_curve(game, Sampling(games=3, nodes=50))
    even = -(math.log(1 / 3) + 2 * math.log(2 / 3)) / 3
    assert fit["log_loss_of_even_chances"] == pytest.approx(even, abs=1e-4)
    assert fit == fit_curve(game, Sampling(games=3, nodes=50)), "the same games every time"


def test_the_command_reviews_a_game_of_three(race: Record, tmp_path: Path) -> None:
    file, annotated = tmp_path / "game.txt", tmp_path / "annotated.txt"
    file.write_text(write_record(race), encoding="utf-8")
    out = run("review", str(file), "--boards", "--annotate", str(annotated), *QUICK, LC_ALL="en").out
    assert "  1. red      b4 ??  100 % → 0 %; better: c5" in out
    assert out.count("barriers left:") == 2, "the board before each marked move"
    for seat, blunders in (("Red", "1 blunder"), ("Green", "1 blunder"), ("Blue", "0 blunders")):
        assert any(line.startswith(f"{seat}: accuracy ") and blunders in line for line in out.splitlines())
    assert "{?? 100 % → 0 %. Better: c5.}" in annotated.read_text(encoding="utf-8")
    data = json.loads(run("review", str(file), "--json", *QUICK).out)
    assert data["seats"] == ["red", "green", "blue"]
    assert [len(data[key]) for key in ("sides", "courses", "moves")] == [3, 3, 4]


def test_a_game_of_three_is_reviewed_and_trained_at_the_terminal(race: Record, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(write_record(race), encoding="utf-8")
    terminal = Terminal(tmp_path, "--load", str(file))
    said = terminal.say("review")
    assert "b4 ??" in said
    assert all(f"{seat}: accuracy" in said for seat in ("Red", "Green", "Blue"))
    assert "Red played 1. b4 (100 % → 0 %). Mistake 1 of 2: what is better?" in terminal.say("train")
    assert "That is not as good." in terminal.say("d4")
    assert "Yes, that is it." in terminal.say("c5")
    assert "Better moves found: 1 of 2." in terminal.say("quit")
    terminal.leave()
