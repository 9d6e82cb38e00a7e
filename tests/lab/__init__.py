"""Statistics, and work that survives being killed."""
