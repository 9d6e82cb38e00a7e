"""The table of games that every report ends with: who played, how it began and ended, what each side took for it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from plyground.core.text import duration
from plyground.lab.pair import PairGame
from plyground.lab.report import Block, Section, Table, Text
from plyground.lab.results import PlayedPair

MOST_GAMES = 1000
"""A page shows no more games than this; all of them are in its folder."""


@dataclass(frozen=True)
class Entry:
    """A game with the names of its players; games that are equal move for move are one entry."""

    names: tuple[str, str]
    """Of player 0 and player 1, whoever sat first."""
    game: PairGame
    times: int = 1
    """How often it was played."""
    seconds: tuple[float, float] = (0.0, 0.0)
    """Of each player, the mean of these times …"""
    nodes: tuple[int, int] = (0, 0)
    """… and of its nodes."""

    @property
    def seats(self) -> tuple[int, int]:
        """The players in the order of their seats."""
        return self.game.first, 1 - self.game.first


def of_pairs(pairs: Sequence[PlayedPair]) -> Iterator[tuple[tuple[str, str], PairGame]]:
    """The games of pairs with the names of their players."""
    for pair in pairs:
        for game in pair.games:
            yield pair.names, game


def every_game(played: Iterable[tuple[tuple[str, str], PairGame]], most: int = MOST_GAMES) -> Section:
    """The section of a report with its games."""
    entries = folded(played)
    shown = fair_share(entries, most)
    blocks: list[Block] = []
    if len(shown) < len(entries):
        blocks.append(
            Text(
                f"{len(shown):,} of {len(entries):,} different games are shown, as many of each two players; all of "
                "them are in games.txt and games.parquet in the folder of the run."
            )
        )
    return Section("Every game", (*blocks, table_of(shown)))


def folded(played: Iterable[tuple[tuple[str, str], PairGame]]) -> list[Entry]:
    """One entry for games between the same players that are equal move for move."""
    found: dict[tuple[object, ...], list[tuple[tuple[str, str], PairGame]]] = {}
    for names, game in played:
        found.setdefault((names, game.first, game.start, game.moves, game.reason), []).append((names, game))
    return [_entry(alike) for alike in found.values()]


def _entry(alike: list[tuple[tuple[str, str], PairGame]]) -> Entry:
    names, game = alike[0]
    seconds = [sum(each.seconds[player] for _, each in alike) / len(alike) for player in (0, 1)]
    nodes = [round(sum(each.nodes[player] for _, each in alike) / len(alike)) for player in (0, 1)]
    return Entry(names, game, len(alike), (seconds[0], seconds[1]), (nodes[0], nodes[1]))


def fair_share(entries: Sequence[Entry], most: int) -> list[Entry]:
    """So many entries at most, in their order, and as many of each two players as of others."""
    by_names: dict[tuple[str, str], list[int]] = {}
    for place, entry in enumerate(entries):
        by_names.setdefault(entry.names, []).append(place)
    rounds = sorted((turn, place) for places in by_names.values() for turn, place in enumerate(places))
    return [entries[place] for place in sorted(place for _, place in rounds[:most])]


def table_of(entries: Sequence[Entry]) -> Table:
    """The table; steps have a column where a turn was more than one."""
    stepped = any(entry.game.plays != entry.game.turns for entry in entries)
    repeated = any(entry.times > 1 for entry in entries)
    columns = ["first", "second", "opening", "winner", "why", "turns", "time", "time a turn", "nodes"]
    if stepped:
        columns.insert(columns.index("turns") + 1, "steps")
    if repeated:
        columns.append("times played")
    rows = tuple(_row(entry, stepped=stepped, repeated=repeated) for entry in entries)
    return Table("The games", tuple(columns), rows, _note(stepped=stepped, repeated=repeated))


def _note(*, stepped: bool, repeated: bool) -> str:
    note = "Turns, times and nodes are those of the first / the second player; moves of the opening are nobody's."
    if stepped:
        note += " Steps: every hop of a turn counts, drops do not."
    if repeated:
        note += " A game that was played several times, move for move, is one row, with means of its times and nodes."
    return note


def _row(entry: Entry, *, stepped: bool, repeated: bool) -> tuple[object, ...]:
    game, (first, second) = entry.game, entry.seats
    cells: list[object] = [
        entry.names[first],
        entry.names[second],
        opening_of(game),
        "draw" if game.winner is None else entry.names[game.winner],
        game.reason,
        f"{game.turns[first]} / {game.turns[second]}",
        " / ".join(duration(entry.seconds[player]) for player in entry.seats),
        " / ".join(_mean(entry, player) for player in entry.seats),
        " / ".join(f"{entry.nodes[player]:,}" for player in entry.seats),
    ]
    if stepped:
        cells.insert(6, f"{game.plays[first]} / {game.plays[second]}")
    return (*cells, entry.times) if repeated else tuple(cells)


def _mean(entry: Entry, player: int) -> str:
    turns = entry.game.turns[player]
    return duration(entry.seconds[player] / turns) if turns else "–"


def opening_of(game: PairGame) -> str:
    """How a game began, in a few words: the moves that were given, from the usual start or from a position."""
    moves = " ".join(game.moves[: game.opening])
    return " ".join(part for part in (game.start, moves) if part) or "usual start"
