"""Draws a match on the screen: the board, the players beside it, and whose turn it is."""

from rich.text import Text

from plyground.core.numbered_board import NumberedBoard
from plyground.core.scene import Scene
from plyground.play.match import Match
from plyground.terminal.board_view import WOOD, draw_board, in_ascii, needs_wood, piece_style
from plyground.terminal.screen import Screen
from plyground.terminal.step_input import in_numbers
from plyground.terminal.texts import LONGEST_NAME, capitalised, match_status, player_name, summary_lines, time_text

BELOW = 2
"""Lines below the board: whose turn it is, and the prompt. A board that leaves only one has the turn beside it."""
NEXT, PLAIN_NEXT = "▶ ", "> "
"""Marks the player to move."""


class MatchView:
    """Draws one match: with colours, as plain text into a pipe, or as a board of letters."""

    def __init__(self, screen: Screen, match: Match, board: NumberedBoard | None = None) -> None:
        self.screen, self.match, self.words, self.board = screen, match, screen.language, board

    def show(self, scene: Scene | None = None) -> None:
        """Draw everything; `scene` replaces the position's on a numbered board, in the middle of a turn."""
        if self.board is not None:
            self._show_letters(self.board, scene or self._scene())
            return
        if not self.screen.on_terminal:
            self._show_plain()
            return
        board, status_line = self._board(), Text(capitalised(match_status(self.match, self.words)), "bold")
        tall = len(board) + BELOW > self.screen.console.height
        title = Text(self.words.translate(self.match.start.game.title), "bold")
        self.screen.say()
        for line in beside(board, [status_line if tall else title, Text(), *self._panel()], self.screen.console.width):
            self.screen.say(line)
        if not tall:
            self.screen.say(status_line)
        self._show_detail()
        self._show_summary()

    def _show_plain(self) -> None:
        """Into a pipe: the diagram as text, without colours."""
        diagram = self.words.translate(self.match.position.diagram())
        self.screen.say(f"\n{diagram}\n")
        if self.match.turns:
            self.screen.tell("last_move", move=self.match.turns[-1].move)
        self.screen.say(match_status(self.match, self.words))
        self._show_detail()
        self._show_summary()

    def _show_detail(self) -> None:
        """Say what exactly went wrong, where the game ended by a fault."""
        if self.match.ended is not None and self.match.ended.detail:
            self.screen.complain(self.match.ended.detail)

    def _show_letters(self, board: NumberedBoard, scene: Scene) -> None:
        """Draw the board in letters with its columns and rows, and each player's pieces and reserves."""
        self.screen.say()
        self.screen.say(Text(self.words.translate(self.match.start.game.title), "bold"))
        self.screen.say(f"\n{board.diagram(scene)}\n\n{self.words.text('pick.legend', free=board.free)}")
        for seat in range(len(board.letters)):
            self.screen.say(self._seat_in_letters(board, scene, seat))
        if (turn := self._last_in_numbers(board)) and scene == self._scene():
            self.screen.tell("last_move", move=turn)
        self.screen.say(Text(capitalised(match_status(self.match, self.words)), "bold"))
        self._show_detail()
        self._show_summary()

    def _seat_in_letters(self, board: NumberedBoard, scene: Scene, seat: int) -> str:
        """A player's line: letter, name, number of pieces, reserves, time."""
        match, colour = self.match, self.match.start.game.seats[seat]
        arrow = PLAIN_NEXT if match.outcome is None and match.position.mover == seat else "  "
        name = player_name(match.players[seat], self.words)[:LONGEST_NAME]
        number = sum(piece.seat == seat for piece in scene.pieces)
        facts = [self.words.text("pick.on_board", number=number)]
        facts += [f"{self.words.translate(each.name)}: {each.number}" for each in scene.reserves if each.seat == seat]
        if match.clock.left:
            facts.append(time_text(match.clock.left[seat], self.words))
        said = self.words.word(f"seat.{colour}.short", colour)
        return f"{arrow}{board.letters[seat]} {said} ({name}): {', '.join(facts)}"

    def _last_in_numbers(self, board: NumberedBoard) -> str:
        """The last move with its columns and rows; empty before the first."""
        turns = self.match.turns
        if not turns:
            return ""
        before = turns[-2].position if len(turns) > 1 else self.match.start
        return f"{turns[-1].move} ({in_numbers(before, turns[-1].move, board)})"

    def _scene(self) -> Scene:
        position = self.match.position
        return position.game.scene(position.state)

    def _show_summary(self) -> None:
        """Show the summary once the game is over."""
        if self.match.outcome is not None:
            self.screen.say("\n".join(summary_lines(self.match.summary(), self.words)))

    def _board(self) -> list[Text]:
        turns, start = self.match.turns, self.match.start
        before = None if not turns else turns[-2].position if len(turns) > 1 else start
        lines = draw_board(self.match.position, before)
        return lines if self.screen.is_unicode else [in_ascii(line, start.game.seats) for line in lines]

    def _panel(self) -> list[Text]:
        """The players with time and reserves, and the last move."""
        game, match = self.match.position.game, self.match
        lines = []
        for seat in range(len(game.seats)):
            lines += self._seat_lines(seat)
        if match.turns:
            message = self.words.text("last_move", move=match.turns[-1].move)
            lines += [Text(), Text(f"{len(match.turns)}. {message}", "dim")]
        return lines

    def _seat_lines(self, seat: int) -> list[Text]:
        """A player: sign, colour, name, time left, reserves."""
        match, colour = self.match, self.match.start.game.seats[seat]
        to_move = match.outcome is None and match.position.mover == seat
        arrow = (NEXT if self.screen.is_unicode else PLAIN_NEXT) if to_move else "  "
        name = player_name(match.players[seat], self.words)[:LONGEST_NAME]
        style = "bold" if to_move else ""
        said = f" {self.words.word(f'seat.{colour}.short', colour)}: {name}"
        line = Text.assemble((arrow, "bold"), self._sign(seat), (said, style))
        if match.clock.left:
            line.append(f"  {time_text(match.clock.left[seat], self.words)}", style or "dim")
        return [line, *self._reserves(seat)]

    def _sign(self, seat: int) -> Text:
        """A seat's piece as it looks on the board."""
        seats = self.match.start.game.seats
        style = piece_style(seats, seat)
        behind = f" on {WOOD}" if needs_wood(seats) else ""
        sign = Text(f" {style.piece} ", f"bold {style.paint}{behind}")
        return sign if self.screen.is_unicode else in_ascii(sign, seats)

    def _reserves(self, seat: int) -> list[Text]:
        mine = [reserve for reserve in self._scene().reserves if reserve.seat == seat]
        return [Text(f"      {self.words.translate(reserve.name)}: {reserve.number}", "dim") for reserve in mine]


def beside(board: list[Text], panel: list[Text], width: int) -> list[Text]:
    """Put the panel to the right of the board if it fits, otherwise below."""
    column = max(line.cell_len for line in board[: len(panel)]) + 3
    if column + max(line.cell_len for line in panel) > width or len(panel) > len(board):
        return [*board, *panel]
    joined = []
    for number, line in enumerate(board):
        if number < len(panel) and panel[number].plain:
            line = Text.assemble(line, " " * (column - line.cell_len), panel[number])
        joined.append(line)
    return joined
