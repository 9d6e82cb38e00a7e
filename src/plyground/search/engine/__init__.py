"""The engine: iterative deepening over principal variation search, with a transposition table shared by threads."""
