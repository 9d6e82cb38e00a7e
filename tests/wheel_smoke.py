"""Build the wheel, install it into an environment of its own and try what a user would: not the checkout.

Run by `make test`. It prints one line for each thing that works and stops at the first that does not. The packages of
requirements/play.txt, and no others, are linked into the new environment from this one, where the same versions were
installed by their hashes: installing them again would take a minute.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

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


def locked_packages() -> list[Distribution]:
    """The packages that `make play` installs on this system, as they are installed here."""
    lines = re.findall(r"^\w.*==.*(?= \\$)", (ROOT / "requirements/play.txt").read_text(), re.M)
    wanted = [each for each in map(Requirement, lines) if each.marker is None or each.marker.evaluate()]
    found = [distribution(each.name) for each in wanted]
    for each, package in zip(wanted, found, strict=True):
        if package.version not in each.specifier:
            sys.exit(f"{each.name} is here in version {package.version}; requirements/play.txt wants {each}")
    return found


def link_packages(to: Path) -> None:
    """Link the files of the locked packages into another environment; scripts are left out."""
    for package in locked_packages():
        for file in package.files or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                place = to / file
                place.parent.mkdir(parents=True, exist_ok=True)
                link_or_copy(Path(str(package.locate_file(file))), place)


def link_or_copy(source: Path, place: Path) -> None:
    """The same file at another place; a copy where another disk is there."""
    try:
        os.link(source, place)
    except OSError:
        shutil.copyfile(source, place)


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
        link_packages(Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder)))
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
