"""The figures of reports, worked out by hand from a few made-up games and measurements."""

from dataclasses import replace
from typing import Any

import pytest

from plyground.lab.contests.contest import Contestant
from plyground.lab.contests.game_pair import PairGame
from plyground.lab.contests.match_experiment import conclusion, result_tables
from plyground.lab.contests.played_pair import (
    PlayedPair,
    all_played,
    faults,
    pair_counts,
    rows,
    same_games,
    tally,
)
from plyground.lab.contests.proposers import Spsa, bounds
from plyground.lab.report.page import ReportTable
from plyground.lab.report.sections import effort_table
from plyground.lab.stats.elo import Estimate, elo_text, likelihood, signed
from plyground.lab.studies.growth import (
    depth_rows,
    depth_table,
    growth_table,
    heuristic_scores,
    heuristic_speed,
    playout_table,
    sentences,
    thread_table,
)
from plyground.lab.studies.growth_tasks import SEARCHES
from plyground.lab.studies.tasks import mean_seconds

A, B = Contestant("a", "random"), Contestant("b", "greedy")
WON = PairGame(0, 1, "", ("x", "y", "z"), 0, "goal", (3.0, 5.0), (30, 70), (2, 1))
LOST = PairGame(1, 1, "", ("x", "y", "z", "w"), 1, "goal", (1.0, 4.0), (10, 80), (1, 2))
DRAWN = replace(LOST, winner=None, reason="repetition")


def pairs(*games: tuple[PairGame, PairGame]) -> list[PlayedPair]:
    """Pairs of a match of a and b."""
    return [PlayedPair(f"u{number}", (A, B), both) for number, both in enumerate(games)]


def test_games_are_counted_for_the_first_named_and_told_by_who_moved_first() -> None:
    found = pairs((WON, LOST), (WON, DRAWN))
    assert [pair.points for pair in found] == [1, 1.5]
    assert pair_counts(found).counts == (0, 0, 1, 1, 0)
    assert tally(found).as_data() == {"wins": 2, "draws": 1, "losses": 1}
    told = [(game.first, game.second, game.score, game.plies) for game in all_played(found)]
    assert told == [("a", "b", 1, 3), ("b", "a", 1, 4), ("a", "b", 1, 3), ("b", "a", 0.5, 4)]


def test_a_row_holds_what_belongs_to_each_seat() -> None:
    first, second = rows(pairs((WON, LOST)))
    assert (first["unit"], first["game"], first["first"], first["second"]) == ("u0", 0, "a", "b")
    assert (first["winner"], first["points_first"], first["plies"], first["moves"]) == ("a", 1, 3, "x y z")
    assert [first[f"{what}_{seat}"] for what in ("seconds", "nodes") for seat in ("first", "second")] == [3, 5, 30, 70]
    assert (second["game"], second["first"], second["second"], second["winner"]) == (1, "b", "a", "b")
    assert second["points_first"] == 1
    assert [second[f"{what}_{seat}"] for what in ("seconds", "nodes") for seat in ("first", "second")] == [4, 1, 80, 10]
    assert rows(pairs((WON, DRAWN)))[1]["points_first"] == 0.5
    assert rows(pairs((WON, DRAWN)))[1]["winner"] is None


def test_games_that_are_the_same_are_counted_once_for_each_that_is_too_many() -> None:
    other_way = replace(WON, first=1)
    assert same_games(pairs((WON, LOST))) == 0
    assert same_games(pairs((WON, WON))) == 1
    assert same_games(pairs((WON, LOST), (WON, LOST), (WON, LOST))) == 4
    assert same_games(pairs((WON, other_way))) == 0, "the players changed seats"
    assert same_games(pairs((WON, replace(WON, start="elsewhere")))) == 0


def test_faults_are_counted_for_the_player_who_lost_by_them() -> None:
    crashed = replace(LOST, reason="crash")
    found = faults(pairs((WON, crashed), (crashed, crashed)), ["a", "b"])
    assert found["a"]["crash"] == 3
    assert sum(found["b"].values()) == 0


def test_effort_is_what_a_move_costs() -> None:
    table = effort_table(pairs((WON, LOST)), ["a", "b"])
    assert table.rows == (("a", 3, round(40 / 3), "1.33 s"), ("b", 3, 50, "3 s"))


def test_both_players_of_a_match_have_their_own_side_of_the_result() -> None:
    match, points = result_tables(pairs(*[(WON, DRAWN)] * 6, (LOST, LOST)))
    assert isinstance(match, ReportTable)
    assert isinstance(points, ReportTable)
    (a, b) = match.rows
    assert a[:5] == ("a", 6, 6, 2, f"{9 / 14:.1%}")
    assert b[:5] == ("b", 2, 6, 6, f"{5 / 14:.1%}")
    assert float(a[6].rstrip("%")) + float(b[6].rstrip("%")) == pytest.approx(100, abs=0.11)
    assert float(a[6].rstrip("%")) > 50
    numbers = [[float(part.strip("[],").replace("−", "-")) for part in row[5].split()] for row in (a, b)]
    assert numbers[0] == [-numbers[1][0], -numbers[1][2], -numbers[1][1]]
    assert points.rows == (("pairs", 1, 0, 0, 6, 0),)


def test_a_match_names_the_better_player_only_when_it_is_sure() -> None:
    better = replace(LOST, winner=0)
    assert conclusion(pairs(*[(WON, better)] * 10), None).startswith("a is better than b")
    assert conclusion(pairs(*[(replace(WON, winner=1), LOST)] * 10), None).startswith("b is better than a")
    assert conclusion(pairs((WON, LOST)), None).startswith("These games do not show")


def test_numbers_for_readers() -> None:
    assert [signed(value) for value in (12.4, -7.6, 0, float("inf"), -float("inf"))] == ["+12", "−8", "+0", "∞", "−∞"]
    assert elo_text(Estimate(1, -20, 30)) == "+1 [−20, +30]"
    shares = [likelihood(share) for share in (0.9995, 0.999, 0.5, 0.001, 0.0005)]
    assert shares == ["> 99.9%", "99.9%", "50.0%", "0.1%", "< 0.1%"]


def test_the_mean_time_of_a_move_is_the_mean_of_both_players() -> None:
    assert mean_seconds([WON]) == pytest.approx((3 / 2 + 5 / 1) / 2)
    assert mean_seconds([WON, LOST, LOST]) == pytest.approx((1 / 1 + 4 / 2) / 2), "the median of the games"
    assert mean_seconds([replace(WON, turns=(2, 0))]) == pytest.approx(1.5), "who never moved has no mean"


def measured() -> dict[str, Any]:
    """Two plies of every search of Block It, and what else is measured."""
    climbs = {
        f"blockit-climb-{number}": {
            "rows": [
                {"depth": depth, "nodes": 100 * (number + 1) * 4**depth, "seconds": depth / 10} for depth in (1, 2)
            ]
        }
        for number in range(len(SEARCHES))
    }
    cost = {"nodes": 100, "seconds": 0.5, "finished": True}
    return climbs | {
        "blockit-threads": {"depth": 7, "rows": [{"threads": 1} | cost, {"threads": 2} | cost | {"seconds": 0.25}]},
        "blockit-playouts": {"rows": [{"games": 100} | cost, {"games": 1000} | cost | {"nodes": 1000}]},
        "blockit-switches": {"depth": 6, "rows": [{"off": ""} | cost, {"off": "table"} | cost | {"nodes": 700}]},
    }


def test_the_tables_of_growth() -> None:
    results = measured()
    first = growth_table("blockit", results).rows[0]
    assert first == (next(iter(SEARCHES)), 2, 1600, "200 ms", "4.00", 8000)
    assert len(growth_table("blockit", results).rows) == len(SEARCHES)
    assert [row[0] for row in depth_table("blockit", results).rows] == [1, 2]
    assert depth_table("blockit", results).rows[0][:3] == (1, "400 (100 ms)", "800 (100 ms)")
    results["blockit-climb-1"] = {"rows": []}
    assert depth_table("blockit", results).rows[0][2] == "–"
    assert len(growth_table("blockit", results).rows) == len(SEARCHES) - 1
    assert len(depth_rows("blockit", results)) == 2 * (len(SEARCHES) - 1)
    assert thread_table("blockit", results).rows == (
        (1, 100, "500 ms", "1"),
        (2, 100, "250 ms", "2"),
    )
    assert playout_table("blockit", results).rows == ((100, "500 ms", 200), (1000, "500 ms", 2000))
    said = sentences("blockit", results)
    assert "falls from 4 (minimax) to 4 (engine)" in said[0]
    assert "is table (7 times as many without)" in said[1]


def test_what_heuristics_score_and_how_fast_they_are() -> None:
    results: dict[str, Any] = {}
    names = ("competitive", "path", "strong")
    for kind in ("nodes", "time"):
        for one in range(3):
            for other in range(one + 1, 3):
                games = [WON.as_data(), LOST.as_data() if kind == "nodes" else replace(LOST, winner=0).as_data()]
                results[f"blockit-{kind}-{names[one]}-{names[other]}-0"] = {"games": games}
    scores = heuristic_scores("blockit", results)
    assert {name: scores[name]["nodes"] for name in names} == dict.fromkeys(names, 0.5)
    assert [scores[name]["time"] for name in names] == [1, 0.5, 0], "the first-named won every game"
    assert heuristic_speed("blockit", names[0], results) == pytest.approx((30 + 10) * 2 / ((3 + 1) * 2))
    assert heuristic_speed("blockit", names[2], results) == pytest.approx((70 + 80) * 2 / ((5 + 4) * 2))
    assert heuristic_speed("blockit", names[1], results) == pytest.approx((70 + 80 + 30 + 10) / (5 + 4 + 3 + 1))


@pytest.mark.parametrize(
    ("value", "span", "expected"),
    [
        (10, 0.5, (5, 15)),
        (-10, 0.5, (-15, -5)),
        (2, 0.5, (0, 5)),
        (-2, 0.5, (-5, 0)),
        (0, 0.5, (-3, 3)),
        (7, 1, (0, 14)),
    ],
)
def test_a_weight_is_looked_for_on_its_own_side_of_zero(value: int, span: float, expected: tuple[int, int]) -> None:
    assert bounds(value, span) == expected


def test_spsa_goes_uphill_and_numbers_its_trials() -> None:
    """The more of the first weight and the less of the second, the better."""
    usual = {"more": 100, "less": 100}
    search = Spsa(usual, 0.5, 60, 3)
    numbers = []
    while trials := search.ask():
        numbers += [trial.number for trial in trials]
        scores = []
        for trial in trials:
            against = trial.against or usual
            ahead = (trial.weights["more"] - against["more"]) - (trial.weights["less"] - against["less"])
            scores.append(min(1.0, max(0.0, 0.5 + ahead / 200)))
        search.tell(trials, scores)
    assert numbers == list(range(60))
    assert search.best()["more"] > 105
    assert search.best()["less"] < 95
