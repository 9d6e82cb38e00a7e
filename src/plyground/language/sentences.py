"""Sentences that the lower layers write in English, said in another language.

Rules and kernels know no language: they say `'b2' is not empty. Legal moves: a1, b1.` A catalogue pairs the pattern
of every such sentence with its translation (`{0} has no way to its goal`), the tests collect the patterns from
the sources, and here a sentence is matched with its pattern and put together again; what fills the places is translated
as well where it is a sentence or a word of the catalogue.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

PLACE = re.compile(r"\{(\d)\}")
QUOTED = r"(?<!\w)'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
"""A text between quotation marks; the sign in `Red's` is none."""
FILLING = rf"((?>{QUOTED}|.)*?)"
"""What fills a place: as little as possible, but never a part of a quoted text."""

NUMBER = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\w,.]*\w)", re.ASCII)
"""A number as English writes it: `1,024` or `0.5`; none that is a part of a name or of a version."""
POINT, GROUP = ",", "\u00a0"
"""What other languages have for the English point and comma; numbers of four digits are not grouped."""

JOINTS = ("; ", ", ", " and ", " or ")
"""What joins several sentences or words in one place, the widest first."""

STRONG = 8
"""Patterns with fewer letters of their own (`{0} in {1}`) are tried last."""


class Translator:
    """Translates sentences by a table of patterns; an empty table leaves everything as it is."""

    def __init__(self, table: Mapping[str, str]) -> None:
        self.words = {pattern: meant for pattern, meant in table.items() if not PLACE.search(pattern)}
        patterns = sorted((pattern for pattern in table if PLACE.search(pattern)), key=strength, reverse=True)
        self.strong = self._compiled(table, [pattern for pattern in patterns if fixed_letters(pattern) >= STRONG])
        self.weak = self._compiled(table, [pattern for pattern in patterns if fixed_letters(pattern) < STRONG])
        self.translate = lru_cache(maxsize=4096)(self._translate)

    def _compiled(self, table: Mapping[str, str], patterns: list[str]) -> list[tuple[re.Pattern[str], str]]:
        return [(re.compile(expression(pattern), re.DOTALL), table[pattern]) for pattern in patterns]

    def number(self, text: str) -> str:
        """The text with its numbers as the other language writes them."""
        return NUMBER.sub(_number, text) if self.words else text

    def clause(self, sentence: str) -> str:
        """A sentence in the other language, as a part of a longer one."""
        return self._part(sentence) if self.words else sentence

    def _translate(self, sentence: str) -> str:
        """The sentence in the other language, or as it was."""
        if not self.words:
            return sentence
        said = self._part(sentence)
        return said[:1].upper() + said[1:] if sentence[:1].isupper() else said

    def _part(self, part: str) -> str:
        """A sentence or what stands in one of its places."""
        if part in self.words:
            return self.words[part]
        if re.fullmatch(QUOTED, part):
            return part
        if NUMBER.fullmatch(part.lstrip("+-")):
            return self.number(part)
        for way in (self._listed, self._strongly, self._joined, self._weakly):
            said = way(part)
            if said is not None:
                return said
        return part

    def _listed(self, part: str) -> str | None:
        """Several whole sentences, such as the reasons against a position; no place may swallow where they join."""
        pieces = split_outside(part, JOINTS[0])
        known = [self._strongly(piece) or self.words.get(piece) for piece in pieces] if len(pieces) > 1 else [None]
        return None if None in known else JOINTS[0].join(map(str, known))

    def _strongly(self, part: str) -> str | None:
        return self._by(self.strong, part)

    def _weakly(self, part: str) -> str | None:
        return self._by(self.weak, part)

    def _by(self, patterns: list[tuple[re.Pattern[str], str]], part: str) -> str | None:
        """The translation of the first pattern that fits, with its places filled."""
        for pattern, meant in patterns:
            if found := pattern.fullmatch(part):
                fillings = found.groups()
                return PLACE.sub(lambda place: self._part(fillings[int(place[1])]), meant)  # noqa: B023
        return None

    def _joined(self, part: str) -> str | None:
        """Several sentences or words, each translated."""
        for joint in JOINTS:
            pieces = split_outside(part, joint)
            if len(pieces) > 1:
                return self.words.get(joint, joint).join(self._part(piece) for piece in pieces)
        return None


def _number(found: re.Match[str]) -> str:
    whole = found[1].replace(",", "")
    grouped = f"{int(whole):,}".replace(",", GROUP) if "," in found[1] and len(whole) > 4 else whole
    return grouped + (found[2] or "").replace(".", POINT)


def split_outside(text: str, joint: str) -> list[str]:
    """The pieces of a text between joints that stand in no quoted text."""
    pieces = [""]
    for found in re.finditer(rf"{QUOTED}|{joint}|.", text, re.DOTALL):
        if found[0] == joint:
            pieces.append("")
        else:
            pieces[-1] += found[0]
    return pieces


def strength(pattern: str) -> tuple[bool, int]:
    """How little a sentence fits a pattern by chance: a beginning that is no place tells most."""
    return not pattern.startswith("{"), fixed_letters(pattern)


def fixed_letters(pattern: str) -> int:
    """How much of a pattern is not place."""
    return len(PLACE.sub("", pattern))


def expression(pattern: str) -> str:
    """The regular expression of a pattern."""
    pieces = PLACE.split(pattern)
    return "".join(FILLING if index % 2 else re.escape(piece) for index, piece in enumerate(pieces))
