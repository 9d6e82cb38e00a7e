"""The options of every search algorithm, and the settings built from them."""

from typing import Any

from plyground.core.options import Choice, File, Number, Option, Switch
from plyground.language import Message
from plyground.search.engine.features import FEATURES, INEXACT, EngineSettings
from plyground.search.fixed_depth.alphabeta import AlphaBeta
from plyground.search.mcts.puct import PuctSettings
from plyground.search.mcts.puct_runner import PuctOptions
from plyground.search.mcts.tree import MctsSettings

Options = tuple[Option, ...]
Chosen = dict[str, Any]
"""Option values by name."""

SEARCHER = "searcher"
VIEW = Choice("view", SEARCHER, (SEARCHER, "mover"), Message("search.option.view"))
PONDER = Switch("ponder", False, Message("search.option.ponder"))

ALPHABETA: Options = (
    Switch("sort", False, Message("search.option.sort")),
    VIEW,
)
ENGINE: Options = (
    Number("megabytes", 64, 1, 65536, Message("search.option.table_size")),
    Number("threads", 1, 1, 256, Message("search.option.smp_threads")),
    Switch("aspiration", True, Message("search.option.aspiration")),
    Number("contempt", 0, 0, 10000, Message("search.option.contempt")),
    Switch("keep", True, Message("search.option.keep_table")),
    PONDER,
    Switch("exact", False, Message("search.option.exact")),
    *(Switch(name, feature.usual, feature.meaning, feature.formerly) for name, feature in FEATURES.items()),
)
MONTE_CARLO: Options = (
    Number("megabytes", 256, 1, 65536, Message("search.option.tree_size")),
    Number("threads", 1, 1, 256, Message("search.option.playout_threads")),
    Number("exploration", 40, 0, 1000, Message("search.option.exploration")),
    Number("rave", 300, 0, 100000, Message("search.option.rave")),
    Switch("solver", True, Message("search.option.solver")),
    Number("longest", 200, 1, 10000, Message("search.option.longest")),
    Switch("keep", False, Message("search.option.keep")),
    PONDER,
)
PUCT: Options = (
    File("network", Message("search.option.network")),
    Number("threads", 1, 1, 256, Message("search.option.threads")),
    Number("batch", 4, 1, 256, Message("search.option.batch")),
    Number("temperature", 0, 0, 1000, Message("search.option.temperature")),
    Number("exploration", 125, 0, 1000, Message("search.option.prior_weight")),
    Number("reduction", 25, 0, 200, Message("search.option.urgency")),
    Switch("transpositions", True, Message("search.option.transpositions")),
    Number("megabytes", 256, 1, 65536, Message("search.option.tree_size")),
    Switch("keep", True, Message("search.option.keep")),
    PONDER,
)


def by_searcher(chosen: Chosen) -> bool:
    """True if leaves are evaluated for the player at the root."""
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
        tree=PuctSettings(
            exploration=chosen["exploration"] / 100,
            reduction=chosen["reduction"] / 100,
            transpositions=chosen["transpositions"],
        ),
        megabytes=chosen["megabytes"],
        threads=chosen["threads"],
        batch=chosen["batch"],
        temperature=chosen["temperature"] / 100,
        keep=chosen["keep"],
    )
