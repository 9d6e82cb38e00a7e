"""Plain reference versions of the games, written from the rules alone, to check the fast ones against."""
