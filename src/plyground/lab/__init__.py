"""Experiments: matches and tournaments with statistics, published studies, tuning, and the running of long work."""
