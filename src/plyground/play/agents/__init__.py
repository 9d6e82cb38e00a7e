"""Agents: players that choose moves, described by a text."""
