"""Exact values: every position of a game, or of its endings, solved outwards from the end."""
