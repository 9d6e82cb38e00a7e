"""Matches: moves taken back and played again, seats, clocks, ends and records."""

import pytest

import plyground
from plyground import Outcome, PlygroundError, Position
from plyground.play.clock import GRACE_SECONDS, TimeControl, read_time
from plyground.play.match import HUMAN, TIME, Match, MatchError, match_of
from plyground.play.records.text_format import Record, read_record, write_record

HEX = plyground.game("hex", size=4)
BLOCKIT = {count: plyground.game("blockit", colours=("red", "green", "blue", "yellow")[:count]) for count in (2, 3, 4)}
WON = ("a1", "b1", "a2", "b2", "a3", "b3", "a4")
"""The first player joins her edges of the small Hex board."""


def played(*moves: str, players: tuple[str, ...] = (HUMAN, HUMAN), clock: str = "") -> Match:
    match = Match(HEX.start(), players, read_time(clock))
    for move in moves:
        match.play(move)
    return match


def moves_of(match: Match) -> list[str]:
    return [turn.move for turn in match.turns]


def test_a_game_is_played_to_its_end() -> None:
    match = played(*WON)
    assert match.outcome is not None
    assert match.outcome.winner == 0
    assert match.ended is None
    with pytest.raises(plyground.IllegalMoveError, match="over"):
        match.play("d4")
    with pytest.raises(MatchError, match="over already"):
        match.resign()
    assert moves_of(match) == list(WON)


def test_a_move_that_is_not_legal_changes_nothing() -> None:
    match = played("a1", clock="1")
    for move, error in (("a1", plyground.IllegalMoveError), ("zz", plyground.NotationError)):
        with pytest.raises(error):
            match.play(move, 1000)
    assert (moves_of(match), match.outcome, match.clock.left) == (["a1"], None, (60, 60))


def test_an_illegal_move_does_not_forget_what_can_be_played_again() -> None:
    match = played("a1", "b1")
    match.undo()
    with pytest.raises(PlygroundError):
        match.play("a1")
    match.redo()
    assert moves_of(match) == ["a1", "b1"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_is_a_player_for_every_seat(seats: int) -> None:
    start = BLOCKIT[seats].start()
    for wrong in (seats - 1, seats + 1):
        with pytest.raises(MatchError, match=f"played by {seats} here, not by {wrong}"):
            Match(start, [HUMAN] * wrong)
    match = Match(start, [HUMAN] * seats)
    for ply in range(2 * seats):
        assert match.position.mover == ply % seats
        match.play(str(match.position.moves[0]))


def test_a_player_that_cannot_be_read_is_refused_at_once() -> None:
    with pytest.raises(PlygroundError, match="no agent 'magic'"):
        played(players=(HUMAN, "magic"))
    match = played("a1")
    with pytest.raises(PlygroundError, match="no heuristic"):
        match.seat(0, "alphabeta:heuristic=H4")
    assert match.players == (HUMAN, HUMAN)


def test_two_humans_take_back_one_move_at_a_time() -> None:
    match = played("a1", "b1", "c1")
    assert match.undo() == 1
    assert moves_of(match) == ["a1", "b1"]
    assert match.undo() == 1
    assert match.redo() == 1
    assert match.redo() == 1
    assert moves_of(match) == ["a1", "b1", "c1"]
    with pytest.raises(MatchError, match="nothing to play again"):
        match.redo()


def test_against_the_computer_a_human_comes_back_to_the_own_turn() -> None:
    match = played("a1", "b1", "c1", "d1", players=(HUMAN, "random"))
    assert match.undo() == 2
    assert moves_of(match) == ["a1", "b1"]
    assert match.turn_of == HUMAN
    assert match.redo() == 2
    assert moves_of(match) == ["a1", "b1", "c1", "d1"]


def test_while_the_computer_thinks_only_the_own_move_is_taken_back() -> None:
    match = played("a1", "b1", "c1", players=(HUMAN, "random"))
    assert match.undo() == 1
    assert match.turn_of == HUMAN
    assert match.redo() == 1
    assert match.turn_of == "random"


def test_the_computer_s_first_move_stays_where_a_human_had_no_turn_before() -> None:
    match = played("a1", players=("random", HUMAN))
    with pytest.raises(MatchError, match="nothing to take back"):
        match.undo()
    assert moves_of(match) == ["a1"]


def test_a_computer_s_winning_move_is_taken_back_with_the_human_s_before_it() -> None:
    match = played(*WON, players=("random", HUMAN))
    assert match.undo() == 2
    assert match.turn_of == HUMAN
    assert match.outcome is None
    assert match.redo() == 2
    assert match.outcome is not None


def test_computers_alone_go_back_and_forth_by_one() -> None:
    match = played("a1", "b1", "c1", players=("random", "random:seed=1"))
    assert (match.undo(), match.undo(), match.redo()) == (1, 1, 1)
    assert moves_of(match) == ["a1", "b1"]


def test_among_four_a_human_comes_back_past_three_computers() -> None:
    match = Match(BLOCKIT[4].start(), (HUMAN, "random", "random", "random"))
    for _ in range(8):
        match.play(str(match.position.moves[0]))
    assert match.undo() == 4
    assert match.position.mover == 0
    assert match.redo() == 4


def test_nothing_can_be_taken_back_before_the_first_move() -> None:
    with pytest.raises(MatchError, match="nothing to take back"):
        played().undo()


def test_a_new_move_forgets_what_was_taken_back() -> None:
    match = played("a1", "b1", "c1")
    match.undo()
    match.play("d1")
    with pytest.raises(MatchError, match="nothing to play again"):
        match.redo()
    assert moves_of(match) == ["a1", "b1", "d1"]


def test_moves_that_are_taken_back_give_the_time_back() -> None:
    match = Match(HEX.start(), (HUMAN, "random"), read_time("1+2"))
    for move, seconds in (("a1", 10), ("b1", 5), ("c1", 20), ("d1", 1)):
        match.play(move, seconds)
    assert match.clock.left == (34, 58)
    match.undo()
    assert match.clock.left == (52, 57)
    match.redo()
    assert match.clock.left == (34, 58)
    match.undo()
    match.undo()
    assert match.clock.left == (60, 60)


def test_a_move_on_the_last_second_counts_and_one_after_it_loses() -> None:
    match = played("a1", clock="1")
    match.play("b1", 60.0)
    assert match.clock.left == (60, 0)
    with pytest.raises(MatchError, match="too late"):
        match.play("c1", 60.001)
    assert match.ended == Outcome(1, TIME)
    assert moves_of(match) == ["a1", "b1"]
    with pytest.raises(MatchError, match=r"over \(time\); take a move back"):
        match.play("c1")


def test_a_time_for_every_move_has_some_grace() -> None:
    match = played(clock="2s")
    match.play("a1", 2 + GRACE_SECONDS)
    with pytest.raises(MatchError, match="too late"):
        match.play("b1", 2.01 + GRACE_SECONDS)
    assert match.outcome == Outcome(0, TIME)


def test_giving_up_ends_the_game_and_can_be_taken_back() -> None:
    match = played("a1", "b1")
    assert match.resign() == Outcome(1, "resignation") == match.outcome
    with pytest.raises(MatchError, match="over"):
        match.resign()
    with pytest.raises(MatchError, match="nothing to play again"):
        match.redo()
    assert match.undo() == 0
    assert match.outcome is None
    assert moves_of(match) == ["a1", "b1"]
    assert match.resign(1).winner == 0


def test_what_was_taken_back_survives_a_resignation_that_is_taken_back() -> None:
    match = played("a1", "b1")
    match.undo()
    match.resign()
    match.undo()
    assert match.redo() == 1
    assert moves_of(match) == ["a1", "b1"]


def test_among_more_than_two_nobody_wins_by_another_s_resignation() -> None:
    match = Match(BLOCKIT[3].start(), [HUMAN] * 3)
    assert match.resign(1) == Outcome(None, f"{BLOCKIT[3].seats[1]}: resignation")
    assert match.record().result == "draw"


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    match = played("a1")
    for attempt in (lambda: match.resign(seat), lambda: match.forfeit(seat, TIME), lambda: match.seat(seat, HUMAN)):
        with pytest.raises(MatchError, match=f"no seat {seat}: the seats are 0 to 1"):
            attempt()
    assert (match.players, match.outcome) == ((HUMAN, HUMAN), None)


def test_players_change_in_the_middle() -> None:
    match = played("a1", "b1", "c1")
    match.seat(1, "random")
    assert match.turn_of == "random"
    match.play("d1")
    assert match.undo() == 2
    match.change_sides()
    assert match.players == ("random", HUMAN)
    assert match.turn_of == "random"
    assert match.undo() == 1
    assert match.turn_of == HUMAN


def test_every_player_takes_the_next_one_s_seat() -> None:
    match = Match(BLOCKIT[4].start(), (HUMAN, "random", "easy", "medium"))
    match.change_sides()
    assert match.players == ("medium", HUMAN, "random", "easy")


def test_a_game_goes_on_from_any_position() -> None:
    middle = HEX.start().play("a1").play("b1").play("c1")
    match = Match(middle, (HUMAN, "random"), read_time("1"))
    assert match.position == middle
    assert match.turn_of == "random"
    with pytest.raises(MatchError, match="nothing to take back"):
        match.undo()
    match.play("d1", 4)
    assert match.clock.left == (60, 56)
    assert match.record().start == middle
    assert match.record().moves == ("d1",)


def test_a_position_that_came_before_the_start_is_no_repetition() -> None:
    neutreeko = plyground.game("neutreeko")

    def there_and_back(position: Position) -> list[str]:
        """Four turns after which everything stands as before."""
        for move in position.moves:
            for reply in position.play(move).moves:
                between = position.play(move).play(reply)
                for back in between.moves:
                    for home in between.play(back).moves:
                        if between.play(back).play(home) == position:
                            return [str(turn) for turn in (move, reply, back, home)]
        raise AssertionError("no such turns")

    cycle = there_and_back(neutreeko.start())
    before = neutreeko.start()
    for move in cycle:
        before = before.play(move)
    assert before.occurrences == 2
    match = Match(before, (HUMAN, HUMAN))
    for move in cycle:
        match.play(move)
    assert match.outcome is None
    assert match_of(match.record(), (HUMAN, HUMAN)).outcome is None
    for move in cycle:
        match.play(move)
    assert match.outcome is not None
    assert match.record().checked_end().outcome == match.outcome


def test_a_record_says_what_was_played_and_said() -> None:
    match = played("a1", players=(HUMAN, "random"))
    match.remark = "white to win"
    match.play("b1", comment="hm")
    match.resign(1)
    record = match.record("2026-11-15")
    assert (record.moves, record.players, record.date) == (("a1", "b1"), (HUMAN, "random"), "2026-11-15")
    assert (record.result, record.reason) == ("first", "resignation")
    assert record.comments == ((0, "white to win"), (2, "hm"))
    assert read_record(write_record(record)) == record


def test_a_match_goes_on_from_a_record() -> None:
    comments = ((0, "open"), (1, "one"), (1, "two"))
    record = Record(HEX.start(), ("a1", "b1"), ("Ada", "Ben"), "second", "", comments=comments)
    match = match_of(record, (HUMAN, "random"), read_time("1+1"), (2.0, 3.0))
    assert match.outcome == Outcome(1, "agreed")
    assert (match.remark, match.turns[0].comment, match.turns[1].comment) == ("open", "one two", "")
    assert match.clock.left == (59, 58)
    assert match.undo() == 0
    match.play("c1")
    assert match.turn_of == "random"


def test_a_record_with_an_illegal_move_makes_no_match() -> None:
    with pytest.raises(plyground.IllegalMoveError):
        match_of(Record(HEX.start(), ("a1", "a1")), (HUMAN, HUMAN))


def test_a_written_move_is_in_time_whatever_it_took() -> None:
    match = match_of(Record(HEX.start(), ("a1",)), (HUMAN, HUMAN), TimeControl(per_move=1), (1000.0,))
    assert moves_of(match) == ["a1"]
