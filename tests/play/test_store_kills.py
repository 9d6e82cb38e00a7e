"""Programs killed with `kill -9` in the middle of games: what they said was saved is there, and every game reads.

A nursery imports everything once and forks a child for each kill, so that fifty real processes die in a few seconds.
Each child opens the store for itself, plays random games and prints every move after it has been saved.
"""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import plyground
from plyground.play.match import Match
from plyground.play.store.store import Store
from tests.nightly import NIGHTLY
from tests.patience import PATIENCE

KILLS = 500 if NIGHTLY else 50
MOST_LINES = 16
LONGEST_WAIT = 0.01
"""Seconds: about as long as one save takes, so that kills come at every moment of it."""
GAMES = (("hex", {"size": 3}), ("neutreeko", {}), ("morris", {}))
PLAYERS = ("human", "random")


def play_and_say(path: Path, seed: int) -> None:
    """Play for ever, taking a move back now and then; a line says what is surely on the disk."""
    dice = random.Random(seed)
    with Store(path) as store:
        while True:
            name, options = dice.choice(GAMES)
            match = Match(plyground.game(name, **options).start(), PLAYERS)
            game = store.begin(match)
            say(game, match)
            while match.outcome is None:
                match.play(str(dice.choice(match.position.moves)), dice.random())
                store.save(game, match, store.version_of(game))
                say(game, match)
                if dice.random() < 0.1 and match.outcome is None:
                    with contextlib.suppress(plyground.PlygroundError):
                        match.undo()


def say(game: int, match: Match) -> None:
    """One write to the pipe, so that a line is there or not."""
    os.write(1, f"{game}:{' '.join(turn.move for turn in match.turns)}\n".encode())


def nursery(path: Path) -> None:
    """Fork a child for every line that comes in, and say which; it is dead before the next line comes."""
    for name, options in GAMES:
        start = plyground.game(name, **options).start()
        Match(start, PLAYERS).play(str(start.moves[0]))
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            play_and_say(path, int(line))
        os.write(1, f"child {child}\n".encode())
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


class Nursery:
    """The process that forks."""

    def __init__(self, path: Path) -> None:
        command = [sys.executable, "-m", "tests.play.test_store_kills", str(path)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def lines_of_a_short_life(self, seed: int, count: int, seconds: float) -> list[str]:
        """Kill a new child so many seconds after its line number `count`, or after its birth; what it had printed."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seed}\n")
        self.process.stdin.flush()
        lines, child = [], 0
        while not child or len(lines) < count:
            line = self._line()
            assert line != "dead\n", "the child died by itself"
            if line.startswith("child "):
                child = int(line.split()[1])
            else:
                lines.append(line)
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        return [*lines, *iter(self._line, "dead\n")]

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the nursery died"
        return line

    def close(self) -> None:
        """End it and wait for it."""
        self.process.communicate(timeout=PATIENCE)


def saved_moves(lines: list[str]) -> dict[int, list[str]]:
    """By game, the moves of the last line about it."""
    found = {}
    for line in lines:
        game, _, moves = line.rstrip("\n").partition(":")
        found[int(game)] = moves.split()
    return found


def is_one_step_on(moves: list[str], said: list[str]) -> bool:
    """Whether a new move follows what was said, or what an undo left of it: it takes back two moves at most."""
    kept = moves[:-1]
    return moves != [] and kept == said[: len(kept)] and len(kept) >= len(said) - 2


def check_after_a_kill(store: Store, said: dict[int, list[str]], before: int) -> int:
    """Every game is as it was said to be, save for the one step that may have been on its way; the last id."""
    ids = {line.id for line in store.list(limit=10**6) if line.id > before}
    assert set(said) <= ids
    assert len(ids - set(said)) <= 1
    last = max(said, default=None)
    for game in ids:
        moves = [turn.move for turn in store.load(game).turns]
        expected = said.get(game, [])
        if game != last:
            assert moves == expected
        else:
            assert moves == expected or is_one_step_on(moves, expected)
    return max(ids, default=before)


def test_kills_in_the_middle_of_games_lose_at_most_the_move_being_made(tmp_path: Path) -> None:
    path, dice = tmp_path / "games.sqlite3", random.Random(50)
    children = Nursery(path)
    try:
        newest = count = 0
        for seed in range(KILLS):
            lines = children.lines_of_a_short_life(seed, dice.randrange(MOST_LINES), dice.uniform(0, LONGEST_WAIT))
            count += len(lines)
            with Store(path) as store:
                newest = check_after_a_kill(store, saved_moves(lines), newest)
    finally:
        children.close()
    assert newest >= 0.9 * KILLS
    assert count >= 0.4 * MOST_LINES * KILLS
    with Store(path) as store:
        everything = store.list(limit=10**6)
        assert len(everything) == newest
        assert [len(store.load(line.id).turns) for line in everything] == [line.plies for line in everything]


if __name__ == "__main__":
    nursery(Path(sys.argv[1]))
