"""Exact values: the solver against code that shares only the rules, its files, its commands, and who plays by it."""
