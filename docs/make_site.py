"""Build the documentation site: `make docs`, which writes build/site.

The pages are the Markdown files of the repository. They are collected in build/pages, with links that fit there, then
MkDocs builds them. What can be taken from the program is: the rule books with drawn boards, the code of the searches,
the public names.
"""

import inspect
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import plyground

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "build" / "pages"
ROOT_PAGES = {
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "STYLE.md": "style.md",
    "CHANGELOG.md": "changelog.md",
    "README.md": "index.md",
    "DESIGN.md": "architecture.md",
    "bench/README.md": "performance.md",
    "docs/tour.md": "index.md",
}
"""Pages outside `docs`, or with another name in the site; several may lead to one."""
TAKEN = ("ARCHITECTURE.md", "CONTRIBUTING.md", "STYLE.md", "CHANGELOG.md", "bench/README.md")
PICTURES = (".svg", ".png")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)\s#]+)(#[^)]*)?\)")
IMAGE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)")
SOURCE = re.compile(r"^<!-- source: ([\w.]+):(\w+) -->$", re.M)
BOARD = re.compile(r"^<!-- board: (\w+)((?: [\w=]+)*) \| ([^|]*) -->$", re.M)


def main() -> None:
    """Collect the pages and build the site."""
    collect(PAGES)
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet"], cwd=ROOT, check=True, env=quiet)
    sys.stdout.write(f"{ROOT / 'build' / 'site' / 'index.html'}\n")


def collect(pages: Path) -> None:
    """Write every page and picture of the site below a folder."""
    shutil.rmtree(pages, ignore_errors=True)
    for path in sorted((ROOT / "docs").rglob("*")):
        inside = path.relative_to(ROOT / "docs")
        if path.suffix in PICTURES:
            write(pages / inside, path.read_bytes())
        elif path.suffix == ".md":
            write(place(path, pages), converted(path, pages, pages))
    for name in TAKEN:
        write(place(ROOT / name, pages), converted(ROOT / name, pages, pages))
    for name in plyground.games():
        for language in ("en", "pt"):
            write(pages / "rules" / f"{name}.{language}.md", rule_book(name, language).encode())
    write(pages / "reference.md", reference().encode())


def write(path: Path, content: bytes) -> None:
    """Write a file, and its folder where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def place(path: Path, pages: Path) -> Path:
    """Where a file of the repository stands in the site."""
    name = path.relative_to(ROOT).as_posix()
    return pages / ROOT_PAGES.get(name, name.removeprefix("docs/"))


def converted(path: Path, pages: Path, home: Path) -> bytes:
    """A page with the links, boards and sources of the site."""
    text = path.read_text(encoding="utf-8")
    text = SOURCE.sub(lambda found: code_of(found[1], found[2]), text)
    text = BOARD.sub(lambda found: drawn(found[1], found[2].split(), found[3]), text)
    text = LINK.sub(lambda found: link(found, path, pages), text)
    return IMAGE.sub(lambda found: image(found, path, pages), text).encode()


def link(found: re.Match[str], page: Path, pages: Path) -> str:
    """A link as the site has it; to a file that is no page, only its text."""
    words, target, anchor = found[1], (page.parent / found[2]).resolve(), found[3] or ""
    if target.is_dir():
        target /= "README.md"
    wanted = place(target, pages) if target.is_relative_to(ROOT) else target
    is_page = target.suffix == ".md" and (target.is_relative_to(ROOT / "docs") or in_site(target))
    return f"[{words}]({relative(wanted, place(page, pages))}{anchor})" if is_page else words


def in_site(target: Path) -> bool:
    """True for a page outside `docs` that the site has."""
    return target.is_relative_to(ROOT) and target.relative_to(ROOT).as_posix() in ROOT_PAGES


def image(found: re.Match[str], page: Path, pages: Path) -> str:
    """A picture with the path it has in the site."""
    target = (page.parent / found[2]).resolve()
    return f"![{found[1]}]({relative(place(target, pages), place(page, pages))})"


def relative(target: Path, page: Path) -> str:
    """The way from a page to a file."""
    return Path(os.path.relpath(target, page.parent)).as_posix()


def code_of(module: str, name: str) -> str:
    """The source of a function, as a block."""
    return f"```python\n{inspect.getsource(plain(getattr(import_module(module), name)))}```"


def plain(function: Callable[..., object]) -> Callable[..., object]:
    """The Python function of a kernel."""
    inner: Callable[..., object] = getattr(function, "py_func", function)
    return inner


def drawn(name: str, options: list[str], line: str) -> str:
    """A position as a drawing within a page."""
    position = plyground.game(name, **dict(option.split("=") for option in options)).start()
    for move in line.split():
        position = position.play(move)
    return f'<figure markdown="0">{position.svg()}</figure>'


def rule_book(name: str, language: str) -> str:
    """The rules of a game with its first position drawn, and how a game may begin."""
    game = plyground.game(name)
    text = game.rules_text(language)
    head, _, rest = text.partition("\n## ")
    return f"{head}\n{drawn(name, [], '')}\n\n## {rest}"


def reference() -> str:
    """The public names with what they say of themselves."""
    names = "\n\n".join(f"::: plyground.{name}" for name in sorted(plyground.__all__, key=str.lower))
    adapters = "::: plyground.adapters.GameState\n\n::: plyground.adapters.initial_state"
    return f"# API reference\n\n## plyground\n\n{names}\n\n## plyground.adapters\n\n{adapters}\n"


if __name__ == "__main__":
    main()
