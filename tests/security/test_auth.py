"""The door: nothing is answered without a cookie, and a cookie costs the token or an invitation."""

import os
import re
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from plyground.web import server as serving_module
from plyground.web import token_file
from plyground.web.limits import ServerLimits
from plyground.web.permissions import ROUTES
from plyground.web.server import LOOPBACK, last_address, listen, listen_near, open_browser
from plyground.web.sessions import BrowserSession, Sessions
from plyground.web.token_file import ADDRESS_FILE, TOKEN_FILE, kept_token, new_secret, write_private
from tests.patience import PATIENCE
from tests.web.serving import Server, Visitor, run

AS_BROWSER = {"Accept": "text/html,application/xhtml+xml", "Sec-Fetch-Site": "none"}
PATHS = [re.sub(r"\{.*\}", "1", path) for path in ROUTES if path != "/ws"]


@pytest.fixture
def stranger(server: Server) -> Iterator[httpx.Client]:
    """Another user of the machine, who found the port."""
    with httpx.Client(base_url=server.origin, headers={"Origin": server.origin}, timeout=PATIENCE) as client:
        yield client


@pytest.mark.parametrize("path", [*PATHS, "/nothing", "/static/main.js", "/?token=", "/?token=wrong", "/?invite=wrong"])
def test_without_a_cookie_nothing_is_answered_but_a_sentence(stranger: httpx.Client, path: str) -> None:
    answer = stranger.post(path, json={"text": "x"}) if path == "/api/import" else stranger.get(path)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert list(answer.json()) == ["error"]
    says = "ask for another link" if "invite" in path else "`plyground serve --address` prints it again"
    assert says in answer.json()["error"]


def test_a_refusal_says_in_the_visitors_language_how_to_get_in(stranger: httpx.Client) -> None:
    page = stranger.get("/", headers=AS_BROWSER | {"Accept-Language": "pt-PT,pt;q=0.9"})
    assert page.status_code == 403
    assert '<html lang="pt">' in page.text
    assert "`plyground serve --address` volta a escrevê-lo" in page.text


def test_the_token_is_exchanged_for_a_cookie_at_a_clean_address(stranger: httpx.Client, server: Server) -> None:
    answer = stranger.get(f"/?token={server.token}&x=1", headers=AS_BROWSER)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?x=1")
    assert server.token not in answer.headers["set-cookie"]
    assert stranger.get("/", headers=AS_BROWSER).status_code == 200
    assert stranger.get("/api/export/999").status_code == 404


def test_a_link_on_another_site_leads_in_once_more_from_our_own(stranger: httpx.Client, server: Server) -> None:
    """A browser sends no strict cookie along such a link, nor along a redirect after it."""
    elsewhere = AS_BROWSER | {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
    }
    answer = stranger.get(f"/?token={server.token}", headers=elsewhere)
    assert answer.status_code == 200
    assert "set-cookie" in answer.headers
    assert '<script src="/static/again.js">' in answer.text
    assert httpx.get(f"{server.origin}/static/again.js", timeout=PATIENCE).status_code == 200
    again = stranger.get(f"/?token={server.token}&again=1", headers=AS_BROWSER | {"Sec-Fetch-Site": "same-origin"})
    assert (again.status_code, again.headers["location"]) == (303, "/")


def test_an_invitation_gives_a_guests_cookie_and_never_the_hosts(stranger: httpx.Client, server: Server) -> None:
    async def scene() -> None:
        host = await Visitor.enter(server)
        await host.begin("hex", "human", "guest", options={"size": "3"})
        link = f"/?invite={host.state['invite']}"
        first = stranger.get(link, headers=AS_BROWSER)
        assert "again.js" in first.text, "a host's cookie that did not come along is not written over"
        assert "set-cookie" not in first.headers
        answer = stranger.get(f"{link}&again=1", headers=AS_BROWSER)
        assert (answer.status_code, answer.headers["location"]) == (303, link)
        cookie = answer.headers["set-cookie"]
        assert "=guest." in cookie
        assert stranger.get("/api/export/1").json()["error"] == "A guest may not do this."
        guest = await Visitor.enter(server, cookie=cookie, query=link[1:])
        await guest.until("state")
        assert [player["mine"] for player in guest.state["players"]] == [False, True]
        assert (await guest.ask("list", "saved"))["code"] == "denied"
        with httpx.Client(base_url=server.origin, timeout=PATIENCE) as third:
            taken = third.get(f"{link}&again=1", headers=AS_BROWSER)
            assert (taken.status_code, "The seat is taken." in taken.text) == (403, True)
        own = httpx.get(f"{server.origin}{link}", headers=AS_BROWSER | {"Cookie": host.cookie}, timeout=PATIENCE)
        assert (own.status_code, "set-cookie" in own.headers) == (200, False)

    run(scene())


def cookie_of(sessions: Sessions, session: BrowserSession | None) -> str:
    assert session is not None
    return sessions.header(session).decode()


def test_a_server_that_was_started_again_knows_its_cookies() -> None:
    before, after = Sessions(ServerLimits(), 8000, "token"), Sessions(ServerLimits(), 8000, "token")
    host, guest = before.enter("", "token", invited=False), before.enter("", "", invited=True)
    found = after.find(cookie_of(before, host)), after.find(cookie_of(before, guest))
    assert [session.host for session in found if session is not None] == [True, False]
    assert found[0] is after.find(cookie_of(before, host))


@pytest.mark.parametrize(("port", "token"), [(8001, "token"), (8000, "other")])
def test_a_cookie_is_good_at_one_port_and_under_one_token(port: int, token: str) -> None:
    before, other = Sessions(ServerLimits(), 8000, "token"), Sessions(ServerLimits(), port, token)
    cookie = cookie_of(before, before.enter("", "token", invited=False))
    assert other.find(cookie.replace("plyground-8000", f"plyground-{port}")) is None


def test_the_token_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    token = kept_token(folder)
    assert (folder / TOKEN_FILE).read_text() == token
    assert [path.name for path in folder.iterdir()] == [TOKEN_FILE]
    assert os.name != "posix" or (folder / TOKEN_FILE).stat().st_mode & 0o777 == 0o600
    assert kept_token(folder) == token
    assert kept_token(folder, renewed=True) != token


@pytest.mark.parametrize("content", ["", "half", "x" * 33, "ü" * 32, "\0" * 32])
def test_a_token_that_is_not_whole_is_made_anew(tmp_path: Path, content: str) -> None:
    write_private(tmp_path / TOKEN_FILE, content)
    token = kept_token(tmp_path)
    assert token != content
    assert kept_token(tmp_path) == token


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has file modes")
def test_a_token_that_others_could_read_is_good_no_more(tmp_path: Path) -> None:
    token = kept_token(tmp_path)
    (tmp_path / TOKEN_FILE).chmod(0o644)
    assert kept_token(tmp_path) != token
    assert (tmp_path / TOKEN_FILE).stat().st_mode & 0o777 == 0o600


def test_a_token_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    token = kept_token(tmp_path)

    def full(number: int) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(token_file.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        kept_token(tmp_path, renewed=True)
    assert kept_token(tmp_path) == token
    assert [path.name for path in tmp_path.iterdir()] == [TOKEN_FILE]


def test_a_folder_that_takes_no_token_is_reported_and_the_server_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(serving_module, "kept_token", lambda *arguments, **named: kept_token(tmp_path / "file" / "no"))
    (tmp_path / "file").write_text("")
    token = serving_module._token(tmp_path, serving_module.ServerSettings(), lambda key, **values: told.append(key))
    assert len(token) == len(new_secret())
    assert told == ["token_not_kept"]


def test_no_program_gets_the_token_as_an_argument(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    open_browser(tmp_path, "http://127.0.0.1:8000/?token=secret")
    (address,) = opened
    assert "secret" not in address
    path = Path(address.removeprefix("file://"))
    assert "url=http://127.0.0.1:8000/?token=secret" in path.read_text()
    assert os.name != "posix" or path.stat().st_mode & 0o777 == 0o600


def test_the_address_can_be_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    assert last_address() is None
    write_private(tmp_path / ADDRESS_FILE, "http://127.0.0.1:8000/?token=x")
    assert last_address() == "http://127.0.0.1:8000/?token=x"


def test_where_the_usual_port_is_taken_the_next_free_one_is_used() -> None:
    with listen(LOOPBACK, 0) as taken:
        port = taken.getsockname()[1]
        with listen_near(LOOPBACK, port) as other:
            assert other.getsockname()[1] != port
        with listen_near(LOOPBACK, port, tried=1) as any_free:
            assert any_free.getsockname()[1] not in (0, port)
