"""Whole games as text: our own format, SGF, HexWorld links."""
