"""The gates stay as narrow as they are."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
MYPY = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]


def test_no_module_of_ours_is_excused_from_more_than_unknown_elements_of_arrays() -> None:
    ours = [
        override for override in MYPY["overrides"] if any(name.startswith("plyground") for name in override["module"])
    ]
    assert MYPY["strict"] is True
    assert [(override.keys(), override["disable_error_code"]) for override in ours] == [
        ({"module", "disable_error_code"}, ["no-any-return"])
    ]
