"""The gates of the page's scripts: everything is checked, mistakes are found, and what checks is locked."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "src/plyground/web/static"
LOCK = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
TOOLS = {"tsc": ROOT / "node_modules/typescript/bin/tsc", "eslint": ROOT / "node_modules/eslint/bin/eslint.js"}
MISTAKES = {
    "tsc": ("export const ply = (/** @type {Picture} */ picture) => picture.plies;\n", "'plies' does not exist"),
    "eslint": ("export function same(one, other) {\n  return one == other;\n}\n", "Expected '==='"),
}


def tool(name: str, *arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a tool in a folder."""
    if not TOOLS[name].exists():
        pytest.skip("`make check` installs what checks the scripts")
    node = Path(sys.executable).with_name("node")
    command = [str(node) if node.exists() else "node", str(TOOLS[name]), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def page_with(folder: Path, script: str) -> None:
    """The configuration and a page of the types and one more script."""
    static = folder / STATIC.relative_to(ROOT)
    static.mkdir(parents=True)
    for name in ("tsconfig.json", "eslint.config.js", "package.json"):
        (folder / name).write_bytes((ROOT / name).read_bytes())
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    for path in STATIC.glob("*.js"):
        (static / path.name).write_bytes(path.read_bytes())
    (static / "mistake.js").write_text(script)


def test_every_script_is_checked() -> None:
    listed = {Path(line).name for line in tool("tsc", "--listFilesOnly").stdout.splitlines()}
    assert {path.name for path in STATIC.glob("*.js")} <= listed
    assert not list(STATIC.glob("*/*.js")), "tsconfig.json and eslint.config.js name one folder"


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_a_script_is_found(name: str, tmp_path: Path) -> None:
    script, complaint = MISTAKES[name]
    page_with(tmp_path, script)
    done = tool(name, folder=tmp_path)
    assert done.returncode != 0
    assert "mistake.js" in done.stdout
    assert complaint in done.stdout


def test_no_script_turns_its_checks_off() -> None:
    off = ("@ts-ignore", "@ts-nocheck", "@ts-expect-error", "eslint-disable")
    texts = {path.name: path.read_text(encoding="utf-8") for path in STATIC.glob("*.js")}
    assert texts
    assert [name for name, text in texts.items() if any(word in text for word in off)] == []


def test_the_lock_has_every_package_with_its_hash_and_no_address() -> None:
    packages = {path: facts for path, facts in LOCK["packages"].items() if path}
    assert packages
    assert all(facts["integrity"].startswith("sha512-") for facts in packages.values())
    assert not any("resolved" in facts for facts in packages.values())


def test_the_lock_has_the_versions_that_are_declared() -> None:
    declared = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert declared
    for name, version in declared.items():
        assert LOCK["packages"][f"node_modules/{name}"]["version"] == version
