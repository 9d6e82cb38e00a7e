"""Texts about positions, players, times and search results, in the user's language."""

import unicodedata

from plyground.core.game import Game
from plyground.core.outcome import Outcome
from plyground.core.position import Position
from plyground.core.text import duration
from plyground.language import Language, language
from plyground.play.match import Match, at_fault
from plyground.play.summary import Summary
from plyground.review.annotated import percent
from plyground.review.chance import shown_chance
from plyground.search.result import Line, Result
from plyground.search.score import Score

SHOWN_LINE = 8
"""Moves of a line of play that are shown."""
LONGEST_NAME = 40


def status(position: Position, words: Language | None = None) -> str:
    """Whose turn it is, or how the game ended."""
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
    """The status of a match, which may also end by resignation or on time."""
    if match.ended is None:
        return status(match.position, words)
    return ending(match.position, match.ended.winner, match.ended.reason, words)


def capitalised(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def player_name(player: str, words: Language) -> str:
    """A player's name: of a level in the user's language, of an agent its text.

    It is a label: the player of an old record may have no spec of today, or none at all.
    """
    level, colon, rest = player.partition(":")
    return words.word(f"player.{level}", level) + colon + rest


def time_text(seconds: float, words: Language) -> str:
    """A clock's time in minutes and seconds; below ten seconds with tenths."""
    if seconds < 10:
        return words.number(seconds, ".1f")
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def moves_text(line: Line) -> str:
    """The first moves of a line."""
    shown = " ".join(map(str, line.moves[:SHOWN_LINE]))
    return f"{shown} …" if len(line.moves) > SHOWN_LINE else shown


def score_text(score: Score, game: Game, words: Language) -> str:
    """A proved result in words, an estimate as the mover's chance in percent; as a score where a game has no curve."""
    chance = shown_chance(score, game)
    return words.translate(str(score)) if chance is None else percent(chance, words)


def named_score(score: Score, game: Game, words: Language) -> str:
    """The same, with what it is."""
    text = score_text(score, game, words)
    if score.proved:
        return text
    if shown_chance(score, game) is None:
        return words.text("thought.score", score=text)
    return words.text("thought.chance", chance=text)


def result_text(found: Result, game: Game, words: Language) -> str:
    """A search result in one line: chance, depth, nodes, time, and the principal variation."""
    if found.depth == 0 and found.nodes == 0:
        return words.text("thought.none", move=found.move)
    score, line = named_score(found.score, game, words), Line(found.line, found.score)
    nodes, spent = words.count("nodes", found.nodes), words.translate(duration(found.seconds))
    return words.text("thought.line", score=score, depth=found.depth, nodes=nodes, time=spent, line=moves_text(line))


def summary_lines(summary: Summary, words: Language) -> list[str]:
    """A table of the moves, time and nodes of each side."""
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
    """The cells of a row: the name aligned left, numbers right."""
    numbers = [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)]
    return [f"{row[0]:<{widths[0]}}", *numbers]


def folded(word: str) -> str:
    """A word without accents and capitals, for comparison."""
    letters = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
