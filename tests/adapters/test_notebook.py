"""The example notebook runs from top to bottom, and what it ends each cell with shows itself."""

import ast
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples" / "notebook.ipynb"


def shown_by(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; its last line's value, as a notebook shows it."""
    *before, last = ast.parse(source).body
    exec(compile(ast.Module(before, []), "<cell>", "exec"), names)
    if isinstance(last, ast.Expr):
        return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    exec(compile(ast.Module([last], []), "<cell>", "exec"), names)
    return None


def test_the_notebook_runs_and_shows_boards_and_tables() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    shown = [shown_by("".join(cell["source"]), names) for cell in cells if cell["cell_type"] == "code"]
    drawings = [value._repr_svg_() for value in shown if hasattr(value, "_repr_svg_")]
    tables = [value._repr_html_() for value in shown if hasattr(value, "_repr_html_")]
    assert len(drawings) + len(tables) == len(shown)
    assert len(drawings) >= 3
    assert all(drawing.startswith("<svg") for drawing in drawings)
    assert all(table.count("<tr>") == 4 for table in tables), "three lines and the cost"
    assert tables


def test_outputs_are_not_kept() -> None:
    """They would go stale."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)
