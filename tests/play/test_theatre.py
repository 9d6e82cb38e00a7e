"""The recorded tree of a search is that of the search: its nodes, values and cut-offs, and what these saved."""

from typing import Any

import pytest

import plyground
from plyground import PlygroundError, Position
from plyground.core.scene import Scene
from plyground.play.agents.agent import read_search
from plyground.play.theatre.recording import RecordedAgent, TreeError, tree_data
from plyground.search.api import NothingToSearchError, search
from tests.nightly import NIGHTLY
from tests.search.boards import BOARDS, positions

GAMES = sorted(BOARDS) if NIGHTLY else ["hex", "neutreeko"]
LOST = "...../wwwbb/...../....b/..... b"


def recorded(position: Position, agent: str, most: int = 4000) -> dict[str, Any]:
    """The tree of an agent's search."""
    thinker = RecordedAgent(read_search(agent, position.game), most)
    return tree_data(position, thinker, thinker.think(position))


def standing(scene: Scene | dict[str, Any]) -> dict[str, str]:
    """The pieces of a scene, as the changes of a tree write them."""
    pieces = scene["pieces"] if isinstance(scene, dict) else scene.as_data()["pieces"]
    return {piece["cell"]: "" if piece["seat"] is None else str(piece["seat"]) for piece in pieces}


def changed(before: dict[str, str], change: str) -> dict[str, str]:
    """The pieces after a change, as the page works it out."""
    after = dict(before)
    for part in change.split():
        cell, plus, owner = part.partition("+")
        if plus:
            after[cell] = owner
        else:
            del after[cell.removesuffix("-")]
    return after


def failing_high(nodes: dict[str, Any]) -> int:
    """Nodes with a value beyond their window, whether or not moves were left to cut off."""
    rows = zip(nodes["searched"], nodes["value"], nodes["beta"], strict=True)
    return sum(searched > 0 and beta is not None and value >= beta for searched, value, beta in rows)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("search_name", ["minimax", "alphabeta", "alphabeta:sort=on"])
def test_the_tree_has_what_the_kernel_counted_and_cut_offs_save_the_rest_of_minimax(
    name: str, search_name: str
) -> None:
    heuristic = BOARDS[name][1]
    algorithm, _, more = search_name.partition(":")
    for position in positions(name, 2, "theatre"):
        data = recorded(position, f"{algorithm}:heuristic={heuristic},depth=2{',' if more else ''}{more}", 10_000)
        kernel = search(position, algorithm, heuristic=heuristic, depth=2, **dict([more.split("=")] if more else []))
        whole = search(position, "minimax", heuristic=heuristic, depth=2).nodes
        nodes = data["nodes"]
        assert len(nodes["parent"]) - 1 == data["visited"] == kernel.nodes
        assert (0 if algorithm == "minimax" else failing_high(nodes), nodes["value"][0]) == (
            kernel.cutoffs,
            kernel.score.value,
        )
        assert data["minimax"] == whole == data["visited"] + sum(data["saved"])
        assert all((saved > 0) == bool(cut) for saved, cut in zip(data["saved"], nodes["cut"], strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_the_changes_of_the_tree_lead_to_the_boards_of_the_game(name: str) -> None:
    position = positions(name, 1, "boards")[0]
    data = recorded(position, f"alphabeta:heuristic={BOARDS[name][1]},depth=2", 10_000)
    nodes, places, boards = data["nodes"], [position], [standing(data["scene"])]
    for row in range(1, len(nodes["parent"])):
        parent = nodes["parent"][row]
        place = places[parent].play(nodes["move"][row])
        places.append(place)
        boards.append(changed(boards[parent], nodes["change"][row]))
        assert boards[-1] == standing(place.game.scene(place.state))
        assert nodes["mover"][row] == place.mover


def test_the_engines_tree_is_its_last_depth() -> None:
    data = recorded(plyground.game("neutreeko").start(), "pvs:heuristic=strong,depth=4")
    assert data["nodes"]["depth"][0] == 4
    assert data["nodes"]["cut"].count(1) > 0
    assert (data["saved"], data["minimax"]) == (None, None)


def test_recording_playouts_changes_nothing_and_every_playout_is_there() -> None:
    position = plyground.game("neutreeko").start()
    data = recorded(position, "montecarlo:nodes=300")
    plain = search(position, "montecarlo", nodes=300)
    nodes = data["nodes"]
    assert len(nodes["paths"]) == 300
    assert (data["move"], data["line"]) == (str(plain.move), [str(move) for move in plain.line])
    assert all(path[0] == 0 for path in nodes["paths"])
    for path in nodes["paths"]:
        assert [nodes["parent"][row] for row in path[1:]] == path[:-1]
    through = [sum(row in path for path in nodes["paths"]) for row in range(len(nodes["parent"]))]
    first = [row for row, parent in enumerate(nodes["parent"]) if parent == 0]
    assert nodes["move"][max(first, key=through.__getitem__)] == data["move"]


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        ("minimax:depth=4", "more than 4,000 nodes"),
        ("alphabeta:depth=13", "Give alphabeta a depth from 1 to 12"),
        ("montecarlo:nodes=5000", "5,000 playouts are too many"),
        ("random", "The tree of random cannot be shown"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence(agent: str, why: str) -> None:
    with pytest.raises(TreeError, match=why):
        recorded(plyground.game("neutreeko").start(), agent)


@pytest.mark.parametrize("agent", ["alphabeta:depth=2", "montecarlo:nodes=10"])
def test_a_game_that_is_over_has_no_tree(agent: str) -> None:
    with pytest.raises(NothingToSearchError):
        recorded(plyground.game("neutreeko").position(LOST), agent)


def test_alphabeta_is_for_two_players() -> None:
    game = plyground.game("blockit", colours="red,green,blue")
    with pytest.raises(PlygroundError):
        recorded(game.start(), "alphabeta:depth=1")
    assert recorded(game.start(), "montecarlo:nodes=20,longest=20")["kind"] == "playouts"
