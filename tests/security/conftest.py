"""One server for the tests that need no settings of their own."""

from tests.web.conftest import server as server
