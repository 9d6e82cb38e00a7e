"""Lessons: every numbered rule is taught, and what a step asks for does what the step says."""

import re
from typing import Any

import pytest

import plyground
from plyground import Position
from plyground.core.game import Game
from plyground.language import LANGUAGES
from plyground.web.lessons import TEXTS, lessons_of

THIRD = "third occurrence of the position"
EXIMO_FULL = ".bbbbbb./.bbbbbb./......../......../......../......../.wwwwww./.wwwwww. w"
AFTER: dict[tuple[str, str], tuple[str, str, str | None]] = {
    ("hex", "touch"): ("c2", "...../..r../..r../...../b.... b", None),
    ("hex", "goal"): ("b5", "b.r../b.r../b.r../b.r../.r... b", "joined top and bottom"),
    ("hex", "corner"): ("a5", "..r../..r../..r../.rr../bbbbb r", "joined left and right"),
    ("hex", "stop"): ("c3", "..r../..r../bbrbb/..r../..r.. b", "joined top and bottom"),
    ("hex", "swap"): ("swap", "...../...../.b.../...../..... r", None),
    ("hex", "late"): ("a1", "b..../..r../...b./.r.../..... r", None),
    ("hex", "bridge"): ("c3", "....b/..r../.br../.r.../..... b", None),
    ("blockit", "pawn"): ("c2", "c2,c5 3,3 - b", None),
    ("blockit", "barrier"): ("c3h", "c2,c4 2,3 c3h b", None),
    ("blockit", "goal"): ("c5", "c5,b5 3,3 - b", "reached the goal side"),
    ("blockit", "four"): ("d3", "c2,d3,c5,a3 3,3,3,3 - b", None),
    ("blockit", "pass"): ("pass", "a1,a2 0,1 a1v b", None),
    ("blockit", "draw"): ("c5", "c1,c5 3,3 - r", THIRD),
    ("blockit", "jump"): ("c4", "c4,c3 3,3 - b", None),
    ("blockit", "aside"): ("b3", "b3,c3 3,2 c3h b", None),
    ("eximo", "step"): ("b3-a4", ".bbbbbb./.bbbbbb./.bb..bb./......../w......./..w..ww./.wwwwww./.wwwwww. b", None),
    ("eximo", "down"): ("b6-a5", ".bbbbbb./.bbbbbb./..b..bb./b......./..w...../.w...ww./.wwwwww./.wwwwww. w", None),
    ("eximo", "jump"): ("c2-c4", ".bbbbbb./.bbbbbb./.bb..bb./......../..w...../.ww..ww./.w.wwww./.wwwwww. b", None),
    ("eximo", "on"): ("c2-c4-e6", "......b./......../....w.../...w..../......../..w...../......../........ b", None),
    ("eximo", "peace"): ("c2-c4", "......b./......../......../..b...../..w...../..w...../......../........ b", None),
    ("eximo", "capture"): ("c2xe4", "......../......../......../......../....w.b./......../......../........ b", None),
    ("eximo", "sideways"): (
        "d4xd6xb6",
        "......b./......../.w....../......../......../......../......../........ b",
        None,
    ),
    ("eximo", "choice"): (
        "d4xd6xb6",
        ".......b/......../.w....../....b.../......../......../......../........ b",
        None,
    ),
    ("eximo", "return"): (
        "d7-c8@b1@c1",
        "......../......../......../......../.b....../......../......../.ww..... b",
        None,
    ),
    ("eximo", "one"): ("d7-c8@g2", "......../......../......../......../.......b/......../.wwwwww./.wwwwww. b", None),
    ("eximo", "none"): ("d7-c8", "......../......../......../......../.......b/......../.wwwwww./.wwwwww. b", None),
    ("eximo", "last"): (
        "c3xe5",
        "......../......../......../....w.../......../......../......../........ b",
        "Black has no man left",
    ),
    ("eximo", "blocked"): (
        "b6-b7",
        "b......./ww....../w.w...../......../......../......../......../........ b",
        "Black cannot move",
    ),
    ("eximo", "draw"): ("h2-h1@g7", EXIMO_FULL, THIRD),
    ("neutreeko", "slide"): ("b1-b4", ".w.w./.bb../...../..w../...b. w", None),
    ("neutreeko", "halt"): ("c4-c3", ".w.w./...../..b../..w../.b.b. w", None),
    ("neutreeko", "goal"): ("c1-c3", "....w/..w../bbb../...../....w w", "three in a row"),
    ("neutreeko", "diagonal"): ("e3-c3", "...../...../.wb../.b..w/b..w. w", "three in a row"),
    ("neutreeko", "gap"): ("e3-e1", ".w..w/..w../...../...../.bb.b w", None),
    ("neutreeko", "draw"): ("a4-b5", ".w.w./..b../...../..w../.b.b. b", THIRD),
    ("neutreeko", "order"): ("c4-c5", ".wbw./...../...../..w../.b.b. w", None),
    ("neutreeko", "stop"): ("b4-c5", "wwb../....b/..w../...../b.... w", None),
    ("morris", "place"): ("d6", ".../.w./.../....../.../.../... b 8,9", None),
    ("morris", "mill"): ("g7xb6", "www/.b./.../....../.../.../... b 6,7", None),
    ("morris", "diagonal"): ("c5", "w../w../w../....b./.../.b./... b 6,7", None),
    ("morris", "safe"): ("g7xe5", "www/.../.../.w..../..w/bbb/... b 4,5", None),
    ("morris", "double"): ("g7xb6", "www/.../.../....bw/..b/.b./..w b 4,5", None),
    ("morris", "all"): ("g7xb2", "www/.../.../....w./.../.bb/... b 5,6", None),
    ("morris", "strict"): ("g7", "www/.../.../....w./.../bbb/... b 5,6", None),
    ("morris", "move"): ("g4-g7xf2", "www/.../.../....../b../w../bb. b 0,0", None),
    ("morris", "again"): ("g4-g7xb6", "www/.../.../.w.b../b../.../.b. b 0,0", None),
    ("morris", "fly"): ("e5-d7xb2", "www/.../.../....../.../..b/..b b 0,0", "Black has fewer than three men"),
    ("morris", "few"): ("g4-g7xb2", "www/.../.../.w..../.../..b/..b b 0,0", "Black has fewer than three men"),
    ("morris", "blocked"): ("d6-d7", "bwb/.../.../w....w/.../.../bwb b 0,0", "Black cannot move"),
    ("morris", "draw"): ("d1-a1", "w.b/w../.../..b.w./..w/.b./b.. w 0,0", THIRD),
    ("morris", "quiet"): ("d3-d2", ".../b../wbw/.....b/.../.bw/w.. w 0,0", "100 turns without a placing or a removal"),
}
"""A move that each step takes, the position after it, and why the game is over then, if it is."""

OBJECTIONS = {
    ("hex", "stay"): "is not empty",
    ("blockit", "face"): "is not a square your pawn can go to",
    ("blockit", "wall"): "is not a square your pawn can go to",
    ("blockit", "overlap"): "would overlap or cross c3h",
    ("blockit", "way"): "would close Red's last way",
    ("eximo", "back"): "is not legal here",
    ("eximo", "must"): "is not legal here",
    ("neutreeko", "short"): "is not legal here",
    ("morris", "wait"): "is not legal here",
    ("morris", "far"): "is not legal here",
    ("morris", "grounded"): "is not legal here",
}
"""What the rules have against the moves that a step asks for in vain."""

STEPS = [(game, step) for game in plyground.games() for step in lessons_of(game, "en")["steps"]]
each_step = pytest.mark.parametrize(("game", "step"), STEPS, ids=[f"{game}-{step['name']}" for game, step in STEPS])


def begun(game: str, step: dict[str, Any]) -> Position:
    """The position in which a step begins."""
    place = step["place"]
    of = plyground.game(game, **place["options"])
    position = of.position(place["start"]) if "start" in place else of.start()
    for move in place["moves"]:
        position = position.play(move)
    return position


def orders(position: Position) -> list[tuple[str, ...]]:
    """The orders of clicks of all legal moves."""
    game: Game = position.game
    return [order for move in position.moves for order in game.step_orders(position.state, move.value)]


@pytest.mark.parametrize("game", plyground.games())
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_numbered_rule_is_taught_by_a_step(game: str, code: str) -> None:
    numbered = set(re.findall(r"\[([A-Z][0-9]+)\]", plyground.game(game).rules_text(code)))
    assert len(numbered) >= 5
    assert {rule for step in lessons_of(game, code)["steps"] for rule in step["rules"]} == numbered


@pytest.mark.parametrize("game", plyground.games())
def test_every_step_has_a_name_and_a_title_of_its_own_and_texts_in_every_language(game: str) -> None:
    lessons = {code: lessons_of(game, code)["steps"] for code in LANGUAGES}
    for steps in lessons.values():
        assert len({step["name"] for step in steps}) == len({step["title"] for step in steps}) == len(steps)
    for english, portuguese in zip(lessons["en"], lessons["pt"], strict=True):
        assert all(english[text] != portuguese[text] for text in TEXTS)
        for step in (english, portuguese):
            assert len({step[text] for text in TEXTS}) == len(TEXTS)
            assert max(len(step[text]) for text in TEXTS) <= 240, step["name"]


def test_the_tables_of_this_file_have_every_step() -> None:
    assert AFTER.keys() | OBJECTIONS.keys() == {(game, step["name"]) for game, step in STEPS}
    assert not AFTER.keys() & OBJECTIONS.keys()


@each_step
def test_a_step_begins_in_a_position_where_what_it_asks_for_is_possible(game: str, step: dict[str, Any]) -> None:
    position = begun(game, step)
    legal = {move.text for move in position.moves}
    assert position.outcome is None
    assert not (step["tries"] and step["refused"])
    assert set(step["tries"]) <= legal


@each_step
def test_a_move_that_is_asked_for_does_what_the_step_says(game: str, step: dict[str, Any]) -> None:
    if step["refused"]:
        assert (game, step["name"]) in OBJECTIONS
        return
    move, written, reason = AFTER[game, step["name"]]
    after = begun(game, step).play(move)
    assert not step["tries"] or move in step["tries"]
    assert str(after) == written
    assert (after.outcome and str(after.outcome.reason)) == reason


@each_step
def test_every_move_that_is_asked_for_ends_alike(game: str, step: dict[str, Any]) -> None:
    position = begun(game, step)
    reasons = {str(after.outcome and after.outcome.reason) for after in map(position.play, step["tries"])}
    assert len(reasons) <= 1


@each_step
def test_clicks_that_are_to_be_refused_make_no_move(game: str, step: dict[str, Any]) -> None:
    """All but the last begin a move, and the last is a cell that does not go on with it."""
    position = begun(game, step)
    known, cells = orders(position), {cell.name for cell in position.game.board().cells}
    for clicks in step["refused"]:
        *begin, last = clicks
        assert last in cells
        assert not begin or any(list(order[: len(begin)]) == begin for order in known)
        assert not any(list(order[: len(clicks)]) == clicks for order in known)
        with pytest.raises(plyground.PlygroundError) as caught:
            position.play("-".join(clicks))
        objection = OBJECTIONS[game, step["name"]]
        assert objection in str(caught.value) or (game, clicks) == ("eximo", ["f2"])  # one square is no move there


def test_both_ways_of_a_choice_are_asked_for() -> None:
    """Where one move of several is as good, none of them is told to be another than the one asked for."""
    steps = {(game, step["name"]): (begun(game, step), set(step["tries"])) for game, step in STEPS}
    winning = [("hex", "goal"), ("hex", "corner"), ("hex", "stop"), ("blockit", "goal"), ("neutreeko", "goal")]
    winning += [("neutreeko", "diagonal"), ("eximo", "last"), ("eximo", "blocked"), ("morris", "few")]
    for name in [*winning, ("morris", "blocked"), ("morris", "fly")]:
        position, tries = steps[name]
        assert tries == {move.text for move in position.moves if position.play(move).outcome}, name
    position, tries = steps["neutreeko", "stop"]
    saved = {move.text for move in position.moves if not wins_at_once(position.play(move))}
    assert tries == saved


def wins_at_once(position: Position) -> bool:
    return any(position.play(move).outcome for move in position.moves)
