"""Sessions: whoever holds a random cookie. A seat belongs to one."""

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie

from plyground.language import Language, language
from plyground.web.limits import Limits
from plyground.web.problems import WebError

KEY_BYTES = 24


@dataclass(eq=False)
class Session:
    """One browser."""

    key: str
    host: bool
    """Whether it may create, list and delete games; a guest only plays where it was invited."""
    invited: set[str] = field(default_factory=set)
    """The tables to which it was invited."""
    sockets: int = 0
    language: Language = field(default_factory=lambda: language("en"))
    """What its page spoke last."""


class Sessions:
    """All sessions, the one that was used last at the end."""

    def __init__(
        self, limits: Limits, port: int, token: str | None, new_key: Callable[[], str] = lambda: new_secret()
    ) -> None:
        self.limits, self.token, self.new_key = limits, token, new_key
        self.cookie = f"plyground-{port}"
        """Cookies do not know ports: two servers on one machine need two names."""
        self._known: dict[str, Session] = {}

    def __len__(self) -> int:
        return len(self._known)

    def find(self, cookies: str) -> Session | None:
        """The session of a `Cookie` header."""
        session = self._known.pop(self._key_in(cookies), None)
        if session is not None:
            self._known[session.key] = session
        return session

    def _key_in(self, cookies: str) -> str:
        try:
            morsel = SimpleCookie(cookies).get(self.cookie)
        except CookieError:
            return ""
        return "" if morsel is None else morsel.value

    def enter(self, cookies: str, token: str, *, invited: bool) -> Session | None:
        """The session of a socket that opens, a new one if need be; None where it may not come in."""
        session = self.find(cookies)
        is_host = self.token is None or hmac.compare_digest(token.encode(), self.token.encode())
        if session is not None:
            session.host = session.host or is_host
            return session
        return self._begin(host=is_host) if is_host or invited else None

    def _begin(self, *, host: bool) -> Session:
        if len(self._known) >= self.limits.sessions:
            self._forget_one()
        session = Session(self.new_key(), host)
        self._known[session.key] = session
        return session

    def _forget_one(self) -> None:
        """Forget the session that has been away longest."""
        away = next((session for session in self._known.values() if session.sockets == 0), None)
        if away is None:
            raise WebError("busy", "There are too many visitors.")
        del self._known[away.key]

    def header(self, session: Session) -> bytes:
        """The value of `Set-Cookie`."""
        return f"{self.cookie}={session.key}; Path=/; HttpOnly; SameSite=Strict".encode()


def new_secret() -> str:
    """A random text that nobody guesses."""
    return secrets.token_urlsafe(KEY_BYTES)
