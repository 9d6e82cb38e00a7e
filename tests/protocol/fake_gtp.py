"""A Hex program that plays the first empty cell and writes down what it is told: `python fake_gtp.py LOG [WAY]`."""

import sys
from pathlib import Path

LOG, WAY = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
taken: set[str] = set()
for line in sys.stdin:
    with LOG.open("a") as log:
        log.write(line)
    name, *words = line.split() or [""]
    answer = "="
    if name == "list_commands":
        answer = "= name\nplay\nboardsize\nclear_board\ntime_left\ngenmove"
    elif name == "clear_board":
        taken.clear()
    elif name == "play":
        taken.add(words[1])
    elif name == "time_left" and len(words) > 2:
        answer = "? syntax error"
    elif name == "genmove":
        cell = next(f"{column}{row}" for row in range(1, 20) for column in "abcd" if f"{column}{row}" not in taken)
        taken.add(cell)
        answer = {"swap": "= swap-pieces", "resign": "= resign", "deny": "? out of ideas"}.get(WAY, f"= {cell.upper()}")
    sys.stdout.write(f"\n{answer}\n\n")
    sys.stdout.flush()
    if name == "quit":
        break
