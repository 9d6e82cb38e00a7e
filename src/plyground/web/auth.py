"""Authentication: a token or an invitation is exchanged for a cookie, and every request needs one.

The cookie is `SameSite=Strict`: a browser does not send it when a link on another site leads here. So a request without
one is answered by a page whose script repeats it from our own site (`retry_page`); only that one is refused.
"""

import html
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from plyground.language import LANGUAGES, Language, Message, language
from plyground.web.errors import WebError
from plyground.web.guard import READS, App, Receive, Scope, Send, with_headers
from plyground.web.sessions import LOCKED, BrowserSession
from plyground.web.state import ServerState
from plyground.web.tables.table import Table

PAGE, SCRIPT = "/", "/static/again.js"
OPEN_PATHS = frozenset({SCRIPT})
"""Paths that need no cookie; they reveal nothing."""
RETRY = "again"
NO_INVITATION = Message("server.invitation_used")
STATUS = {"denied": 403, "busy": 503}


class Gate:
    """Middleware between the guard and the routes: lets a session in, or starts one."""

    def __init__(self, app: App, server: ServerState) -> None:
        self.app, self.server = app, server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it; a socket is checked when it opens (`serve_socket`)."""
        if scope["type"] != "http" or scope["path"] in OPEN_PATHS:
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        try:
            session, cookie = self._whose(request)
            answer = self._answer(request, session)
        except WebError as problem:
            session, cookie, answer = None, [], refusal(request, str(problem), STATUS.get(problem.code, 400))
        app = self.app if answer is None else answer
        await app(scope, receive, with_headers(send, cookie) if cookie else send)

    def _whose(self, request: Request) -> tuple[BrowserSession | None, list[tuple[bytes, bytes]]]:
        """The session of a request, and the `Set-Cookie` header if the session is new."""
        sessions, cookies = self.server.sessions, request.headers.get("cookie", "")
        known = sessions.find(cookies)
        if request.url.path != PAGE or request.method not in READS:
            return known, []
        asked = request.query_params
        invited = known is None and RETRY in asked and self._invitation(asked.get("invite"), known) is not None
        session = sessions.enter(cookies, asked.get("token", ""), invited=invited)
        if session is None or (session is known and not sessions.is_token(asked.get("token", ""))):
            return session, []
        return session, [(b"set-cookie", sessions.header(session))]

    def _invitation(self, key: str | None, session: BrowserSession | None) -> Table | None:
        """The table of an invitation; an error where its seat is taken."""
        table = None if key is None else self.server.table_of_key(key)
        if table is not None and session not in (table.seats.owner, table.seats.guest):
            self.server.require_free_seat(table)
        return table

    def _answer(self, request: Request, session: BrowserSession | None) -> Response | None:
        """The answer in place of the route's; None to pass the request on."""
        if request.url.path != PAGE or request.method not in READS:
            return None if session is not None else refusal(request, LOCKED)
        asked = request.query_params
        table = self._invitation(asked.get("invite"), session)
        if session is None:
            return (
                retry_page(200)
                if table is not None
                else refusal(request, NO_INVITATION if "invite" in asked else LOCKED)
            )
        if "token" in asked and comes_from_elsewhere(request):
            return retry_page(200)
        return RedirectResponse(clean(request), 303) if {"token", RETRY} & set(asked) else None


def clean(request: Request) -> str:
    """The page's address without the parameters of authentication."""
    kept = [(key, value) for key, value in request.query_params.multi_items() if key not in ("token", RETRY)]
    return PAGE + (f"?{urlencode(kept)}" if kept else "")


def comes_from_elsewhere(request: Request) -> bool:
    """Whether a link of another site led here, so that the next request will lack the cookie again."""
    return request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin")


def spoken_by(request: Request) -> Language:
    """The language that a browser prefers."""
    first = request.headers.get("accept-language", "").strip().lower()[:2]
    return language(first if first in LANGUAGES else "en")


def retry_page(status: int, words: Language | None = None, sentence: str = "") -> HTMLResponse:
    """A page that repeats the request from our own site, with a sentence to show if that does not help."""
    text = f"<h1>Plyground</h1><p>{html.escape(sentence)}</p>" if sentence else ""
    code = "en" if words is None else words.code
    head = f'<meta charset="utf-8"><title>Plyground</title><script src="{SCRIPT}"></script>'
    look = '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
    page = f'<!doctype html><html lang="{code}"><head>{head}{look}</head><body>{text}</body></html>\n'
    return HTMLResponse(page, status, headers={"cache-control": "no-store"})


def refusal(request: Request, sentence: str, status: int = 403) -> Response:
    """A refusal: a page for a browser's window, otherwise JSON."""
    words = spoken_by(request)
    said = words.translate(sentence)
    if "text/html" in request.headers.get("accept", "") and request.url.path == PAGE:
        return retry_page(status, words, said)
    return JSONResponse({"error": said}, status)
