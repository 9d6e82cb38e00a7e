"""Nine Men's Morris as its report plays it: picked by column and row, each pick judged, the men counted."""

import re
from pathlib import Path

import pytest

import plyground
from plyground.core.numbered_board import NumberedBoard
from plyground.games.eximo import EximoGame
from plyground.language import language
from plyground.terminal.step_input import BadPickError, StepInput
from tests.terminal.person import Terminal, piped

pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # a terminal is opened by a fork

MORRIS = plyground.game("morris")
REPORT = ("morris", "--style", "report")
MILL = ("3", "1", "0", "0", "3", "0", "3", "6")
"""White on d6 and d7, Black on a7 and d1; White on d5 closes a mill."""
MOVING = "wb./.b./.w./b.w.../..w/.../... w 0,0"
"""White to move: the man on c4 has ways, the one on a7 has none; nobody flies."""
ONE_TO_TAKE = "ww./.../.../....../.../.b./bbb w 5,5"
"""White on g7 closes a mill; of Black's men only the one on d2 is in none."""


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def picks(entry: StepInput, *numbers: int) -> str | None:
    """The move once it is whole."""
    move = None
    for number in numbers:
        move = entry.enter(number)
    return None if move is None else str(move)


def test_the_board_has_letters_and_numbers_and_shows_each_players_pieces(tmp_path: Path) -> None:
    out = piped(tmp_path, typed(*MILL[:4]), *REPORT)
    begin, _, then = out.partition("Column (0 to 6): Row (0 to 6): ")
    assert "    0   1   2   3   4   5   6\n" in begin
    assert "0 | 0-----------0-----------0 | 0\n" in begin
    assert "> W white (human): on the board: 0, men in hand: 9\n" in begin
    assert "  R black (human): on the board: 0, men in hand: 9\n" in begin
    assert "Choose an empty place (0) for one of your men.\n" in begin
    assert "1 | |   0-------W-------0   | | 1\n" in then
    assert "> R black (human): on the board: 0, men in hand: 9\n" in then
    assert "0 | R-----------0-----------0 | 0\n" in then
    assert "last move: a7 (0,0)\n" in then


def test_a_bad_pick_is_refused_with_its_reason_and_asked_again(tmp_path: Path) -> None:
    out = piped(tmp_path, typed("6", "1", "7", "-1", "3", "1", "3", "1", "0", "0"), *REPORT)
    assert "Row (0 to 6): There is no place in column 6, row 1.\nChoose an empty place" in out
    assert "Column (0 to 6): 7 is not a number from 0 to 6.\n" in out
    assert "Column (0 to 6): -1 is not a number from 0 to 6.\n" in out
    assert "Row (0 to 6): In column 3, row 1 stands the other's man (W).\nChoose an empty place" in out
    assert "0 | R-----------0-----------0 | 0\n" in out


def test_a_mill_is_shown_before_the_man_to_remove_is_asked_for(tmp_path: Path) -> None:
    out = piped(tmp_path, typed(*MILL, "3", "2", "6", "6", "3", "1", "0", "0", "position"), *REPORT)
    closed = out.rpartition("Choose one of the other's men (R) to take.")[0].rpartition("Nine Men's Morris")[2]
    assert "2 | |   |   0---W---0   |   | | 2\n" in closed
    assert "  R black (human): on the board: 2, men in hand: 7\n" in closed
    assert "> W white (human): on the board: 3, men in hand: 6\n" in closed
    assert "Row (0 to 6): Column 6, row 6 is empty.\nChoose one of the other's men (R) to take." in out
    assert "Row (0 to 6): In column 3, row 1 stands your own man (W).\n" in out
    assert "last move: d5xa7 (3,2 0,0)\n" in out
    assert ".w./.w./.w./....../.../.../.b. b 6,7" in out


def test_moving_asks_for_the_man_and_then_for_the_place() -> None:
    words = language("en")
    entry = StepInput(MORRIS.position(MOVING), words)
    assert entry.task == "Choose one of your men (W)."
    for column, row, why in ((0, 3, "the other's man (R)"), (0, 6, "is empty")):
        with pytest.raises(BadPickError, match=re.escape(why)):
            picks(entry, column, row)
    assert picks(entry, 2, 3) is None
    assert entry.task == "Choose the empty place (0) where it goes."
    with pytest.raises(BadPickError, match=r"The man cannot go to column 6, row 6\."):
        picks(entry, 6, 6)
    assert picks(entry, 2, 4) == "c4-c3"


def test_a_man_that_cannot_move_and_one_in_a_mill_are_refused() -> None:
    with pytest.raises(BadPickError, match=r"The man in column 0, row 0 cannot move\."):
        picks(StepInput(MORRIS.position(MOVING), language("en")), 0, 0)
    entry = StepInput(MORRIS.position(ONE_TO_TAKE), language("en"))
    assert picks(entry, 6, 0) is None
    assert len(entry.partial_scene().pieces) == 7, "the man is placed, and none is taken yet"
    with pytest.raises(BadPickError, match=r"The man in column 0, row 6 cannot be taken now\."):
        picks(entry, 0, 6)
    assert picks(entry, 3, 5) == "g7xd2"


def test_commands_moves_and_beginning_again_are_there_at_every_prompt(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *REPORT)
    assert terminal.greeting.endswith("Column (0 to 6): ")
    assert terminal.say("3").endswith("Row (0 to 6): ")
    assert "The turn begins again." in terminal.say("")
    assert "take moves back" in terminal.say("3", "help")
    assert "W white (human): on the board: 1" in terminal.say("1")
    assert "R black (human): on the board: 1" in terminal.say("a7"), "a move in notation"
    assert "W white (human): on the board: 1, men in hand: 8" in terminal.say("3", "undo")
    assert "Saved as game 1." in terminal.say("0", "save")
    assert "Moves are typed in notation." in terminal.say("style notation")
    assert terminal.say("board").endswith("\n> ")
    assert terminal.say("style report").endswith("Column (0 to 6): ")
    assert "plyground saved resume 1" in terminal.leave()


def test_a_computer_and_a_hint_speak_in_columns_and_rows(tmp_path: Path) -> None:
    out = piped(tmp_path, typed("3", "1", "hint"), *REPORT, "--second", "random", "--seed", "1")
    assert re.search(r"Black plays [a-g]\d \(\d,\d\)\n", out)
    assert re.search(r"Try [a-g]\d \(\d,\d\)\.\n", out)


def test_the_report_style_in_portuguese(tmp_path: Path) -> None:
    out = piped(tmp_path, typed("6", "1", *MILL, "3", "2", "estilo notação"), *REPORT, "--lang", "pt")
    assert "Linha (0 a 6): Não há nenhum lugar na coluna 6, linha 1.\n" in out
    assert "> W Brancas (humano): no tabuleiro: 3, peças na mão: 6\n" in out
    assert "Escolha uma das peças do adversário (R) para retirar.\nColuna (0 a 6): " in out
    assert "As jogadas escrevem-se em notação." in out


def test_the_menu_offers_it_where_there_is_a_choice(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    asked = terminal.say("morris", "", "people")
    assert "How do you enter your moves?" in asked
    assert terminal.say("report").endswith("Column (0 to 6): ")
    terminal.leave()


@pytest.mark.parametrize("words", [("hex", "--style", "report"), ("morris", "--style", "spoken")])
def test_a_style_that_is_not_there_is_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, words[0])
    said = terminal.say(f"style {words[2]}")
    assert "has no board of numbered columns and rows" in said or "There is no style 'spoken'" in said
    terminal.leave()


class NumberedEximo(EximoGame):
    """Another game with columns and rows: all that it has to tell."""

    def numbered(self) -> NumberedBoard:
        """The letters as columns, the rows from the top."""
        names = [cell.name for cell in self.board().cells]
        places = {name: (ord(name[0]) - ord("a"), 8 - int(name[1])) for name in names}
        return NumberedBoard(places, ("W", "B"), ".", " ".join(f"{{{name}}}" for name in names))


def test_the_same_way_in_serves_a_game_of_chains() -> None:
    game = NumberedEximo()
    for move in game.start().moves:
        entry = StepInput(game.start(), language("en"))
        made = None
        for step in game.steps(game.start().state, move.value):
            assert made is None
            made = picks(entry, *entry.board.places[step])
        assert made == str(move)
