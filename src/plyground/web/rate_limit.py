"""Rate limit for the messages of a socket."""

from collections.abc import Callable


class RateLimit:
    """A token bucket: a full one allows a burst, and it refills evenly. Messages are delayed, never refused."""

    def __init__(self, size: int, fill_seconds: float, now: Callable[[], float]) -> None:
        self.size, self.rate, self.now = size, size / fill_seconds, now
        self._tokens, self._at = float(size), now()

    def take(self) -> float:
        """Take a token; the seconds to wait before the message may be handled."""
        now = self.now()
        self._tokens = min(self.size, self._tokens + (now - self._at) * self.rate)
        self._at = now
        self._tokens -= 1
        return 0.0 if self._tokens >= 0 else -self._tokens / self.rate
