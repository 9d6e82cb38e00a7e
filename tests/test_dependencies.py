"""What is imported is declared, what is declared is locked, and what is locked fits what is declared."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DEPENDENCIES: list[str] = PROJECT["project"]["dependencies"]
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
BUILDING: list[str] = PROJECT["build-system"]["requires"]
LOCKED = {
    "play": [*DEPENDENCIES, *BUILDING],
    "dev": [*DEPENDENCIES, *BUILDING, *EXTRAS["dev"]],
    "tune": [*DEPENDENCIES, *EXTRAS["tune"]],
    "cluster": [*DEPENDENCIES, *EXTRAS["cluster"]],
}
"""What each file of `requirements` has to bring."""
UNIMPORTED = {"websockets"}
"""Declared without being imported: uvicorn looks for it by itself."""
PYTHONS = re.findall(r":: Python :: (3\.\d+)$", "\n".join(PROJECT["project"]["classifiers"]), re.M)
"""The versions of Python that were tried."""
OURS = {"bench", "morris_errors", "plyground", "tests"}
MACHINES = [
    {"python_version": python, "python_full_version": f"{python}.1", "sys_platform": system, "os_name": name}
    for python in PYTHONS
    for system, name in (("linux", "posix"), ("darwin", "posix"), ("win32", "nt"))
]


def names(requirements: list[str]) -> set[str]:
    """The packages that requirements name."""
    return {canonicalize_name(Requirement(text).name) for text in requirements}


@cache
def distributions() -> dict[str, set[str]]:
    """The packages that bring a module, by its name."""
    return {name: set(map(canonicalize_name, found)) for name, found in packages_distributions().items()}


def imports(nodes: list[ast.stmt]) -> Iterator[str]:
    """The modules that statements import, by their first name; there is none inside of an expression."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (part.name.partition(".")[0] for part in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module).partition(".")[0]


def statements(nodes: list[ast.stmt]) -> Iterator[ast.stmt]:
    """All statements, with those inside of others."""
    for node in nodes:
        yield node
        for inner in ("body", "orelse", "finalbody"):
            yield from statements(getattr(node, inner, []))
        for handler in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            yield from statements(handler.body)


@cache
def modules(text: str) -> tuple[set[str], set[str]]:
    """The modules of others that a source imports: always, on its first level, and at all."""
    body = ast.parse(text).body
    always, ever = set(imports(body)), set(imports(list(statements(body))))
    return always - OURS - sys.stdlib_module_names, ever - OURS - sys.stdlib_module_names


def undeclared(text: str, required: set[str], allowed: set[str]) -> set[str]:
    """What a source imports and nobody declared; on its first level only what is required may be."""
    always, ever = modules(text)
    return {name for name in always if not bringing(name) & required} | {
        name for name in ever - always if not bringing(name) & (required | allowed)
    }


def bringing(module: str) -> set[str]:
    """The packages that may bring a module; by its own name if none is installed that does."""
    return distributions().get(module, {canonicalize_name(module)})


@cache
def sources(folder: str) -> dict[str, str]:
    """The Python files below a folder with their text."""
    paths = sorted((ROOT / folder).rglob("*.py"))
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}


def faults(folder: str, required: set[str], allowed: set[str]) -> dict[str, set[str]]:
    """What the files below a folder import undeclared, by file."""
    found = {path: undeclared(text, required, allowed) for path, text in sources(folder).items()}
    return {path: missing for path, missing in found.items() if missing}


def test_whatever_the_package_imports_is_declared() -> None:
    """Only what is imported when it is needed may be an extra."""
    optional = names([text for extra, texts in EXTRAS.items() if extra != "dev" for text in texts])
    found = faults("src", names(DEPENDENCIES), optional)
    learning = faults("src/plyground/learn", names([*DEPENDENCIES, *EXTRAS["learn"]]), optional)
    assert found.pop("src/plyground/adapters/pettingzoo.py") <= names(EXTRAS["rl"]), "imported by who has the extra"
    assert {path: missing for path, missing in found.items() if not path.startswith("src/plyground/learn/")} == {}
    assert learning == {}, "learning is imported by its command alone, which says what it needs"


@pytest.mark.parametrize("folder", ["tests", "bench", "docs", "examples"])
def test_whatever_tests_and_scripts_import_is_declared(folder: str) -> None:
    found = faults(folder, names([*DEPENDENCIES, *EXTRAS["dev"]]), set())
    needed = names(EXTRAS["learn"])
    learning = {path for path, text in sources(folder).items() if "plyground.learn" in text}
    assert {path: missing for path, missing in found.items() if path not in learning} == {}
    assert all(missing <= needed for missing in found.values()), "what is about learning may import its extra"


def test_an_undeclared_import_is_noticed() -> None:
    text = "import os, numpy.typing\nfrom PIL import Image\ndef late():\n    import optuna, torch\n"
    assert undeclared(text, {"numpy"}, {"optuna"}) == {"PIL", "torch"}
    assert undeclared("import optuna", {"numpy"}, {"optuna"}) == {"optuna"}


def test_whatever_is_declared_is_imported() -> None:
    used = {name for text in sources("src").values() for name in modules(text)[1]}
    assert names(DEPENDENCIES) - {package for name in used for package in bringing(name)} == UNIMPORTED


@pytest.mark.parametrize(
    "text", sorted({*DEPENDENCIES, *BUILDING, *(text for texts in EXTRAS.values() for text in texts)})
)
def test_every_version_has_a_lowest_and_a_highest(text: str) -> None:
    operators = {bound.operator for bound in Requirement(text).specifier}
    assert operators in ({">=", "<"}, {"=="})


@cache
def locked(name: str) -> list[tuple[Requirement, list[str]]]:
    """The packages of a lock file, each with its hashes."""
    text = (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8")
    lines = re.sub(r" *#.*", "", text).replace("\\\n", " ").splitlines()
    parts = [line.split(" --hash=") for line in lines if line.strip()]
    return [(Requirement(first), [part.strip() for part in hashes]) for first, *hashes in parts]


def versions(name: str, machine: dict[str, str]) -> dict[str, str]:
    """The version of every package that a lock file brings to a machine."""
    found: dict[str, str] = {}
    for requirement, _ in locked(name):
        if requirement.marker is None or requirement.marker.evaluate(machine):
            package = canonicalize_name(requirement.name)
            assert package not in found, f"{package} is locked twice for {machine}"
            (bound,) = requirement.specifier
            assert bound.operator == "=="
            found[package] = bound.version
    return found


@pytest.mark.parametrize("name", LOCKED)
def test_the_lock_has_every_package_with_its_hashes_and_no_address(name: str) -> None:
    assert all(
        hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in hashes) for _, hashes in locked(name)
    )
    assert not re.search(
        r"://|^ *-", re.sub(r"--hash\S+|#.*", "", (ROOT / f"requirements/{name}.txt").read_text()), re.M
    )


@pytest.mark.parametrize(
    "machine", MACHINES, ids=lambda machine: f"{machine['python_version']}-{machine['sys_platform']}"
)
def test_the_lock_fits_what_is_declared_on_every_machine(machine: dict[str, str]) -> None:
    everything = versions("dev", machine)
    for name, wanted in LOCKED.items():
        found = versions(name, machine)
        assert found.items() <= everything.items(), f"{name}.txt and dev.txt differ: run `make lock`"
        for requirement in map(Requirement, wanted):
            version = found.get(canonicalize_name(requirement.name))
            assert version is not None, f"{requirement} is not in {name}.txt: run `make lock`"
            assert requirement.specifier.contains(Version(version)), f"{requirement}, but {version} in {name}.txt"


def test_the_oldest_python_is_the_first_that_was_tried_and_make_nightly_looks_for_each() -> None:
    assert PROJECT["project"]["requires-python"] == f">={PYTHONS[0]}"
    assert f"\nPYTHONS ?= {' '.join(PYTHONS)}\n" in (ROOT / "Makefile").read_text(encoding="utf-8")
