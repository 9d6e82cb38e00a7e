"""A small engine as a student may write it, for Neutreeko: it needs nothing but Python, and plays the first legal move.

As `WAY` says it plays `well`, or what is wrong shows in the middle of a game: it `hangs`, or is `hungry` for memory; or
it knows the first position alone (`mute`).
"""

import sys
import time

WAY = "well"
COLUMNS = "abcde"
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
GOOD_MOVES = 2
"""Before something is wrong: as many as the examination asks for."""


def beside(square: str, x: int, y: int) -> str:
    """The next square in a direction; empty beyond the edge."""
    column, row = COLUMNS.index(square[0]) + x, int(square[1]) + y
    return f"{COLUMNS[column]}{row}" if 0 <= column < 5 and 1 <= row <= 5 else ""


def first_move(men: list[set[str]], seat: int) -> str:
    """The first legal move."""
    for square in sorted(men[seat]):
        for x, y in DIRECTIONS:
            end = square
            while (further := beside(end, x, y)) and further not in men[0] | men[1]:
                end = further
            if end != square:
                return f"{square}-{end}"
    return "none"


def after(moves: list[str]) -> list[set[str]]:
    """Where the men are."""
    men = [{"b1", "d1", "c4"}, {"b5", "d5", "c2"}]
    for number, move in enumerate(moves):
        begin, end = move.split("-")
        men[number % 2] = men[number % 2] - {begin} | {end}
    return men


def main() -> None:
    """Answer until `quit`."""
    moves: list[str] = []
    asked = 0
    for line in sys.stdin:
        words = line.split()
        if words[0] == "ugi":
            print("ugiok", flush=True)
        elif words[0] == "position":
            moves = words[3:]
        elif words[0] == "go":
            asked += 1
            if WAY == "mute" and moves:
                sys.exit("I know only the start")
            if asked > GOOD_MOVES and WAY == "hangs":
                time.sleep(1000)
            if asked > GOOD_MOVES and WAY == "hungry":
                bytearray(10**13)
            print("bestmove", first_move(after(moves), len(moves) % 2), flush=True)
        elif words[0] == "quit":
            break


if __name__ == "__main__":
    main()
