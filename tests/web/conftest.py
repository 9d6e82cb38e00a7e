"""One server for the tests that need no settings of their own."""

from collections.abc import Iterator

import pytest

from tests.web.serving import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that reads as fast as a test sends."""
    with serving(tmp_path_factory.mktemp("store")) as running:
        yield running
