"""By night the tests do everything, by day what takes seconds."""

import os

NIGHTLY = os.environ.get("PLYGROUND_NIGHTLY") == "1"
"""True in `make nightly`, `make long` and `make attack`."""
