"""Fixed-depth searches: textbook minimax and alpha-beta, for two players or more."""
