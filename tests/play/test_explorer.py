"""The explorer: moves from a position in saved games and lab runs."""

import json
from pathlib import Path

import pytest

import plyground
from plyground.play.explorer import ExplorerError, explore, run_records
from plyground.play.match import Match
from plyground.play.records.text_format import write_records
from plyground.play.store.store import Store
from tests.cli.test_commands import run

GAME = plyground.game("hex", size=3, swap=False)


def played(*moves: str, game: plyground.Game = GAME) -> plyground.Record:
    match = Match(game.start(), ("human", "human"))
    for move in moves:
        match.play(move)
    return match.record()


GAMES = (
    played("b2", "a1", "b1", "a2", "b3"),  # Red wins
    played("b2", "b1", "c1", "a3", "b3"),  # Red wins by another way
    played("a1", "b2", "c3", "a3", "b1", "c1"),  # Blue wins
    played("b2"),  # not over
    played("b2", "a1", game=plyground.game("hex", size=3)),  # other options
)


def test_moves_are_counted_with_their_results_for_the_player_who_made_them() -> None:
    found = explore(GAME.start(), GAMES)
    assert found.games == 4
    assert [(move.move, move.games, move.won, move.lost, move.score) for move in found.ranked()] == [
        ("b2", 3, 2, 0, 1.0),
        ("a1", 1, 0, 1, 0.0),
    ]
    replies = explore(GAME.start().play("b2"), GAMES)
    assert {move.move: move.score for move in replies.ranked()} == {"a1": 0.0, "b1": 0.0}


def test_transpositions_count_and_an_unknown_position_has_no_moves() -> None:
    start = GAME.start()
    one, other = played("a1", "b2", "a2", "c3"), played("a2", "b2", "a1", "c1")
    found = explore(start.play("a2").play("b2").play("a1"), (one, other))
    assert {move.move for move in found.ranked()} == {"c3", "c1"}
    assert explore(start.play("c3"), GAMES).as_data() == {"games": 0, "moves": []}


def test_saved_games_and_a_run_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    with Store(tmp_path / "games.sqlite3") as store:
        store.import_(GAMES[0])
    (tmp_path / "run").mkdir()
    with pytest.raises(ExplorerError, match="There are no games in"):
        list(run_records(tmp_path / "run"))
    (tmp_path / "run/games.txt").write_text(write_records(GAMES[1:3]), encoding="utf-8")
    options = ("--option", "size=3", "--option", "swap=off", "--run", str(tmp_path / "run"))
    data = json.loads(run("explore", "hex", *options, "--json").out)
    assert data["games"] == 3
    assert data["moves"][0] == {"move": "b2", "games": 2, "won": 2, "drawn": 0, "lost": 0, "score": 1.0}
    assert json.loads(run("explore", "hex", *options, "--no-saved", "--json").out)["games"] == 2
    text = run("explore", "hex", *options, "--lang", "pt").out
    assert "jogada" in text
    assert "100 %" in text
    assert run("saved", "import", str(tmp_path / "run")).out.strip() == "Imported as saved games 2 to 3."
    with Store(tmp_path / "games.sqlite3") as store:
        assert [game.name for game in store.list()][:2] == ["run 2", "run 1"]
    nothing = run("explore", "hex", *options, "--line", "c2 c1")
    assert nothing.out.strip() == "No game has this position."
