"""The table of games that reports have."""

from itertools import combinations
from pathlib import Path
from typing import Any

import polars

from plyground.lab.contests.game_pair import PairGame
from plyground.lab.report.games_table import GameRow, ShownGame, every_game, fair_share, folded, opening_of, table_of
from plyground.lab.report.page import ReportTable, Text
from tests.lab.contests import TWO, carried_out, small_match, small_tournament

NAMES = ("hard", "easy")


def game(**changes: Any) -> PairGame:
    usual: dict[str, Any] = {"first": 1, "opening": 2, "start": "", "moves": ("a1", "b2", "c3", "d4", "e5")}
    usual |= {"winner": 0, "reason": "three in a row", "seconds": (0.3, 0.0004), "nodes": (3000, 20), "turns": (1, 2)}
    return PairGame(**(usual | changes))


def row_of(*games: PairGame) -> dict[str, object]:
    table = table_of(folded(ShownGame(NAMES, each) for each in games))
    return dict(zip(table.columns, table.rows[0], strict=True))


def test_a_row_says_who_played_how_it_ended_and_what_each_side_took() -> None:
    assert row_of(game()) == {
        "first": "easy",
        "second": "hard",
        "opening": "a1 b2",
        "winner": "second",
        "why": "three in a row",
        "turns": "2 / 1",
        "time": "400 µs / 300 ms",
        "time a turn": "200 µs / 300 ms",
        "nodes": "20 / 3,000",
    }
    assert row_of(game(winner=None))["winner"] == "draw"
    assert row_of(game(winner=1))["winner"] == "first"


def test_rules_have_a_column_where_they_differ() -> None:
    both = [ShownGame(NAMES, game(), rules) for rules in ("mills=strict", "mills=standard")]
    table = table_of(folded(both))
    assert [row[table.columns.index("rules")] for row in table.rows] == ["mills=strict", "mills=standard"]
    assert "rules" not in table_of(folded(both[:1])).columns


def test_steps_have_a_column_where_a_turn_was_several() -> None:
    assert row_of(game(steps=(4, 2)))["steps"] == "2 / 4"
    assert "steps" not in row_of(game(steps=(1, 2)))


def test_a_game_that_was_played_again_is_one_row_with_mean_times() -> None:
    row = row_of(game(), game(seconds=(0.5, 0.0008), nodes=(5000, 20)))
    assert row["times played"] == 2
    assert row["time"] == "600 µs / 400 ms"
    assert row["nodes"] == "20 / 4,000"
    assert len(folded([ShownGame(NAMES, game()), ShownGame(NAMES[::-1], game()), ShownGame(NAMES, game(first=0))])) == 3


def test_a_player_who_never_moved_has_no_mean() -> None:
    assert row_of(game(turns=(0, 2), seconds=(0.0, 0.0004)))["time a turn"] == "200 µs / –"


def test_openings_are_moves_or_a_position_or_the_usual_start() -> None:
    assert opening_of(game(opening=0)) == "usual start"
    assert opening_of(game(opening=0, start=".../... b")) == ".../... b"
    assert opening_of(game(opening=1, start=".../... b")) == ".../... b a1"


def test_too_few_places_for_all_pairings_are_shared_out_among_the_players() -> None:
    names = [f"player {number}" for number in range(12)]
    entries = [GameRow(ShownGame(both, game())) for both in combinations(names, 2)]
    shown = [name for entry in fair_share(entries, 30) for name in entry.shown.names]
    assert {shown.count(name) for name in names} <= {3, 4, 5, 6}
    assert shown.count(names[0]) < 11


def test_too_many_games_are_shared_out_among_the_pairings() -> None:
    entries = [GameRow(ShownGame(names, game())) for names in (("a", "b"),) * 5 + (("a", "c"),) * 2]
    assert [entry.shown.names[1] for entry in fair_share(entries, 4)] == ["b", "b", "c", "c"]
    assert [entry.shown.names[1] for entry in fair_share(entries, 6)] == ["b"] * 4 + ["c"] * 2
    played = [ShownGame(NAMES, game(moves=("a1", "b2", f"c{number}"))) for number in range(5)]
    text, table = every_game(played, most=3).blocks
    assert isinstance(text, Text)
    assert isinstance(table, ReportTable)
    assert text.text.startswith("3 of 5 different games are shown")
    assert len(table.rows) == 3


def test_the_report_of_a_match_has_all_its_games(tmp_path: Path) -> None:
    summary = carried_out(small_match(3), tmp_path, markdown=True)
    table = (tmp_path / "report.md").read_text().split("## Every game")[1].split("##")[0]
    rows = [line for line in table.splitlines() if line.startswith(f"| {TWO}") or f"| {TWO} |" in line]
    assert len(rows) + summary["same_games"] == summary["games"] == 6
    stored = polars.read_parquet(tmp_path / "games.parquet")
    assert stored["turns_first"].to_list() == stored["steps_first"].to_list()
    assert f"| {stored['turns_first'][0]} / {stored['turns_second'][0]} |" in rows[0]


def test_the_report_of_a_tournament_has_all_its_games(tmp_path: Path) -> None:
    carried_out(small_tournament(1), tmp_path)
    page = (tmp_path / "report.html").read_text()
    assert page.split("<h2>Every game</h2>")[1].split("</section>")[0].count("<tr>") == 1 + 6
