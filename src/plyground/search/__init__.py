"""Searches, written once for every game."""
