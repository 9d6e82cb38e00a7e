"""The files of the page: a fixed list, read once at the start. A name in a request never becomes a path."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from plyground.language import LANGUAGES

FOLDER = Path(__file__).parent / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class StaticFile:
    """A file's content, its media type, and an ETag."""

    content: bytes
    type: str
    tag: str


def read_files(folder: Path = FOLDER) -> dict[str, StaticFile]:
    """All files of known types below the folder, by their relative names."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix in TYPES)
    return {path.relative_to(folder).as_posix(): _file(path) for path in paths}


def _file(path: Path) -> StaticFile:
    content = path.read_bytes().replace(b"{languages}", " ".join(LANGUAGES).encode())
    return StaticFile(content, TYPES[path.suffix], f'"{sha256(content).hexdigest()[:20]}"')
