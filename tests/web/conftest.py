"""One server for the tests that need no settings of their own; no test meets tables that another has made."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.serving import Server, serving


@pytest.fixture(autouse=True)
def no_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A search that finds its position in a table ends at once, and many tests need one that goes on."""
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that reads as fast as a test sends."""
    with serving(tmp_path_factory.mktemp("store")) as running:
        yield running
