"""How a language writes numbers, and which form of a message goes with a number."""

import re
from dataclasses import dataclass
from decimal import Decimal

PLAIN = re.compile(r"[+-]?[0-9,]+(\.[0-9]+)?")
"""A number without an exponent."""
OTHER = "other"
"""The plural form that every language has."""


@dataclass(frozen=True)
class Forms:
    """The plural and number forms of a language."""

    locale: str

    def plural(self, number: float) -> str:
        """The form of a message about a number of things: `one` or `other`."""
        return "one" if number == 1 else OTHER

    def number(self, value: float, spec: str = "") -> str:
        """A number with the digits that a format such as `.1f` or `,` asks for, as the language writes it."""
        text = format(value, spec)
        if not PLAIN.fullmatch(text) or self.locale.startswith("en"):
            return text
        whole, point, decimals = text.replace(",", "").partition(".")
        grouped = f"{int(whole):,}".replace(",", "\u00a0") if "," in spec and abs(Decimal(whole)) >= 10000 else whole
        return grouped + ("," if point else "") + decimals
