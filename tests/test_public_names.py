"""The names of the package are imported when they are used, also those that a subpackage has as well."""

import subprocess
import sys

import pytest

import plyground
from plyground import public_names

PUBLIC = """
import sys
import plyground
assert not {"numba", "plyground.public_names"} & set(sys.modules)
import plyground.search.budget, plyground.games, plyground.review.judgement
assert plyground.games()[0] == "blockit"
assert plyground.search.__name__ == "search" and plyground.review.__name__ == "review"
assert plyground.Budget is sys.modules["plyground.search.budget"].Budget
"""


def test_the_package_alone_imports_no_compiler_and_a_function_wins_over_a_package_of_its_name() -> None:
    subprocess.run([sys.executable, "-c", PUBLIC], check=True)


def test_all_names_are_listed() -> None:
    assert plyground.__all__ == public_names.__all__
    assert set(public_names.__all__) <= set(dir(plyground))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'plyground' has no attribute 'nothing'"):
        plyground.nothing  # type: ignore[attr-defined] # noqa: B018
