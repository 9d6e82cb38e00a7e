"""Search ideas that no match has accepted yet: off by default, sound where they are switched on."""

import pytest

import plyground
from plyground.search.engine.features import FEATURES, UNUSUAL
from plyground.search.result import Result

SMALL_HEX = plyground.game("hex", size=4, swap=False).start()
BLOCK_IT = plyground.game("blockit", size=5, barriers=2).start()
WIDER_BLOCK_IT = plyground.game("blockit", size=7, barriers=3).start()
"""With room for barriers that touch nothing."""
IDEAS = ("null_move", "history_reductions", "internal_reductions", "waiting_moves")


def searched(start: plyground.Position, **options: object) -> Result:
    return plyground.search(start, "pvs", **options)


def test_ideas_are_off_unless_they_are_switched_on() -> None:
    assert frozenset(IDEAS) == UNUSUAL
    assert not any(FEATURES[name].usual for name in IDEAS)
    usual = searched(BLOCK_IT, depth=5)
    off = searched(BLOCK_IT, depth=5, **dict.fromkeys(IDEAS, False))
    assert (usual.nodes, usual.line) == (off.nodes, off.line)


@pytest.mark.parametrize("idea", IDEAS)
def test_an_idea_changes_the_tree_and_no_proof(idea: str) -> None:
    plain, tried = (searched(SMALL_HEX, depth=16, **{idea: on}) for on in (False, True))
    assert plain.score.kind == tried.score.kind == "win"
    board, depth = (WIDER_BLOCK_IT, 5) if idea == "waiting_moves" else (BLOCK_IT, 7)
    assert searched(board, depth=depth, **{idea: True}).nodes != searched(board, depth=depth).nodes


@pytest.mark.parametrize("idea", IDEAS)
def test_exact_searches_use_none(idea: str) -> None:
    exact = [searched(BLOCK_IT, depth=5, exact=True, **{idea: on}) for on in (False, True)]
    assert exact[0].nodes == exact[1].nodes


def test_null_moves_prune_and_leave_the_trace_alone() -> None:
    assert searched(BLOCK_IT, depth=6, null_move=True).nodes < searched(BLOCK_IT, depth=6).nodes
    traced = searched(BLOCK_IT, depth=5, null_move=True, trace=2000)
    assert traced.nodes == searched(BLOCK_IT, depth=5).nodes, "a traced search makes no null moves"
