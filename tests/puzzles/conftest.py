"""Tables that puzzles need go into a folder of the tests."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="package", autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYGROUND_DATA", str(tmp_path_factory.mktemp("puzzles")))
        yield
