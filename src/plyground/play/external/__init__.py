"""External programs as players, over pipes."""
