"""The menu: which game, against whom, how strong; and the games that wait to be gone on with."""

from datetime import date
from pathlib import Path

import pytest

import plyground
from plyground.games import game_class
from plyground.puzzles.attempt import Attempt
from plyground.puzzles.diary import Diary
from plyground.puzzles.puzzle import Puzzle, daily_puzzle, puzzles_of
from tests.terminal.person import Terminal, number_of_game, piped

pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # a terminal is opened by a fork


def test_the_menu_asks_for_game_mode_and_level_and_enter_takes_what_is_usual(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    for number, name in enumerate(plyground.games(), start=1):
        assert f" {number}  {game_class(name).title}" in terminal.greeting
    assert "size=9" in terminal.say("")
    assert "you against the computer" in terminal.say("")
    assert "normal" in terminal.say("")
    assert "Which side" in terminal.say("")
    answer = terminal.say("")
    assert "▶  ●  red: human" in answer
    assert "■  blue: normal" in answer
    assert answer.endswith("Red to move\n> ")
    terminal.leave()


def test_wrong_answers_are_explained_and_one_can_go_back(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    for wrong in ("0", "7", "9999", "chess"):
        answer = f"'{wrong}' is not one of the answers: type a number or a name from the list above.\n"
        assert answer in terminal.say(wrong)
    assert "Did you mean Neutreeko?" in terminal.say("neutreko")
    assert "Which game?" in terminal.say("back"), "there is nothing before the first question"
    terminal.say("hex")
    assert "size=20 is not possible: size is a number from 3 to 19." in terminal.say("size=20")
    assert "'size' is not an option" in terminal.say("size")
    assert "Who plays?" in terminal.say("size=5 swap=off")
    assert "Which options?" in terminal.say("back")
    assert "Which game?" in terminal.say("back")
    assert "Who plays?" in terminal.say("Eximo"), "a game without options asks for none"
    assert "Which game?" in terminal.say("back")
    assert terminal.say("3", "size=4", "2").endswith("Red to move\n> ")
    assert terminal.position() == "..../..../..../.... r"
    assert "Which game?" in terminal.say("new")
    assert "To go on" not in terminal.leave("quit")


def test_the_computer_can_begin_or_play_itself(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--lang", "pt")
    answer = terminal.say("neutreeko", "", "1", "facil", "Brancas")
    assert "As Pretas jogam " in answer
    assert answer.endswith("Jogam as Brancas\n> ")
    terminal.say("novo", "3", "size=3", "3", "1")
    terminal.child.sendline("2")
    terminal.child.expect("Vermelho joga [abc]")
    terminal.child.sendintr()
    assert "Em pausa" in terminal.read()
    terminal.leave("sair")


def test_unfinished_games_are_offered_and_gone_on_with(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "hex", "--option", "size=3", "--second", "alphabeta:depth=1")
    assert "saved" not in Terminal(tmp_path).greeting
    terminal.say("b2")
    left_at = terminal.position()
    terminal.kill()
    piped(tmp_path, "a1\nresign\n", "hex", "--option", "size=3")
    terminal = Terminal(tmp_path)
    assert "7  saved      " in terminal.greeting
    assert "go on with an unfinished game (1)" in terminal.greeting, "nobody goes on with one that is over"
    assert "Hex" in terminal.say("7")
    assert "Which game?" in terminal.say("back")
    terminal.say("saved", "1")
    assert terminal.position() == left_at
    assert number_of_game(terminal.leave()) == "1"


def test_a_reports_players_are_chosen_by_their_names(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    levels = terminal.say("blockit", "", "1")
    assert [word for word in ("easy", "normal", "hard", "expert", "medium") if f"  {word}  " in levels] == [
        "easy",
        "normal",
        "hard",
        "expert",
    ]
    assert "blue: normal" in terminal.say("Normal", "red")
    assert "human, hard" in terminal.say("level Hard")
    terminal.leave()
    terminal = Terminal(tmp_path)
    players = " ".join(terminal.say("neutreeko", "", "1").split())
    assert " 9 H4 of the published report: alphabeta:heuristic=H4" in players
    assert "white: H4" in terminal.say("h4", "black")
    terminal.leave()


def test_the_rungs_are_one_answer_of_the_menu_and_chosen_by_number_or_name(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    levels = terminal.say("neutreeko", "", "1")
    assert "12  levels 1 to 8" in levels
    assert "level 3" not in levels
    rungs = terminal.say("12")
    assert "for a first game" in rungs
    assert " 3  level 3" in rungs
    assert "12  levels 1 to 8" in terminal.say("back")
    assert "white: level 2" in terminal.say("ladder", "2", "black")
    assert "human, level 7" in terminal.say("level 7")
    assert "human, level 5" in terminal.say("level LEVEL5")
    terminal.leave()
    terminal = Terminal(tmp_path)
    assert "white: level 8" in terminal.say("neutreeko", "", "1", "level 8", "black")
    terminal.leave()


def winning_moves(puzzle: Puzzle) -> list[str]:
    """The moves that solve a puzzle against the best defence."""
    attempt, moves = Attempt.begin(puzzle), list[str]()
    while not attempt.solved:
        moves.append(attempt.hint()[1])
        attempt.play(moves[-1])
    return moves


def test_puzzles_are_solved_one_after_another_from_the_menu(tmp_path: Path) -> None:
    puzzles = puzzles_of("neutreeko")
    daily = daily_puzzle(puzzles, date.today()).number
    terminal = Terminal(tmp_path)
    assert "6  puzzles  " in terminal.greeting
    assert f"Neutreeko          solved: 0 of {len(puzzles)}" in terminal.say("puzzles")
    offered = terminal.say("neutreeko")
    assert f"1  puzzle of the day  number {daily}," in offered
    assert "2  next               the easiest one not solved yet: number 1," in offered
    assert f"Puzzle {daily} of {len(puzzles)}" in terminal.say("")
    assert "Which puzzle?" in terminal.say("quit"), "leaving a puzzle leads back to the choice"
    assert "Puzzle 1 of" in terminal.say("next")
    solved = terminal.say(*winning_moves(puzzles[0]))
    assert "Solved: 1 of" in solved
    assert "not solved yet: number 2," in solved
    assert "There is no puzzle 0: there are 1 to" in terminal.say("number", "x")
    assert "Puzzle 40 of" in terminal.say("40")
    assert "Puzzles of which game?" in terminal.say("quit", "back")
    assert "Which game?" in terminal.say("back")
    assert "To go on" not in terminal.leave("quit")
    assert set(Diary.read(tmp_path / "puzzles.json").solved) == {puzzles[0].name}


def test_the_puzzle_of_the_day_is_what_enter_takes_until_it_is_solved(tmp_path: Path) -> None:
    puzzles = puzzles_of("neutreeko")
    puzzle = daily_puzzle(puzzles, date.today())
    terminal = Terminal(tmp_path, "--lang", "pt")
    assert "problema do dia" in terminal.say("problemas", "neutreeko")
    answer = terminal.say("", *winning_moves(puzzle))
    assert "Dias seguidos: 1." in answer
    assert f"número {puzzle.number}, dificuldade {puzzle.rating}, resolvido" in answer
    assert "Um número ou um nome [2]" in answer
    terminal.leave("sair")


def test_a_finished_game_is_reviewed_from_the_menu(tmp_path: Path) -> None:
    assert "review" not in Terminal(tmp_path).greeting
    piped(tmp_path, "", "hex", "--option", "size=3", "--line", "a1 b1 a2 b2 a3")
    piped(tmp_path, "a1\n", "hex", "--option", "size=3")
    terminal = Terminal(tmp_path)
    assert "8  review             what each move of a finished game lost (1)" in terminal.greeting
    assert "5 moves" in terminal.say("review")
    answer = terminal.say("1")
    assert "Red has won" in answer
    assert "accuracy" in answer
    assert "Which game?" in terminal.say("new")
    answer = terminal.say("saved", "1")
    assert answer.endswith("Blue to move\n> "), "a game that is resumed is not reviewed"
    terminal.leave()


@pytest.mark.parametrize("way", ["ctrl-c", "ctrl-d", "quit"])
def test_leaving_the_menu_leaves_nothing_behind(way: str, tmp_path: Path) -> None:
    assert "To go on" not in Terminal(tmp_path).leave(way)
