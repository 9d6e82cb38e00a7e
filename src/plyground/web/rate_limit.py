"""How fast a socket's messages are read."""

from collections.abc import Callable


class RateLimit:
    """Tokens for messages: a full bucket is a burst, and it fills again evenly. Nobody is refused; they wait."""

    def __init__(self, size: int, fill_seconds: float, now: Callable[[], float]) -> None:
        self.size, self.rate, self.now = size, size / fill_seconds, now
        self._tokens, self._at = float(size), now()

    def take(self) -> float:
        """Take a token; how many seconds to wait before the message may be read."""
        now = self.now()
        self._tokens = min(self.size, self._tokens + (now - self._at) * self.rate)
        self._at = now
        self._tokens -= 1
        return 0.0 if self._tokens >= 0 else -self._tokens / self.rate
