"""The cache of compiled kernels: warm when nothing changed, never stale when anything did."""

import gc
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import plyground
from plyground.core import jit
from tests.patience import PATIENCE

PACKAGE = Path(plyground.__file__).parent
PROBE = """
import plyground
from plyground.core.jit import announcing_compilation
with announcing_compilation(lambda: print("compiling")):
    print(plyground.perft(plyground.game("neutreeko").start(), 1))
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the package that a test may change, with a cache of its own."""
    shutil.copytree(PACKAGE, tmp_path / "src/plyground", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def count_with(checkout: Path) -> list[str]:
    """What a new process prints that counts Neutreeko's first moves with the copy of the package."""
    environment = os.environ | {"PYTHONPATH": str(checkout / "src"), "PLYGROUND_CACHE": str(checkout / "cache")}
    environment.pop("NUMBA_DISABLE_JIT", None)
    done = subprocess.run(
        [sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, check=True, cwd=checkout
    )
    return done.stdout.split()


def test_a_changed_source_is_never_served_by_a_stale_cache(checkout: Path) -> None:
    """The change is in the rules; the kernel whose cached form must not survive it stands in another file."""
    assert count_with(checkout) == ["compiling", "14"]
    assert count_with(checkout) == ["14"], "an unchanged package comes from the cache"
    rules = checkout / "src/plyground/games/neutreeko/rules.py"
    before = rules.read_text()
    after = before.replace("for direction in range(DIRECTIONS)", "for direction in range(4)")
    assert after != before
    rules.write_text(after)
    assert count_with(checkout) == ["compiling", "10"], "only the moves up, down, right and left are left"
    rules.write_text(before)
    assert count_with(checkout) == ["14"], "the first form is still in its folder"


def test_the_hash_sees_every_source_file(checkout: Path) -> None:
    folder = checkout / "src/plyground"
    first = jit.sources_hash(folder)
    assert jit.sources_hash(folder) == first
    (folder / "games/extra.py").write_text("x = 1\n")
    second = jit.sources_hash(folder)
    (folder / "games/extra.py").rename(folder / "games/other.py")
    third = jit.sources_hash(folder)
    assert len({first, second, third}) == 3


def test_a_folder_that_cannot_be_written_costs_only_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("PLYGROUND_CACHE", str(blocked))
    assert jit.cache_folder.__wrapped__() is None


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, ".cache/plyground"),
        ("linux", {"XDG_CACHE_HOME": ""}, ".cache/plyground"),
        ("linux", {"XDG_CACHE_HOME": "{home}/elsewhere"}, "elsewhere/plyground"),
        ("darwin", {"XDG_CACHE_HOME": "{home}/elsewhere"}, "Library/Caches/plyground"),
        ("win32", {}, "AppData/Local/plyground/cache"),
        ("win32", {"LOCALAPPDATA": "{home}/elsewhere"}, "elsewhere/plyground/cache"),
        ("linux", {"PLYGROUND_CACHE": "~/mine", "XDG_CACHE_HOME": "{home}/elsewhere"}, "mine"),
    ],
)
def test_the_cache_is_where_the_platform_keeps_caches(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, variables: dict[str, str], expected: str
) -> None:
    for name in ("PLYGROUND_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "{home}"}.items() | variables.items():
        monkeypatch.setenv(name, value.format(home=tmp_path))
    monkeypatch.setattr(jit.sys, "platform", platform)
    assert jit.cache_home() == tmp_path / expected


def test_only_folders_unused_for_a_month_are_forgotten(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    now = new.stat().st_mtime
    os.utime(old, (now - jit.KEPT_FOR_SECONDS - 1,) * 2)
    jit._forget_old_versions(tmp_path, now)
    assert not old.exists()
    assert new.exists()


def test_other_peoples_numba_functions_keep_their_own_cache(tmp_path: Path) -> None:
    """Importing us must not move the caches of the program around us."""
    program = textwrap.dedent("""
        from numba.core import config
        before = config.CACHE_DIR
        import plyground.games.morris
        assert config.CACHE_DIR == before
    """)
    subprocess.run([sys.executable, "-c", program], check=True, env=os.environ | {"PLYGROUND_CACHE": str(tmp_path)})


def test_garbage_is_collected_rarely_while_a_kernel_is_compiled_and_as_usual_afterwards() -> None:
    usual = gc.get_threshold()
    during: list[tuple[int, ...]] = []

    def fresh(number: int) -> int:
        return number + 3

    kernel = jit.kernel(fresh)
    with jit.announcing_compilation(lambda: during.append(gc.get_threshold())):
        assert kernel(4) == 7
    assert during == [(jit.OBJECTS_BETWEEN_COLLECTIONS, *usual[1:])]
    assert gc.get_threshold() == usual


def test_a_kernel_outside_of_the_hashed_layers_is_refused() -> None:
    with pytest.raises(RuntimeError, match="no place for kernels"):
        jit._check_layer(PACKAGE / "terminal/session.py")
    jit._check_layer(PACKAGE / "games/hex/rules.py")
    jit._check_layer(Path("/elsewhere/plugin.py"))


WATCHED = """
import sys, numba.core.event as event
class Listener(event.Listener):
    def on_start(self, seen):
        kernel = seen.data and seen.data["dispatcher"]
        if kernel and isinstance(kernel._cache, KernelCache):  # not what Numba writes for an overload
            print(kernel._cache.place, kernel.py_func.__qualname__, seen.data["args"])
    def on_end(self, seen):
        pass
event.register("numba:compile", Listener())
import plyground
from plyground.core.kernel_cache import KernelCache
plyground.perft(plyground.game("neutreeko").start(), 2)
"""


def test_processes_that_start_together_compile_nothing_twice(tmp_path: Path) -> None:
    variables = os.environ | {"PLYGROUND_CACHE": str(tmp_path)}
    programs = [
        subprocess.Popen([sys.executable, "-c", WATCHED], env=variables, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [program.communicate(timeout=PATIENCE)[0].splitlines() for program in programs]
    assert all(program.returncode == 0 for program in programs)
    compiled = [line for lines in said for line in lines]
    assert compiled
    assert len(set(compiled)) == len(compiled)
