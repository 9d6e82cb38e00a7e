"""Programs from outside as players, over pipes."""
