"""The commands that a user can type besides moves, each a function of its English name."""

import difflib
import re
from collections.abc import Callable
from pathlib import Path

from plyground.core.errors import NotationError, OptionError, PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.interruptible import interruptible
from plyground.core.record import WINNERS, Record
from plyground.language import Language, Message
from plyground.play.agents.agent import read_agent, read_search
from plyground.play.agents.levels import listed_players, players_of, strongest_level
from plyground.play.agents.monitored_player import MonitoredPlayer
from plyground.play.agents.spec import AgentSpec
from plyground.play.match import HUMAN
from plyground.play.store.saved_match import place_of
from plyground.review.annotated import annotated
from plyground.review.judgement import Review, stored_review
from plyground.review.reviewer import ReviewError, review_agent
from plyground.review.reviewer import review as judge
from plyground.search.budget import Cancel
from plyground.search.result import Line, Result
from plyground.terminal.game_files import write_game
from plyground.terminal.mistake_quiz import MistakeQuiz
from plyground.terminal.review_view import review_lines
from plyground.terminal.saved_games import TerminalAutosave
from plyground.terminal.session import REPORT, STYLES, TerminalSession
from plyground.terminal.step_input import numbered_board
from plyground.terminal.texts import folded, moves_text, player_name, result_text, score_text

Command = Callable[[TerminalSession, str], None]
COMMANDS: dict[str, Command] = {}
HINT_SECONDS, ANALYSIS_SECONDS, LONGEST_SECONDS = 1.0, 3.0, 3600.0
ANALYSED_LINES = 3
SLOWEST_PACE = 60.0
ON, OFF = "on", "off"
UNLISTED = ("score", "train")
"""Commands that help leaves out, so that the list fits a screen of 24 lines: the help of others names them."""
NUMBER = re.compile(r"-?[0-9]{1,6}")


def command(function: Command) -> Command:
    """Register a function as the command of its name."""
    COMMANDS[function.__name__.rstrip("_")] = function
    return function


def handle_line(session: TerminalSession, text: str) -> None:
    """Handle a line of input: a move, a command, or an error that says why it is neither."""
    try:
        if text in {str(move) for move in session.match.position.moves}:
            session.play(text)
            return
        if session.step_input is not None and NUMBER.fullmatch(text):
            session.enter_number(int(text))
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


def words_of(words: Language) -> dict[str, str]:
    """All command words, in the user's language and in English, with the commands they name."""
    own = {folded(words.text(f"command.{name}.word")): name for name in COMMANDS}
    return own | {name: name for name in COMMANDS}


def try_move(session: TerminalSession, text: str, known: dict[str, str]) -> None:
    """Try the text as a move; where it is not one, suggest the command that was perhaps meant."""
    try:
        session.play(text.lower())
    except NotationError:
        close = difflib.get_close_matches(folded(text.partition(" ")[0]), known, n=1)
        if close:
            session.screen.tell("command_meant", "yellow", word=close[0])
        raise


def empty(session: TerminalSession) -> None:
    """Handle an empty line: step a paused computer, restart the input of a turn, or redraw the board."""
    if session.waiting:
        session.step()
    elif session.step_input is not None and session.step_input.started:
        session.step_input.restart()
        session.screen.tell("pick.again")
    else:
        session.show()


@command
def moves(session: TerminalSession, argument: str) -> None:
    """List the legal moves."""
    listed = " ".join(str(move) for move in session.match.position.moves)
    session.screen.say(listed or session.words.text("no_moves"))


@command
def hint(session: TerminalSession, argument: str) -> None:
    """Suggest a move."""
    found = advice(session, 1, HINT_SECONDS)
    session.screen.tell("hint_is", "bold", move=session.move_text(session.match.position, str(found.move)))
    session.screen.say(result_text(found, session.match.start.game, session.words))


@command
def analyse(session: TerminalSession, argument: str) -> None:
    """Show the best moves with chances and lines."""
    found = advice(session, ANALYSED_LINES, seconds_of(argument, ANALYSIS_SECONDS, LONGEST_SECONDS))
    for number, line in enumerate(found.lines or (Line(found.line, found.score),), start=1):
        score = score_text(line.score, session.match.start.game, session.words)
        session.screen.say(f"{number}. {score:>8}  {moves_text(line)}")
    session.screen.say(result_text(found, session.match.start.game, session.words))


def advice(session: TerminalSession, lines: int, seconds: float) -> Result:
    """The result of the strongest level for the position."""
    position = session.match.position
    adviser = AgentSpec(strongest_level(position.game), seconds=seconds, tables=True)
    watched = MonitoredPlayer(read_agent(adviser, position.game))
    text = session.words.text("advising")
    return session.think(text, watched, lambda: watched.think(position, lines=lines, seconds=seconds))


def seconds_of(text: str, usual: float, most: float) -> float:
    """The seconds in a text, or the usual ones if it is empty."""
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
def review(session: TerminalSession, argument: str) -> None:
    """Judge every move of the game so far; with a file name, write the annotated game there."""
    record, words = session.match.record(), session.words
    found = judged(session, record)
    for line in review_lines(found, record.positions(), words, boards=True):
        session.screen.say(line)
    if found.mistakes and session.screen.interactive:
        session.screen.tell("review.quiz.offer", "dim")
    if argument:
        write_game(annotated(record, found, words), Path(argument), words, replace=Path(argument) in session.written)
        session.written.add(Path(argument))
        session.screen.tell("review.written", file=argument)


def judged(session: TerminalSession, record: Record) -> Review:
    """The review of the game so far: the one stored with it, or a new one, which is stored."""
    store, number, cancel = session.autosave.store, session.autosave.number, Cancel()
    if not record.moves:
        raise ReviewError(Message("review.no_moves"))
    stored = None if store is None or number is None else stored_review(store.review_of(number), record)
    if stored is not None:
        return stored
    with session.screen.busy(session.words.text("review.reviewing")):
        found = interruptible(lambda: judge(record, cancel=cancel), cancel.now, take_rest=True)
    if found.complete and store is not None and number is not None:
        store.keep_review(number, found.as_data())
    return found


@command
def train(session: TerminalSession, argument: str) -> None:
    """Find the better move for each mistake of the game so far."""
    record = session.match.record()
    mistakes = judged(session, record).mistakes
    agent = read_search(review_agent(record.game), record.game)
    MistakeQuiz(session.screen, mistakes, record.positions(), agent).run()
    session.show()


@command
def undo(session: TerminalSession, argument: str) -> None:
    """Take moves back."""
    session.match.undo()
    session.paused = not session.people
    session.changed()


@command
def redo(session: TerminalSession, argument: str) -> None:
    """Replay moves that were taken back."""
    session.match.redo()
    session.changed()


@command
def save(session: TerminalSession, argument: str) -> None:
    """Say where the game is saved, or write it into a file; one that another program continued is saved as new."""
    if argument == "" and session.autosave.stale:
        session.save_as_new()
        return
    if argument == "":
        session.save()
        saved = session.autosave.number is not None and not session.autosave.problem
        session.screen.tell("saved.as" if saved else "saved.not_yet", number=session.autosave.number)
        return
    path = Path(argument).expanduser()
    write_game(session.match.record(), path, session.words, replace=path in session.written)
    session.written.add(path)
    session.screen.tell("saved.file", file=path)


@command
def newer(session: TerminalSession, argument: str) -> None:
    """Continue the game as another program saved it; what was played here is saved as a new game."""
    autosave = session.autosave
    if not autosave.stale or autosave.store is None or autosave.number is None:
        raise OptionError(Message("no_newer_game"))
    store, number = autosave.store, autosave.number
    found = store.resume(number)
    session.save_as_new()
    session.switch_to(found.match, TerminalAutosave(store, place_of(number, found), found.match))


@command
def swap(session: TerminalSession, argument: str) -> None:
    """Change sides; where `swap` is a legal move, typing it plays the move instead."""
    session.screen.tell("swap_is_sides")
    sides(session, argument)


@command
def sides(session: TerminalSession, argument: str) -> None:
    """Move every player to the next seat."""
    session.match.change_sides()
    session.changed()


@command
def resign(session: TerminalSession, argument: str) -> None:
    """Resign; at a terminal, after confirmation."""
    if session.match.outcome is None and not session.screen.confirm("sure.resign"):
        return
    session.match.resign()
    session.changed()


@command
def level(session: TerminalSession, argument: str) -> None:
    """Set the level of the computers, or of one seat."""
    *seat_name, wanted = argument.split() or [""]
    game = session.match.start.game
    player = player_named(wanted, game, session.words)
    if player == "":
        raise OptionError(Message("levels_are", levels=listed_players(game)))
    for seat in seats_named(session, " ".join(seat_name)):
        session.match.seat(seat, player)
    session.save()
    names = [player_name(each, session.words) for each in session.match.players]
    session.screen.tell("players_are", players=", ".join(names))


def player_named(word: str, game: Game, words: Language) -> str:
    """The level of this name in the user's language, a rung by its number, or the text itself: an agent."""
    names = (*game.levels(), *players_of(game), HUMAN)
    known = {folded(spelling): name for name in names for spelling in (name, player_name(name, words))}
    known |= {str(number): rung for number, rung in enumerate(game.ladder(), start=1)}
    return known.get(folded(word), word)


def seats_named(session: TerminalSession, place: str) -> list[int]:
    """The named seat; without a name those of the computers, or else all but the mover's."""
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
def think(session: TerminalSession, argument: str) -> None:
    """Show the search result of the computer's last move; `on` and `off` for all further moves."""
    if argument in (ON, OFF):
        session.settings.thinking = argument == ON
        session.screen.tell(f"thinking_is.{argument}")
        return
    made = [ply for ply in session.results if ply < len(session.match.turns)]
    if not made:
        session.screen.tell("no_thoughts")
        return
    session.screen.say(result_text(session.results[max(made)], session.match.start.game, session.words))


@command
def score(session: TerminalSession, argument: str) -> None:
    """The same as `think`."""
    think(session, argument)


@command
def pace(session: TerminalSession, argument: str) -> None:
    """Set the pause between moves where only computers play."""
    session.settings.pace = seconds_of(argument, session.settings.pace, SLOWEST_PACE)
    session.screen.tell("pace_is", seconds=session.words.number(session.settings.pace, "g"))


@command
def go(session: TerminalSession, argument: str) -> None:
    """Let paused computers play on."""
    session.paused = False


@command
def style(session: TerminalSession, argument: str) -> None:
    """Set how moves are entered: in notation, or by column and row."""
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
def rules(session: TerminalSession, argument: str) -> None:
    """Show the rules of this game."""
    session.screen.say_markdown(session.match.start.game.rules_text(session.words.code))


@command
def board(session: TerminalSession, argument: str) -> None:
    """Redraw the board."""
    session.show()


@command
def position(session: TerminalSession, argument: str) -> None:
    """Show the position as text."""
    session.screen.say(str(session.match.position))


@command
def new(session: TerminalSession, argument: str) -> None:
    """Choose another game."""
    session.leaving = "new"


@command
def help_(session: TerminalSession, argument: str) -> None:
    """List the commands."""
    words = session.words
    session.screen.tell("help_begin")
    listed = [name for name in COMMANDS if name not in UNLISTED]
    width = max(len(words.text(f"command.{name}.word")) for name in listed) + 2
    for name in listed:
        session.screen.say(f"  {words.text(f'command.{name}.word'):<{width}}{words.text(f'command.{name}.help')}")


@command
def quit_(session: TerminalSession, argument: str) -> None:
    """Leave; the game stays saved."""
    session.leaving = "quit"
