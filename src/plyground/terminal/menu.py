"""The menu: which game, which opponent, which level. Enter takes the default; `back` and `quit` work everywhere."""

import difflib
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from rich.table import Table
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
from plyground.terminal.screen import Screen
from plyground.terminal.session import NOTATION, REPORT
from plyground.terminal.texts import folded, player_name

Value = TypeVar("Value")
QUITTING = ("quit", "q", "exit", "sair")
GOING_BACK = ("back", "b", "voltar", "v")
SHOWN_SAVED = 9
SAVED = "saved"
"""The answer that resumes a saved game."""
LADDER = "ladder"
"""The answer that asks for one of the rungs."""


class Back(Exception):  # noqa: N818 (control flow, not an error)
    """The user goes back to the previous question."""


class Quit(Exception):  # noqa: N818 (control flow, not an error)
    """The user leaves the menu."""


@dataclass(frozen=True)
class MenuItem:
    """A numbered answer: its name, its value, and its meaning."""

    name: str
    value: str
    meaning: str = ""


@dataclass
class Answers:
    """The answers so far."""

    resumed: int | None = None
    game: Game | None = None
    mode: str = ""
    players: list[str] = field(default_factory=list)
    style: str = NOTATION


def number_in(text: str) -> int:
    """A small number in the input; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


class Menu:
    """Asks one question after another."""

    def __init__(self, screen: Screen, store: Store | None, dice: random.Random) -> None:
        self.screen, self.words, self.store, self.dice = screen, screen.language, store, dice
        self.answers = Answers()
        self.saved: list[SavedGame] = []

    def run(self) -> Match | int | None:
        """The chosen match, or the number of a saved game to resume; None to quit."""
        self.saved = self._unfinished()
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

    def _unfinished(self) -> list[SavedGame]:
        """The last unfinished games."""
        if self.store is None:
            return []
        known = str(self.store.problem)
        try:
            found = self.store.listing(unfinished=True, limit=SHOWN_SAVED)
        except PlygroundError as problem:
            if str(problem) != known:
                self.screen.complain(str(problem))
            return []
        for sentence in found.damaged:
            self.screen.complain(sentence)
        return found.games

    def _choose(self, question: str, choices: Sequence[MenuItem], usual: int) -> str:
        """Ask until one of the numbered answers is given; its value."""
        self._heading(question)
        self._list(choices)
        return self._answer(choices, usual)

    def _heading(self, question: str, **values: object) -> None:
        self.screen.say()
        self.screen.tell(question, "bold", **values)

    def _list(self, choices: Sequence[MenuItem]) -> None:
        """List the numbered answers with their meanings."""
        self._show([(str(number), choice.name, choice.meaning) for number, choice in enumerate(choices, start=1)])

    def _show(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """Show rows of number, name and meaning in columns."""
        if self.screen.on_terminal:
            grid = Table.grid(padding=(0, 2, 0, 0))
            for number, name, meaning in rows:
                grid.add_row(Text(f" {number}", "bold cyan"), Text(name, "bold"), Text(meaning, "dim"))
            self.screen.console.print(grid)
            return
        width = max(len(name) for _, name, _ in rows)
        for number, name, meaning in rows:
            self.screen.say(f" {number:1}  {name:<{width}}  {meaning}".rstrip())

    def _meaning(self, option: Option) -> str:
        """An option's meaning and possible values."""
        return f"{self.words.translate(option.meaning)}; {self.words.translate(option.values)}"

    def _answer(self, choices: Sequence[MenuItem], usual: int, unlisted: Sequence[MenuItem] = ()) -> str:
        """The value of the answer; those not listed can be typed, but have no number."""
        while True:
            text = self._line(self.words.text("menu.prompt", usual=usual))
            number = number_in(text) or (usual if text == "" else 0)
            if 1 <= number <= len(choices):
                return choices[number - 1].value
            for choice in (*choices, *unlisted):
                if folded(text) in (folded(choice.name), folded(choice.value)):
                    return choice.value
            self._explain(text, choices)

    def _line(self, prompt: str) -> str:
        """A line of input, unless it is `back` or `quit`."""
        text = self.screen.ask(prompt)
        if folded(text) in QUITTING:
            raise Quit
        if folded(text) in GOING_BACK:
            raise Back
        return text

    def _explain(self, text: str, choices: Sequence[MenuItem]) -> None:
        """Explain a wrong answer, and suggest a similar one."""
        self.screen.tell("menu.wrong", "yellow", text=quoted(text))
        close = difflib.get_close_matches(folded(text), [choice.value for choice in choices], n=1)
        if close:
            self.screen.tell("command_meant", "yellow", word=close[0])

    def _game(self) -> bool:
        """Ask for a game, or a saved one."""
        classes, translate = [game_class(name) for name in names()], self.words.translate
        choices = [MenuItem(translate(each.title), each.name, translate(each.summary)) for each in classes]
        if self.saved:
            how_many = self.words.text("menu.how_many", number=len(self.saved))
            choices.append(MenuItem(self.words.text("menu.saved"), SAVED, how_many))
        chosen = self._choose("menu.game", choices, 1)
        if chosen == SAVED:
            self._resume()
        else:
            self.answers.game = make_game(chosen)
        return True

    def _resume(self) -> None:
        """Ask which of the saved games."""
        choices = [
            MenuItem(self.words.translate(game_title(saved)), str(saved.id), self._saved_text(saved))
            for saved in self.saved
        ]
        self.answers.resumed = int(self._choose("menu.which", choices, 1))

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
        self._heading("menu.options", example=f"{game.known_options[0].name}={game.known_options[0].default}")
        self._show(
            [("", f"{option.name}={text}".rstrip("="), self._meaning(option)) for option, text in choices_of(game)]
        )
        while True:
            try:
                self.answers.game = type(game)(**typed_options(self._line(self.words.text("menu.options_prompt"))))
            except PlygroundError as problem:
                self.screen.complain(str(problem))
                continue
            return True

    def _mode(self) -> bool:
        """Ask who plays against whom."""
        modes = ("computer", "people", "watch")
        choices = [MenuItem(self.words.text(f"menu.mode.{mode}"), mode) for mode in modes]
        self.answers.mode = self._choose("menu.mode.question", choices, 1)
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
        self.answers.style = self._choose("menu.style.question", choices, 1)
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
            self._heading("menu.level.question")
            if seat:
                self.screen.say(Text(f"    {self.words.seat(seat)}", "bold"))
            self._list(choices)
            chosen = self._answer(choices, usual, rungs)
            if chosen != LADDER:
                return chosen
            with suppress(Back):
                return self._choose("menu.ladder.question", rungs, len(rungs) // 2)

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
        chosen = self._choose("menu.side.question", choices, 1)
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
