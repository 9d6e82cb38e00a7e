"""The documentation: the site builds without a warning, no link is dead, what is shown runs."""

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import plyground

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "bench" / "README.md"])
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+?)\s*$", re.M)
SNIPPET = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
SHORTER = {"pairs=50": "pairs=1", '"hard", "medium"': '"easy", "random"', "nodes=20_000": "nodes=200"}
"""Where a snippet would take long, and what the test has in its place."""
ILLUSTRATIONS = {"DESIGN.md", "STYLE.md", "languages.md"}
"""Pages whose code shows a manner and runs nowhere."""
RECORD = '[Game "hex"]\n[Option "size=5"]\n[Result "*"]\n\n1. c3 swap 2. b2\n'


def named(page: Path) -> str:
    """A page's name in a report of tests."""
    return str(page.relative_to(ROOT))


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as MkDocs and code hosts make them."""
    headings = HEADING.findall(re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S))
    plain = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in headings)
    return {re.sub(r"[\s]", "-", heading) for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_no_link_is_dead(page: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", page.read_text(encoding="utf-8"))
    for target, anchor in LINK.findall(text):
        found = (page.parent / target).resolve() if target else page
        assert found.exists(), target
        if anchor and found.suffix == ".md":
            assert anchor in anchors(found), f"{target}#{anchor}"


def snippets(page: Path) -> list[str]:
    """The Python code of a page, shortened where it would take long."""
    found = SNIPPET.findall(page.read_text(encoding="utf-8"))
    for long, short in SHORTER.items():
        found = [code.replace(long, short) for code in found]
    return found


WITH_CODE = [page for page in PAGES if page.name not in ILLUSTRATIONS and snippets(page)]


@pytest.mark.parametrize("page", WITH_CODE, ids=named)
def test_what_a_page_shows_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its snippets one after the other, in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "shown", "text": RECORD}
    for code in snippets(page):
        if "@heuristic" not in code:  # a heuristic needs a file: the next test compares it with one that is tested
            exec(compile(code, named(page), "exec"), names)


def test_the_heuristic_that_is_shown_is_the_example() -> None:
    (shown,) = (code for code in snippets(ROOT / "docs" / "extending.md") if "@heuristic" in code)
    example = ast.parse((ROOT / "examples" / "mills.py").read_text(encoding="utf-8"))
    assert ast.dump(ast.parse(shown)) == ast.dump(ast.Module(example.body[1:], []))
    assert len((ROOT / "examples" / "mills.py").read_text(encoding="utf-8").splitlines()) < 25


@pytest.mark.parametrize("name", plyground.__all__)
def test_every_public_name_says_what_it_is(name: str) -> None:
    assert getattr(plyground, name).__doc__


def site_maker() -> ModuleType:
    """The program that builds the site."""
    spec = importlib.util.spec_from_file_location("make_site", ROOT / "docs" / "make_site.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    """Every page, with drawn boards and the code of the searches."""
    pages, site = tmp_path / "pages", tmp_path / "site"
    site_maker().collect(pages)
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    settings = settings.replace("build/pages", str(pages)).replace("paths: [src]", f"paths: [{ROOT / 'src'}]")
    (tmp_path / "mkdocs.yml").write_text(settings.replace("build/site", str(site)), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(tmp_path / "mkdocs.yml")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    search = (site / "search.html").read_text(encoding="utf-8")
    assert all(name in search for name in ("minimax_value", "alphabeta_value"))
    for name in plyground.games():
        assert all("<svg" in (site / "rules" / f"{name}.{code}.html").read_text("utf-8") for code in ("en", "pt"))
    reference = (site / "reference.html").read_text(encoding="utf-8")
    assert all(f'id="plyground.{name}"' in reference or f">{name}<" in reference for name in plyground.__all__)
