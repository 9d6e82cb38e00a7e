"""What matches and tournaments write and print about their games."""

from collections.abc import Sequence

from plyground.core.game import Game
from plyground.lab.contests.faults import Fault, fault_details
from plyground.lab.contests.played_pair import PlayedPair, all_played, faults, records, rows, same_games
from plyground.lab.report.page import Block, Text
from plyground.lab.runs.jobs import Data, RunResult
from plyground.lab.runs.run import RunError, RunFolder
from plyground.lab.stats.elo import Estimate, elo_text, summarise
from plyground.language import Message


def check_played(done: RunResult) -> None:
    """Raise an error if no game was finished."""
    if not done.results:
        raise RunError(_why_nothing(done))


def _why_nothing(done: RunResult) -> Message:
    """Why no game was finished: the first error, if there is one."""
    if not done.errors:
        return Message("lab.contest.nothing")
    return Message("lab.contest.unfinished", problem=next(iter(done.errors.values())))


def write_pairs(run: RunFolder, pairs: Sequence[PlayedPair], game: Game) -> None:
    """Write the games as records and as a table."""
    run.write_games(records(pairs, game))
    run.write_table("games", rows(pairs))


def count_faults(pairs: Sequence[PlayedPair], names: Sequence[str]) -> int:
    """Number of games that were lost by a fault."""
    return sum(sum(kinds.values()) for kinds in faults(pairs, names).values())


def games_summary(pairs: Sequence[PlayedPair], names: Sequence[str]) -> Data:
    """The part of a summary that is about the games as such."""
    return {
        "first_player": summarise(all_played(pairs)).as_data(),
        "faults": count_faults(pairs, names),
        "faults_of": faults(pairs, names),
        "fault_details": [fault.as_data() for fault in fault_details(pairs, names)],
        "same_games": same_games(pairs),
    }


def games_blocks(summary: Data) -> list[Block]:
    """That part of a summary for the terminal."""
    games = summary["first_player"]
    return [
        Text(
            f"Moving first: Elo {elo_range(games['advantage']['elo'])}; draws {games['draw_rate']:.1%}; "
            f"{games['mean_plies']:.1f} moves a game; faults {summary['faults']}"
        ),
        *(Text(str(Fault.from_data(fault))) for fault in summary["fault_details"]),
    ]


def elo_range(data: Data) -> str:
    """Elo with its interval, from a summary."""
    return elo_text(Estimate.from_data(data))
