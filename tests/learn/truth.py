"""The value of every position of a small game, by trying everything; plain Python that shares only the rules."""

from functools import cache

from plyground import Move, Position


@cache
def value(position: Position) -> int:
    """1 if the mover wins, -1 if the mover loses, 0 for a draw."""
    if position.outcome is not None:
        won_by = position.outcome.winner
        return 0 if won_by is None else 1 if won_by == position.mover else -1
    return max(-value(after(position, move)) for move in position.moves)


def after(position: Position, move: Move) -> Position:
    """The position after a move, without the way that led to it: nothing comes again in these games."""
    return position.game.position(str(position.play(move)))


def reachable(start: Position) -> list[Position]:
    """All positions that can come about and in which somebody is to move."""
    found, waiting = {start: None}, [start]
    while waiting:
        position = waiting.pop()
        for move in position.moves:
            child = after(position, move)
            if child not in found and child.outcome is None:
                found[child] = None
                waiting.append(child)
    return list(found)
