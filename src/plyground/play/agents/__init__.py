"""Agents: players that choose moves, written as a text."""
