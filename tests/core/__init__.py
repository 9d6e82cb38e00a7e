"""The contract, its cache and its bit tricks."""
