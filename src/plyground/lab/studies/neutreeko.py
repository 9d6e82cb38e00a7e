"""The Neutreeko report: minimax against alpha-beta, move ordering, and the ranking of its six heuristics."""

from plyground.lab.contests.game_pair import PairGame
from plyground.lab.report.page import Plot, ReportTable
from plyground.lab.report.plots import bars
from plyground.lab.runs.jobs import Job
from plyground.lab.studies import ranking
from plyground.lab.studies.duels import seat_name
from plyground.lab.studies.study import TIMES_DIFFER, Claim, Figure, Finding, Results, Scale, Study
from plyground.lab.studies.tasks import MORE_RUNS, START, GamesPlan, games_in, games_jobs, mean_seconds
from plyground.lab.studies.timing import shown_ratio, shown_seconds, times_table
from plyground.language import Message
from plyground.play.agents.spec import AgentSpec

GAME = "neutreeko"
PAIRS = (("H1", "H2"), ("H3", "H4"), ("H5", "H6"))
ALGORITHMS = ("minimax", "alphabeta")
PUBLISHED = {
    (3, "H1", "H2"): (0.039913875, 0.005338125),
    (3, "H3", "H4"): (0.0229025, 0.00788175),
    (3, "H5", "H6"): (0.024615, 0.00734325),
    (6, "H1", "H2"): (29.76625, 0.6014375),
    (6, "H3", "H4"): (27.27375, 0.6014375),
    (6, "H5", "H6"): (27.27375, 0.6014375),
}
"""Mean seconds per move by depth and players: minimax and alpha-beta (figures 1 to 6)."""
CLOCKWISE = {3: (0.021685625, 0.0075933125), 6: (26.4975, 0.472375)}
"""The same for H5 – H6 with moves generated clockwise (figures 7 and 8)."""
TIMED_PLIES = 8
"""Four moves of each player, as timed in the report."""
DEPTHS = (3, 6)
ORDERS = ("report", "report-clockwise")
"""The report's two move generation orders: the usual one on its board, and clockwise."""
USUAL = ORDERS[0]
OWN = "enemy:0"
"""Heuristics count only the player's own pieces."""
NODES_NOTE = (
    "Nodes: how many times fewer it visits. A search of depth 3 is so short that setting it up is most of its time."
)


def agent(algorithm: str, heuristic: str, depth: int) -> AgentSpec:
    """A player of the report."""
    return AgentSpec(algorithm, heuristic, OWN, depth=depth)


def timed_games(
    name: str, algorithm: str, pair: tuple[str, str], depth: int, order: str, scale: Scale, longest: int
) -> list[Job]:
    """The same game several times, with timed searches."""
    players = [agent(algorithm, heuristic, depth) for heuristic in pair]
    starts = [(START,)] * (scale.runs * (MORE_RUNS if depth < DEPTHS[-1] else 1))
    plan = GamesPlan(GAME, {"order": order}, longest, probe=0, timed=True)
    return list(games_jobs(name, plan, players, starts))


def key(algorithm: str, pair: tuple[str, str], depth: int, order: str = USUAL) -> str:
    """Name of a cell's jobs."""
    return f"{algorithm}-{'-'.join(pair)}-{depth}-{order}"


def plan_times(scale: Scale) -> list[Job]:
    """Both algorithms with every pair at both depths."""
    return [
        job
        for depth, one, other in PUBLISHED
        if depth <= scale.deepest
        for algorithm in ALGORITHMS
        for job in timed_games(
            key(algorithm, (one, other), depth), algorithm, (one, other), depth, USUAL, scale, TIMED_PLIES
        )
    ]


def cell_seconds(results: Results, algorithm: str, pair: tuple[str, str], depth: int, order: str = USUAL) -> float:
    """Mean seconds per move of a cell."""
    return mean_seconds(games_in(results, key(algorithm, pair, depth, order)))


def read_times(results: Results, scale: Scale) -> Finding:
    """How much faster alpha-beta is."""
    cells = [(depth, (one, other)) for depth, one, other in PUBLISHED if depth <= scale.deepest]
    figures = tuple(
        Figure(
            f"depth {depth}, {' – '.join(pair)}, {algorithm}",
            "seconds a move",
            PUBLISHED[depth, *pair][place],
            cell_seconds(results, algorithm, pair, depth),
        )
        for depth, pair in cells
        for place, algorithm in enumerate(ALGORITHMS)
    )
    claims = tuple(_faster(results, depth, pair) for depth, pair in cells)
    table = times_table(
        "Mean time a move, the mean of both players", figures, "Over the first four moves of each player."
    )
    return Finding(claims, figures, (table, _factor_table(results, cells), _factor_plot(results, cells)))


def factors(results: Results, depth: int, pair: tuple[str, str]) -> tuple[float, float]:
    """How many times faster alpha-beta is than minimax: published, and here."""
    published = PUBLISHED[depth, *pair]
    here = cell_seconds(results, "minimax", pair, depth) / cell_seconds(results, "alphabeta", pair, depth)
    return published[0] / published[1], here


def _faster(results: Results, depth: int, pair: tuple[str, str]) -> Claim:
    published, here = factors(results, depth, pair)
    return Claim(
        f"depth {depth}, {' – '.join(pair)}: alpha-beta is faster ({published:.1f} times)",
        f"{here:.1f} times as fast, with {fewer_nodes(results, depth, pair):.1f} times fewer nodes",
        here > 1,
    )


def fewer_nodes(results: Results, depth: int, pair: tuple[str, str]) -> float:
    """How many times fewer nodes per move alpha-beta visits than minimax."""
    minimax, alphabeta = (nodes_a_move(games_in(results, key(algorithm, pair, depth))) for algorithm in ALGORITHMS)
    return minimax / alphabeta


def nodes_a_move(games: list[PairGame]) -> float:
    """Mean nodes per move."""
    return sum(sum(game.nodes) for game in games) / sum(sum(game.turns) for game in games)


def _factor_table(results: Results, cells: list[tuple[int, tuple[str, str]]]) -> ReportTable:
    rows = []
    for depth, pair in cells:
        published, here = factors(results, depth, pair)
        nodes = fewer_nodes(results, depth, pair)
        rows.append((depth, " – ".join(pair), f"{published:.1f}", f"{here:.1f}", f"{nodes:.1f}"))
    columns = ("depth", "players", "published", "here", "nodes here")
    return ReportTable("How many times faster alpha-beta is", columns, tuple(rows), NODES_NOTE)


def _factor_plot(results: Results, cells: list[tuple[int, tuple[str, str]]]) -> Plot:
    found = [factors(results, depth, pair) for depth, pair in cells]
    groups = {"published": [each[0] for each in found], "here": [each[1] for each in found]}
    names = [f"{'–'.join(pair)}, {depth}" for depth, pair in cells]
    svg = bars(names, groups, "times faster than minimax")
    return Plot("neutreeko-times", "How many times faster alpha-beta is than minimax, by players and depth.", svg)


def plan_order(scale: Scale) -> list[Job]:
    """H5 – H6 with both orders, timed; and whole games of every pair, to compare their results."""
    jobs = [
        job
        for depth in DEPTHS
        if depth <= scale.deepest
        for order in ORDERS
        for algorithm in ALGORITHMS
        for job in timed_games(
            key(algorithm, PAIRS[2], depth, order), algorithm, PAIRS[2], depth, order, scale, TIMED_PLIES
        )
    ]
    for depth in DEPTHS:
        for pair in PAIRS if depth <= scale.deepest else ():
            for order in ORDERS:
                players = [agent("alphabeta", heuristic, depth) for heuristic in pair]
                name = f"whole-{'-'.join(pair)}-{depth}-{order}"
                jobs += games_jobs(name, GamesPlan(GAME, {"order": order}, probe=0), players, [(START,)])
    return jobs


def read_order(results: Results, scale: Scale) -> Finding:
    """The effect of the move order on time and result."""
    run = [depth for depth in DEPTHS if depth <= scale.deepest]
    cells = [(depth, algorithm) for depth in run for algorithm in ALGORITHMS]
    figures = tuple(
        Figure(
            f"clockwise, depth {depth}, {algorithm}",
            "seconds a move",
            CLOCKWISE[depth][ALGORITHMS.index(algorithm)],
            cell_seconds(results, algorithm, PAIRS[2], depth, ORDERS[1]),
        )
        for depth, algorithm in cells
    )
    claims = (*(_same_time(results, *cell) for cell in cells), _same_results(results, run))
    blocks = (_order_table(results, cells), _ends_table(results, run), _order_plot(results, cells))
    return Finding(claims, figures, blocks)


def order_ratios(results: Results, depth: int, algorithm: str) -> tuple[float, float, float]:
    """The clockwise order relative to the usual one: seconds published, seconds here, nodes here."""
    place = ALGORITHMS.index(algorithm)
    published = CLOCKWISE[depth][place] / PUBLISHED[depth, *PAIRS[2]][place]
    times = [cell_seconds(results, algorithm, PAIRS[2], depth, order) for order in ORDERS]
    nodes = [nodes_a_move(games_in(results, key(algorithm, PAIRS[2], depth, order))) for order in ORDERS]
    return published, times[1] / times[0], nodes[1] / nodes[0]


def _same_time(results: Results, depth: int, algorithm: str) -> Claim:
    published, here, nodes = order_ratios(results, depth, algorithm)
    return Claim(
        f"{algorithm}, depth {depth}: the order hardly matters ({published:.2f} times the time)",
        f"{here:.2f} times the time, {nodes:.2f} times the nodes",
        2 / 3 <= here <= 3 / 2,
    )


def whole_game(results: Results, pair: tuple[str, str], depth: int, order: str) -> PairGame:
    """The complete game of a pair."""
    return games_in(results, f"whole-{'-'.join(pair)}-{depth}-{order}")[0]


def _same_results(results: Results, run: list[int]) -> Claim:
    cells = [(pair, depth) for depth in run for pair in PAIRS]
    differ = [
        f"{' – '.join(pair)} at depth {depth}"
        for pair, depth in cells
        if len({whole_game(results, pair, depth, order).winner for order in ORDERS}) > 1
    ]
    here = f"{len(cells) - len(differ)} of {len(cells)} games end alike"
    here += f"; not so {', '.join(differ)}" if differ else ""
    return Claim("the results of games are the same with both orders", here, not differ)


def _order_table(results: Results, cells: list[tuple[int, str]]) -> ReportTable:
    rows = []
    for depth, algorithm in cells:
        place = ALGORITHMS.index(algorithm)
        published, here, nodes = order_ratios(results, depth, algorithm)
        measured = cell_seconds(results, algorithm, PAIRS[2], depth, ORDERS[1])
        rows.append(
            (
                depth,
                algorithm,
                shown_seconds(CLOCKWISE[depth][place]),
                shown_seconds(measured),
                shown_ratio(CLOCKWISE[depth][place] / measured),
                f"{published:.2f}",
                f"{here:.2f}",
                f"{nodes:.2f}",
            )
        )
    columns = ("depth", "search", "published", "here", "ratio", "to the usual order, published", "here", "nodes")
    note = "H5 – H6, mean time a move with moves generated clockwise; then that time divided by the usual order's."
    return ReportTable("The clockwise order", columns, tuple(rows), note)


def _ends_table(results: Results, run: list[int]) -> ReportTable:
    rows = []
    for depth in run:
        for pair in PAIRS:
            games = [whole_game(results, pair, depth, order) for order in ORDERS]
            ends = [f"{seat_name(game.winner)} after {len(game.moves)} moves" for game in games]
            rows.append((depth, " – ".join(pair), *ends))
    return ReportTable("How whole games end (alpha-beta)", ("depth", "players", *ORDERS), tuple(rows))


def _order_plot(results: Results, cells: list[tuple[int, str]]) -> Plot:
    found = [order_ratios(results, *cell) for cell in cells]
    groups = {
        "published, time": [each[0] for each in found],
        "here, time": [each[1] for each in found],
        "here, nodes": [each[2] for each in found],
    }
    names = [f"{algorithm}, {depth}" for depth, algorithm in cells]
    caption = "The clockwise order against the usual one: 1 means that it makes no difference."
    return Plot("neutreeko-order", caption, bars(names, groups, "clockwise to usual order"))


AS_IN_THE_REPORT = (
    "Heuristics count own pieces only, for the player who searches; the report leaves open whether they do or count "
    "own minus enemy. Moves are generated in the order of the report, whose board has Black on top; its program keeps "
    "the pieces in a list, whose order a position here does not have."
)

STUDIES = (
    Study(
        "neutreeko-times",
        "Neutreeko",
        "Neutreeko: minimax against alpha-beta",
        Message("study.neutreeko-times"),
        (
            "The first four moves of each player in a game from the usual start, as many as the report timed; the mean "
            "of both players' means, the median of several such games, with compiled kernels; the processor's time, so "
            "that other programs do not matter.",
            AS_IN_THE_REPORT,
            "The report's alpha-beta times at depth 6 are equal to the last digit for all three pairs, and two of its "
            "minimax times as well: they may be one measurement.",
        ),
        plan_times,
        read_times,
        TIMES_DIFFER,
    ),
    Study(
        "neutreeko-ranking",
        "Neutreeko",
        "Neutreeko: the ranking of the heuristics",
        Message("study.neutreeko-ranking"),
        (
            "A round robin at depth 3 and at depth 6 by alpha-beta. The agents have no dice, so games begin with two "
            "random moves, and every opening is played with both colours; openings that a quick search proves decided "
            "are passed over. Ratings are by maximum likelihood, with draws and the first move's advantage.",
            "The report words H4 as giving more points for a greater distance from the centre, which would be odd; "
            "here H4 gives them for a smaller one. The other reading plays along as a seventh player, H4 outward.",
            AS_IN_THE_REPORT,
            "The other reading, own minus enemy, is played and shown beside it; the claims are judged by the first.",
        ),
        ranking.plan,
        ranking.read,
    ),
    Study(
        "neutreeko-order",
        "Neutreeko",
        "Neutreeko: the order of moves",
        Message("study.neutreeko-order"),
        (
            "Timed as in neutreeko-times, with the options order=report-clockwise and order=report of the game. How "
            "games end is compared for all three pairs of the report at both depths, by alpha-beta.",
            AS_IN_THE_REPORT,
        ),
        plan_order,
        read_order,
        TIMES_DIFFER,
    ),
)
