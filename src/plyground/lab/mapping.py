"""Opening maps judged on several processes, one job per first move."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, as_completed
from dataclasses import dataclass

from plyground.core.game import Game
from plyground.games import game as make_game
from plyground.lab.runs.executors import Workers
from plyground.review.opening_map import NODES, Alike, OpeningChance, OpeningMap, alike_openings, judge_opening
from plyground.search.onnx_network import find_network


@dataclass(frozen=True)
class Judging:
    """How first moves are judged."""

    nodes: int = NODES
    network: str = ""
    """A network file; empty for the one that came with the game."""

    def judge(self, name: str, options: dict[str, str], move: str) -> OpeningChance:
        """One job: the chance after a first move."""
        return judge_opening(make_game(name, **options), move, self.nodes, self.network)


def draw_maps(
    games: Iterable[Game],
    judging: Judging,
    workers: Workers,
    on_map: Callable[[Game, OpeningMap], None],
    on_progress: Callable[[int, int], None] = lambda done, whole: None,
) -> None:
    """Judge every first move of some games; each map is reported as soon as it is complete."""
    openings = {game: alike_openings(game) for game in games}
    jobs: dict[Future[OpeningChance], tuple[Game, Alike]] = {
        workers.submit(judging.judge, game.name, game.option_texts(), alike[0]): (game, alike)
        for game, all_alike in openings.items()
        for alike in all_alike
    }
    found: dict[Game, dict[Alike, OpeningChance]] = {game: {} for game in openings}
    on_progress(0, len(jobs))
    for done, job in enumerate(as_completed(jobs), start=1):
        game, alike = jobs[job]
        found[game][alike] = job.result()
        on_progress(done, len(jobs))
        if len(found[game]) == len(openings[game]):
            judged = {alike: found[game][alike] for alike in openings[game]}
            on_map(
                game, OpeningMap(game.option_texts(), find_network(game, judging.network).sha256, judging.nodes, judged)
            )
