"""A mistake in a heuristic is told in two lines: file, line, what is wrong; what would be right."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import plyground
from plyground import HeuristicError, PlygroundError
from plyground.core import heuristic as registry
from plyground.core.heuristic import find_heuristic, load_plugin_file
from plyground.games import load_plugin
from plyground.language import language
from tests.cli.test_commands import run

NEUTREEKO = plyground.game("neutreeko")
BEFORE = """\
from typing import NamedTuple
import numpy as np
from plyground.core.bits import count
from plyground.core.heuristic import heuristic
from plyground.core.contract import mover

TABLE = {"a": 1}

def helper(number):
    return number

class Mine(NamedTuple):
    weight: int = 10

@heuristic(Mine, game="neutreeko", name="mistaken")
"""
DEFINED = BEFORE.count("\n") + 1
"""The line of the `def` below it."""
NO_OBJECTS = "Compute with numbers"
FRACTION = ("it returns a number with a fraction", "divide with //, or put int(…) around it")

BODIES = {
    "a fraction": ("return 0.5 * h.weight", 1, *FRACTION),
    "a division": ("half = h.weight / 2\nreturn half", 2, *FRACTION),
    "a fraction on one way": ("if h.weight > 3:\n    return 1\nreturn np.sqrt(h.weight)", 3, *FRACTION),
    "no return": ("h.weight + 1", 0, "it returns nothing", "end with return and a whole number"),
    "None": ("return None", 1, "it returns nothing", "An estimate is a whole number"),
    "a way without return": ("if h.weight > 3:\n    return 1", 0, "it does not always return", "every way through it"),
    "a text": ("return 'good'", 1, "it returns a text", "An estimate is a whole number"),
    "a truth": ("return h.weight > 3", 1, "it returns True or False", "An estimate is a whole number"),
    "a word": ("return state[0]", 1, "it returns a 64-bit word, which is never negative", "np.int64(…)"),
    "a tuple": ("return 1, 2", 1, "it returns several values", "An estimate is a whole number"),
    "a dict": ("values = {'a': 1}\nreturn values['a']", 1, "a dict cannot be used in a heuristic", NO_OBJECTS),
    "a list": ("values = [1, 2]\nreturn len(values)", 1, "a list cannot be used", NO_OBJECTS),
    "a set": ("values = {1, 2}\nreturn len(values)", 1, "a set cannot be used", NO_OBJECTS),
    "a formatted text": ("text = f'{h.weight}'\nreturn 3", 1, "a text cannot be used", NO_OBJECTS),
    "an array": ("values = np.zeros(3)\nreturn len(values)", 1, "a new array cannot be used", NO_OBJECTS),
    "print": ("value = h.weight\nprint(value)\nreturn value", 2, "print cannot be used", "Leave it out"),
    "raise": ("if state[0] == 0:\n    raise ValueError\nreturn 1", 2, "raise cannot be used", "Leave it out"),
    "with": ("with open('x') as file:\n    pass\nreturn 1", 1, "with cannot be used", "Leave it out"),
    "import": ("import math\nreturn 1", 1, "import cannot be used", "Leave it out"),
    "a name": ("value = 1\nreturn value + wieght", 2, "'wieght' is not defined", "Did you mean h.weight?"),
    "a function's name": ("return cuont(state[0])", 1, "'cuont' is not defined", "Did you mean count?"),
    "an unknown name": ("return qqqqqq", 1, "'qqqqqq' is not defined", "Define it in this file, or import it."),
    "a weight": ("return h.wieght", 1, "there is no 'wieght' in h", "What h has: weight."),
    "of the rules": ("return rules.rows", 1, "there is no 'rows' in rules", "What rules has: rays, ends, steps."),
    "of the state": ("return state.men", 1, "there is no 'men' in state", "state[0], state[1] …"),
    "a plain function": ("return helper(3)", 1, "'helper' is a function that is not compiled", "@kernel above"),
    "a global dict": ("return TABLE['a']", 1, "'TABLE' is a dict, which cannot be compiled", NO_OBJECTS),
    "too many arguments": ("return count(state[0], 1)", 1, "count cannot be called", "It takes count(squares)."),
    "too few arguments": ("return mover(rules)", 1, "mover cannot be called", "It takes mover(rules, state)."),
    "an operator": ("return 'a' + 1", 1, "+ does not work with these values", NO_OBJECTS),
}  # fmt: skip
"""What stands in the function, which line of it is wrong (0: its `def`), and what is said about it."""


@pytest.fixture(autouse=True)
def _forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test registers is unknown to the next one; what the games register themselves must not be lost."""
    for name in plyground.games():
        registry.heuristics_of(plyground.game(name))
    for name in ("_known", "_functions"):
        kept = getattr(registry, name)
        copied = {key: dict(value) if isinstance(value, dict) else value for key, value in kept.items()}
        monkeypatch.setattr(registry, name, copied)


def plugin_with(folder: Path, body: str) -> Path:
    """A plugin file whose heuristic has this body."""
    path = folder / "mine.py"
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    path.write_text(f"{BEFORE}def mine(h, rules, state):\n{lines}")
    return path


def complaint(path: Path) -> tuple[str, str]:
    """The two lines about a plugin whose heuristic is used."""
    wrong, right = str(error_of(path)).split("\n")
    return wrong, right


def error_of(path: Path) -> HeuristicError:
    """The error about a plugin whose heuristic is used."""
    with pytest.raises(HeuristicError) as caught:  # noqa: PT012 (some are found at once, some when it is used)
        load_plugin(path)
        find_heuristic(NEUTREEKO, "mistaken")
    assert caught.value.__cause__ is None or "does not load" in str(caught.value)
    return caught.value


@pytest.mark.parametrize("mistake", BODIES)
def test_a_mistake_in_the_code(mistake: str, tmp_path: Path) -> None:
    body, line, wrong, right = BODIES[mistake]
    path = plugin_with(tmp_path, body)
    error = error_of(path)
    first, second = str(error).split("\n")
    assert first.startswith(f"{path}, line {DEFINED + line}: {wrong}")
    assert right in second
    translated = language("pt").translate(str(error))
    assert translated.startswith(f"{path}, linha {DEFINED + line}: ")
    assert wrong not in translated
    assert second not in translated


DEFINITIONS = {
    "two parameters": ("mine(h, rules, state)", "mine(h, state)", "def", "not the three arguments", "Write def mine("),
    "a keyword": ("mine(h, rules, state)", "mine(h, rules, *, state)", "def", "not the three arguments", "def mine("),
    "no NamedTuple": ("Mine(NamedTuple)", "Mine", "class Mine", "not a class of NamedTuple", "class Mine(NamedTuple):"),
    "no class": ("@heuristic(Mine", "@heuristic(Mine()", "class Mine", "not a class of NamedTuple", "@heuristic(Mine,"),
    "no usual value": ("int = 10", "int", "weight", "the weight weight has no usual value", "weight: int = 10"),
    "a fraction": ("int = 10", "float = 0.5", "weight", "the weight weight is 0.5", "whole numbers"),
    "no type": ("weight: int = 10", "weight = 10", "return", "there is no 'weight' in h", "Write weight: int = …"),
    "no game": ('"neutreeko"', '"neutreko"', "def", "there is no game 'neutreko'", "Did you mean neutreeko?"),
    "a taken name": ('"mistaken"', '"strong"', "def", "neutreeko has a heuristic 'strong' already", "name=…"),
    "no Python": ("return h", "return return h", "return", "it is not Python (invalid syntax)", "python "),
    "no module": ("import numpy", "import nunpy", "import nunpy", "No module named 'nunpy'", "python "),
}  # fmt: skip
"""What is replaced by what, on which line the mistake is, and what is said about it."""


@pytest.mark.parametrize("mistake", DEFINITIONS)
def test_a_mistake_in_the_definition(mistake: str, tmp_path: Path) -> None:
    old, new, where, wrong, right = DEFINITIONS[mistake]
    path = plugin_with(tmp_path, "return h.weight")
    text = path.read_text().replace("def helper(number):\n    return number\n", "").replace(old, new)
    path.write_text(text)
    line = next(number for number, each in enumerate(text.splitlines(), 1) if each.lstrip().startswith(where))
    first, second = complaint(path)
    assert first.startswith(f"{path}, line {line}: ")
    assert wrong in first
    assert right in second


def test_two_heuristics_of_one_name_and_two_of_one_class(tmp_path: Path) -> None:
    path = plugin_with(tmp_path, "return h.weight")
    text = path.read_text()
    again = "\nclass Other(NamedTuple):\n    weight: int = 1\n" + text[text.index("@heuristic") :]
    path.write_text(text + again.replace("(Mine", "(Other"))
    assert "neutreeko has a heuristic 'mistaken' already" in complaint(path)[0]
    path.write_text(text + "\n" + text[text.index("@heuristic") :].replace("mistaken", "other"))
    assert "the weights Mine belong to mine already" in complaint(path)[0]


def test_a_newer_version_of_a_heuristic_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    path = plugin_with(tmp_path, "return 1")
    load_plugin_file(path)
    path.write_text(f"\n\n{path.read_text()}".replace("= 10", "= 20"))
    load_plugin_file(path)
    assert find_heuristic(NEUTREEKO, "mistaken").weight == 20


def test_the_mistake_in_a_kernel_that_it_calls(tmp_path: Path) -> None:
    path = plugin_with(tmp_path, "return helper(h.weight)")
    marked = (
        path.read_text().replace("def helper", "@kernel\ndef helper").replace("return number", "return number.size")
    )
    path.write_text(f"from plyground.core.jit import kernel\n{marked}")
    first, _ = complaint(path)
    assert first.startswith(f"{path}, line 12: there is no 'size' in number")


def test_a_name_that_another_game_has_is_said(tmp_path: Path) -> None:
    load_plugin_file(plugin_with(tmp_path, "return h.weight"))
    with pytest.raises(PlygroundError, match=r"hex has no heuristic 'mistaken'; .* 'mistaken' is one of neutreeko\."):
        find_heuristic(plyground.game("hex"), "mistaken")


def test_weights_that_are_no_whole_numbers() -> None:
    weights = find_heuristic(NEUTREEKO, "H1")
    name = weights._fields[0]
    with pytest.raises(PlygroundError, match=f"The weight {name} is a whole number, not 0.5"):
        plyground.search(NEUTREEKO.start(), "minimax", heuristic=weights._replace(**{name: 0.5}), depth=1)


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "neutreeko", "--agent", "alphabeta:heuristic=mistaken,depth=2"),
        ("lab", "match", "alphabeta:heuristic=mistaken,depth=2", "random", "neutreeko", "--games", "2"),
        ("play", "neutreeko", "--first", "alphabeta:heuristic=mistaken,depth=2", "--second", "random"),
        ("agents", "neutreeko"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_every_command_says_it_in_two_lines(arguments: tuple[str, ...], tmp_path: Path) -> None:
    path = plugin_with(tmp_path, "return h.weight / 2" if arguments[0] != "agents" else "return return")
    where = ("--folder", str(tmp_path / "run")) if arguments[0] == "lab" else ()
    answer = run(*arguments, "--plugin", str(path), *where, PLYGROUND_DATA=str(tmp_path), LC_ALL="en")
    assert answer.code == 2
    assert len(answer.complaints) == 2
    assert answer.complaints[0].startswith(f"{path}, line {DEFINED + 1}: ")


@pytest.mark.parametrize("interpreted", ["0", "1"])
@pytest.mark.parametrize(
    ("body", "wrong", "right"),
    [("return h.weight / 2", *FRACTION), ("return h.wait", "there is no 'wait' in h", "weight")],
)
def test_in_a_script_of_ones_own_without_a_word_of_the_compiler(
    body: str, wrong: str, right: str, interpreted: str, tmp_path: Path
) -> None:
    path = plugin_with(tmp_path, body)
    search = 'plyground.search(plyground.game("neutreeko").start(), "minimax", heuristic="mistaken", depth=1)'
    path.write_text(f"{path.read_text()}\nimport plyground\n{search}\n")
    environment = os.environ | {"NUMBA_DISABLE_JIT": interpreted}
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.returncode == 1
    *trace, first, second = done.stderr.splitlines()
    assert first.startswith(f"plyground.core.errors.HeuristicError: mine.py, line {DEFINED + 1}: {wrong}")
    assert right in second
    assert not re.search(r"numba|KeyError", "\n".join(trace))
