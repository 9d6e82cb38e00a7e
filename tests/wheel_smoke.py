"""Build the wheel, install it into an environment of its own and try what a user would: not the checkout.

Run by `make test`. It prints one line for each thing that works and stops at the first that does not.
"""

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INSTALL = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", "--no-deps")
PROGRAM = """
import plyground
assert plyground.games() == ("blockit", "eximo", "hex", "morris", "neutreeko")
for name in plyground.games():
    game = plyground.game(name)
    position = game.start()
    assert position.play(position.moves[0]).mover == 1
    assert all(len(game.rules_text(language)) > 2000 for language in ("en", "pt"))
from importlib.resources import files
assert files("plyground").joinpath("py.typed").is_file()
print(plyground.__file__)
"""


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; any failure ends the smoke test with its output."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def left_out(wheel: Path) -> list[str]:
    """The files of the package that a wheel lacks."""
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    sources = (path for path in (ROOT / "src/plyground").rglob("*") if path.is_file())
    names = {path.relative_to(ROOT / "src").as_posix() for path in sources if "__pycache__" not in path.parts}
    return sorted(names - packed)


def main() -> None:
    """Build, install, try."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["PLYGROUND_CACHE"] = str(folder / "cache")
        run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder, ROOT, cwd=folder)
        (wheel,) = folder.glob("plyground-*.whl")
        print(f"built {wheel.name}")
        if missing := left_out(wheel):
            sys.exit(f"the wheel lacks {', '.join(missing)}")
        venv.create(folder / "env", with_pip=True)
        python = folder / "env/bin/python"
        run(python, *INSTALL, "--require-hashes", "--requirement", ROOT / "requirements/play.txt", cwd=folder)
        run(python, *INSTALL, wheel, cwd=folder)
        print(run(python, "-m", "pip", "check", cwd=folder))
        where = run(python, "-c", PROGRAM, cwd=folder)
        if not Path(where).is_relative_to(folder.resolve()):
            sys.exit(f"tried {where}, not the wheel")
        print("imports, plays and teaches all five games")
        script = folder / "env/bin/plyground"
        if run(script, "perft", "morris", "--depth", "3", cwd=folder) != "12144":
            sys.exit("perft of morris is wrong")
        if "Moinho" not in run(script, "rules", "morris", "--lang", "pt", cwd=folder).title():
            sys.exit("the Portuguese rules are missing")
        print("the command works")


if __name__ == "__main__":
    main()
