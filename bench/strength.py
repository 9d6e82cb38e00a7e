"""Play the engine and `expert` against each report's best classic agent, and `expert` against the engine.

    python bench/strength.py [--pairs 50] [--seconds 0.2] [--workers 2] [--folder DIR] [--tell] [--write] [GAME ...]

The engine is `pvs` with the heuristic `strong`; `expert` is a player of its own where a game has a network (Hex, Eximo,
Nine Men's Morris, Quoridor rules). Both games of a pair begin with the same random moves, with colours exchanged. Each
match is a run of the lab in a folder of its own; the same command goes on where Ctrl-C stopped it.
"""

import json
import sys
import time
from argparse import Namespace
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures, long_runs

import plyground
from plyground.core.files import write_json
from plyground.lab.contests.contest import Terms, contestants
from plyground.lab.contests.match_experiment import MatchExperiment
from plyground.lab.runs.executors import local_executor
from plyground.lab.runs.run import SUMMARY, open_run

PROBE = 2_000_000
"""Nodes of the search that rejects decided openings: more than usual, because the engine sees more."""
HEAD = ("game", "player", "against", "won, drawn, lost", "score", "Elo, 95 %")
QUORIDOR = {"rules": "quoridor"}
HEX = {"size": "11", "swap": "off"}
PUBLISHED = {
    "neutreeko": "alphabeta:heuristic=H4,depth=6",
    "morris": "alphabeta:heuristic=agent3,depth=4",
    "eximo": "alphabeta:heuristic=advanced,depth=5",
    "blockit": "alphabeta:heuristic=path,moves=classic,depth=7",
    "hex": "alphabeta:heuristic=distance,depth=4,sort=on",
}
"""The reports' strongest players."""
ENGINE = "pvs:heuristic=strong,seconds={seconds:g}"
EXPERT = "expert:seconds={seconds:g},vary=0"
"""Without varied openings: here they are given."""


@dataclass(frozen=True)
class Meeting:
    """A match; `{seconds:g}` in a player's text is the time for a move."""

    game: str
    player: str
    opponent: str
    options: dict[str, str] = field(default_factory=dict)
    probe: int = PROBE

    def texts(self, seconds: float) -> tuple[str, str]:
        """Both players."""
        return self.player.format(seconds=seconds), self.opponent.format(seconds=seconds)

    def folder(self, seconds: float, pairs: int) -> str:
        """Where the match is kept, below the folder of all."""
        player, opponent = (text.partition(":")[0] for text in self.texts(seconds))
        return "-".join([self.game, *self.options.values(), player, opponent, f"{seconds:g}", str(pairs)])


def both(game: str, options: dict[str, str]) -> tuple[Meeting, ...]:
    """The matches of a game in which `expert` is another player than the engine."""
    published = PUBLISHED[game]
    pairs = ((ENGINE, published), (EXPERT, published), (EXPERT, ENGINE))
    return tuple(Meeting(game, player, opponent, options) for player, opponent in pairs)


MEETINGS = (
    Meeting("neutreeko", f"{ENGINE},contempt=150", PUBLISHED["neutreeko"], probe=100_000_000),
    *both("morris", {}),
    *both("eximo", {}),
    Meeting("blockit", ENGINE, PUBLISHED["blockit"]),
    *both("blockit", QUORIDOR),
    *both("hex", HEX),
)
"""Contempt: in a drawn game the engine plays on rather than repeat. Many openings of Neutreeko are decided, some only
after twenty plies or more, and cannot be held; so each is probed for long.
"""


def experiment(meeting: Meeting, seconds: float, pairs: int) -> MatchExperiment:
    """A match as a run of the lab."""
    plies = plyground.game(meeting.game).opening_plies
    terms = Terms(meeting.game, meeting.options, plies=plies, probe=meeting.probe)
    return MatchExperiment(terms, contestants(meeting.texts(seconds), terms.made), pairs)


def played(meeting: Meeting, given: Namespace) -> dict[str, Any] | None:
    """The summary of a match with how it was taken; it is played unless it is there. `--tell` plays nothing."""
    folder = given.folder / meeting.folder(given.seconds, given.pairs)
    known = json.loads((folder / SUMMARY).read_text()) if (folder / SUMMARY).exists() else None
    if given.tell or (known and "taken" in known):
        return known
    match, began = experiment(meeting, given.seconds, given.pairs), figures.conditions()
    run = open_run(folder, match.manifest, time.strftime("%Y-%m-%d %H:%M:%S"))
    with local_executor(given.workers) as workers:
        found = match.carry_out(run, workers, long_runs.show)
    found |= {"taken": [began, figures.conditions()]}
    write_json(folder / SUMMARY, found)
    return found


def row(meeting: Meeting, found: dict[str, Any]) -> tuple[str, ...]:
    """A match of the table."""
    title = ", ".join([plyground.game(meeting.game).title, *(f"`{k}={v}`" for k, v in meeting.options.items())])
    won = f"{found['wins']}, {found['draws']}, {found['losses']}"
    elo = found["elo"]
    shown = [f"{elo[end]:+.0f}" if elo[end] is not None else "–" for end in ("value", "low", "high")]
    interval = f"{shown[0]} ({shown[1]} to {shown[2]})"
    return title, f"`{found['a']}`", f"`{found['b']}`", won, f"{100 * found['score']:.1f} %", interval


def main() -> None:
    """Play the requested matches."""
    parser = figures.Parser(__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to run (all)")
    parser.add_argument("--pairs", type=int, default=50, help="number of game pairs (50)")
    parser.add_argument("--seconds", type=float, default=0.2, help="seconds per move for engine and expert (0.2)")
    long_runs.add_options(parser, "strength", "games played")
    given = parser.parse_args()
    parser.whole(given, given.games)
    done = []
    for meeting in MEETINGS:
        if not given.games or meeting.game in given.games:
            try:
                found = played(meeting, given)
            except KeyboardInterrupt:
                sys.exit("\nStopped. The same command goes on from here.")
            if found is not None:
                done.append((meeting, found))
                print("", *row(meeting, found), sep="  ", flush=True)
    table = figures.table(HEAD, [row(*each) for each in done])
    if given.write:
        taken = [figures.Conditions(*each) for _, found in done for each in found.get("taken", ())]
        figures.write("strength", table, taken=taken)


if __name__ == "__main__":
    main()
