"""Contests between agents: matches, tournaments, tuning."""
