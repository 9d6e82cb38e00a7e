"""The menu: which game, which opponent, which level. Enter takes the default; `back` and `quit` work everywhere."""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date

from rich.text import Text

from plyground.core.errors import OptionError, PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.options import Option
from plyground.games import game as make_game
from plyground.games import game_class, names
from plyground.language import Message
from plyground.play.agents.levels import players_of, usual_level
from plyground.play.match import HUMAN, Match
from plyground.play.store.store import SavedGame, Store
from plyground.terminal.numbered_questions import Back, MenuItem, NumberedQuestions, Quit
from plyground.terminal.puzzle_menu import PuzzleMenu
from plyground.terminal.screen import Screen
from plyground.terminal.session import NOTATION, REPORT
from plyground.terminal.texts import player_name

SHOWN_SAVED = 9
PUZZLES, SAVED, REVIEW = "puzzles", "saved", "review"
"""The answers that are no game: solve puzzles, resume a saved game, review a finished one."""
LADDER = "ladder"
"""The answer that asks for one of the rungs."""


@dataclass
class Answers:
    """The answers so far."""

    resumed: int | None = None
    reviewed: bool = False
    """Whether the resumed game is to be reviewed."""
    game: Game | None = None
    mode: str = ""
    players: list[str] = field(default_factory=list)
    style: str = NOTATION


class Menu(NumberedQuestions):
    """Asks one question after another."""

    def __init__(self, screen: Screen, store: Store | None, dice: random.Random) -> None:
        super().__init__(screen)
        self.store, self.dice = store, dice
        self.answers = Answers()
        self.saved: dict[str, list[SavedGame]] = {}
        """What can be resumed, and what can be reviewed."""

    def run(self) -> Match | int | None:
        """The chosen match, or the number of a saved game to resume; None to quit. Puzzles are solved meanwhile."""
        self.saved = {SAVED: self._listing(unfinished=True), REVIEW: self._listing(unfinished=False)}
        steps: list[Callable[[], bool]] = [self._game, self._options, self._mode, self._seats, self._style]
        asked: list[int] = []
        at = 0
        try:
            while at < len(steps) and self.answers.resumed is None:
                try:
                    if steps[at]():
                        asked.append(at)
                    at += 1
                except Back:
                    at = asked.pop() if asked else 0
        except Quit:
            return None
        if self.answers.resumed is not None:
            return self.answers.resumed
        assert self.answers.game is not None
        return Match(self.answers.game.start(), self.answers.players)

    def _listing(self, *, unfinished: bool) -> list[SavedGame]:
        """The last unfinished, or finished, games."""
        if self.store is None:
            return []
        known = str(self.store.problem)
        try:
            found = self.store.listing(unfinished=unfinished, limit=SHOWN_SAVED)
        except PlygroundError as problem:
            if str(problem) != known:
                self.screen.complain(str(problem))
            return []
        for sentence in found.damaged:
            self.screen.complain(sentence)
        return found.games

    def _meaning(self, option: Option) -> str:
        """An option's meaning and possible values."""
        return f"{self.words.translate(option.meaning)}; {self.words.translate(option.values)}"

    def _game(self) -> bool:
        """Ask for a game, or what else there is to do."""
        classes, translate = [game_class(name) for name in names()], self.words.translate
        choices = [MenuItem(translate(each.title), each.name, translate(each.summary)) for each in classes]
        chosen = self.choose("menu.game", [*choices, *self._others()], 1)
        if chosen == PUZZLES:
            PuzzleMenu(self.screen, date.today()).run()
        elif chosen in self.saved:
            self._resume(chosen)
        else:
            self.answers.game = make_game(chosen)
        return True

    def _others(self) -> Iterator[MenuItem]:
        """The answers that are no game."""
        yield MenuItem(self.words.text("menu.puzzles"), PUZZLES, self.words.text("menu.puzzles_are"))
        if games := self.saved[SAVED]:
            meaning = self.words.text("menu.how_many.saved", number=len(games))
            yield MenuItem(self.words.text("menu.saved"), SAVED, meaning)
        if games := self.saved[REVIEW]:
            meaning = self.words.text("menu.how_many.review", number=len(games))
            yield MenuItem(self.words.text("menu.review"), REVIEW, meaning)

    def _resume(self, kind: str) -> None:
        """Ask which of the saved games is resumed, or reviewed."""
        choices = [
            MenuItem(self.words.translate(game_title(saved)), str(saved.id), self._saved_text(saved))
            for saved in self.saved[kind]
        ]
        self.answers.resumed = int(self.choose("menu.which", choices, 1))
        self.answers.reviewed = kind == REVIEW

    def _saved_text(self, saved: SavedGame) -> str:
        """A saved game in a line."""
        players = ", ".join(player_name(player, self.words) for player in saved.players)
        name = f"{saved.name}, " if saved.name else ""
        moves, changed = self.words.count("moves", saved.plies), saved.changed[:16].replace("T", " ")
        return self.words.text("menu.told", name=name, players=players, moves=moves, changed=changed)

    def _options(self) -> bool:
        """Ask for the game's options on one line; the defaults if it is empty."""
        game = self.answers.game
        assert game is not None
        if not game.known_options:
            return False
        self.heading("menu.options", example=f"{game.known_options[0].name}={game.known_options[0].default}")
        self.show_rows(
            [("", f"{option.name}={text}".rstrip("="), self._meaning(option)) for option, text in choices_of(game)]
        )
        while True:
            try:
                self.answers.game = type(game)(**typed_options(self.line(self.words.text("menu.options_prompt"))))
            except PlygroundError as problem:
                self.screen.complain(str(problem))
                continue
            return True

    def _mode(self) -> bool:
        """Ask who plays against whom."""
        modes = ("computer", "people", "watch")
        choices = [MenuItem(self.words.text(f"menu.mode.{mode}"), mode) for mode in modes]
        self.answers.mode = self.choose("menu.mode.question", choices, 1)
        return True

    def _seats(self) -> bool:
        """Ask for levels, and for the user's side."""
        assert self.answers.game is not None
        seats = self.answers.game.seats
        if self.answers.mode == "people":
            self.answers.players = [HUMAN] * len(seats)
            return False
        if self.answers.mode == "watch":
            self.answers.players = [self._level(seat) for seat in seats]
            return True
        players = [self._level("")] * len(seats)
        players[self._own_seat(seats)] = HUMAN
        self.answers.players = players
        return True

    def _style(self) -> bool:
        """Ask how moves are entered, where there is a choice."""
        game = self.answers.game
        assert game is not None
        if game.numbered() is None or HUMAN not in self.answers.players:
            return False
        example = self.words.text("menu.style.notation", move=game.start().moves[0])
        choices = [
            MenuItem(self.words.text("style.notation"), NOTATION, example),
            MenuItem(self.words.text("style.report"), REPORT, self.words.text("menu.style.report")),
        ]
        self.answers.style = self.choose("menu.style.question", choices, 1)
        return True

    def _level(self, seat: str) -> str:
        """Ask for the computer's level, in one seat or in all."""
        assert self.answers.game is not None
        game = self.answers.game
        rungs = self._levels(game.ladder())
        choices = self._levels({name: text for name, text in players_of(game).items() if name not in game.ladder()})
        usual = [choice.value for choice in choices].index(usual_level(game)) + 1
        if rungs:
            name, meaning = self.words.text("menu.ladder.name"), self.words.text("menu.ladder.meaning")
            choices.append(MenuItem(name, LADDER, meaning))
        while True:
            self.heading("menu.level.question")
            if seat:
                self.screen.say(Text(f"    {self.words.seat(seat)}", "bold"))
            self.show_choices(choices)
            chosen = self.answer(choices, usual, rungs)
            if chosen != LADDER:
                return chosen
            with suppress(Back):
                return self.choose("menu.ladder.question", rungs, len(rungs) // 2)

    def _levels(self, players: Mapping[str, str]) -> list[MenuItem]:
        """Players as answers, with what they mean."""
        return [
            MenuItem(player_name(name, self.words), name, self._level_meaning(name, text))
            for name, text in players.items()
        ]

    def _level_meaning(self, name: str, text: str) -> str:
        """The meaning of a level; for a report's own player, its agent."""
        return self.words.word(f"menu.level.{name}", self.words.text("menu.level.report", agent=text))

    def _own_seat(self, seats: tuple[str, ...]) -> int:
        """Ask for the user's side."""
        choices = [MenuItem(self.words.word(f"seat.{seat}.short", seat), str(at)) for at, seat in enumerate(seats)]
        choices[0] = MenuItem(choices[0].name, "0", self.words.text("menu.side.first"))
        choices.append(MenuItem(self.words.text("menu.side.any"), "any"))
        chosen = self.choose("menu.side.question", choices, 1)
        return self.dice.randrange(len(seats)) if chosen == "any" else int(chosen)


def game_title(saved: SavedGame) -> str:
    """The title of a saved game's game; its name if that game is not installed."""
    return game_class(saved.game).title if saved.game in names() else saved.game


def choices_of(game: Game) -> list[tuple[Option, str]]:
    """The options of a game with their values."""
    texts = game.option_texts()
    return [(option, texts.get(option.name, "")) for option in game.known_options]


def typed_options(text: str) -> dict[str, str]:
    """The options in a line such as `size=13 swap=off`."""
    options: dict[str, str] = {}
    for part in text.split():
        key, equals, value = part.partition("=")
        if not equals or not key or key in options:
            raise OptionError(Message("menu.no_option", text=quoted(part)))
        options[key] = value
    return options
