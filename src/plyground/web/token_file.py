"""The server's token, and what else only this user may read: small files of mode 0600 in the data folder.

The token stays the same from start to start, so that bookmarks and open tabs stay good. Another user of the machine can
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
"""The permissions of everybody else."""


def new_secret() -> str:
    """A random text that nobody guesses."""
    return secrets.token_urlsafe(SECRET_BYTES)


def kept_token(folder: Path, *, renewed: bool = False) -> str:
    """The token in the folder; a new one where there is none, none that is whole, or one that others could read."""
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
    """Write a file that only its owner reads: whole or not at all, whatever happens meanwhile."""
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
    """A file that leads a browser to the address: every user of the machine can read the arguments of a program."""
    path = folder / OPENING_FILE
    there = html.escape(address)
    refresh = f'<meta http-equiv="refresh" content="0;url={there}">'
    write_private(path, f'<!doctype html><meta charset="utf-8">{refresh}<a href="{there}">Plyground</a>\n')
    return path
