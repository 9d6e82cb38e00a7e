"""One suite, run over every game."""
