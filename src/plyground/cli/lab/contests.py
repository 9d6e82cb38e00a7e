"""Commands of the lab: matches, tournaments, tuning, and going on with a run."""

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.app import AsJson, GameName, Options, read_options
from plyground.cli.lab.runs import GameArguments, RunArguments, do_again, go_on, start_run
from plyground.cli.lab_group import lab
from plyground.core.errors import OptionError
from plyground.core.heuristic import find_heuristic
from plyground.lab.contests.contest import LONGEST, contestants, pairs_of
from plyground.lab.contests.match import MatchExperiment
from plyground.lab.contests.proposers import usual_method
from plyground.lab.contests.tournament import TournamentExperiment
from plyground.lab.contests.tuning import USUAL_AGENT, TuningExperiment
from plyground.lab.stats.sprt import Sprt

Games = Annotated[int, typer.Option("--games", "-n", metavar="N", help="How many games, an even number.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Openings and dice follow from it.")]
Plies = Annotated[
    int | None, typer.Option("--opening", metavar="N", help="Random moves that a game begins with; 0: none.")
]
OpeningsFile = Annotated[
    Path | None, typer.Option("--openings", metavar="FILE", help="Openings: records, or positions one a line.")
]
ClockTime = Annotated[
    str, typer.Option("--clock", metavar="TIME", help="`5+3`: minutes and seconds a move; `2s`: for every move.")
]
Longest = Annotated[int, typer.Option("--longest", metavar="N", help="A game of more moves is a draw.")]
PluginFiles = Annotated[
    list[Path] | None, typer.Option("--plugin", metavar="FILE", help="A file with heuristics of your own; repeatable.")
]
FolderPath = Annotated[
    Path | None, typer.Option("--folder", metavar="FOLDER", help="Where the run is kept; one that is there goes on.")
]
WorkerCount = Annotated[
    int | None, typer.Option("--workers", metavar="N", min=1, max=1024, help="Processes; usually one a core.")
]
Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as `tcp://10.0.0.1:8786`.")
]
Markdown = Annotated[bool, typer.Option("--markdown", help="Write the report as Markdown too.")]
Quick = Annotated[bool, typer.Option("--quick", help="Only a few games, to see whether it works.")]
QUICK_GAMES = 4


@lab.command()
def match(
    a: Annotated[str, typer.Argument(metavar="A", help="An agent's text, a level, or an outside engine (`cmd:…`).")],
    b: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    game: GameName,
    games: Games = 100,
    sprt: Annotated[
        str | None, typer.Option("--sprt", metavar="ELO0,ELO1", help="End as soon as one of the two is accepted.")
    ] = None,
    alpha: Annotated[float, typer.Option(help="How often the test may accept ELO1 wrongly.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often the test may accept ELO0 wrongly.")] = 0.05,
    option: Options = None,
    seed: Seed = 1,
    opening: Plies = None,
    openings: OpeningsFile = None,
    clock: ClockTime = "",
    longest: Longest = LONGEST,
    plugin: PluginFiles = None,
    folder: FolderPath = None,
    workers: WorkerCount = None,
    cluster: Cluster = None,
    markdown: Markdown = False,
    quick: Quick = False,
    as_json: AsJson = False,
) -> None:
    """Let A and B play a match: who is better, by how much, and how sure is that?

    Openings vary, and each is played twice with colours exchanged. `plyground agents GAME` lists what can play.

    - `plyground lab match hard medium neutreeko --games 200`
    - `plyground lab match deepening:nodes=5000 alphabeta:depth=4 morris --sprt 0,20 --games 2000`
    - `plyground lab match "cmd:my-engine --fast" expert hex -o size=11 --clock 1+1`
    """
    terms = GameArguments(read_options(option), seed, opening, openings, clock, longest, plugin or []).terms(game)
    players = contestants((a, b), terms.made)
    pairs = pairs_of(QUICK_GAMES if quick else games)
    test = None if sprt is None else read_sprt(sprt, alpha, beta)
    experiment = MatchExperiment(terms, players, pairs, test)
    start_run(experiment, terms, players, folder, RunArguments(workers, cluster, as_json, markdown))


def read_sprt(text: str, alpha: float, beta: float) -> Sprt:
    """The test of a text such as `0,20`."""
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise OptionError(f"--sprt is two Elo differences such as 0,20, not {text!r}.") from None
    return Sprt(elo0, elo1, alpha, beta)


@lab.command()
def tournament(
    game: GameName,
    agents: Annotated[list[str], typer.Argument(metavar="A B C …", help="Agents' texts, levels, outside engines.")],
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", help="Games between each two, an even number.")
    ] = 20,
    option: Options = None,
    seed: Seed = 1,
    opening: Plies = None,
    openings: OpeningsFile = None,
    clock: ClockTime = "",
    longest: Longest = LONGEST,
    plugin: PluginFiles = None,
    folder: FolderPath = None,
    workers: WorkerCount = None,
    cluster: Cluster = None,
    markdown: Markdown = False,
    quick: Quick = False,
    as_json: AsJson = False,
) -> None:
    """Let several agents play each against each, and rate them.

    - `plyground lab tournament neutreeko easy medium hard --games 40`
    - `plyground lab tournament morris alphabeta:heuristic=agent{1,2,3},depth=3` (a shell makes three of it)
    - `plyground lab tournament eximo easy medium hard expert --cluster tcp://10.0.0.1:8786`
    """
    terms = GameArguments(read_options(option), seed, opening, openings, clock, longest, plugin or []).terms(game)
    players = contestants(agents, terms.made)
    experiment = TournamentExperiment(terms, players, pairs_of(QUICK_GAMES if quick else games))
    start_run(experiment, terms, players, folder, RunArguments(workers, cluster, as_json, markdown))


TrialGames = Annotated[int, typer.Option("--games", "-n", metavar="N", help="Games for the trials in all.")]
Searcher = Annotated[
    str, typer.Option("--agent", "-a", metavar="SPEC", help="The search with its limits, without heuristic.")
]
WeightNames = Annotated[
    str | None, typer.Option("--weights", metavar="NAMES", help="Only these, with commas between; usually all.")
]
Method = Annotated[
    str | None, typer.Option("--method", metavar="NAME", help="`tpe` for few weights or `spsa` for many.")
]
Batch = Annotated[int, typer.Option("--batch", metavar="N", help="Games of a trial, an even number.")]
Span = Annotated[float, typer.Option("--span", metavar="SHARE", help="How far from the current weights.")]
Confirming = Annotated[
    int | None, typer.Option("--confirm", metavar="N", help="Games of the confirming match at most.")
]
Shown = Annotated[str, typer.Option("--sprt", metavar="ELO0,ELO1", help="What the match is to show.")]
SetName = Annotated[str, typer.Option("--name", metavar="NAME", help="Of the set of weights.")]


@lab.command()
def tune(
    game: GameName,
    heuristic: Annotated[str, typer.Argument(metavar="HEURISTIC", help="As `plyground agents GAME` lists them.")],
    games: TrialGames = 400,
    agent: Searcher = USUAL_AGENT,
    weights: WeightNames = None,
    method: Method = None,
    batch: Batch = 20,
    span: Span = 1.0,
    confirm: Confirming = None,
    sprt: Shown = "0,20",
    name: SetName = "tuned",
    option: Options = None,
    seed: Seed = 1,
    opening: Plies = None,
    openings: OpeningsFile = None,
    longest: Longest = LONGEST,
    plugin: PluginFiles = None,
    folder: FolderPath = None,
    workers: WorkerCount = None,
    cluster: Cluster = None,
    markdown: Markdown = False,
    quick: Quick = False,
    as_json: AsJson = False,
) -> None:
    """Look for better weights of a heuristic, and confirm in a match that they are better.

    The set of weights is a file in the run's folder; a match with a sequential test says what it is worth.

    - `plyground lab tune neutreeko H4 --games 800`
    - `plyground lab tune morris strong --agent deepening:nodes=3000 --method spsa --games 4000`
    """
    terms = GameArguments(read_options(option), seed, opening, openings, "", longest, plugin or []).terms(game)
    usual = find_heuristic(terms.made, heuristic)._fields
    tuned = tuple(weights.split(",")) if weights else tuple(usual)
    batch, games = (QUICK_GAMES, 4 * QUICK_GAMES) if quick else (batch, games)
    pairs, most = pairs_of(batch), pairs_of(confirm or games + games % 2)
    way, test = method or usual_method(len(tuned)), read_sprt(sprt, 0.05, 0.05)
    trials = games // batch
    plan = TuningExperiment(terms, heuristic, agent, tuned, way, trials, pairs, span, most, test, name)
    players = contestants((agent, plan.text(plan.usual)), terms.made)
    start_run(plan, terms, players, folder, RunArguments(workers, cluster, as_json, markdown))


@lab.command()
def repeat(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a run.")],
    to: Annotated[Path, typer.Option("--folder", metavar="NEW", help="Where the second run is kept.")],
    workers: WorkerCount = None,
    cluster: Cluster = None,
    markdown: Markdown = False,
    as_json: AsJson = False,
) -> None:
    """Do a run again by its manifest, and say whether all came out the same.

    It does, move for move, where players are limited by depth or nodes; where they think for a time it cannot.
    """
    do_again(folder, to, RunArguments(workers, cluster, as_json, markdown))


@lab.command()
def resume(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a run.")],
    workers: WorkerCount = None,
    cluster: Cluster = None,
    markdown: Markdown = False,
    as_json: AsJson = False,
) -> None:
    """Go on with a run that was stopped or killed; one that is finished gets its report written again."""
    go_on(folder, RunArguments(workers, cluster, as_json, markdown))
