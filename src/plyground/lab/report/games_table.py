"""The table of games at the end of every report: players, opening, result, and the effort of each side."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from types import MappingProxyType
from typing import NamedTuple

from plyground.core.game import Game
from plyground.core.text import duration
from plyground.lab.contests.game_pair import PairGame
from plyground.lab.contests.played_pair import PlayedPair
from plyground.lab.report.game_replay import MOST_REPLAYS, DrawnBoard, GameReplay, replay_of
from plyground.lab.report.page import Block, ReportTable, Section, Text

MOST_GAMES = 1000
"""A page shows no more games than this; all of them are in its folder."""


NO_REPLAYS: Mapping[int, GameReplay] = MappingProxyType({})


class ShownGame(NamedTuple):
    """A game with the names of its players."""

    names: tuple[str, str]
    """Of player 0 and player 1, in whichever seats."""
    game: PairGame
    rules: str = ""
    """The options of the game, where a report has games with different ones."""


@dataclass(frozen=True)
class GameRow:
    """A row: one game, or several that are identical move for move."""

    shown: ShownGame
    times: int = 1
    """Number of times it was played."""
    seconds: tuple[float, float] = (0.0, 0.0)
    """Of each player, the mean of these times …"""
    nodes: tuple[int, int] = (0, 0)
    """… and of its nodes."""

    @property
    def game(self) -> PairGame:
        """The first of them."""
        return self.shown.game

    @property
    def seats(self) -> tuple[int, int]:
        """The players in the order of their seats."""
        return self.game.first, 1 - self.game.first


def of_pairs(pairs: Sequence[PlayedPair]) -> Iterator[ShownGame]:
    """The games of pairs."""
    for pair in pairs:
        for game in pair.games:
            yield ShownGame(pair.names, game)


def every_game(played: Iterable[ShownGame], most: int = MOST_GAMES, replayed: Game | None = None) -> Section:
    """The section of a report with its games; those of `replayed` can be replayed in it."""
    entries = folded(played)
    shown = fair_share(entries, most)
    blocks: list[Block] = []
    if len(shown) < len(entries):
        blocks.append(
            Text(
                f"{len(shown):,} of {len(entries):,} different games are shown, shared out equally; all of "
                "them are in games.txt and games.parquet in the folder of the run."
            )
        )
    replays = {} if replayed is None else replays_of(shown, replayed)
    if 0 < len(replays) < len(shown):
        blocks.append(Text(f"{len(replays):,} of them can be replayed here, shared out equally."))
    return Section("Every game", (*blocks, table_of(shown, replays)))


def replays_of(entries: Sequence[GameRow], game: Game, most: int = MOST_REPLAYS) -> dict[int, GameReplay]:
    """The replays by the place of their row, at most `most`."""
    board, kept = DrawnBoard(game), {id(entry) for entry in fair_share(entries, most)}
    return {
        place: replay_of(board, entry.game, entry.shown.names)
        for place, entry in enumerate(entries)
        if id(entry) in kept
    }


def folded(played: Iterable[ShownGame]) -> list[GameRow]:
    """Merge identical games (same players, same rules, same moves) into one entry."""
    found: dict[tuple[object, ...], list[ShownGame]] = {}
    for shown in played:
        game = shown.game
        key = (shown.names, shown.rules, game.first, game.start, game.moves, game.reason)
        found.setdefault(key, []).append(shown)
    return [_entry(alike) for alike in found.values()]


def _entry(alike: list[ShownGame]) -> GameRow:
    seconds = [sum(each.game.seconds[player] for each in alike) / len(alike) for player in (0, 1)]
    nodes = [round(sum(each.game.nodes[player] for each in alike) / len(alike)) for player in (0, 1)]
    return GameRow(alike[0], len(alike), (seconds[0], seconds[1]), (nodes[0], nodes[1]))


def fair_share(entries: Sequence[GameRow], most: int) -> list[GameRow]:
    """Keep at most `most` entries, in their order, with equal shares for each two, then for each player."""
    by_names: dict[tuple[tuple[str, str], str], list[int]] = {}
    for place, entry in enumerate(entries):
        by_names.setdefault((entry.shown.names, entry.shown.rules), []).append(place)
    rounds = rounds_of([names for names, _ in by_names])
    order = sorted(
        (turn, round_, place)
        for round_, places in zip(rounds, by_names.values(), strict=True)
        for turn, place in enumerate(places)
    )
    return [entries[place] for place in sorted(place for *_, place in order[:most])]


def rounds_of(meetings: Sequence[tuple[str, str]]) -> list[int]:
    """A round for each meeting, the first in which neither player has another one."""
    busy: dict[str, set[int]] = {}
    found = []
    for names in meetings:
        taken = set().union(*(busy.setdefault(name, set()) for name in names))
        found.append(next(round_ for round_ in count() if round_ not in taken))
        for name in names:
            busy[name].add(found[-1])
    return found


def table_of(entries: Sequence[GameRow], replays: Mapping[int, GameReplay] = NO_REPLAYS) -> ReportTable:
    """The table; rules, steps and times played have a column only where they differ, replays where there are some."""
    columns: dict[str, Callable[[GameRow], object]] = {
        "first": lambda entry: entry.shown.names[entry.seats[0]],
        "second": lambda entry: entry.shown.names[entry.seats[1]],
        "rules": lambda entry: entry.shown.rules,
        "opening": lambda entry: opening_of(entry.game),
        "winner": _winner,
        "why": lambda entry: entry.game.reason,
        "turns": lambda entry: _both(entry, lambda player: str(entry.game.turns[player])),
        "steps": lambda entry: _both(entry, lambda player: str(entry.game.plays[player])),
        "time": lambda entry: _both(entry, lambda player: duration(entry.seconds[player])),
        "time a turn": lambda entry: _both(entry, lambda player: _mean(entry, player)),
        "nodes": lambda entry: _both(entry, lambda player: f"{entry.nodes[player]:,}"),
        "times played": lambda entry: entry.times,
    }
    kept = {name: cell for name, cell in columns.items() if name not in OCCASIONAL or OCCASIONAL[name](entries)}
    rows = tuple(tuple(cell(entry) for cell in kept.values()) for entry in entries)
    if replays:
        rows = tuple((replays.get(place), *row) for place, row in enumerate(rows))
    notes = " ".join(note for name, note in NOTES.items() if name in kept)
    return ReportTable("The games", (*(["replay"] if replays else []), *kept), rows, notes)


OCCASIONAL: dict[str, Callable[[Sequence[GameRow]], bool]] = {
    "rules": lambda entries: len({entry.shown.rules for entry in entries}) > 1,
    "steps": lambda entries: any(entry.game.plays != entry.game.turns for entry in entries),
    "times played": lambda entries: any(entry.times > 1 for entry in entries),
}
"""Optional columns, and when a table needs them."""
NOTES = {
    "turns": "Turns, times and nodes are those of the first / the second player; moves of the opening are nobody's.",
    "steps": "Steps: every hop of a turn counts, drops do not.",
    "times played": "A game played several times, move for move, is one row, with means of its times and nodes.",
}
"""Notes on columns."""


def _winner(entry: GameRow) -> str:
    """The seat of the winner: two players may have one name."""
    return "draw" if entry.game.winner is None else "first" if entry.game.winner == entry.game.first else "second"


def _both(entry: GameRow, shown: Callable[[int], str]) -> str:
    """A value of each player, in the order of their seats."""
    return " / ".join(map(shown, entry.seats))


def _mean(entry: GameRow, player: int) -> str:
    turns = entry.game.turns[player]
    return duration(entry.seconds[player] / turns) if turns else "–"


def opening_of(game: PairGame) -> str:
    """How a game began, in a few words: the moves that were given, from the usual start or from a position."""
    moves = " ".join(game.moves[: game.opening])
    return " ".join(part for part in (game.start, moves) if part) or "usual start"
