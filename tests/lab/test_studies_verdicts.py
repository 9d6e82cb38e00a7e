"""Whether a report's conclusion holds is computed: made-up figures bring every verdict."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from plyground.lab.report.page import ReportTable, Text
from plyground.lab.runs.jobs import Data
from plyground.lab.stats.bradley_terry import rate
from plyground.lab.stats.elo import GameTally, Played
from plyground.lab.studies import blockit, duels, eximo, hex, morris, neutreeko, ranking  # noqa: A004 (the game)
from plyground.lab.studies.sources import REPORTS
from plyground.lab.studies.study import FULL, QUICK, Claim, Figure, Finding, Seen
from plyground.lab.studies.timing import shown_ratio, shown_seconds

REPORT = REPORTS["Eximo"]
WHOSE = "The conclusion of “Eximo” (002_dea212226c833740.txt)"


def claims(*holds: bool | None) -> Finding:
    return Finding(tuple(Claim("x", "y", each) for each in holds), (), ())


@pytest.mark.parametrize(
    ("holds", "sentence"),
    [
        ((True,), "holds here: y."),
        ((False,), "does not hold here: y."),
        ((True, True), "holds here: of its 2 claims 2 hold."),
        ((False, False), "does not hold here: of its 2 claims 2 do not hold."),
        ((True, True, False), "holds in part here: of its 3 claims 2 hold, 1 does not hold."),
        (
            (True, True, None),
            "holds here, as far as these figures tell: of its 3 claims 2 hold, 1 cannot be told.",
        ),
        (
            (True, None, None),
            "can for the most part neither be confirmed nor refuted here: of its 3 claims 1 holds, 2 cannot be told.",
        ),
        ((None, None), "can neither be confirmed nor refuted here: of its 2 claims 2 cannot be told."),
    ],
)
def test_the_sentence_cites_the_report_and_counts_claims(holds: Sequence[bool | None], sentence: str) -> None:
    assert claims(*holds).sentence(REPORT) == f"{WHOSE} {sentence}"


def test_what_is_not_comparable_neither_holds_nor_fails() -> None:
    other = Claim("x", "y", None, comparable=False)
    assert other.word == "not comparable"
    assert other.as_data() == {"text": "x", "here": "y", "holds": None, "verdict": "not comparable", "varied": None}
    two = Finding((other, other), (), ()).sentence(REPORT)
    assert two == f"{WHOSE} cannot be compared with what is measured here: of its 2 claims 2 are not comparable."
    mixed = Finding((Claim("x", "y", True), Claim("x", "y", True), other), (), ()).sentence(REPORT)
    assert mixed.endswith("holds here, as far as these figures tell: of its 3 claims 2 hold, 1 is not comparable.")


def test_claims_that_are_asked_twice_are_counted_twice() -> None:
    both = Finding(tuple(Claim("x", "y", True, varied=Seen("z", each)) for each in (True, False, None)), (), ())
    assert both.sentence(REPORT) == (
        f"{WHOSE} holds here: of its 3 claims, played as published, 3 hold. "
        "With varied openings 1 holds, 1 does not hold, 1 cannot be told."
    )
    assert both.as_data(REPORT)["claims"][1]["varied"] == {"here": "z", "holds": False, "verdict": "does not hold"}
    assert both.as_data(REPORT)["source"] == {"title": "Eximo", "file": "002_dea212226c833740.txt"}


def test_a_ratio_is_the_published_figure_to_ours() -> None:
    assert Figure("x", "seconds", 30.0, 0.5).ratio == 60
    assert Figure("x", "seconds", None, 0.5).ratio is None
    assert Figure("x", "seconds", 30.0, 0.0).ratio is None


def test_times_are_shown_in_a_unit_that_suits_them() -> None:
    assert [shown_seconds(each) for each in (None, 75.0, 0.0123, 0.00004)] == ["–", "75 s", "12.3 ms", "40 µs"]
    assert [shown_ratio(each) for each in (None, 6321.4, 2.345)] == ["–", "6,321", "2.35"]


def searched(seconds: float, nodes: int = 100, *, finished: bool = True) -> Data:
    return {"seconds": [seconds, seconds, 9 * seconds], "nodes": nodes, "finished": finished}


def hex_results(factor: int, seconds: dict[int, float]) -> dict[str, Data]:
    engine = {f"engine-{depth}": searched(each) for depth, each in seconds.items()}
    return engine | {f"alpha-beta-{depth}": searched(0.1, 10 * factor**depth) for depth in range(1, 6)}


def test_the_times_of_hex_are_those_of_another_program() -> None:
    results = hex_results(4, {6: 0.5}) | {"engine-7": searched(80.0, finished=False)}
    finding = hex.read_depths(results, FULL)
    assert [claim.word for claim in finding.claims] == ["not comparable"] * 4 + ["holds"]
    assert [claim.here for claim in finding.claims[:3]] == [
        "a correct search takes 500 ms",
        *["a correct search did not finish depth 7 in 80 s"] * 2,
    ]
    assert "4.0 times as many nodes" in finding.claims[-1].here


def test_a_depth_that_was_not_tried_says_so() -> None:
    finding = hex.read_depths(hex_results(20, {6: 5.0, 7: 50.0}), FULL)
    assert finding.claims[2].here == "a correct search was not tried so deep"
    assert finding.claims[-1].holds is False


def game(winner: int | None, **more: Any) -> Data:
    usual = {"first": 0, "opening": 0, "start": "", "moves": ["a"] * 5, "winner": winner, "reason": "won"}
    return usual | {"seconds": [0.3, 0.2], "nodes": [30, 20], "turns": [3, 2]} | more


def games(wins: int, draws: int, losses: int) -> Data:
    return {"games": [game(0)] * wins + [game(None)] * draws + [game(1)] * losses}


@pytest.mark.parametrize(("wins", "holds"), [(72, True), (62, None), (40, False), (95, False)])
def test_the_first_player_of_hex_wins_as_often_as_published(wins: int, holds: bool | None) -> None:
    results = {f"{level}-000": games(wins, 0, 100 - wins) for level in hex.LEVELS}
    assert {claim.holds for claim in hex.read_first(results, FULL).claims} == {holds}


def blockit_results(dearer: float, growth: int) -> dict[str, Data]:
    first = {
        f"first-{kind}-{depth}": searched(0.001 * factor, growth ** (depth // 2))
        for depth in (3, 5, 7)
        for kind, factor in (("2", 1.0), ("3", dearer), (blockit.FLOOD, 1.2))
    }
    whole = {f"game-{column}-{depth}-000": games(1, 0, 0) for depth in (3, 5, 7) for column in blockit.COLUMNS}
    return first | whole


def test_block_its_growth_is_judged_by_nodes_and_its_times_are_another_programs() -> None:
    for dearer, growth, holds in ((50, 10, True), (1.5, 100, False)):
        *times, normal, hard = blockit.read(blockit_results(dearer, growth), FULL).claims
        assert [claim.word for claim in times] == ["not comparable"] * 3
        assert times[0].here == f"{dearer:g} times as long by A*, 1.2 times by the flood"
        assert (normal.holds, hard.holds) == (holds, holds)


def test_block_its_hard_is_timed_by_astar_and_by_the_flood_beside_it() -> None:
    agents = {job.id: job.task["agent"] for job in blockit.plan(FULL) if job.id.startswith("first-")}
    assert agents["first-3-5"] == "alphabeta:heuristic=astar,moves=classic,depth=5"
    assert agents["first-path-5"] == "alphabeta:heuristic=path,moves=classic,depth=5"
    table = blockit.read(blockit_results(50, 10), FULL).blocks[0]
    assert isinstance(table, ReportTable)
    without = [row[table.columns.index("without A*")] for row in table.rows[:4]]
    assert without[:2] == ["–", "–"]
    assert "–" not in without[2:]


def duel_results(rows: Sequence[duels.Duel], varied: Data, start: int | None) -> dict[str, Data]:
    results = {f"{row.key}-start-000": {"games": [game(start)]} for row in rows}
    return results | {f"{duels.varied_name(row)}-000": varied for row in rows}


def test_a_published_winner_has_a_verdict_on_its_game_and_one_on_many() -> None:
    rows = eximo.HEURISTICS[:1]
    by = {
        wins: duels.read_duels("x", rows, duel_results(rows, games(wins, 0, 100 - wins), 1), FULL).claims[0]
        for wins in (70, 52, 30)
    }
    assert [claim.holds for claim in by.values()] == [False] * 3, "player 2 wins from the usual start"
    assert [claim.varied and claim.varied.holds for claim in by.values()] == [True, None, False]
    assert by[70].here == "player 2 wins; plays 3 / 2, published 29 / 24"
    assert by[70].varied == Seen("player 1 makes 70 of 100 points", True)


@pytest.mark.parametrize(("winners", "holds"), [((0, 0), True), ((1, None), False), ((0, 1), None)])
def test_a_published_game_holds_if_every_one_ends_so(winners: Sequence[int | None], holds: bool | None) -> None:
    rows = eximo.HEURISTICS[:1]
    results = duel_results(rows, games(5, 0, 5), 0) | {"h1-start-000": {"games": [game(each) for each in winners]}}
    assert duels.winner_claim(results, rows[0]).holds is holds


def test_a_row_that_contradicts_itself_neither_holds_nor_fails() -> None:
    row = eximo.DEPTHS[2]
    for start in (0, 1):
        claim = duels.winner_claim(duel_results([row], games(90, 0, 10), start), row)
        assert claim.word == "cannot be told"
        assert claim.varied is not None
        assert claim.varied.verdict == "cannot be told"
        assert "player 2 is named the winner, and then “Advanced”, which is player 1" in claim.text


def test_plays_are_counted_by_steps_with_turns_beside_them() -> None:
    rows = eximo.HEURISTICS[:1]
    results = duel_results(rows, games(5, 0, 5), 0) | {"h1-start-000": {"games": [game(0, steps=[7, 5])]}}
    table = duels.games_table(results, rows)
    shown = dict(zip(table.columns[:4], table.rows[0], strict=False))
    assert shown["turns here"] == "3 / 2"
    assert table.rows[0][2] == "7 / 5"
    assert "each hop" in table.note
    plain = duels.games_table(duel_results(rows, games(5, 0, 5), 0), rows)
    assert "turns here" not in plain.columns


def test_the_better_player_is_named_only_when_it_is_sure() -> None:
    assert [duels.better(GameTally(*each)) for each in ((70, 0, 30), (30, 0, 70), (5, 0, 3), (0, 10, 0))] == [
        0,
        1,
        None,
        None,
    ]
    won = duels.share(GameTally(10, 0, 0))
    assert (won.value, won.high) == (100.0, 100.0)
    assert 50 < won.low < 100


def test_cuts_save_time_or_they_do_not() -> None:
    rows = (*eximo.UNCUT, *eximo.CUT)
    results = duel_results(rows, games(6, 0, 4), 0)
    none = eximo.read_pruning(results, FULL)
    assert [claim.holds for claim in none.claims] == [False, False, True, True]
    slow = {"games": [game(1, seconds=[3.0, 2.0], nodes=[600, 400])]}
    saved = eximo.read_pruning(results | {f"{row.key}-start-000": slow for row in eximo.UNCUT}, FULL)
    assert [claim.holds for claim in saved.claims] == [True, True, False, False]
    assert saved.claims[0].here == "10.0 times as long, with 20.0 times as many nodes a move"
    published = sum(eximo.UNCUT[0].seconds) / sum(eximo.CUT[0].seconds)
    assert f"({published:.1f} times as long)" in saved.claims[0].text


def morris_results(strict: int, standard: int) -> dict[str, Data]:
    """Games from the usual start that one seat wins by each of both rules."""
    both = zip(morris.MILLS, (strict, standard), strict=True)
    found = (duel_results(morris.variant(mills), games(80, 10, 10), winner) for mills, winner in both)
    return {job: result for results in found for job, result in results.items()}


def test_morris_is_judged_by_the_rules_of_the_report_and_shows_both() -> None:
    finding = morris.read(morris_results(0, 1), FULL)
    assert [claim.holds for claim in finding.claims] == [True, True, True, False, False]
    assert all("mills=strict" in claim.text for claim in finding.claims)
    usual = next(block for block in finding.blocks if isinstance(block, ReportTable))
    assert [row[2] for row in usual.rows] == ["does not hold"] * 3 + ["holds"] * 2
    assert all("mills=standard" in row[0] for row in usual.rows)


def test_morris_plays_by_both_rules() -> None:
    options = {job.task["options"]["mills"] for job in morris.plan(FULL)}
    assert options == {"strict", "standard"}


def test_morris_reads_the_rows_without_a_winner_apart() -> None:
    finding = morris.read(morris_results(0, 0), FULL)
    text = "agent2 depth 4 – agent3 depth 2, mills=strict: player 2 wins (by the report's conclusion)"
    assert finding.claims[-1].text == text
    unread = [block.text for block in finding.blocks if isinstance(block, Text)]
    assert "Player 1 made the last of its plays" in unread[0]
    assert "Player 2 made the last of its plays" in unread[1]


def timed_cells(minimax: float, alphabeta: float, clockwise: float = 1.0) -> dict[str, Data]:
    return {
        f"{neutreeko.key(algorithm, pair, depth, order)}-000": {
            "games": [game(None, seconds=[seconds * factor * 3, seconds * factor * 2])]
        }
        for pair in neutreeko.PAIRS
        for depth in neutreeko.DEPTHS
        for algorithm, seconds in (("minimax", minimax), ("alphabeta", alphabeta))
        for order, factor in zip(neutreeko.ORDERS, (1.0, clockwise), strict=True)
    }


def test_alpha_beta_is_faster_or_it_is_not() -> None:
    faster = neutreeko.read_times(timed_cells(0.8, 0.01), FULL)
    assert all(claim.holds for claim in faster.claims)
    assert faster.claims[0].here == "80.0 times as fast, with 1.0 times fewer nodes"
    assert faster.figures[0].measured == pytest.approx(0.8)
    assert not any(claim.holds for claim in neutreeko.read_times(timed_cells(0.1, 0.2), FULL).claims)


def whole(rows: int | None, clockwise: int | None) -> dict[str, Data]:
    return {
        f"whole-{'-'.join(pair)}-{depth}-{order}-000": {"games": [game(winner)]}
        for pair in neutreeko.PAIRS
        for depth in neutreeko.DEPTHS
        for order, winner in zip(neutreeko.ORDERS, (rows, clockwise), strict=True)
    }


def test_the_order_of_moves_matters_or_it_does_not() -> None:
    alike = neutreeko.read_order(timed_cells(0.8, 0.01, 1.2) | whole(None, None), FULL)
    assert [claim.holds for claim in alike.claims] == [True] * 5
    apart = neutreeko.read_order(timed_cells(0.8, 0.01, 2.0) | whole(None, 1), FULL)
    assert [claim.holds for claim in apart.claims] == [False] * 5
    assert apart.claims[-1].here.startswith("0 of 6 games end alike; not so H1 – H2 at depth 3")


def ranked(order: str) -> list[Played]:
    """Sixty games of each pair, of which the one earlier in the order wins fifty, with both colours."""
    names = order.split()
    pairs = [(one, other) for place, one in enumerate(names) for other in names[place + 1 :]]
    return [
        Played(one, other, won) if number % 2 else Played(other, one, 1 - won)
        for one, other in pairs
        for number in range(60)
        for won in [float(number % 12 not in (4, 5))]
    ]


def test_a_ranking_holds_by_who_is_surely_better() -> None:
    as_published = rate(ranked("H4 H2 H6 H1 H3 H5"))
    assert [ranking.ranked_claim(3, as_published, *rank).holds for rank in ranking.RANKS] == [True] * 3
    upside_down = rate(ranked("H5 H1 H3 H2 H6 H4"))
    found = [ranking.ranked_claim(3, upside_down, *rank) for rank in ranking.RANKS]
    assert [claim.holds for claim in found] == [False] * 3
    assert "H5 is better than H4" in found[0].here
    draws = [Played(each.first, each.second, 0.5) for each in ranked("H4 H2 H6 H1 H3 H5")]
    assert ranking.ranked_claim(3, rate(draws), *ranking.RANKS[0]).holds is None


def round_robin(reading: ranking.HeuristicReading, order: str) -> dict[str, Data]:
    """Matches at both depths of which the player earlier in the order wins five of six games."""
    place = order.split().index
    won, lost = games(50, 0, 10), games(10, 0, 50)
    return {
        f"{ranking.match_name(reading, depth, one, other)}-000": won if place(one) < place(other) else lost
        for depth in ranking.DEPTHS
        for one, other in combinations([name for name in reading.players if name in order], 2)
    }


def test_the_ranking_is_judged_for_own_pieces_only_with_the_other_reading_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    six = replace(ranking.OWN, players=ranking.SIX)
    monkeypatch.setattr(ranking, "OWN", six)
    published, other = "H4 H2 H6 H1 H3 H5", "H5 H3 H1 H6 H2 H4"
    results = round_robin(six, published) | round_robin(ranking.DIFFERENCE, other)
    finding = ranking.read(results, FULL)
    assert [claim.holds for claim in finding.claims] == [True] * 6
    (beside,) = [
        block for block in finding.blocks if isinstance(block, ReportTable) and "count own minus" in block.caption
    ]
    assert {row[2] for row in beside.rows} == {"does not hold"}


def test_players_of_the_ranking_count_own_pieces_only_or_the_difference() -> None:
    assert str(ranking.agent("H1", 3)) == "alphabeta:heuristic=H1,weights=enemy:0,depth=3"
    assert str(ranking.agent("H1", 3, ranking.DIFFERENCE)) == "alphabeta:heuristic=H1,weights=enemy:1,depth=3"
    assert str(ranking.agent(ranking.OUTWARD, 6)) == "alphabeta:heuristic=H4,weights=distance:-2;enemy:0,depth=6"
    orders = {job.task["options"]["order"] for job in ranking.plan(QUICK)}
    assert orders == {"report"}


def test_who_is_rated_alike_shares_a_place() -> None:
    draws = [Played(each.first, each.second, 0.5) for each in ranked("H4 H2 H6 H1 H3 H5")]
    assert set(ranking.places_of(rate(draws)).values()) == {1}
    assert ranking.places_of(rate(ranked("H4 H2 H6 H1 H3 H5")))["H5"] == 6
