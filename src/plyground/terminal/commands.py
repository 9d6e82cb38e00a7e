"""What a person can type besides moves: each command a small function, by its English name."""

import difflib
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

from plyground.core.errors import NotationError, OptionError, PlygroundError, quoted
from plyground.core.game import Game
from plyground.language import Language, Message
from plyground.play.agents.agent import read_agent
from plyground.play.agents.levels import levels_of, players_of
from plyground.play.agents.watched import WatchedPlayer
from plyground.play.match import HUMAN
from plyground.play.records.record import WINNERS
from plyground.play.store.saved_match import place_of
from plyground.search.result import Line, Result
from plyground.terminal.saved_games import SavedGameSlot, write_game
from plyground.terminal.session import REPORT, STYLES, Session
from plyground.terminal.step_input import numbered_board
from plyground.terminal.texts import moves_text, player_name, thought

Command = Callable[[Session, str], None]
COMMANDS: dict[str, Command] = {}
ADVISER = "expert"
"""Who is asked for hints and analyses."""
HINT_SECONDS, ANALYSIS_SECONDS, LONGEST_SECONDS = 1.0, 3.0, 3600.0
ANALYSED_LINES = 3
SLOWEST_PACE = 60.0
ON, OFF = "on", "off"
NUMBER = re.compile(r"-?[0-9]{1,6}")


def command(function: Command) -> Command:
    """Make a function a command of its own name."""
    COMMANDS[function.__name__.rstrip("_")] = function
    return function


def answer(session: Session, text: str) -> None:
    """Do what a person typed: a move, a command, or an explanation of why it is neither."""
    try:
        if text in {str(move) for move in session.match.position.moves}:
            session.play(text)
            return
        if session.picker is not None and NUMBER.fullmatch(text):
            session.pick(int(text))
            return
        word, _, argument = text.partition(" ")
        known = words_of(session.words)
        if (name := known.get(folded(word))) is not None:
            COMMANDS[name](session, argument.strip())
        elif text == "":
            empty(session)
        else:
            try_move(session, text, known)
    except PlygroundError as problem:
        session.screen.complain(str(problem))


def folded(word: str) -> str:
    """A word without accents and capitals, as people type it."""
    letters = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def words_of(words: Language) -> dict[str, str]:
    """Every word that is a command, in the person's language and in English."""
    own = {folded(words.text(f"command.{name}.word")): name for name in COMMANDS}
    return own | {name: name for name in COMMANDS}


def try_move(session: Session, text: str, known: dict[str, str]) -> None:
    """Play what can only be a move; whoever meant a command is told which."""
    try:
        session.play(text.lower())
    except NotationError:
        close = difflib.get_close_matches(folded(text.partition(" ")[0]), known, n=1)
        if close:
            session.screen.tell("command_meant", "yellow", word=close[0])
        raise


def empty(session: Session) -> None:
    """An empty line: the next move of a paused computer, a turn of picks begun again, or the board again."""
    if session.waiting:
        session.step()
    elif session.picker is not None and session.picker.begun:
        session.picker.restart()
        session.screen.tell("pick.again")
    else:
        session.show()


@command
def moves(session: Session, argument: str) -> None:
    """All legal moves."""
    listed = " ".join(str(move) for move in session.match.position.moves)
    session.screen.say(listed or session.words.text("no_moves"))


@command
def hint(session: Session, argument: str) -> None:
    """A good move."""
    found = advice(session, 1, HINT_SECONDS)
    session.screen.tell("hint_is", "bold", move=session.told(session.match.position, str(found.move)))
    session.screen.say(thought(found, session.words))


@command
def analyse(session: Session, argument: str) -> None:
    """The best moves with scores and lines."""
    found = advice(session, ANALYSED_LINES, seconds_of(argument, ANALYSIS_SECONDS, LONGEST_SECONDS))
    for number, line in enumerate(found.lines or (Line(found.line, found.score),), start=1):
        score = session.words.translate(str(line.score))
        session.screen.say(f"{number}. {score:>8}  {moves_text(line)}")
    session.screen.say(thought(found, session.words))


def advice(session: Session, lines: int, seconds: float) -> Result:
    """What the strongest level thinks of the position."""
    position = session.match.position
    watched = WatchedPlayer(read_agent(f"{ADVISER}:seconds={seconds:g},tables=on", position.game))
    text = session.words.text("advising")
    return session.think(text, watched, lambda: watched.think(position, lines=lines, seconds=seconds))


def seconds_of(text: str, usual: float, most: float) -> float:
    """A number of seconds, or the usual one."""
    if text == "":
        return usual
    try:
        seconds = float(text.replace(",", "."))
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= most:
        raise OptionError(Message("pace_wrong", text=quoted(text), most=most))
    return seconds


@command
def undo(session: Session, argument: str) -> None:
    """Take moves back."""
    session.match.undo()
    session.paused = not session.people
    session.changed()


@command
def redo(session: Session, argument: str) -> None:
    """Play again what was taken back."""
    session.match.redo()
    session.changed()


@command
def save(session: Session, argument: str) -> None:
    """Say where the game is saved, as another game where another program went on with it; or write it into a file."""
    if argument == "" and session.shelf.stale:
        session.keep_apart()
        return
    if argument == "":
        session.keep()
        saved = session.shelf.number is not None and not session.shelf.problem
        session.screen.tell("saved.as" if saved else "saved.not_yet", number=session.shelf.number)
        return
    path = Path(argument).expanduser()
    write_game(session.match.record(), path, session.words, replace=path in session.written)
    session.written.add(path)
    session.screen.tell("saved.file", file=path)


@command
def newer(session: Session, argument: str) -> None:
    """Go on with the game as another program saved it; what was played here is kept as another game."""
    shelf = session.shelf
    if not shelf.stale or shelf.store is None or shelf.number is None:
        raise OptionError(Message("no_newer_game"))
    store, number = shelf.store, shelf.number
    found = store.resume(number)
    session.keep_apart()
    session.go_on_with(found.match, SavedGameSlot(store, place_of(number, found), found.match))


@command
def swap(session: Session, argument: str) -> None:
    """Change sides; where the rules have a move of this name and allow it, a person who types it makes the move."""
    session.screen.tell("swap_is_sides")
    sides(session, argument)


@command
def sides(session: Session, argument: str) -> None:
    """Every player takes the next one's seat."""
    session.match.change_sides()
    session.changed()


@command
def resign(session: Session, argument: str) -> None:
    """Give up; asked once, where a person is at a terminal."""
    if session.match.outcome is None and not session.screen.sure("sure.resign"):
        return
    session.match.resign()
    session.changed()


@command
def level(session: Session, argument: str) -> None:
    """Another level for the computers, or for one seat."""
    *place, wanted = argument.split() or [""]
    game = session.match.start.game
    player = level_meant(wanted, game, session.words)
    if player == "":
        raise OptionError(Message("levels_are", levels=", ".join(players_of(game))))
    for seat in seats_meant(session, " ".join(place)):
        session.match.seat(seat, player)
    session.keep()
    names = [player_name(each, session.words) for each in session.match.players]
    session.screen.tell("players_are", players=", ".join(names))


def level_meant(word: str, game: Game, words: Language) -> str:
    """The level that a person names in their language, or the text as it is: an agent."""
    names = (*levels_of(game), *players_of(game), HUMAN)
    known = {folded(spelling): name for name in names for spelling in (name, player_name(name, words))}
    return known.get(folded(word), word)


def seats_meant(session: Session, place: str) -> list[int]:
    """The seats that a level is for: the one named, or all computers', or all but the person to move."""
    seats, match = session.match.start.game.seats, session.match
    if place:
        own = {folded(session.words.word(f"seat.{seat}.short", seat)): number for number, seat in enumerate(seats)}
        named = own | {seat: number for number, seat in enumerate(seats)}
        named |= {word: number for number, word in enumerate(WINNERS[: len(seats)])}
        if folded(place) not in named:
            raise OptionError(Message("no_player", name=quoted(place), players=", ".join(seats)))
        return [named[folded(place)]]
    computers = [seat for seat in range(len(seats)) if seat not in session.people]
    return computers or [seat for seat in range(len(seats)) if seat != match.position.mover]


@command
def think(session: Session, argument: str) -> None:
    """What the computer thought of its last move; `on` and `off` for all moves to come."""
    if argument in (ON, OFF):
        session.settings.thinking = argument == ON
        session.screen.tell(f"thinking_is.{argument}")
        return
    made = [ply for ply in session.thoughts if ply < len(session.match.turns)]
    if not made:
        session.screen.tell("no_thoughts")
        return
    session.screen.say(thought(session.thoughts[max(made)], session.words))


@command
def score(session: Session, argument: str) -> None:
    """The same as `think`."""
    think(session, argument)


@command
def pace(session: Session, argument: str) -> None:
    """How long computers wait between their moves."""
    session.settings.pace = seconds_of(argument, session.settings.pace, SLOWEST_PACE)
    session.screen.tell("pace_is", seconds=session.words.number(session.settings.pace, "g"))


@command
def go(session: Session, argument: str) -> None:
    """Let paused computers go on."""
    session.paused = False


@command
def style(session: Session, argument: str) -> None:
    """How moves are entered: typed in notation, or picked by column and row."""
    known = {folded(session.words.text(f"style.{name}")): name for name in STYLES} | {name: name for name in STYLES}
    if argument == "":
        session.screen.tell("style.are", styles=", ".join(session.words.text(f"style.{name}") for name in STYLES))
        return
    if folded(argument) not in known:
        raise OptionError(Message("style.unknown", name=quoted(argument), styles=list(STYLES)))
    if known[folded(argument)] == REPORT:
        numbered_board(session.match.start.game)
    session.settings.style = known[folded(argument)]
    session.screen.tell(f"style.is.{session.settings.style}")
    session.show()


@command
def rules(session: Session, argument: str) -> None:
    """The rules of this game."""
    session.screen.teach(session.match.start.game.rules_text(session.words.code))


@command
def board(session: Session, argument: str) -> None:
    """Draw the board again."""
    session.show()


@command
def position(session: Session, argument: str) -> None:
    """The position as text."""
    session.screen.say(str(session.match.position))


@command
def new(session: Session, argument: str) -> None:
    """Choose another game."""
    session.leaving = "new"


@command
def help_(session: Session, argument: str) -> None:
    """All commands."""
    words = session.words
    session.screen.tell("help_begin")
    width = max(len(words.text(f"command.{name}.word")) for name in COMMANDS) + 2
    for name in COMMANDS:
        session.screen.say(f"  {words.text(f'command.{name}.word'):<{width}}{words.text(f'command.{name}.help')}")


@command
def quit_(session: Session, argument: str) -> None:
    """Leave; the game stays saved."""
    session.leaving = "quit"
