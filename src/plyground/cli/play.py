"""The command that plays at the terminal."""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli import saved as saved
from plyground.cli.app import app, describe
from plyground.cli.arguments import (
    AsJson,
    Line,
    Options,
    Plugins,
    PositionText,
    load_plugins,
    options_from,
    read_options,
    read_position,
)
from plyground.cli.language import Lang, in_language, read_language
from plyground.core.errors import OptionError, quoted
from plyground.core.game import Game
from plyground.core.record import WINNERS
from plyground.games import game as make_game
from plyground.games import game_class
from plyground.language import Language, Message
from plyground.play.agents.levels import find_player
from plyground.play.agents.spec import AgentSpec
from plyground.play.clock import TimeControl, read_time
from plyground.play.match import HUMAN, Match, match_of
from plyground.play.records.text_format import Record
from plyground.terminal.app import finish, play_at_terminal
from plyground.terminal.game_files import read_game
from plyground.terminal.output import say_json
from plyground.terminal.screen import open_screen
from plyground.terminal.session import NOTATION, REPORT, STYLES, SessionSettings
from plyground.terminal.step_input import numbered_board

PIPED_PACE, TERMINAL_PACE = 0.0, 1.0
LONGEST_SECONDS = 3600

Style = Annotated[
    str,
    typer.Option(
        "--style",
        metavar="notation|report",
        help="`report`: choose moves step by step, by column and row, where the game has them (morris).",
    ),
]


def seat_option(place: str) -> object:
    """The option for the player of a seat."""
    text = (
        f"Who plays {place}: `human`, a level (easy, medium, hard, expert, or level1 to level8), a player of the "
        "report or an agent's text."
    )
    return typer.Option(f"--{place}", metavar="WHO", help=text)


GamePlayed = Annotated[str | None, typer.Argument(metavar="[GAME]", help="Which game; asked for if not given.")]
LoadedFile = Annotated[
    Path | None, typer.Option("--load", metavar="FILE", help="Resume the game in a file, in any known format.")
]
Seconds = Annotated[
    float | None, typer.Option("--seconds", metavar="S", help="How long a computer may think about a move.")
]
ClockTime = Annotated[
    str, typer.Option("--clock", metavar="TIME", help="`5+3`: five minutes each and three seconds a move.")
]
Pace = Annotated[float | None, typer.Option("--pace", metavar="S", help="Seconds between the moves of two computers.")]


@dataclass(frozen=True, kw_only=True)
class PlayArguments:
    """The arguments of `play`."""

    game: GamePlayed = None
    first: Annotated[str | None, seat_option("first")] = None
    second: Annotated[str | None, seat_option("second")] = None
    third: Annotated[str | None, seat_option("third")] = None
    fourth: Annotated[str | None, seat_option("fourth")] = None
    option: Options = None
    position: PositionText = None
    line: Line = ""
    load: LoadedFile = None
    seconds: Seconds = None
    clock: ClockTime = ""
    pace: Pace = None
    think: Annotated[bool, typer.Option("--think", help="Show what the computer thinks of its moves.")] = False
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Seed of the computers' random choices.")] = (
        None
    )
    style: Style = NOTATION
    plugin: Plugins = None
    as_json: AsJson = False
    lang: Lang = None

    @property
    def players(self) -> tuple[str | None, ...]:
        """Who plays, by seat."""
        return self.first, self.second, self.third, self.fourth

    @property
    def names_a_position(self) -> bool:
        """Whether options, a position or a line were given."""
        return bool(self.option or self.position or self.line)

    def settings(self, usual_pace: float, seed: int) -> SessionSettings:
        """The settings of the session."""
        return SessionSettings(
            checked("pace", self.pace, usual_pace),
            checked("seconds", self.seconds, None),
            seed,
            self.think,
            checked_style(self.style, self.game),
        )

    def match(self, words: Language) -> Match | None:
        """The match that the arguments describe; None if the menu has to ask."""
        control = read_time(self.clock)
        if self.load is not None:
            return self.loaded(read_game(self.load, words), control)
        if self.game is None:
            if self.names_a_position or any(self.players) or control != TimeControl():
                raise OptionError(Message("usage.needs_game"))
            return None
        game = make_game(self.game, **read_options(self.option))
        match = Match(read_position(game, self.position), self.seated(game), control)
        for move in self.line.split():
            match.play(move)
        return match

    def loaded(self, record: Record, control: TimeControl) -> Match:
        """The match of a record."""
        if self.game is not None or self.names_a_position:
            raise OptionError(Message("usage.load_alone"))
        return match_of(record, self.seated(record.game), control)

    def seated(self, game: Game) -> list[str]:
        """Who sits where; a seat without a player is a human's."""
        seats = len(game.seats)
        for place, player in list(zip(WINNERS, self.players, strict=True))[seats:]:
            if player is not None:
                place = Message(f"result.{place}")
                raise OptionError(Message("usage.no_such_seat", place=place, game=game.title, seats=seats))
        return [self.in_time(player or HUMAN, game) for player in self.players[:seats]]

    def in_time(self, player: str, game: Game) -> str:
        """A level that thinks for some time thinks for the time that was asked for; others only stop by then."""
        level = None if self.seconds is None else find_player(game, player)
        if level is None or AgentSpec.parse(level).seconds is None:
            return player
        return str(AgentSpec(player, seconds=self.seconds))


@app.command()
@options_from(PlayArguments)
def play(given: PlayArguments) -> None:
    """Play against the computer, with others, or watch; without GAME a menu asks for everything.

    `--json` plays a game among computers to its end and prints it with its summary; it is not saved.
    """
    words = read_language(given.lang)
    screen = open_screen(words)
    dice = random.Random(given.seed)  # noqa: S311 (dice for games)
    with in_language(words):
        settings = given.settings(TERMINAL_PACE if screen.interactive else PIPED_PACE, dice.getrandbits(30))
        load_plugins(given.plugin)
        match = given.match(words)
        if given.as_json:
            say_json(played_by_computers(match, settings))
        else:
            play_at_terminal(screen, match, settings, dice)


def played_by_computers(match: Match | None, settings: SessionSettings) -> dict[str, Any]:
    """A game that computers play to its end, as plain data."""
    if match is None or HUMAN in match.players:
        raise OptionError(Message("usage.json_with_people"))
    finish(match, settings)
    return describe(match.position) | {
        "start": str(match.start),
        "moves": [{"move": turn.move, "seconds": round(turn.seconds, 6), "nodes": turn.nodes} for turn in match.turns],
        "summary": match.summary().as_data(),
    }


def checked_style(style: str, name: str | None) -> str:
    """The style of entering moves, checked: it exists, and the game has it."""
    if style not in STYLES:
        raise OptionError(Message("style.unknown", name=quoted(style), styles=list(STYLES)))
    if style == REPORT and name is not None:
        numbered_board(game_class(name)())
    return style


def checked(name: str, seconds: float | None, usual: float | None) -> Any:
    """The number of seconds that was given, checked, or the default."""
    if seconds is None:
        return usual
    if not 0 <= seconds <= LONGEST_SECONDS:
        raise OptionError(Message("usage.seconds", option=name, most=LONGEST_SECONDS, found=seconds))
    return seconds
