"""Games to be replayed inside a report: a board as SVG, and for each move the drawings that come and go.

The report stays one file that needs no server. Its script knows no game: a board is a drawing of the empty board and
a list of parts (a piece on a cell, a ring around a winning one); a move is the list of parts that it switches.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import pairwise
from urllib.parse import quote, urlencode

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.record import advance
from plyground.core.scene import Piece, Scene
from plyground.core.svg import draw
from plyground.lab.contests.game_pair import PairGame
from plyground.play.records.text_format import option_choices

PAGE = "http://127.0.0.1:7594/#"
"""Where `plyground` serves the page on this machine, as a rule."""
MOST_REPLAYS = 400
"""Games that a report can replay; each is some kilobytes and some milliseconds of drawing."""
END = "</svg>"


class DrawnBoard:
    """The empty board of a game, and the parts that its positions are drawn with."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.empty = self._drawing(())
        self.parts: list[str] = []
        self._numbers: dict[Piece | str, int] = {}

    def _drawing(self, pieces: tuple[Piece, ...], ringed: Collection[str] = ()) -> str:
        return draw(self.game.board(), Scene(pieces, 0), self.game.seats, ringed)

    def _number(self, part: Piece | str) -> int:
        """The number of a part: a piece on its cell, or the name of a cell with a ring."""
        if part not in self._numbers:
            whole = self._drawing((part,)) if isinstance(part, Piece) else self._drawing((), (part,))
            self._numbers[part] = len(self.parts)
            self.parts.append(whole[len(self.empty) - len(END) :].removesuffix(END))
        return self._numbers[part]

    def shown(self, position: Position) -> frozenset[int]:
        """The numbers of the parts that a position consists of."""
        state = position.state
        rings = self.game.winning_cells(state) if position.outcome is not None else ()
        parts: tuple[Piece | str, ...] = (*self.game.scene(state).pieces, *rings)
        return frozenset(map(self._number, parts))


@dataclass(frozen=True)
class GameReplay:
    """A cell of a table that opens the replay of a game."""

    board: DrawnBoard = field(compare=False, repr=False)
    title: str
    result: str
    moves: tuple[str, ...]
    changes: tuple[tuple[int, ...], ...]
    """The parts that appear or disappear, for the start and then for each move."""
    beside: tuple[str, ...]
    """What lies beside the board at the start and after each move; empty where nothing does."""
    address: str
    """The game on the page of a running server."""

    def __str__(self) -> str:
        return "replay"


def replay_of(board: DrawnBoard, played: PairGame, names: tuple[str, str]) -> GameReplay:
    """The replay of a game between players with these names."""
    positions = _positions(board.game, played)
    shown = [frozenset[int](), *map(board.shown, positions)]
    changes = tuple(tuple(sorted(old ^ new)) for old, new in pairwise(shown))
    beside = tuple(map(beside_board, positions))
    first, second = names[played.first], names[1 - played.first]
    title = f"{first} against {second}"
    result = "draw" if played.winner is None else f"{names[played.winner]} wins"
    link = PAGE + link_of(played, board.game)
    said = f"{result}: {played.reason}"
    return GameReplay(board, title, said, played.moves, changes, beside if any(beside) else (), link)


def _positions(game: Game, played: PairGame) -> list[Position]:
    """The positions of a game from its start on."""
    found = [game.position(played.start) if played.start else game.start()]
    for move in played.moves:
        found.append(advance(found[-1], move))
    return found


def beside_board(position: Position) -> str:
    """What each side has in reserve, in words."""
    game = position.game
    reserves = game.scene(position.state).reserves
    return ", ".join(f"{game.seats[each.seat]}: {each.number} {each.name}" for each in reserves)


def link_of(played: PairGame, game: Game) -> str:
    """The part of a link after the page's address, as the page reads it."""
    parts = [("game", game.name), *option_choices(game)]
    if played.start:
        parts.append(("start", played.start))
    parts.append(("moves", ".".join(played.moves)))
    return urlencode(parts, quote_via=quote, safe=",/@")


def replays_html(replays: Sequence[GameReplay]) -> str:
    """The games of a report as data, and the script that shows them; nothing where there are none."""
    if not replays:
        return ""
    script = files("plyground.lab.report").joinpath("game_replay.js").read_text(encoding="utf-8")
    data = json.dumps(_data(replays), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="replays">{data}</script>\n<script>\n{script}</script>\n'


def _data(replays: Iterable[GameReplay]) -> dict[str, object]:
    """Boards and games as the script reads them."""
    games = list(replays)
    boards = list({id(each.board): each.board for each in games}.values())
    return {
        "boards": [{"empty": board.empty, "parts": board.parts} for board in boards],
        "games": [
            {
                "board": next(place for place, board in enumerate(boards) if board is each.board),
                "title": each.title,
                "result": each.result,
                "moves": each.moves,
                "changes": each.changes,
                "beside": each.beside,
                "address": each.address,
            }
            for each in games
        ],
    }
