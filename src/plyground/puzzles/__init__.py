"""Puzzles: positions with exactly one winning move, proved."""
