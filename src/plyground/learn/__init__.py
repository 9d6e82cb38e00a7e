"""Learning by self-play: a network that plays against itself on many boards at once and learns from what it sees."""
