"""The tree of an SGF file, down to uninterpreted properties.

The grammar is that of FF[4], https://www.red-bean.com/sgf/sgf4.html: trees in parentheses, nodes after semicolons,
properties with values in brackets. The tree is walked without recursion, so nesting depth is unlimited.
"""

import re
from dataclasses import dataclass

from plyground.core.record_source import Source
from plyground.language import Message

SPACE = re.compile(r"\s*")
KEY = re.compile(r"[A-Za-z]+")
VALUE = re.compile(r"\s*\[((?:[^\]\\]|\\.)*+)\]", re.DOTALL)
ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


@dataclass(frozen=True)
class Property:
    """A key with its values, each with its position in the text."""

    key: str
    values: tuple[tuple[str, int], ...]
    at: int

    @property
    def text(self) -> str:
        """The first value."""
        return self.values[0][0]


@dataclass
class _Branch:
    """A tree not closed yet."""

    main: bool
    at: int
    nodes: int = 0
    divided: bool = False


def main_line(source: Source) -> list[list[Property]]:
    """The nodes of the first tree, following the first variation at each branch."""
    return _Walk(source).nodes()


class _Walk:
    """One walk through the file."""

    def __init__(self, source: Source) -> None:
        self.source, self.text, self.at = source, source.text, 0
        self.open: list[_Branch] = []
        self.line: list[list[Property]] = []

    def nodes(self) -> list[list[Property]]:
        """Walk to the end of the first tree, and check that nothing follows it."""
        self._expect("(", Message("sgf.begin"))
        self._branch()
        while self.open:
            self._step()
        if self._sign():
            raise self.source.error(self.at, Message("sgf.second_game"))
        return self.line

    def _sign(self) -> str:
        """The next non-space character; empty at the end."""
        found = SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def _expect(self, sign: str, problem: str) -> None:
        if self._sign() != sign:
            raise self.source.error(self.at, problem)

    def _step(self) -> None:
        """Read a node, or begin or end a variation."""
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
        """Begin a variation: the first variation of the main line continues the main line."""
        parent = self.open[-1] if self.open else None
        self.open.append(_Branch(parent is None or (parent.main and not parent.divided), self.at))
        if parent is not None:
            parent.divided = True
        self.at += 1

    def _node(self) -> list[Property]:
        """The properties of a node; each key may occur once."""
        found: dict[str, Property] = {}
        while self._sign().isascii() and self._sign().isalpha():
            key = KEY.match(self.text, self.at)
            begin, self.at = self.at, key.end() if key else self.at
            # Before FF[4] keys could contain lower-case letters, which were ignored: SiZe is SZ.
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
    """Remove escapes: a backslash makes the next character literal, and removes a line end."""
    return ESCAPE.sub(lambda sign: "" if sign[1][0] in "\r\n" else sign[1], text)
