"""Sentences that the lower layers write in English, said in another language.

Rules and kernels know no language: they say `'b2' is not empty. Legal moves: a1, b1.` A catalogue pairs the pattern
of every such sentence with its translation (`{0} has no way to its goal`), the tests collect the patterns from
the sources, and here a sentence is matched with its pattern and put together again; what fills the places is translated
as well where it is a sentence or a word of the catalogue.

Visitors write parts of these sentences, so nothing here takes more than linear time: no regular expression runs over a
sentence but to find its quotation marks, the pieces of a pattern are looked for from left to right, and the number of
parts is bounded.
"""

import heapq
import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

PLACE = re.compile(r"\{(\d)\}")
MARKS = {"'": r"(?<!\w)'", '"': '"'}
"""The marks around a quoted text, and what opens one; the sign in `Red's` does not."""
CLOSING = {mark: re.compile(rf"(?:[^{mark}\\]|\\.)*+{mark}", re.DOTALL) for mark in MARKS}

NUMBER = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\w,.]*\w)", re.ASCII)
"""A number as English writes it: `1,024` or `0.5`; none that is a part of a name or of a version."""
LONGEST_NUMBER = 40
POINT, GROUP = ",", "\u00a0"
"""What other languages have for the English point and comma; numbers of four digits are not grouped."""

JOINTS = ("; ", ", ", " and ", " or ")
"""What joins several sentences or words in one place, the widest first."""

STRONG = 8
"""Patterns with fewer letters of their own (`{0} in {1}`) are tried last."""

LONGEST, MOST_PARTS, DEEPEST = 4000, 200, 8
"""A sentence with more characters is left as it is; so are further parts, and parts of parts of parts."""


@dataclass(frozen=True)
class Pattern:
    """A sentence with places: `pieces` stand around them."""

    pieces: tuple[str, ...]
    meant: str

    def fillings(self, quotes: "Quotes") -> list[str] | None:
        """What fills the places of a text, each as short as can be and never a part of a quoted text, if it fits."""
        part, (first, *between, last) = quotes.text, self.pieces
        if not part.startswith(first) or not part.endswith(last) or len(part) < len(first) + len(last):
            return None
        if any(piece.count('"') % 2 for piece in self.pieces):
            quotes = quotes.ignored()
        end, at = len(part) - len(last), len(first)
        found = []
        for piece in between:
            place = quotes.find(piece, at, end)
            if place < 0:
                return None
            found.append(part[at:place])
            at = place + len(piece)
        return [*found, part[at:end]] if quotes.splits(end) else None


class Quotes:
    """Where the quoted texts of a text stand."""

    def __init__(self, text: str, spans: list[tuple[int, int]] | None = None) -> None:
        self.text = text
        found = quoted_spans(text) if spans is None else spans
        self.begins, self.ends = [begin for begin, _ in found], [end for _, end in found]

    def ignored(self) -> "Quotes":
        """The same text as if nothing in it were quoted, for a pattern with marks of its own around a place."""
        return Quotes(self.text, [])

    @property
    def whole(self) -> bool:
        """Whether the text is one quoted text and nothing else."""
        return self.begins == [0] and self.ends == [len(self.text)]

    def inside(self, place: int) -> int | None:
        """The end of the quoted text in whose middle a place lies."""
        index = bisect_right(self.begins, place) - 1
        return self.ends[index] if index >= 0 and self.begins[index] < place < self.ends[index] else None

    def splits(self, place: int) -> bool:
        """Whether a text may be cut here: not in the middle of a quoted text."""
        return self.inside(place) is None

    def find(self, piece: str, at: int, end: int) -> int:
        """The first place of a piece from `at` to `end` that is not in a quoted text, or -1."""
        while (place := self.text.find(piece, at, end)) >= 0:
            behind = self.inside(place)
            if behind is None:
                return place
            at = behind
        return -1

    def split(self, joint: str) -> list[str]:
        """The pieces between joints that stand in no quoted text."""
        pieces, at = [], 0
        while (place := self.find(joint, at, len(self.text))) >= 0:
            pieces.append(self.text[at:place])
            at = place + len(joint)
        return [*pieces, self.text[at:]]


def quoted_spans(text: str) -> list[tuple[int, int]]:
    """Where quoted texts begin and end.

    A mark that is never closed opens nothing, and then no mark of its kind after it is ever closed either: so the rest
    of a text is looked through once for each kind of mark, and not once for each mark.
    """
    spans, at, marks = [], 0, dict(MARKS)
    while marks and (found := re.compile("|".join(marks.values())).search(text, at)):
        closed = CLOSING[found[0]].match(text, found.end())
        if closed is None:
            del marks[found[0]]
            at = found.end()
        else:
            at = closed.end()
            spans.append((found.start(), at))
    return spans


class Patterns:
    """Patterns of about the same strength, to be found by the letters they begin and end with."""

    def __init__(self, table: Mapping[str, str], texts: list[str]) -> None:
        self._by_letters: dict[tuple[str, str], list[tuple[int, Pattern]]] = {}
        for rank, text in enumerate(sorted(texts, key=strength, reverse=True)):
            each = Pattern(tuple(PLACE.split(text)[::2]), table[text])
            letters = each.pieces[0][:1], each.pieces[-1][-1:]
            self._by_letters.setdefault(letters, []).append((rank, each))

    def fitting(self, quotes: Quotes) -> tuple[str, list[str]] | None:
        """The meaning of the strongest pattern that fits a text, and what fills its places."""
        first, last = quotes.text[:1], quotes.text[-1:]
        ranked = (self._by_letters.get(letters, ()) for letters in ((first, last), (first, ""), ("", last), ("", "")))
        for _, each in heapq.merge(*ranked):
            if (fillings := each.fillings(quotes)) is not None:
                return each.meant, fillings
        return None


class Translator:
    """Translates sentences by a table of patterns; an empty table leaves everything as it is."""

    def __init__(self, table: Mapping[str, str]) -> None:
        self.words = {pattern: meant for pattern, meant in table.items() if not PLACE.search(pattern)}
        patterns = [pattern for pattern in table if PLACE.search(pattern)]
        self.strong = Patterns(table, [pattern for pattern in patterns if fixed_letters(pattern) >= STRONG])
        self.weak = Patterns(table, [pattern for pattern in patterns if fixed_letters(pattern) < STRONG])
        self._known = lru_cache(maxsize=4096)(self._translate)

    def number(self, text: str) -> str:
        """The text with its numbers as the other language writes them."""
        return NUMBER.sub(_number, text) if self.words else text

    def clause(self, sentence: str) -> str:
        """A sentence in the other language, as a part of a longer one."""
        return Reading(self).part(sentence) if self._can_say(sentence) else sentence

    def translate(self, sentence: str) -> str:
        """The sentence in the other language, or as it was."""
        return self._known(sentence) if self._can_say(sentence) else sentence

    def _can_say(self, sentence: str) -> bool:
        return bool(self.words) and len(sentence) <= LONGEST

    def _translate(self, sentence: str) -> str:
        said = Reading(self).part(sentence)
        return said[:1].upper() + said[1:] if sentence[:1].isupper() else said


class Reading:
    """One sentence that is being translated, part by part."""

    def __init__(self, translator: Translator) -> None:
        self.translator, self.words = translator, translator.words
        self.depth = 0
        self.known: dict[str, str] = {}

    def part(self, part: str) -> str:
        """A sentence or what stands in one of its places."""
        if part in self.words:
            return self.words[part]
        if len(part) <= LONGEST_NUMBER and NUMBER.fullmatch(part.lstrip("+-")):
            return self.translator.number(part)
        if part not in self.known:
            if len(self.known) >= MOST_PARTS or self.depth >= DEEPEST:
                return part
            self.known[part] = part
            self.depth += 1
            self.known[part] = self._said(Quotes(part))
            self.depth -= 1
        return self.known[part]

    def _said(self, quotes: Quotes) -> str:
        if quotes.whole:
            return quotes.text
        for way in (self._listed, self._strongly, self._joined, self._weakly):
            said = way(quotes)
            if said is not None:
                return said
        return quotes.text

    def _listed(self, quotes: Quotes) -> str | None:
        """Several whole sentences, such as the reasons against a position; no place may swallow where they join."""
        pieces = quotes.split(JOINTS[0])
        known: list[str] = []
        for piece in pieces if len(pieces) > 1 else ():
            said = self._strongly(Quotes(piece)) or self.words.get(piece)
            if said is None:
                return None
            known.append(said)
        return JOINTS[0].join(known) if known else None

    def _strongly(self, quotes: Quotes) -> str | None:
        return self._by(self.translator.strong, quotes)

    def _weakly(self, quotes: Quotes) -> str | None:
        return self._by(self.translator.weak, quotes)

    def _by(self, patterns: Patterns, quotes: Quotes) -> str | None:
        """The translation of the first pattern that fits, with its places filled."""
        found = patterns.fitting(quotes)
        if found is None:
            return None
        meant, fillings = found
        return PLACE.sub(lambda place: self.part(fillings[int(place[1])]), meant)

    def _joined(self, quotes: Quotes) -> str | None:
        """Several sentences or words, each translated."""
        for joint in JOINTS:
            pieces = quotes.split(joint)
            if len(pieces) > 1:
                return self.words.get(joint, joint).join(self.part(piece) for piece in pieces)
        return None


def _number(found: re.Match[str]) -> str:
    whole = found[1].replace(",", "")
    grouped = f"{int(whole):,}".replace(",", GROUP) if "," in found[1] and len(whole) > 4 else whole
    return grouped + (found[2] or "").replace(".", POINT)


def strength(pattern: str) -> tuple[bool, int]:
    """How little a sentence fits a pattern by chance: a beginning that is no place tells most."""
    return not pattern.startswith("{"), fixed_letters(pattern)


def fixed_letters(pattern: str) -> int:
    """How much of a pattern is not place."""
    return len(PLACE.sub("", pattern))
