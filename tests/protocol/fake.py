"""Programs that speak a protocol badly, or hardly: `python fake.py WAY`. It needs nothing but Python."""

import signal
import sys
import time

WAY = sys.argv[1]
ILLEGAL = {"illegal": "zz", "nothing": ""}


def say(line: str) -> None:
    """Answer."""
    print(line, flush=True)


def flood() -> None:
    """Say much and answer nothing."""
    while True:
        say("info string I think, therefore I am")


def stubborn() -> None:
    """Hear neither `stop` nor a request to leave."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    say("info string never")
    while True:
        time.sleep(60)


def think() -> None:
    """What happens at `go`."""
    if WAY == "crash":
        sys.exit("I have no idea what to do")
    if WAY == "scream":
        sys.exit("\x1b[2J\x1b[31mhelp!\x07 " + 1000 * "a" + "\x1b[0m")
    if WAY == "flood":
        flood()
    if WAY == "stubborn":
        stubborn()
    if WAY == "huge":
        sys.stdout.write("x" * 2_000_000 + "\n")
    if WAY == "complain":
        say("error I do not like this position.")
    elif WAY == "obedient":
        for line in sys.stdin:
            if line == "stop\n":
                break
        say("bestmove b1-c1")
    else:
        say("info depth 3 score estimate seven nodes x pv b1-c1")
        say("info depth 3 score win 5 nodes 12 time 40 hash 0x1f pv b1-c1 nonsense")
        say(f"bestmove {ILLEGAL.get(WAY, 'b1-c1')}")


if WAY == "silent":
    time.sleep(60)
for order in sys.stdin:
    if order == "ugi\n":
        say("ugiok")
    elif order.startswith("go"):
        think()
    elif order == "quit\n":
        break
