"""What can be wrong with a visitor's message, with a code for the page and a sentence for people."""

from typing import Literal

from plyground.core.errors import IllegalMoveError, NotationError, PlygroundError

Code = Literal["message", "illegal", "stale", "gone", "denied", "busy", "wrong"]


class WebError(PlygroundError):
    """A message that cannot be followed."""

    def __init__(self, code: Code, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)


def gone() -> WebError:
    """There is no such table."""
    return WebError("gone", "There is no such table.")


def denied(sentence: str) -> WebError:
    """It is not the visitor's to do."""
    return WebError("denied", sentence)


def code_of(problem: PlygroundError) -> Code:
    """The code for an error from anywhere below."""
    if isinstance(problem, WebError):
        return problem.code
    return "illegal" if isinstance(problem, IllegalMoveError | NotationError) else "wrong"
