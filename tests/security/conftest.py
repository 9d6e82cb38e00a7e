"""One server for the tests that need no settings of their own."""

from tests.web.conftest import no_tables as no_tables
from tests.web.conftest import server as server
