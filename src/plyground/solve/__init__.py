"""Exact values: every position of a game, or of its endgames, solved backwards from the end."""
