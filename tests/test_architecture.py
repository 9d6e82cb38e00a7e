"""The root documents name files that exist, and the picture shows the layers that are enforced."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ["ARCHITECTURE.md", "CONTRIBUTING.md", "DESIGN.md", "STYLE.md", "README.md"]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
LAYERS: list[str] = next(each["layers"] for each in CONTRACTS if "plyground.cli" in each.get("layers", ()))
PATH = re.compile(r"`((?:src|tests|docs|bench|examples)/[\w./*-]+)`")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


def text_of(page: str) -> str:
    """A page."""
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_a_page_names_is_there(page: str) -> None:
    named = [*PATH.findall(text_of(page)), *LINK.findall(text_of(page))]
    assert named
    assert [path for path in named if not list(ROOT.glob(path.rstrip("/")))] == []


def test_the_picture_has_every_layer_and_no_other() -> None:
    layers = {name.strip().removeprefix("plyground.") for row in LAYERS for name in row.split("|")}
    (picture,) = re.findall(r"```mermaid\n(.*?)```", text_of("ARCHITECTURE.md"), re.S)
    assert set(re.findall(r'(\w+)\["', picture)) == layers


def test_arrows_in_the_picture_go_downwards() -> None:
    height = {name.strip().removeprefix("plyground."): -at for at, row in enumerate(LAYERS) for name in row.split("|")}
    (picture,) = re.findall(r"```mermaid\n(.*?)```", text_of("ARCHITECTURE.md"), re.S)
    arrows = re.findall(r"^\s*([\w &]+) -- \".*?\" --> ([\w &]+)$", picture, re.M)
    assert len(arrows) == picture.count("-->")
    for above, below in arrows:
        assert min(height[name.strip()] for name in above.split("&")) > max(
            height[name.strip()] for name in below.split("&")
        )


def test_the_table_of_packages_is_whole() -> None:
    packages = {path.parent.name for path in (ROOT / "src/plyground").glob("*/__init__.py")}
    table = text_of("ARCHITECTURE.md").partition("| package |")[2].partition("## ")[0]
    assert set(re.findall(r"^\| (\w+) \|", table, re.M)) == packages
