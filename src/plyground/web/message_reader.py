"""Reading the messages of a page: what is wrong with one is said, with its id."""

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from plyground.language import Message
from plyground.web.errors import WebError, fault_of
from plyground.web.messages import AnyMessage, ClientMessage, Number

LONGEST_PLACE = 80
"""Characters of the path of a wrong field, which the page may have made up."""
_ADAPTER: TypeAdapter[ClientMessage] = TypeAdapter(AnyMessage)


def read_message(text: str) -> ClientMessage:
    """Parse a message; a `WebError` describes the first wrong field."""
    try:
        return _ADAPTER.validate_json(text)
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))[:LONGEST_PLACE] or Message("server.message")
        raise WebError("message", Message("server.bad_message", place=place, fault=fault_of(first))) from None
    except ValueError:
        raise WebError("message", Message("server.bad_character")) from None


def id_in(text: str) -> int | None:
    """The id of an invalid message, for its error to repeat."""
    try:
        return _NUMBERED.validate_json(text).id
    except ValueError:
        return None


class _Numbered(BaseModel):
    """A message of which only the id is read."""

    model_config = ConfigDict(strict=True)
    id: Number | None = None


_NUMBERED = TypeAdapter(_Numbered)
