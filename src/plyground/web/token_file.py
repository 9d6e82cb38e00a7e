"""The server's token and other private data: small files of mode 0600 in the data folder.

The token stays the same across restarts, so that bookmarks and open tabs stay valid. Other users of the machine can
reach the port, but not read the file.
"""

import contextlib
import html
import os
import re
import secrets
import tempfile
from pathlib import Path

TOKEN_FILE, ADDRESS_FILE, OPENING_FILE = "token", "address", "open.html"
SECRET_BYTES = 24
SECRET = re.compile(r"[A-Za-z0-9_-]{32}")
OTHERS = 0o077
"""Permission bits of all other users."""


def new_secret() -> str:
    """A random text that cannot be guessed."""
    return secrets.token_urlsafe(SECRET_BYTES)


def kept_token(folder: Path, *, renewed: bool = False) -> str:
    """The token in the folder; a new one where it is missing, damaged, or readable by others."""
    path = folder / TOKEN_FILE
    if renewed or (found := _read_token(path)) is None:
        found = new_secret()
        write_private(path, found)
    return found


def _read_token(path: Path) -> str | None:
    try:
        with path.open(encoding="ascii", errors="replace") as file:
            shared = os.name == "posix" and os.fstat(file.fileno()).st_mode & OTHERS
            text = file.read(1000).strip()
    except OSError:
        return None
    return text if SECRET.fullmatch(text) and not shared else None


def write_private(path: Path, text: str) -> None:
    """Write a file atomically, readable by its owner only."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # mode 0600 from the beginning
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def opening_file(folder: Path, address: str) -> Path:
    """A file that redirects a browser to the address; as an argument, every user could read it."""
    path = folder / OPENING_FILE
    there = html.escape(address)
    refresh = f'<meta http-equiv="refresh" content="0;url={there}">'
    write_private(path, f'<!doctype html><meta charset="utf-8">{refresh}<a href="{there}">Plyground</a>\n')
    return path
