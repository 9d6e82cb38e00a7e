"""Browser sessions, identified by cookies that this server signed. A seat belongs to a session.

A cookie has the role (host or guest) and the key of its session, signed with the server's token, so that it stays valid
when the server restarts; a forged one, or one of another port, is ignored.
"""

import asyncio
import hmac
from collections.abc import Callable
from dataclasses import dataclass, field

from plyground.language import Language, Message, language
from plyground.web.errors import WebError
from plyground.web.limits import ServerLimits
from plyground.web.token_file import new_secret

COOKIE_SECONDS = 30 * 24 * 3600
HOSTS, GUESTS = "host", "guest"
LOCKED = Message("server.no_token")


@dataclass(eq=False)
class BrowserSession:
    """One browser."""

    key: str
    host: bool
    """Whether it may create, list and delete games; a guest only plays where it was invited."""
    sockets: int = 0
    language: Language = field(default_factory=lambda: language("en"))
    """The language of its page."""
    working: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held during slow work: one piece at a time for each session."""


class Sessions:
    """All sessions, the most recently used last."""

    def __init__(self, limits: ServerLimits, port: int, token: str, new_key: Callable[[], str] = new_secret) -> None:
        self.limits, self.token, self.new_key = limits, token, new_key
        self.cookie = f"plyground-{port}"
        """Cookies ignore ports: two servers on one machine need two names."""
        self._known: dict[str, BrowserSession] = {}

    def __len__(self) -> int:
        return len(self._known)

    def find(self, cookies: str) -> BrowserSession | None:
        """The session of a `Cookie` header, also one from before a restart."""
        who, _, rest = self._value_in(cookies).partition(".")
        key, _, signature = rest.partition(".")
        if who not in (HOSTS, GUESTS) or not hmac.compare_digest(signature.encode(), self._sign(who, key).encode()):
            return None
        session = self._known.pop(key, None)
        if session is None:
            return self._begin(key, host=who == HOSTS)
        session.host = session.host or who == HOSTS
        self._known[key] = session
        return session

    def _value_in(self, cookies: str) -> str:
        """The value of our cookie; never quoted, and the standard library takes quadratic time for some headers."""
        pairs = (each.strip().partition("=") for each in cookies.split(";"))
        return next((value for name, _, value in pairs if name == self.cookie), "")

    def _sign(self, who: str, key: str) -> str:
        return hmac.digest(self.token.encode(), f"{self.cookie}.{who}.{key}".encode(), "sha256").hex()

    def is_token(self, text: str) -> bool:
        """Whether a text is the server's token."""
        return hmac.compare_digest(text.encode(), self.token.encode())

    def enter(self, cookies: str, token: str, *, invited: bool) -> BrowserSession | None:
        """The session of a visitor who opens the page, if need be a new one; None if they may not enter."""
        session = self.find(cookies)
        is_host = self.is_token(token)
        if session is not None:
            session.host = session.host or is_host
            return session
        return self._begin(self.new_key(), host=is_host) if is_host or invited else None

    def _begin(self, key: str, *, host: bool) -> BrowserSession:
        if len(self._known) >= self.limits.sessions:
            self._forget_one()
        session = self._known[key] = BrowserSession(key, host)
        return session

    def _forget_one(self) -> None:
        """Drop the session that has been away longest."""
        away = next((session for session in self._known.values() if session.sockets == 0), None)
        if away is None:
            raise WebError("busy", Message("server.too_many_visitors"))
        del self._known[away.key]

    def header(self, session: BrowserSession) -> bytes:
        """The value of `Set-Cookie`."""
        who = HOSTS if session.host else GUESTS
        value = f"{who}.{session.key}.{self._sign(who, session.key)}"
        return f"{self.cookie}={value}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Strict".encode()
