"""Runs: jobs, the journal of their results, and the processes or machines that work on them."""
