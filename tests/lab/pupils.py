"""Files of students, for the tests of a class."""

import sys
from pathlib import Path

HEURISTIC = '''
from typing import NamedTuple
from plyground.core.heuristic import heuristic
from plyground.games.neutreeko.helpers import me, steps_from_centre

class Anna(NamedTuple):
    """Near the centre."""
    near: int = -1

@heuristic(Anna, game="neutreeko")
def anna(h, rules, state):
    return h.near * steps_from_centre(rules, state, me(rules, state))
'''
ENGINE = Path(__file__).with_name("pupil.py")


def write_engine(path: Path, way: str = "well") -> None:
    """Write a program that anyone may start."""
    text = ENGINE.read_text(encoding="utf-8").replace('WAY = "well"', f'WAY = "{way}"')
    path.write_text(f"#!{sys.executable} -S\n{text}", encoding="utf-8")
    path.chmod(0o755)
