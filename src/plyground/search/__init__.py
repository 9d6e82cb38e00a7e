"""Search algorithms, each written once for all games."""
