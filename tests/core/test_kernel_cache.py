"""Kernels with somebody else's types are kept apart: no other process stumbles over them, and none is served stale."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.nightly import NIGHTLY

HEURISTIC = """
from typing import NamedTuple
from plyground.core.heuristic import heuristic

class Own(NamedTuple):
    weight: int = 7

@heuristic(Own, game="neutreeko", name="own")
def own(h, rules, state):
    return h.weight
"""
ESTIMATE = """
import plyground
from plyground.core.heuristic import EveryMove, find_heuristic
from plyground.core.jit import announcing_compilation
from plyground.search.stack import SearchContext, estimate, new_stack
from plyground.search.repetition import new_history
from plyground.search.trace import NoTrace

def score(heuristic):
    game = plyground.game("neutreeko")
    weights, start = find_heuristic(game, heuristic), game.start()
    stack, history = new_stack(game, start.state, 40, 1), new_history(start, 1)
    with announcing_compilation(lambda: print("compiling")):
        print(estimate(SearchContext(game.rules, weights, EveryMove(), NoTrace(), stack, history), 0))
"""
"""Asks the smallest kernel of ours that takes a heuristic's type, and says whether it had to be compiled."""
SEARCH = """
import plyground
from plyground.core.jit import announcing_compilation

def score(heuristic):
    with announcing_compilation(lambda: print("compiling")):
        found = plyground.search(plyground.game("neutreeko").start(), "minimax", heuristic=heuristic, depth=2)
    print(found.score.value)
"""
ASK = SEARCH if NIGHTLY else ESTIMATE
"""What a test's process does: a whole search only at night, since it takes half a minute to compile."""
WITH_MODULE = f"import theirs\n{ASK}\nscore('own')"
USUAL = f"{ASK}\nscore('H1')"


def python(folder: Path, program: str, *, where: str = "", stdin: bool = False) -> list[str]:
    """What a new process says that runs `program` as a script, with its modules and cache in `folder`."""
    script = folder / where / "script.py"
    script.parent.mkdir(exist_ok=True)
    script.write_text(program)
    environment = os.environ | {"PLYGROUND_CACHE": str(folder / "cache"), "PLYGROUND_DEBUG": "1"}
    environment.pop("NUMBA_DISABLE_JIT", None)
    command = [sys.executable, *([] if stdin else [str(script)])]
    done = subprocess.run(
        command, input=program if stdin else "", env=environment, capture_output=True, text=True, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a cache in which a usual search is already compiled."""
    folder = tmp_path_factory.mktemp("warm")
    assert python(folder, USUAL)[0] == "compiling"
    return folder


def test_the_rules_and_heuristics_that_kernels_call_are_stored_once_for_all_kernels(warm: Path) -> None:
    assert list(warm.rglob("inside/neutreeko/plyground.games.neutreeko.heuristics.shape_h1-*.nbi"))


def test_a_heuristic_of_a_script_leaves_the_searches_of_others_alone(warm: Path) -> None:
    assert python(warm, f"{HEURISTIC}\n{ASK}\nscore('own')") == ["compiling", "7"]
    usual = python(warm, USUAL)
    assert "compiling" not in usual, "what was compiled before is found as before"


def test_a_heuristic_of_a_module_is_kept_and_leaves_the_searches_of_others_alone(warm: Path) -> None:
    home = warm / "mine"
    home.mkdir()
    (home / "theirs.py").write_text(HEURISTIC)
    assert python(warm, WITH_MODULE, where="mine") == ["compiling", "7"]
    assert python(warm, WITH_MODULE, where="mine") == ["7"]
    assert "compiling" not in python(warm, USUAL)
    (home / "theirs.py").write_text(HEURISTIC.replace("return h.weight", "return h.weight + 1"))
    assert python(warm, WITH_MODULE, where="mine") == ["compiling", "8"]


def test_two_modules_of_one_name_and_length_are_told_apart(warm: Path) -> None:
    for where, factor in (("left", "2"), ("right", "3")):
        (warm / where).mkdir()
        (warm / where / "theirs.py").write_text(HEURISTIC.replace("h.weight", f"{factor} * h.weight"))
    assert python(warm, WITH_MODULE, where="left") == ["compiling", "14"]
    assert python(warm, WITH_MODULE, where="right") == ["compiling", "21"]
    assert python(warm, WITH_MODULE, where="left") == ["14"]


def test_a_heuristic_typed_at_the_prompt_works(warm: Path) -> None:
    program = f"{HEURISTIC}\n{ASK.rstrip()}\n\nscore('own')"
    assert python(warm, program, stdin=True) == ["compiling", "7"]


@pytest.mark.parametrize(
    ("kind", "spoil"),
    [
        ("nbi", lambda content: content.replace(b"plyground", b"playround")),
        ("nbi", lambda content: content[: len(content) // 2]),
        ("nbc", lambda content: b""),
    ],
    ids=["an index that names a module that is not there", "half of an index", "an empty file"],
)
def test_what_cannot_be_read_is_compiled_again(warm: Path, kind: str, spoil: Callable[[bytes], bytes]) -> None:
    expected = python(warm, USUAL)[-1]
    files = list(warm.glob(f"cache/kernels/*/*/*/*.{kind}"))
    assert files
    for file in files:
        file.write_bytes(spoil(file.read_bytes()))
    assert python(warm, USUAL) == ["compiling", expected]
    assert python(warm, USUAL) == [expected]
