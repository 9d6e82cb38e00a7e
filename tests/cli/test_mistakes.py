"""What is typed wrong, and what a command imports: in this process where one is enough."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_commands import run

HEAVY = ("matplotlib", "polars", "fastapi", "uvicorn", "optuna", "distributed", "plyground.lab")
"""What only few commands need."""


@pytest.mark.parametrize(
    ("language", "arguments", "sentence"),
    [
        ("en", "foo", "There is no command 'foo'. The commands are serve, play, puzzle, review, "),
        (
            "en",
            "gmaes",
            "There is no command 'gmaes'. Did you mean games? The commands are serve, play, puzzle, review, ",
        ),
        (
            "pt",
            "gmaes",
            "Não há nenhum comando 'gmaes'. Queria dizer games? Os comandos são serve, play, puzzle, review, ",
        ),
        ("en", "lab foo", "There is no command 'foo'. The commands are match, tournament, tune, repeat, "),
        ("en", "lab mtach", "There is no command 'mtach'. Did you mean match? The commands are match, "),
        ("en", "saved delte 1", "There is no command 'delte'. Did you mean delete? The commands are resume, "),
        ("en", "saved delete abc", "'abc' is not the number of a saved game: plyground saved lists them.\n"),
        ("pt", "saved resume -- -1", "'-1' não é o número de um jogo guardado: plyground saved mostra-os.\n"),
        ("en", "saved export 99999999999999999999", "'99999999999999999999' is not the number of a saved game"),
        ("en", "serve --port 70000", "Invalid value for '--port': it should be at most 65535.\n"),
        ("pt", "solve hex --threads 0", "Valor errado para '--threads': devia ser pelo menos 1.\n"),
        ("en", "perft hex --depth x", "Invalid value for '--depth' / '-d': it should be a whole number.\n"),
        ("en", "play hex --pace x", "Invalid value for '--pace': it should be a number.\n"),
        ("en", "moves hex --fast", "No such option: --fast"),
    ],
)
def test_a_mistake_is_one_sentence_that_helps(language: str, arguments: str, sentence: str, tmp_path: Path) -> None:
    answer = run(*arguments.split(), LC_ALL=language, PLYGROUND_DATA=str(tmp_path))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(sentence)
    assert answer.err.count("\n") == 1


def test_a_command_that_needs_neither_lab_nor_page_does_not_import_them() -> None:
    program = f"""
import json, sys
from plyground.cli import app
for arguments in (["--help"], ["moves", "hex"], ["lab", "foo"]):
    try:
        app(arguments, standalone_mode=False)
    except ValueError:
        pass
    found = [name for name in {HEAVY} if name in sys.modules]
    print("json", json.dumps(found))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    found = [json.loads(line[4:]) for line in done.stdout.splitlines() if line.startswith("json")]
    assert found == [[], [], ["plyground.lab"]], "the lab is imported by its own commands alone"
