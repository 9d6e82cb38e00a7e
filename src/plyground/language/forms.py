"""Number formats and plural forms of a language, by the rules of the Unicode CLDR."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from babel import Locale
from babel.numbers import format_decimal

NUMBER = re.compile(r"([+-]?)([0-9,]+)(?:\.([0-9]+))?")
"""A number without an exponent, as Python formats it."""
OTHER = "other"
"""The plural form present in every language."""


@dataclass(frozen=True)
class Forms:
    """The plural and number forms of a language."""

    locale: str
    """Locale of the forms, such as `pt_PT`."""
    least_grouped: int = 0
    """Smaller numbers are not grouped: in Portugal `1024`, but `10 240`. Babel's locales do not cover this."""

    @cached_property
    def _locale(self) -> Locale:
        return Locale.parse(self.locale)

    def plural(self, number: float) -> str:
        """The plural form for a number, such as `one` or `other`."""
        return self._locale.plural_form(number)

    def number(self, value: float, spec: str = "") -> str:
        """Format a number by a spec such as `.1f` or `,`, in the style of the language."""
        text = format(value, spec)
        found = NUMBER.fullmatch(text)
        if found is None or (found[3] is None and "," not in spec):
            return text
        sign, whole, decimals = found[1], Decimal(text.lstrip("+-").replace(",", "")), found[3] or ""
        pattern = "#,##0" + ("." + "0" * len(decimals) if decimals else "")
        grouped = "," in spec and whole >= self.least_grouped
        return sign + format_decimal(whole, pattern, self._locale, group_separator=grouped)
