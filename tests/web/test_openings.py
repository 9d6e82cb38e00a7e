"""Opening maps for the page: the one that fits the table, and the choice of all."""

import httpx
import pytest

import plyground
from plyground.core.errors import OptionError, UnknownGameError
from plyground.games.hex import MAPPED_SIZES, HexGame
from plyground.review.opening_map import map_of, maps_of
from plyground.web.opening_maps import openings_data
from plyground.web.tables.position_view import game_data
from tests.patience import PATIENCE
from tests.web.serving import Server, page_headers


def test_the_map_of_the_board_on_the_table_is_shown() -> None:
    data, stored = openings_data("hex", "size=7,swap=on"), map_of(plyground.game("hex", size=7), maps_of(HexGame))
    assert stored is not None
    assert data["fits"]
    assert data["options"] == {"size": "7", "swap": "off"}
    assert [each["size"] for each in data["maps"]] == [str(size) for size in MAPPED_SIZES]
    assert len(data["board"]["cells"]) == len(data["chances"]) == 49
    assert {move for move, chance in data["chances"].items() if chance > 0.5} == set(data["swap"])
    assert set(data["proved"]) == {move for move, each in stored.chances.items() if each.proved}
    assert data["nodes"] == stored.nodes


def test_without_a_map_of_its_own_a_board_gets_the_usual_one() -> None:
    data = openings_data("hex", "size=4")
    assert not data["fits"]
    assert data["options"]["size"] == "11"
    assert openings_data("neutreeko", "") == {"maps": []}


def test_what_is_no_game_or_no_option_is_refused() -> None:
    with pytest.raises(UnknownGameError):
        openings_data("chess", "")
    for options in ("size=99", "self=1", "name=x", "size", "=3"):
        with pytest.raises(OptionError):
            openings_data("hex", options)


def test_a_table_says_whether_its_game_has_maps() -> None:
    assert game_data(plyground.game("hex", size=3))["openings"] is True
    assert game_data(plyground.game("morris"))["openings"] is False


def test_the_route_answers_and_refuses(server: Server) -> None:
    with httpx.Client(base_url=server.origin, headers=page_headers(server), timeout=PATIENCE) as client:
        answer = client.get("/api/openings/hex", params={"options": "size=5"})
        assert answer.json()["chances"]["c3"] > 0.5
        assert client.get("/api/openings/chess").status_code == 404
        assert client.get("/api/openings/hex", params={"options": "size=99"}).status_code == 400
