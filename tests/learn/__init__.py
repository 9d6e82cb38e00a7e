"""Learning, on a CPU."""
