"""One browser and one server for all tests of a worker; a fresh visitor for each."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.live_server import PATIENCE, LiveServer, context_options, open_browser, run_server
from tests.web.browser.pilot import Pilot

Visit = Callable[..., Pilot]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for the tests of this folder; while it is open it has the thread's event loop, which other tests need."""
    with open_browser() as found:
        yield found


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with run_server(tmp_path_factory.mktemp("data")) as server:
        yield server.start()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Open the page as a new visitor; in the end no page may have complained or asked anybody else."""
    pilots: list[Pilot] = []

    def opened(at: str = address, **options: Any) -> Pilot:
        context = browser.new_context(**context_options(**options))
        context.set_default_timeout(PATIENCE)
        pilots.append(Pilot(context.new_page(), at))
        return pilots[-1]

    yield opened
    problems = [problem for pilot in pilots for problem in pilot.watch.problems]
    for pilot in pilots:
        pilot.page.context.close()
    assert problems == []


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that a test may kill."""
    with run_server(tmp_path_factory.mktemp("own")) as server:
        yield server
