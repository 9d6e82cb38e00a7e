"""What every game promises, checked on random games of every game with every option set."""

import random
from typing import Any

import numpy as np
import pytest

import plyground
from plyground import Game, IllegalMoveError, NotationError, Position
from plyground.core.contract import count_moves, fingerprint, winner
from plyground.core.outcome import NOBODY_YET
from plyground.core.position import legal_values
from tests.cases import all_cases, label, random_line

GAMES_EACH = 4


@pytest.fixture(params=all_cases(), ids=lambda case: f"{case[0]}-{label(case[1])}", scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    """A game with its options."""
    name, options = request.param
    return plyground.game(name, **options)


@pytest.fixture(scope="module")
def seen(game: Game) -> list[Position]:
    """The positions of some random games."""
    dice = random.Random(f"contract {game!r}")
    return [position for _ in range(GAMES_EACH) for position, _ in random_line(game, dice)]


def test_moves_and_notations_are_unique(seen: list[Position]) -> None:
    for position in seen:
        texts = [str(move) for move in position.moves]
        values = [move.value for move in position.moves]
        assert len(set(texts)) == len(texts) == len(set(values))


def test_positions_round_trip_through_text(game: Game, seen: list[Position]) -> None:
    for position in seen:
        again = game.position(str(position))
        assert again == position
        assert hash(again) == hash(position)
        assert again.key == position.key, "the text says everything that the state does"
        assert str(again) == str(position)


def test_playing_leaves_the_parent_untouched(game: Game) -> None:
    for position, move in random_line(game, random.Random(f"parents {game!r}")):
        text, key, moves, outcome = str(position), position.key, position.moves, position.outcome
        if move is not None:
            position.play(move)
        assert (str(position), position.key, position.moves, position.outcome) == (text, key, moves, outcome)


def test_a_position_knows_every_move_since_it_was_set_up(game: Game) -> None:
    moves: list[str] = []
    for position, move in random_line(game, random.Random(f"lines {game!r}")):
        begin, line = position.line()
        assert (begin, begin.turns, begin.earlier, [str(each) for each in line]) == (game.start(), 0, (), moves)
        moves.append(str(move))


def test_there_is_a_move_unless_the_game_is_over(seen: list[Position]) -> None:
    for position in seen:
        assert bool(position.moves) == (position.outcome is None)


def test_a_move_and_its_text_lead_to_the_same_position(game: Game) -> None:
    for position, move in random_line(game, random.Random(f"texts {game!r}")):
        if move is not None:
            assert position.play(move) == position.play(str(move))


def test_the_next_seat_moves(game: Game) -> None:
    for position, move in random_line(game, random.Random(f"turns {game!r}")):
        if move is not None:
            assert position.play(move).mover == (position.mover + 1) % len(game.seats)


def test_the_outcome_names_a_seat_or_nobody_and_a_reason(game: Game, seen: list[Position]) -> None:
    for position in seen:
        outcome = position.outcome
        if outcome is not None:
            assert outcome.winner is None or 0 <= outcome.winner < len(game.seats)
            assert outcome.reason
            if outcome.winner is not None:
                assert game.position(str(position)).outcome == outcome, "a win shows on the board itself"


def test_a_finished_game_takes_no_move(game: Game) -> None:
    dice = random.Random(f"ends {game!r}")
    *_, (before, move), (last, _) = random_line(game, dice, longest=10_000)
    assert last.outcome is not None, "random games of every game end"
    with pytest.raises(IllegalMoveError, match="over"):
        last.play(str(move))
    assert last == before.play(str(move))


def test_fingerprints_are_equal_exactly_when_states_are(game: Game, seen: list[Position]) -> None:
    keys: dict[int, bytes] = {}
    for position in seen:
        print_of = int(fingerprint(game.rules, position.state))
        assert keys.setdefault(print_of, position.key) == position.key
    assert len(keys) == len({position.key for position in seen})


def test_a_wrong_move_changes_nothing(seen: list[Position]) -> None:
    for position in seen[:20]:
        for text in ("", "?", "a0", "pass and go"):
            with pytest.raises((NotationError, IllegalMoveError)):
                position.play(text)
        assert position.moves == position.game.position(str(position)).moves or position.outcome is not None


def test_the_usual_room_is_enough_or_the_surplus_is_counted(game: Game, seen: list[Position]) -> None:
    for position in seen:
        assert [move.value for move in position.moves] in ([], legal_values(game, position.state))


def test_counting_moves_is_generating_them(game: Game, seen: list[Position]) -> None:
    room = np.zeros(game.usual_moves, np.uint64)
    for position in seen:
        if winner(game.rules, position.state) == NOBODY_YET:
            assert count_moves(game.rules, position.state, room) == len(legal_values(game, position.state))


def test_the_diagram_shows_every_change(game: Game) -> None:
    for position, move in random_line(game, random.Random(f"diagrams {game!r}"), longest=40):
        if move is not None and str(move) != "pass":
            assert position.diagram() != position.play(move).diagram()


def test_states_are_rows_of_words(game: Game, seen: list[Position]) -> None:
    for position in seen[:20]:
        assert position.state.dtype == np.uint64
        assert position.state.shape == (game.words,)


def test_a_game_equals_itself_made_again(game: Game) -> None:
    options: dict[str, Any] = dict(game.options)
    again = plyground.game(game.name, **options)
    assert again == game
    assert hash(again) == hash(game)
    assert plyground.game(game.name, **game.option_texts()) == game


def test_no_position_returns_sooner_than_the_game_says(game: Game) -> None:
    dice = random.Random(f"return {game!r}")
    for _ in range(GAMES_EACH):
        line = [position for position, _ in random_line(game, dice, longest=60)]
        for turns in range(1, game.soonest_return):
            assert all(line[at] != line[at + turns] for at in range(len(line) - turns))
