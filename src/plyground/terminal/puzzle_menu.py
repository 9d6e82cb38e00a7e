"""The part of the menu that offers puzzles: of which game, and which of them; solved ones come back to the question."""

from contextlib import suppress
from datetime import date

from plyground.core.errors import PlygroundError
from plyground.games import game_class, names
from plyground.puzzles.attempt import Attempt
from plyground.puzzles.diary import Diary
from plyground.puzzles.puzzle import Puzzle, daily_puzzle, find_puzzle, puzzles_of
from plyground.terminal.numbered_questions import Back, MenuItem, NumberedQuestions, number_in
from plyground.terminal.puzzle_session import PuzzleSession
from plyground.terminal.screen import Screen

DAILY, NEXT, NUMBER = "daily", "next", "number"


class PuzzleMenu(NumberedQuestions):
    """Asks for one puzzle after another, until the user goes back or quits."""

    def __init__(self, screen: Screen, today: date) -> None:
        super().__init__(screen)
        self.today = today

    def run(self) -> None:
        """Ask for a game and its puzzles again and again; `Back` and `Quit` are raised where the user leaves."""
        while True:
            puzzles = puzzles_of(self._game())
            with suppress(Back):
                while True:
                    self._solve(puzzles)

    def _game(self) -> str:
        """Ask for a game that has puzzles."""
        choices, diary = [], Diary.read()
        for name in names():
            with suppress(PlygroundError):  # a game from another package may have none
                puzzles = puzzles_of(name)
                facts = self.words.text("menu.puzzle.solved", solved=diary.count(puzzles), all=len(puzzles))
                choices.append(MenuItem(self.words.translate(game_class(name).title), name, facts))
        return self.choose("menu.puzzle.game", choices, 1)

    def _solve(self, puzzles: tuple[Puzzle, ...]) -> None:
        """Ask for a puzzle, and offer it until it is solved or left."""
        diary = Diary.read()
        puzzle = self._puzzle(puzzles, diary)
        PuzzleSession(self.screen, Attempt.begin(puzzle), puzzles, diary, self.today).run()

    def _puzzle(self, puzzles: tuple[Puzzle, ...], diary: Diary) -> Puzzle:
        """Ask which puzzle: today's, unless it is solved, or the easiest one left, or any."""
        daily, following = daily_puzzle(puzzles, self.today), diary.next_puzzle(puzzles)
        done = daily.name in diary.solved
        today = self.words.text("menu.puzzle.one_solved" if done else "menu.puzzle.one", **facts_of(daily))
        choices = (
            MenuItem(self.words.text("menu.puzzle.daily"), DAILY, today),
            MenuItem(
                self.words.text("menu.puzzle.next"), NEXT, self.words.text("menu.puzzle.easiest", **facts_of(following))
            ),
            MenuItem(
                self.words.text("menu.puzzle.number"), NUMBER, self.words.text("menu.puzzle.any", last=len(puzzles))
            ),
        )
        self.heading("menu.puzzle.which", days=diary.streak(self.today))
        self.show_choices(choices)
        chosen = self.answer(choices, 2 if done else 1)
        return self._numbered(puzzles) if chosen == NUMBER else {DAILY: daily, NEXT: following}[chosen]

    def _numbered(self, puzzles: tuple[Puzzle, ...]) -> Puzzle:
        """Ask for the number of a puzzle."""
        while True:
            text = self.line(self.words.text("menu.puzzle.ask", last=len(puzzles)))
            try:
                return find_puzzle(puzzles, number_in(text))
            except PlygroundError as problem:
                self.screen.complain(str(problem))


def facts_of(puzzle: Puzzle) -> dict[str, int]:
    """What is said of a puzzle in a list."""
    return {"number": puzzle.number, "rating": puzzle.rating}
