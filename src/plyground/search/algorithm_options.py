"""The options of every search algorithm, and the settings that they stand for."""

from typing import Any

from plyground.core.options import Choice, File, Number, Option, Switch
from plyground.search.engine.features import FEATURES, INEXACT, EngineSettings
from plyground.search.fixed_depth.alphabeta import AlphaBeta
from plyground.search.mcts.puct import PuctSettings
from plyground.search.mcts.puct_runner import PuctOptions
from plyground.search.mcts.tree import MctsSettings

Options = tuple[Option, ...]
Chosen = dict[str, Any]
"""The value of every option, by name."""

SEARCHER = "searcher"
VIEW = Choice("view", SEARCHER, (SEARCHER, "mover"), "for which player a leaf is evaluated; the reports: the searcher")
PONDER = Switch("ponder", False, "in a game, think on the opponent's time as well")

ALPHABETA: Options = (
    Switch("sort", False, "sort children by the heuristic before descending; moves and values stay the same"),
    VIEW,
)
ENGINE: Options = (
    Number("megabytes", 64, 1, 65536, "size of the transposition table"),
    Number("threads", 1, 1, 256, "threads that search together (lazy SMP)"),
    Switch("aspiration", True, "search in a narrow window around the last depth's value first"),
    Number("contempt", 0, 0, 10000, "how much worse than an even position a repetition is, in heuristic units"),
    Switch("keep", True, "keep the table and the move histories from move to move of a game"),
    PONDER,
    Switch("exact", False, "only features that cannot change the value of a given depth"),
    *(Switch(name, True, feature.meaning, feature.formerly) for name, feature in FEATURES.items()),
)
MONTE_CARLO: Options = (
    Number("megabytes", 256, 1, 65536, "size of the tree"),
    Number("exploration", 40, 0, 1000, "weight of rarely visited moves, in hundredths"),
    Number("rave", 300, 0, 100000, "visits until a node outweighs RAVE; 0 switches it off"),
    Switch("solver", True, "back up proved results, and stop playing them out"),
    Number("longest", 200, 1, 10000, "plies after which a playout is a draw"),
    Switch("keep", True, "start with the subtree of the search before in the same game"),
    PONDER,
)
PUCT: Options = (
    File("network", "the network, an .onnx file; nothing for the one that came with the game"),
    Number("threads", 1, 1, 256, "threads that search together"),
    Number("batch", 4, 1, 256, "positions that a thread evaluates together"),
    Number("temperature", 0, 0, 1000, "randomness in the choice of a move, in hundredths"),
    Number("exploration", 125, 0, 1000, "weight of likely and rarely visited moves, in hundredths"),
    Number(
        "reduction", 25, 0, 200, "first-play urgency: how much worse an unvisited move is taken to be, in hundredths"
    ),
    Number("megabytes", 256, 1, 65536, "size of the tree"),
    Switch("keep", True, "start with the subtree of the search before in the same game"),
    PONDER,
)


def by_searcher(chosen: Chosen) -> bool:
    """Whether leaves are evaluated for the player at the root."""
    return bool(chosen["view"] == SEARCHER)


def alphabeta_settings(chosen: Chosen) -> AlphaBeta:
    """The settings of alpha-beta."""
    return AlphaBeta(sort=chosen["sort"], searcher=by_searcher(chosen))


def engine_settings(chosen: Chosen) -> EngineSettings:
    """The settings of the engine."""
    without = (INEXACT if chosen["exact"] else frozenset()) | {name for name in FEATURES if not chosen[name]}
    return EngineSettings(
        megabytes=chosen["megabytes"],
        threads=chosen["threads"],
        aspiration=chosen["aspiration"],
        contempt=chosen["contempt"],
        keep=chosen["keep"],
        without=without,
    )


def mcts_settings(chosen: Chosen) -> MctsSettings:
    """The settings of the Monte Carlo tree search."""
    return MctsSettings(
        exploration=chosen["exploration"] / 100,
        rave=float(chosen["rave"]),
        solver=chosen["solver"],
        longest=chosen["longest"],
    )


def puct_options(chosen: Chosen) -> PuctOptions:
    """The settings of PUCT."""
    return PuctOptions(
        tree=PuctSettings(exploration=chosen["exploration"] / 100, reduction=chosen["reduction"] / 100),
        megabytes=chosen["megabytes"],
        threads=chosen["threads"],
        batch=chosen["batch"],
        temperature=chosen["temperature"] / 100,
        keep=chosen["keep"],
    )
