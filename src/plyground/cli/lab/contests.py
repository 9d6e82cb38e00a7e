"""Commands of the lab: matches, tournaments, tuning; repeat and resume for a run of any kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.arguments import GameName, options_from
from plyground.cli.lab.arguments import ClockTime, FolderPath, RunArguments, RunPath, TermsArguments
from plyground.cli.lab.runs import default_folder, repeat_run, resume_run, start_run, warn_of_threads
from plyground.cli.lab_group import lab
from plyground.core.errors import OptionError, quoted
from plyground.core.heuristic import find_heuristic, weights_of
from plyground.games import names
from plyground.lab.contests.contest import Contestant, contestants, pairs_of
from plyground.lab.contests.match_experiment import MatchExperiment
from plyground.lab.contests.proposers import usual_method
from plyground.lab.contests.tournament import TournamentExperiment
from plyground.lab.contests.tuning import USUAL_AGENT, TuningExperiment
from plyground.lab.stats.sprt import USUAL_RISK, Sprt
from plyground.language import Message

QUICK_GAMES = 4
Quick = Annotated[bool, typer.Option("--quick", help="Only a few games, to see whether it works.")]
Games = Annotated[int, typer.Option("--games", "-n", metavar="N", help="How many games, an even number.")]
MeetingGames = Annotated[
    int, typer.Option("--games", "-n", metavar="N", help="Games between each two, an even number.")
]
Test = Annotated[
    str | None, typer.Option("--sprt", metavar="ELO0,ELO1", help="End as soon as one of the two is accepted.")
]
Alpha = Annotated[float, typer.Option(help="How often the test may accept ELO1 wrongly.")]
Beta = Annotated[float, typer.Option(help="How often the test may accept ELO0 wrongly.")]


@dataclass(frozen=True, kw_only=True)
class ContestArguments:
    """What matches, tournaments and tuning have in common."""

    terms: TermsArguments
    quick: Quick = False
    folder: FolderPath = None
    run: RunArguments

    def start(
        self, experiment: MatchExperiment | TournamentExperiment | TuningExperiment, players: Sequence[Contestant]
    ) -> None:
        """Start the run, or resume it in its folder."""
        warn_of_threads(players, experiment.terms, self.run)
        folder = self.folder or default_folder(f"{experiment.kind}-{experiment.terms.game}")
        start_run(experiment, folder, self.run)


@dataclass(frozen=True, kw_only=True)
class MatchArguments:
    """The arguments of `lab match`."""

    a: Annotated[str, typer.Argument(metavar="A", help="An agent's text, a level, or an outside engine (`cmd:…`).")]
    b: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")]
    game: GameName
    games: Games = 100
    sprt: Test = None
    alpha: Alpha = USUAL_RISK
    beta: Beta = USUAL_RISK
    clock: ClockTime = ""
    contest: ContestArguments


@lab.command()
@options_from(MatchArguments)
def match(given: MatchArguments) -> None:
    """Let A and B play a match: who is better, by how much, and how sure is that?

    Openings vary, and each is played twice with colours exchanged. `plyground agents GAME` lists what can play.

    - `plyground lab match hard medium neutreeko --games 200`
    - `plyground lab match pvs:nodes=5000 alphabeta:depth=4 morris --sprt 0,20 --games 2000`
    - `plyground lab match "cmd:my-engine --fast" expert hex -o size=11 --clock 1+1`
    """
    game, *agents = game_first(given.a, given.b, given.game)
    terms = given.contest.terms.read(game, given.clock)
    players = contestants(agents, terms.made)
    pairs = pairs_of(QUICK_GAMES if given.contest.quick else given.games)
    test = None if given.sprt is None else read_sprt(given.sprt, given.alpha, given.beta)
    given.contest.start(MatchExperiment(terms, players, pairs, test), players)


def game_first(a: str, b: str, game: str) -> tuple[str, str, str]:
    """The game and its two agents; the game may also have been named first, as in other commands."""
    return (a, b, game) if a in names() and game not in names() else (game, a, b)


def read_sprt(text: str, alpha: float = USUAL_RISK, beta: float = USUAL_RISK) -> Sprt:
    """The test of a text such as `0,20`."""
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise OptionError(Message("usage.sprt", found=quoted(text))) from None
    return Sprt(elo0, elo1, alpha, beta)


@dataclass(frozen=True, kw_only=True)
class TournamentArguments:
    """The arguments of `lab tournament`."""

    game: GameName
    agents: Annotated[list[str], typer.Argument(metavar="A B C …", help="Agents' texts, levels, outside engines.")]
    games: MeetingGames = 20
    clock: ClockTime = ""
    contest: ContestArguments


@lab.command()
@options_from(TournamentArguments)
def tournament(given: TournamentArguments) -> None:
    """Play a round robin between several agents, and rate them.

    - `plyground lab tournament neutreeko easy medium hard --games 40`
    - `plyground lab tournament morris alphabeta:heuristic=agent{1,2,3},depth=3` (a shell makes three of it)
    - `plyground lab tournament eximo easy medium hard expert --cluster tcp://10.0.0.1:8786`
    """
    terms = given.contest.terms.read(given.game, given.clock)
    players = contestants(given.agents, terms.made)
    pairs = pairs_of(QUICK_GAMES if given.contest.quick else given.games)
    given.contest.start(TournamentExperiment(terms, players, pairs), players)


TrialGames = Annotated[int, typer.Option("--games", "-n", metavar="N", help="Games for the trials in all.")]
Searcher = Annotated[
    str, typer.Option("--agent", "-a", metavar="SPEC", help="The search with its limits, without heuristic.")
]
WeightNames = Annotated[
    str | None,
    typer.Option("--weights", metavar="NAMES", help="Only these weights, separated by commas; by default all."),
]
Method = Annotated[
    str | None, typer.Option("--method", metavar="NAME", help="`tpe` for few weights or `spsa` for many.")
]
Batch = Annotated[int, typer.Option("--batch", metavar="N", help="Games of a trial, an even number.")]
Span = Annotated[float, typer.Option("--span", metavar="SHARE", help="How far from the current weights to look.")]
Confirming = Annotated[
    int | None, typer.Option("--confirm", metavar="N", help="Games of the confirming match at most.")
]
ConfirmingTest = Annotated[str, typer.Option("--sprt", metavar="ELO0,ELO1", help="What the match is to show.")]
SetName = Annotated[str, typer.Option("--name", metavar="NAME", help="Name of the new set of weights.")]


@dataclass(frozen=True, kw_only=True)
class TuneArguments:
    """The arguments of `lab tune`."""

    game: GameName
    heuristic: Annotated[str, typer.Argument(metavar="HEURISTIC", help="As `plyground agents GAME` lists them.")]
    games: TrialGames = 400
    agent: Searcher = USUAL_AGENT
    weights: WeightNames = None
    method: Method = None
    batch: Batch = 20
    span: Span = 1.0
    confirm: Confirming = None
    sprt: ConfirmingTest = "0,20"
    name: SetName = "tuned"
    contest: ContestArguments

    def read(self) -> TuningExperiment:
        """The tuning that these arguments describe."""
        terms = self.contest.terms.read(self.game)
        usual = weights_of(find_heuristic(terms.made, self.heuristic))
        tuned = tuple(self.weights.split(",")) if self.weights else tuple(usual)
        batch, games = (QUICK_GAMES, 4 * QUICK_GAMES) if self.contest.quick else (self.batch, self.games)
        return TuningExperiment(
            terms=terms,
            heuristic=self.heuristic,
            agent=self.agent,
            weights=tuned,
            method=self.method or usual_method(len(tuned)),
            pairs=pairs_of(batch),
            trials=games // batch,
            span=self.span,
            confirming=pairs_of(self.confirm or games + games % 2),
            sprt=read_sprt(self.sprt),
            name=self.name,
        )


@lab.command()
@options_from(TuneArguments)
def tune(given: TuneArguments) -> None:
    """Look for better weights of a heuristic, and confirm in a match that they are better.

    The set of weights is a file in the run's folder; a match with a sequential test says what it is worth.

    - `plyground lab tune neutreeko H4 --games 800`
    - `plyground lab tune morris strong --agent pvs:nodes=3000 --method spsa --games 4000`
    """
    plan = given.read()
    players = contestants((given.agent, plan.text(plan.usual)), plan.terms.made)
    given.contest.start(plan, players)


@dataclass(frozen=True, kw_only=True)
class RepeatArguments:
    """The arguments of `lab repeat`."""

    folder: RunPath
    to: Annotated[Path, typer.Option("--folder", metavar="NEW", help="Where the second run is kept.")]
    run: RunArguments


@lab.command()
@options_from(RepeatArguments)
def repeat(given: RepeatArguments) -> None:
    """Do a run again by its manifest, and say whether all came out the same.

    It does, move for move, where players are limited by depth or nodes; where they think for a time it cannot.
    """
    repeat_run(given.folder, given.to, given.run)


@dataclass(frozen=True, kw_only=True)
class ResumeArguments:
    """The arguments of `lab resume`."""

    folder: RunPath
    run: RunArguments


@lab.command()
@options_from(ResumeArguments)
def resume(given: ResumeArguments) -> None:
    """Go on with a run that was stopped or killed; one that is finished gets its report written again."""
    resume_run(given.folder, given.run)
