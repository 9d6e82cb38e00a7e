"""Games that are replayed inside a report."""

import json
import random
import re

import pytest

import plyground
from plyground.lab.contests.game_pair import PairGame
from plyground.lab.report.game_replay import DrawnBoard, GameReplay, link_of, replay_of
from plyground.lab.report.games_table import ShownGame, every_game
from plyground.lab.report.page import Page, ReportTable, as_html, as_markdown

NAMES = ("anna", "</script>")
OPTIONS = {"hex": {"size": 3}, "blockit": {}, "eximo": {}, "neutreeko": {}, "morris": {}}


def played(game: str, moves: tuple[str, ...], **changes: object) -> PairGame:
    usual = {"first": 1, "opening": 0, "start": "", "moves": moves, "winner": 0, "reason": "three in a row"}
    return PairGame(**usual | {"seconds": (0.1, 0.1), "nodes": (1, 1), "turns": (1, 1)} | changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", OPTIONS)
def test_the_changes_of_a_replay_lead_to_every_position(name: str) -> None:
    """The parts that are switched on after a move draw the same board as the position."""
    dice, game = random.Random(3), plyground.game(name, **OPTIONS[name])
    positions = [game.start()]
    while positions[-1].outcome is None and len(positions) < 12:
        positions.append(positions[-1].play(dice.choice(positions[-1].moves)))
    moves = tuple(str(move) for move in positions[-1].line()[1])
    board = DrawnBoard(game)
    replay = replay_of(board, played(name, moves), NAMES)
    shown: set[int] = set()
    for position, changes in zip(positions, replay.changes, strict=True):
        shown ^= set(changes)
        wanted = re.sub(r"<title>.*?</title>", "", position.svg()).removesuffix("</svg>")
        assert wanted.startswith(board.empty.removesuffix("</svg>"))
        assert sorted(wanted.removeprefix(board.empty.removesuffix("</svg>"))) == sorted(
            "".join(board.parts[part] for part in shown)
        )


def test_what_lies_beside_the_board_is_said() -> None:
    game = plyground.game("morris")
    replay = replay_of(DrawnBoard(game), played("morris", ("d6",)), NAMES)
    assert replay.beside[1] == "white: 8 men in hand, black: 9 men in hand"
    neutreeko = plyground.game("neutreeko")
    assert replay_of(DrawnBoard(neutreeko), played("neutreeko", ()), NAMES).beside == ()


def test_a_report_has_a_button_for_each_game_and_its_data() -> None:
    games = [ShownGame(NAMES, played("neutreeko", moves)) for moves in (("b1-c1",), ("b1-a1",))]
    section = every_game(games, replayed=plyground.game("neutreeko"))
    html = as_html(Page("A", "B", (section,)))
    assert re.findall(r'data-replay="([0-9])"', html) == ["0", "1"]
    found = re.search(r'id="replays">(.*?)</script>', html)
    assert found is not None
    data = json.loads(found[1])
    assert [game["moves"] for game in data["games"]] == [["b1-c1"], ["b1-a1"]]
    assert data["games"][0]["title"] == "</script> against anna"
    assert data["games"][0]["address"] == "http://127.0.0.1:7594/#game=neutreeko&moves=b1-c1"
    assert "replay" not in as_markdown(Page("A", "B", (section,)))


def test_a_report_without_replays_has_no_script() -> None:
    table = every_game([ShownGame(NAMES, played("neutreeko", ("b1-c1",)))])
    assert "<script" not in as_html(Page("A", "B", (table,)))


def test_only_so_many_games_are_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(every_game.__globals__["replays_of"], "__defaults__", (1,))
    games = [ShownGame(NAMES, played("neutreeko", moves)) for moves in (("b1-c1",), ("b1-a1",))]
    text, table = every_game(games, replayed=plyground.game("neutreeko")).blocks
    assert "1 of them can be replayed" in str(text)
    assert isinstance(table, ReportTable)
    assert [isinstance(row[0], GameReplay) for row in table.rows] == [True, False]


def test_a_link_opens_the_game_on_the_page() -> None:
    game = plyground.game("hex", size=3)
    assert (
        link_of(played("hex", ("a1",), start="r../.b./... r"), game) == "game=hex&size=3&start=r../.b./...%20r&moves=a1"
    )
