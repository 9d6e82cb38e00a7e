"""The heuristic bench: what heuristics say about a position, part by part, and about every move."""
