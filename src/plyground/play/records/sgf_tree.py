"""The tree of an SGF file, down to its properties, without knowing what they mean.

The grammar is that of FF[4], https://www.red-bean.com/sgf/sgf4.html: trees in parentheses, nodes after semicolons,
properties with values in brackets. The tree is walked without recursion, so that no nesting is too deep for us.
"""

import re
from dataclasses import dataclass

from plyground.language import Message
from plyground.play.records.reader import Source

SPACE = re.compile(r"\s*")
KEY = re.compile(r"[A-Za-z]+")
VALUE = re.compile(r"\s*\[((?:[^\]\\]|\\.)*+)\]", re.DOTALL)
ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


@dataclass(frozen=True)
class Property:
    """A key with its values, each with the place where it begins."""

    key: str
    values: tuple[tuple[str, int], ...]
    at: int

    @property
    def text(self) -> str:
        """The first value."""
        return self.values[0][0]


@dataclass
class _Branch:
    """A tree whose end has not been met yet."""

    main: bool
    at: int
    nodes: int = 0
    divided: bool = False


def main_line(source: Source) -> list[list[Property]]:
    """The nodes of the first tree, following the first variation wherever there are several."""
    return _Walk(source).nodes()


class _Walk:
    """One walk through the file."""

    def __init__(self, source: Source) -> None:
        self.source, self.text, self.at = source, source.text, 0
        self.open: list[_Branch] = []
        self.line: list[list[Property]] = []

    def nodes(self) -> list[list[Property]]:
        """Walk to the end of the first tree, and see that nothing follows it."""
        self._expect("(", Message("sgf.begin"))
        self._branch()
        while self.open:
            self._step()
        if self._sign():
            raise self.source.error(self.at, Message("sgf.second_game"))
        return self.line

    def _sign(self) -> str:
        """The next character that is not white space, empty at the end."""
        found = SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def _expect(self, sign: str, problem: str) -> None:
        if self._sign() != sign:
            raise self.source.error(self.at, problem)

    def _step(self) -> None:
        """Take a node, begin a variation or end one."""
        sign, branch = self._sign(), self.open[-1]
        if sign == ";" and not branch.divided:
            self.at += 1
            branch.nodes += 1
            node = self._node()
            if branch.main:
                self.line.append(node)
        elif sign == "(" and branch.nodes:
            self._branch()
        elif sign == ")" and branch.nodes:
            self.at += 1
            self.open.pop()
        elif not sign:
            raise self.source.error(branch.at, Message("sgf.open"))
        else:
            raise self.source.error(self.at, Message("sgf.node"))

    def _branch(self) -> None:
        """Begin a variation: the first one of the main line goes on with the main line."""
        parent = self.open[-1] if self.open else None
        self.open.append(_Branch(parent is None or (parent.main and not parent.divided), self.at))
        if parent is not None:
            parent.divided = True
        self.at += 1

    def _node(self) -> list[Property]:
        """The properties of a node; each key may stand there once."""
        found: dict[str, Property] = {}
        while self._sign().isascii() and self._sign().isalpha():
            key = KEY.match(self.text, self.at)
            begin, self.at = self.at, key.end() if key else self.at
            # Before FF[4] keys could have small letters, which meant nothing: SiZe is SZ.
            name = "".join(letter for letter in self.text[begin : self.at] if letter.isupper())
            if not name or name in found:
                problem = Message("sgf.twice", property=name) if name else Message("sgf.capitals")
                raise self.source.error(begin, problem)
            found[name] = Property(name, self._values(), begin)
        return list(found.values())

    def _values(self) -> tuple[tuple[str, int], ...]:
        """The values of a property, at least one."""
        values = []
        while (found := VALUE.match(self.text, self.at)) is not None:
            self.at = found.end()
            values.append((_unescaped(found[1]), found.start(1)))
        if not values or self._sign() == "[":
            self._sign()
            raise self.source.error(self.at, Message("sgf.value"))
        return tuple(values)


def _unescaped(text: str) -> str:
    """A backslash makes the next character plain, and takes the end of a line away."""
    return ESCAPE.sub(lambda sign: "" if sign[1][0] in "\r\n" else sign[1], text)
