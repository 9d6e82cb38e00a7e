"""Links that contain a whole game in readable form: `game=hex&size=5&moves=c3.swap.b4`."""

from urllib.parse import parse_qsl, quote, urlencode

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.core.record import MOST_MOVES, advance
from plyground.games import game as find_game
from plyground.language import Message
from plyground.play.records.text_format import Record, option_choices

LONGEST = 16_000


class LinkError(PlygroundError):
    """A link contains no game."""


def write_link(record: Record) -> str:
    """The part of a link after the page's address and `#`."""
    parts = [("game", record.game.name), *option_choices(record.game)]
    if record.start != record.game.start():
        parts.append(("start", str(record.start)))
    parts.append(("moves", ".".join(record.moves)))
    link = urlencode(parts, quote_via=quote, safe=",/@")
    if len(link) > LONGEST:
        raise LinkError(Message("server.link_too_long"))
    return link


def read_link(link: str) -> tuple[Position, list[str]]:
    """The start and the moves of a link, all of them legal."""
    try:
        pairs = parse_qsl(link, keep_blank_values=True, strict_parsing=True, errors="strict", max_num_fields=32)
    except ValueError:
        raise LinkError(Message("server.link_empty")) from None
    found = dict(pairs)
    if len(found) != len(pairs) or "game" not in found:
        raise LinkError(Message("server.link_empty"))
    name, moves, start = found.pop("game"), found.pop("moves", ""), found.pop("start", None)
    game = find_game(name, **found)
    begin = position = game.start() if start is None else game.position(start)
    texts = moves.split(".") if moves else []
    for text in texts[: MOST_MOVES + 1]:
        position = advance(position, text)
    return begin, texts
