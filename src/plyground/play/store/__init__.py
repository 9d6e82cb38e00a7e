"""Saved games: one SQLite file for all front ends."""
