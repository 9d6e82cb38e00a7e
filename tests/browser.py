"""The browser for the page's tests: `python tests/browser.py` sees to it that there is one.

The system's Chromium is used where there is one; else the system's packages are asked for it, else Playwright. The
headless shell comes first: it has the same engine without the windows around it, and the tests take half the time.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
)
"""A browser for tests asks nobody outside, and runs also where tests run as root."""


def find_browser() -> str | None:
    """The path of a Chromium on this machine, or None."""
    return os.environ.get("PLYGROUND_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)


def ways_to_install() -> list[list[list[str]]]:
    """Commands that may bring one, the likeliest first; each way is a list of commands."""
    ways = []
    if shutil.which("apt-get") is not None:
        become = [] if os.geteuid() == 0 else ["sudo", "-n"]
        install = [*become, "apt-get", "install", "--yes", "--no-install-recommends", "fonts-dejavu-core"]
        ways += [[[*become, "apt-get", "update"], [*install, name]] for name in NAMES[:2]]
    return [*ways, [[sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"]]]


def ran(command: list[str]) -> bool:
    """Whether a command could be run and went well."""
    try:
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        return subprocess.run(command, env=quiet, stdout=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def main() -> None:
    """Install a browser unless there is one."""
    if find_browser() is not None:
        return
    print("Installing a browser for the tests of the page (once) …", flush=True)
    for commands in ways_to_install():
        if all(ran(command) for command in commands):
            return
    sys.exit("The page's tests need Chromium: install it, or name one in PLYGROUND_BROWSER.")


if __name__ == "__main__":
    main()
