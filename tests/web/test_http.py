"""The HTTP routes: the page's files, texts, and what strange requests get."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings

from plyground.games import names
from plyground.web.static_files import read_files
from tests.nightly import NIGHTLY
from tests.patience import PATIENCE
from tests.web.serving import Server, Visitor, page_headers, run, serving

EXAMPLES = 300 if NIGHTLY else 12
WITHOUT_PARAMETERS = ("/api/about", "/api/pictures")
"""Routes that cannot be asked in a wrong way."""
ASKED_ELSEWHERE = re.compile(r"""(?:src|import|from|url|fetch|WebSocket)\s*[=(]?\s*["'(](?:https?:|wss?:)?//[^"')]*""")


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    """Asks as the host's page."""
    with httpx.Client(base_url=server.origin, headers=page_headers(server), timeout=PATIENCE) as asking:
        yield asking


def test_the_page_and_its_files_are_served_with_their_types(client: httpx.Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<script>" not in page.text, "no inline script"
    for name, file in read_files().items():
        answer = client.get(f"/static/{name}")
        assert (answer.status_code, answer.content) == (200, file.content)
        assert answer.headers["content-type"].split(";")[0] == file.type.split(";")[0]
        again = client.get(f"/static/{name}", headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_no_file_of_the_page_asks_anybody_else() -> None:
    for name, file in read_files().items():
        text = file.content.decode("utf-8", "replace")
        assert ASKED_ELSEWHERE.findall(text) == [], name


def test_the_games_are_listed_with_everything_that_can_be_chosen(client: httpx.Client) -> None:
    games = client.get("/api/games").json()["games"]
    assert [game["name"] for game in games] == list(names())
    block_it = games[0]
    options = {option["name"]: option for option in block_it["options"]}
    assert (options["size"]["kind"], options["size"]["low"], options["size"]["step"]) == ("number", 5, 2)
    assert options["colours"]["kind"] == "several"
    assert options["barriers"]["default"] == ""
    assert block_it["levels"] == ["easy", "normal", "hard", "expert"]
    assert block_it["ladder"] == [f"level{number}" for number in range(1, 9)]
    assert block_it["expects"]["level8"] == "the strongest search, a second a move"
    assert block_it["report"]["players"] == ["normal", "hard"]
    assert "Block It" in block_it["report"]["title"]
    assert next(game for game in games if game["name"] == "hex")["levels"] == ["easy", "medium", "hard", "expert"]
    assert {game["name"]: game["formats"] for game in games if game["formats"]} == {"hex": ["sgf", "hexworld"]}
    assert {game["name"]: game["endings"] for game in games if game["endings"]} == {"hex": [".sgf", ".txt"]}
    assert all(game["searches"] and game["heuristics"] for game in games)
    assert client.get("/api/games?language=pt").json()["games"][0]["summary"] != block_it["summary"]


@pytest.mark.parametrize("language", ["en", "pt"])
def test_texts_come_in_both_languages(client: httpx.Client, language: str) -> None:
    catalogue = client.get(f"/api/catalogue/{language}").json()
    assert catalogue["language"] == language
    assert catalogue["messages"]
    for name in names():
        rules = client.get(f"/api/rules/{name}", params={"language": language})
        assert rules.headers["content-type"] == "text/markdown; charset=utf-8"
        assert rules.text.startswith("# ")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/catalogue/fr", 400),
        ("/api/rules/chess", 404),
        ("/api/rules/hex?language=fr", 400),
        ("/api/games?language=", 400),
        ("/api/export/x", 400),
        ("/nothing", 404),
        ("/static/nothing.js", 404),
        ("/docs", 404),
    ],
)
def test_a_wrong_address_gets_one_sentence(client: httpx.Client, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert list(answer.json()) == ["error"]


def test_saved_games_are_for_the_host_alone(tmp_path: Path) -> None:
    """Neither a stranger without a cookie nor a guest with one reads or writes the store."""
    cookies: dict[str, str] = {}

    async def scene() -> None:
        host = await Visitor.enter(server, query="?token=secret")
        await host.begin("hex", "human", "guest")
        guest = await Visitor.enter(server, query=f"?invite={host.state['invite']}")
        cookies.update(host=host.cookie.split(";")[0], guest=guest.cookie.split(";")[0])

    def ask(cookie: str) -> tuple[int, int]:
        headers = {"Origin": server.origin} | ({"Cookie": cookie} if cookie else {})
        body = {"text": '[Game "neutreeko"]\n\nb1-b4 *\n'}
        with httpx.Client(base_url=server.origin, headers=headers, timeout=PATIENCE) as client:
            return client.post("/api/import", json=body).status_code, client.get("/api/export/1").status_code

    with serving(tmp_path, token="secret") as server:
        run(scene())
        for cookie in ("", cookies["guest"], f"{cookies['host']}x"):
            assert ask(cookie) == (403, 403)
        assert ask(cookies["host"]) == (200, 200)


@pytest.mark.filterwarnings("ignore:It looks like `register_random` was passed")  # Schemathesis does so, from 3.14 on
@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode), ids=str)
def test_the_api_keeps_its_own_description(server: Server, mode: schemathesis.GenerationMode) -> None:
    headers = page_headers(server)
    schema = schemathesis.openapi.from_url(f"{server.origin}/openapi.json", headers=headers)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) == 10
    with requests.Session() as session:
        session.headers.update(headers)
        for operation in operations:
            if mode is schemathesis.GenerationMode.POSITIVE or operation.path not in WITHOUT_PARAMETERS:
                check(operation, mode, session)


def check(operation: schemathesis.APIOperation, mode: schemathesis.GenerationMode, session: requests.Session) -> None:
    """Ask in every way that the description allows, or in none of them.

    A text may be described rightly and still hold no game, so `/api/import` may refuse what fits its description.
    """
    excluded = [schemathesis.checks.positive_data_acceptance] if operation.path == "/api/import" else []

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: schemathesis.Case) -> None:
        case.call_and_validate(session=session, excluded_checks=excluded)

    ask()
