"""A Hex program with a board of its own that makes nothing of a swap: `python swapless_gtp.py LOG WAY SWAP SEED`.

WAY `refuse`: `swap-pieces` is an error, and there is no list of commands. WAY `ignore`: it is passed over in silence.
SWAP is what it answers itself where it takes the first stone over, or `-` where it never does. Before each move it
writes its board down: `board` with its black and then its white stones.
"""

import random
import sys
from pathlib import Path

LOG, WAY, SWAP, DICE = Path(sys.argv[1]), sys.argv[2], sys.argv[3], random.Random(sys.argv[4])
KNOWN = {
    "refuse": ["known_command", "boardsize", "clear_board", "play", "genmove", "quit"],
    "ignore": ["list_commands", "boardsize", "clear_board", "play", "genmove", "param_game", "quit"],
}[WAY]
size, board = 11, dict[str, str]()


def note(line: str) -> None:
    """Write down what was heard or thought."""
    with LOG.open("a") as log:
        log.write(f"{line}\n")


def play(colour: str, cell: str) -> str:
    """Put a stone, unless something else is asked for."""
    if cell.startswith("swap"):
        return "" if WAY == "ignore" else "? illegal move"
    if cell in board:
        return "? occupied"
    board[cell] = colour
    return ""


def genmove(colour: str) -> str:
    """Swap, or put a stone on any empty cell."""
    stones = [" ".join(sorted(cell for cell in board if board[cell] == one)) for one in ("black", "white")]
    note(f"board {stones[0]} | {stones[1]}")
    if SWAP != "-" and colour == "white" and list(board.values()) == ["black"]:
        return SWAP
    cells = [f"{chr(97 + column)}{row + 1}" for row in range(size) for column in range(size)]
    cell = DICE.choice([cell for cell in cells if cell not in board])
    board[cell] = colour
    return cell


def answer(name: str, words: list[str]) -> str:
    """Follow a command."""
    global size
    if name == "known_command":
        return str(words[0] in KNOWN).lower()
    if name not in KNOWN:
        return "? unknown command"
    if name in ("boardsize", "clear_board"):
        size = int(words[0]) if words else size
        board.clear()
    return {
        "list_commands": lambda: "\n".join(KNOWN),
        "play": lambda: play(*words),
        "genmove": lambda: genmove(*words),
    }.get(name, lambda: "")()


for line in sys.stdin:
    note(line.strip())
    name, *words = line.split()
    said = answer(name, words)
    sys.stdout.write(f"{said}\n\n" if said.startswith("?") else f"= {said}\n\n")
    sys.stdout.flush()
    if name == "quit":
        break
