"""How long the tests wait for what must come."""

PATIENCE = 600.0
"""Seconds: so long only what hangs takes, however busy the machine is."""
