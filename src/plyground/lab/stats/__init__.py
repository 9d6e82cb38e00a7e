"""Statistics: Elo and its intervals, ratings of many players, sequential tests."""
