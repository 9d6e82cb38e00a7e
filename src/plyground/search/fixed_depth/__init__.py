"""Searches of a fixed depth: minimax and alpha-beta as the textbooks have them, for two players or more."""
