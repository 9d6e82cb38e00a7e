"""Positions, players, times and thoughts in words."""

from rich.text import Text

from plyground.core.numbered_board import NumberedBoard
from plyground.core.outcome import Outcome
from plyground.core.position import Position
from plyground.core.scene import Scene
from plyground.core.text import duration
from plyground.language import Language, language
from plyground.play.match import Match, at_fault
from plyground.play.summary import Summary
from plyground.search.result import Line, Result
from plyground.terminal.board_view import WOOD, in_ascii, look_of, needs_wood, picture
from plyground.terminal.screen import Screen
from plyground.terminal.step_input import in_numbers

SHOWN_LINE = 8
"""Moves of a line of play that are shown."""
LONGEST_NAME = 40
BELOW = 2
"""Lines below the board: whose turn it is, and what is typed. A board that leaves only one has the turn beside it."""
NEXT, PLAIN_NEXT = "▶ ", "> "
"""Before the player whose turn it is."""


def status(position: Position, words: Language | None = None) -> str:
    """One line on whose turn it is, or how the game ended."""
    words, outcome = words or language("en"), position.outcome
    if outcome is None:
        return words.about("turn", position.game.seats[position.mover])
    return ending(position, outcome.winner, outcome.reason, words)


def ending(position: Position, winner: int | None, reason: str, words: Language) -> str:
    """How a game ended."""
    if winner is not None:
        return words.about("won", position.game.seats[winner], reason=words.clause(reason))
    seat, fault = at_fault(Outcome(winner, reason), position.game.seats)
    if seat is not None:
        return words.about("gave_up", position.game.seats[seat], reason=words.clause(fault))
    return words.text("drawn", reason=words.clause(reason))


def match_status(match: Match, words: Language) -> str:
    """The same of a match, which may also end by resignation or time."""
    if match.ended is None:
        return status(match.position, words)
    return ending(match.position, match.ended.winner, match.ended.reason, words)


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def player_name(player: str, words: Language) -> str:
    """A player as people call it: a level by its name, an agent by its text."""
    level, colon, rest = player.partition(":")
    return words.word(f"player.{level}", level) + colon + rest


def time_text(seconds: float, words: Language) -> str:
    """Minutes and seconds on a clock; the last ten seconds with tenths."""
    if seconds < 10:
        return words.number(seconds, ".1f")
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def moves_text(line: Line) -> str:
    """The first moves of a line."""
    shown = " ".join(map(str, line.moves[:SHOWN_LINE]))
    return f"{shown} …" if len(line.moves) > SHOWN_LINE else shown


def thought(found: Result, words: Language) -> str:
    """What the computer thinks: score, depth, what it cost, and the line."""
    if found.depth == 0 and found.nodes == 0:
        return words.text("thought.none", move=found.move)
    score = words.translate(str(found.score))
    line = Line(found.line, found.score)
    nodes, spent = words.count("nodes", found.nodes), words.translate(duration(found.seconds))
    return words.text("thought.line", score=score, depth=found.depth, nodes=nodes, time=spent, line=moves_text(line))


def summary_lines(summary: Summary, words: Language) -> list[str]:
    """A table of what each side spent, a line a side."""
    steps = [words.text("summary.steps")] if summary.has_steps else []
    spent = [words.text("summary.time"), words.text("summary.mean"), words.text("summary.nodes")]
    rows = [["", words.text("summary.plays"), *steps, *spent]]
    for side in summary.sides:
        name = f"{words.word(f'seat.{side.seat}.short', side.seat)}: {player_name(side.player, words)[:LONGEST_NAME]}"
        counts = [str(side.plays), *([str(side.steps)] if steps else [])]
        times = [words.translate(duration(side.seconds)), words.translate(duration(side.mean))]
        rows.append([name, *counts, *times, words.number(side.nodes, ",")])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_aligned(row, widths)).rstrip() for row in rows]


def _aligned(row: list[str], widths: list[int]) -> list[str]:
    """The cells of a row: the name at the left, numbers at the right."""
    numbers = [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)]
    return [f"{row[0]:<{widths[0]}}", *numbers]


class MatchView:
    """Draws a match: the board, beside it the players, below it whose turn it is; or a board in letters."""

    def __init__(self, screen: Screen, match: Match, board: NumberedBoard | None = None) -> None:
        self.screen, self.match, self.words, self.board = screen, match, screen.language, board

    def show(self, scene: Scene | None = None) -> None:
        """Draw everything; on a board of columns and rows perhaps another scene, in the middle of a turn."""
        if self.board is not None:
            self._show_letters(self.board, scene or self._scene())
            return
        if not self.screen.on_terminal:
            self._show_plainly()
            return
        board, status_line = self._board(), Text(capital(match_status(self.match, self.words)), "bold")
        tall = len(board) + BELOW > self.screen.console.height
        title = Text(self.words.translate(self.match.start.game.title), "bold")
        self.screen.say()
        for line in beside(board, [status_line if tall else title, Text(), *self._panel()], self.screen.console.width):
            self.screen.say(line)
        if not tall:
            self.screen.say(status_line)
        self._show_detail()
        self._show_summary()

    def _show_plainly(self) -> None:
        """For a pipe: the diagram as text, without colours."""
        diagram = self.words.translate(self.match.position.diagram())
        self.screen.say(f"\n{diagram}\n")
        if self.match.turns:
            self.screen.tell("last_move", move=self.match.turns[-1].move)
        self.screen.say(match_status(self.match, self.words))
        self._show_detail()
        self._show_summary()

    def _show_detail(self) -> None:
        """What exactly went wrong, where the game ended by that."""
        if self.match.ended is not None and self.match.ended.detail:
            self.screen.complain(self.match.ended.detail)

    def _show_letters(self, board: NumberedBoard, scene: Scene) -> None:
        """The board in letters with its columns and rows, and what everybody has on it and in hand."""
        self.screen.say()
        self.screen.say(Text(self.words.translate(self.match.start.game.title), "bold"))
        self.screen.say(f"\n{board.diagram(scene)}\n\n{self.words.text('pick.legend', free=board.free)}")
        for seat in range(len(board.letters)):
            self.screen.say(self._seat_in_letters(board, scene, seat))
        if (turn := self._last_in_numbers(board)) and scene == self._scene():
            self.screen.tell("last_move", move=turn)
        self.screen.say(Text(capital(match_status(self.match, self.words)), "bold"))
        self._show_detail()
        self._show_summary()

    def _seat_in_letters(self, board: NumberedBoard, scene: Scene, seat: int) -> str:
        """A player with the letter of the pieces, and how many are on the board and beside it."""
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
        """What each side spent, once the game is over."""
        if self.match.outcome is not None:
            self.screen.say("\n".join(summary_lines(self.match.summary(), self.words)))

    def _board(self) -> list[Text]:
        turns, start = self.match.turns, self.match.start
        before = None if not turns else turns[-2].position if len(turns) > 1 else start
        lines = picture(self.match.position, before)
        return lines if self.screen.knows_signs else [in_ascii(line, start.game.seats) for line in lines]

    def _panel(self) -> list[Text]:
        """The players with what they have, and the last move."""
        game, match = self.match.position.game, self.match
        lines = []
        for seat in range(len(game.seats)):
            lines += self._seat_lines(seat)
        if match.turns:
            message = self.words.text("last_move", move=match.turns[-1].move)
            lines += [Text(), Text(f"{len(match.turns)}. {message}", "dim")]
        return lines

    def _seat_lines(self, seat: int) -> list[Text]:
        """A player: sign, colour, name, the time left, and what lies beside the board."""
        match, colour = self.match, self.match.start.game.seats[seat]
        to_move = match.outcome is None and match.position.mover == seat
        arrow = (NEXT if self.screen.knows_signs else PLAIN_NEXT) if to_move else "  "
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
        look = look_of(seats, seat)
        behind = f" on {WOOD}" if needs_wood(seats) else ""
        sign = Text(f" {look.piece} ", f"bold {look.paint}{behind}")
        return sign if self.screen.knows_signs else in_ascii(sign, seats)

    def _reserves(self, seat: int) -> list[Text]:
        mine = [reserve for reserve in self._scene().reserves if reserve.seat == seat]
        return [Text(f"      {self.words.translate(reserve.name)}: {reserve.number}", "dim") for reserve in mine]


def beside(board: list[Text], panel: list[Text], width: int) -> list[Text]:
    """The panel at the right of the board where there is room for it, otherwise below."""
    column = max(line.cell_len for line in board[: len(panel)]) + 3
    if column + max(line.cell_len for line in panel) > width or len(panel) > len(board):
        return [*board, *panel]
    joined = []
    for number, line in enumerate(board):
        if number < len(panel) and panel[number].plain:
            line = Text.assemble(line, " " * (column - line.cell_len), panel[number])
        joined.append(line)
    return joined
