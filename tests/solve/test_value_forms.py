"""Tables in words, bytes and bits: what comes back, what does not fit, and who reads them."""

import random
from pathlib import Path

import numpy as np
import pytest

import plyground
from plyground.core.position import Move, Position
from plyground.games.morris.sectors import sectors_with
from plyground.play.agents.perfect import ranked
from plyground.search.score import Score
from plyground.solve.device import CpuDevice
from plyground.solve.driver import SolvePlan, kept_prober, prepare
from plyground.solve.resources import TooLargeError
from plyground.solve.retrograde import DRAWN, HOLE
from plyground.solve.statistics import prober_of
from plyground.solve.streamed import StreamedSolver
from plyground.solve.tablebase_file import TablebaseFile, TableFileError
from plyground.solve.tablebase_folder import TablebaseFolder
from plyground.solve.value_forms import BITS, BYTES, SOME_PLIES, WORDS, ValueFormError, pack, unpack
from tests.cli.test_commands import run
from tests.solve.simulated import PLACING
from tests.solve.solved import solved

GAME = plyground.game("neutreeko")
VALUES = np.array([0, 2, 254, -1, -251, DRAWN, HOLE, 4, -3], np.int16)


@pytest.mark.parametrize("form", [WORDS, BYTES])
def test_words_and_bytes_lose_nothing(form: str) -> None:
    assert np.array_equal(unpack(pack(VALUES, form), form, len(VALUES)), VALUES)


def test_sizes_are_two_bytes_a_byte_and_two_bits() -> None:
    many = np.zeros(1000, np.int16)
    assert [len(pack(many, form)) for form in (WORDS, BYTES, BITS)] == [2000, 1000, 250]


def test_bits_keep_who_wins() -> None:
    found = unpack(pack(VALUES, BITS), BITS, len(VALUES))
    assert found.tolist() == [0, *[SOME_PLIES] * 2, *[-SOME_PLIES] * 2, 0, HOLE, SOME_PLIES, -SOME_PLIES]


@pytest.mark.parametrize("value", [256, -255, 3, -2, 1])
def test_what_a_byte_cannot_hold_is_refused(value: int) -> None:
    with pytest.raises(ValueFormError):
        pack(np.array([value], np.int16), BYTES)


def kept(folder: Path, form: str) -> None:
    """Write the tables of Neutreeko in a form."""
    solver, _ = solved("neutreeko")
    TablebaseFolder(folder, GAME, solver.sector_set, form).write([0], solver.part)


def test_a_probe_of_bytes_says_what_a_probe_of_words_does(tmp_path: Path) -> None:
    for form in (WORDS, BYTES):
        kept(tmp_path / form, form)
    words, narrow = (kept_prober(GAME, tmp_path / form) for form in (WORDS, BYTES))
    assert words is not None
    assert narrow is not None
    assert narrow.moves(GAME.start()) == words.moves(GAME.start())
    sizes = [next((tmp_path / form).iterdir()).stat().st_size for form in (WORDS, BYTES)]
    assert sizes[1] < sizes[0]


def test_bits_tell_who_wins_and_perfect_keeps_it(tmp_path: Path) -> None:
    kept(tmp_path, BITS)
    found, position = kept_prober(GAME, tmp_path), GAME.start()
    assert found is not None
    exact = {str(move): score.kind for move, score in kept_moves(position)}
    assert {str(move): score.kind for move, score in found.moves(position) if score is not None} == exact
    won = next(position.play(move) for move, kind in exact.items() if kind == "loss")  # lost for who moved there
    assert str(found.score(won)) == "win"
    assert found.line(won) == []
    best, score = ranked(found, won, random.Random(1))[0]
    assert (score.kind, score.plies) == ("win", None)
    assert dict(kept_moves(won))[best].kind == "win"


def kept_moves(position: Position) -> list[tuple[Move, Score]]:
    """The exact values after each move."""
    found = prober_of(solved("neutreeko")[0]).moves(position)
    return [(move, score) for move, score in found if score is not None]


def test_nothing_is_solved_from_bits(tmp_path: Path) -> None:
    kept(tmp_path, BITS)
    (path,) = tmp_path.iterdir()
    with TablebaseFile(path) as table:
        table.check()
        with pytest.raises(TableFileError, match="tells who wins but not how soon"):
            table.values(table.header.sectors[0][0])
    assert not TablebaseFolder(tmp_path, GAME, solved("neutreeko")[0].sector_set).has([0])
    assert prepare(SolvePlan(GAME, folder=tmp_path)).solved == set()


def test_bits_of_a_larger_game_need_memory_for_all_of_it(tmp_path: Path) -> None:
    morris = plyground.game("morris")
    sector_set = sectors_with(list(PLACING), {}, "the first plies")
    device = CpuDevice(morris, sector_set)
    StreamedSolver(morris, sector_set, device, tmp_path, free=3600)
    with pytest.raises(TooLargeError, match="Tables in bits cannot be solved from"):
        StreamedSolver(morris, sector_set, device, tmp_path, free=3600, form=BITS)


def test_the_command_writes_the_form_that_is_named(tmp_path: Path) -> None:
    answer = run("solve", "neutreeko", "--folder", str(tmp_path), "--write", "bytes", "--json")
    assert answer.code == 0
    (path,) = tmp_path.iterdir()
    with TablebaseFile(path) as table:
        assert table.header.form == BYTES


def test_an_unknown_form_is_explained() -> None:
    answer = run("solve", "neutreeko", "--no-keep", "--write", "nibbles")
    assert answer.code != 0
    assert "A table is written as words, bytes, bits, not as 'nibbles'." in answer.err
