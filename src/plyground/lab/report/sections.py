"""Sections that all reports of games share: results, lengths, effort, method."""

from collections import Counter
from collections.abc import Iterable, Sequence

from plyground.core.text import counted, duration
from plyground.lab.contests.contest import Terms
from plyground.lab.contests.faults import fault_details, fault_table
from plyground.lab.contests.played_pair import PlayedPair, all_played, same_games
from plyground.lab.report.games_table import every_game, of_pairs
from plyground.lab.report.page import Block, Code, Page, Plot, ReportTable, Section, Text
from plyground.lab.report.plots import histogram
from plyground.lab.runs.run import RunFolder
from plyground.lab.stats.elo import ResultSummary, elo_text, summarise


def contest_page(
    run: RunFolder, terms: Terms, pairs: Sequence[PlayedPair], names: Sequence[str], result: Iterable[Block]
) -> Page:
    """The report of a match or a tournament: its result, its games, its method."""
    subtitle = f"{2 * len(pairs)} games of {terms.made.title}, begun {run.manifest.created}"
    games = (games_section(pairs, names), every_game(of_pairs(pairs), replayed=terms.made))
    return Page(run.manifest.title, subtitle, (Section("Result", tuple(result)), *games, method_section(run, terms)))


def games_section(pairs: Sequence[PlayedPair], names: Sequence[str]) -> Section:
    """First-player advantage, draws, lengths and endings."""
    summary = summarise(all_played(pairs))
    lengths = [len(game.moves) for pair in pairs for game in pair.games]
    blocks: list[Block] = [Text(_first_text(summary)), _ends(pairs)]
    if repeated := same_games(pairs):
        games = f"{counted(repeated, 'game')} {'repeats' if repeated == 1 else 'repeat'}"
        blocks.append(Text(f"{games} another one move for move, so they say less than their number."))
    if wrong := fault_details(pairs, names):
        blocks.append(fault_table(wrong))
    caption = f"How long the games were: {summary.mean_plies:.1f} moves on average, counted for both sides together."
    blocks.append(Plot("lengths", caption, histogram(lengths, ("moves of a game", "games"))))
    return Section("The games", tuple(blocks))


def _first_text(summary: ResultSummary) -> str:
    first = summary.first
    return (
        f"The player who moved first won {first.wins}, drew {first.draws} and lost {first.losses} games: "
        f"{elo_text(summary.advantage.elo)} Elo for the first move. {summary.draw_rate:.1%} of the games were drawn."
    )


def _ends(pairs: Sequence[PlayedPair]) -> ReportTable:
    found = Counter(game.reason for pair in pairs for game in pair.games)
    total = sum(found.values())
    rows = tuple((reason, count, f"{count / total:.1%}") for reason, count in sorted(found.items()))
    return ReportTable("How the games ended", ("end", "games", "share"), rows)


def effort_table(pairs: Sequence[PlayedPair], names: Sequence[str]) -> ReportTable:
    """Moves, nodes and seconds of each player, without the moves of the opening."""
    spent: dict[str, tuple[int, int, float]] = dict.fromkeys(names, (0, 0, 0.0))
    for pair in pairs:
        for game in pair.games:
            for player, name in enumerate(pair.names):
                turns, nodes, seconds = spent[name]
                more = game.turns[player], game.nodes[player], game.seconds[player]
                spent[name] = (turns + more[0], nodes + more[1], seconds + more[2])
    rows = tuple(
        (name, turns, round(nodes / max(turns, 1)), duration(seconds / max(turns, 1)))
        for name, (turns, nodes, seconds) in spent.items()
    )
    return ReportTable("Effort", ("player", "moves", "nodes a move", "time a move"), rows)


def method_section(run: RunFolder, terms: Terms) -> Section:
    """How the games were played, and how to repeat the run."""
    manifest, opening = run.manifest, opening_text(terms)
    options = ", ".join(f"{name}={value}" for name, value in terms.made.option_texts().items())
    blocks: tuple[Block, ...] = (
        Text(
            f"{terms.made.title}{f' ({options})' if options else ''}. {opening} Every opening was played twice, with "
            f"colours exchanged. A game of more than {terms.longest} moves counts as a draw."
        ),
        Text("Intervals are 95 %. Elo is by maximum likelihood; the two games of a pair are counted together."),
        Text(
            f"This run cannot be repeated exactly. {manifest.unrepeatable}"
            if manifest.unrepeatable
            else "The same settings give the same games, move for move, on any machine and any number of processes."
        ),
        Code(
            f"seed {terms.seed} · Plyground {manifest.plyground} ({manifest.sources})\n"
            + " · ".join(f"{name} {number}" for name, number in (manifest.versions or {}).items())
            + f"\n{run.resume_command}"
        ),
    )
    return Section("Method", blocks)


def opening_text(terms: Terms) -> str:
    """How the games began, in a sentence."""
    if terms.openings:
        return f"The games began with {counted(len(terms.openings), 'opening')} from a file."
    if terms.plies == 0:
        return "All games began from the usual position."
    return (
        f"The games began with {terms.plies} random moves (more where there are not enough different ones), such that "
        f"a search of {terms.probe:,} nodes could not prove them decided."
    )
