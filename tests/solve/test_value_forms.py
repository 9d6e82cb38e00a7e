"""Tables in words, bytes and bits: what comes back, what does not fit, and who reads them."""

import base64
import json
import random
import zlib
from pathlib import Path

import numpy as np
import pytest

import plyground
from plyground.core.position import Move, Position
from plyground.games.morris import MorrisGame
from plyground.games.morris.sectors import all_sectors, sectors_with
from plyground.play.agents.perfect import ranked
from plyground.search.score import Score
from plyground.solve.device import CpuDevice
from plyground.solve.driver import SolvePlan, kept_prober, prepare
from plyground.solve.resources import TooLargeError
from plyground.solve.retrograde import DRAWN, HOLE, Values
from plyground.solve.statistics import prober_of
from plyground.solve.streamed import StreamedSolver
from plyground.solve.tablebase_file import Header, TablebaseFile, TableFileError, write_table
from plyground.solve.tablebase_folder import TablebaseFolder
from plyground.solve.value_forms import BITS, BYTES, SOME_PLIES, WORDS, ValueFormError, codes_of, pack, unpack
from tests.cli.test_commands import run
from tests.solve.simulated import PLACING, made_up
from tests.solve.solved import solved

GAME = plyground.game("neutreeko")
VALUES = np.array([0, 2, 254, -1, -251, DRAWN, HOLE, 4, -3], np.int16)


OLD = (
    "P)u1=K|)ML0RR91Y5)KLprKP-$ES(6dm>_NZ)0mBIv_SRH8VCWAR=aOa&00yAR=OUbY*iQEFdChVQpn1Iv^rvVQpn1EFdCpaCB*JZgV0!AbWi*"
    "AR=;gY-MvIIv^rwVRL9AEFdCtWn*-2a&sa&AX{4^Z*FBGEFd{uU43`~V_>Xr`1|iaQzHNp^#p!`000000000H0000SsL+Cw000000001+aoxy~"
    "1JC|NOhQ3aSxis"
)
"""A table of version 1 in bytes with `VALUES`, as it was written then."""


def test_words_lose_nothing() -> None:
    assert np.array_equal(unpack(pack(VALUES, WORDS), WORDS, len(VALUES)), VALUES)


@pytest.mark.parametrize("values", [VALUES, made_up(5000, -120, 135), np.array([-2, 1, 3, -4, HOLE], np.int16)])
def test_bytes_lose_nothing_whatever_the_plies(values: Values) -> None:
    codes = codes_of([values[:3], values[3:]])
    assert list(codes) == sorted(set(values.tolist()))
    assert np.array_equal(unpack(pack(values, BYTES, codes), BYTES, len(values), codes), values)


def test_sizes_are_two_bytes_a_byte_and_two_bits() -> None:
    many = np.zeros(1000, np.int16)
    assert [len(pack(many, form, [0])) for form in (WORDS, BYTES, BITS)] == [2000, 1000, 250]


def test_bits_keep_who_wins() -> None:
    found = unpack(pack(VALUES, BITS), BITS, len(VALUES))
    assert found.tolist() == [0, *[SOME_PLIES] * 2, *[-SOME_PLIES] * 2, 0, HOLE, SOME_PLIES, -SOME_PLIES]


def test_more_values_than_a_byte_has_are_refused(tmp_path: Path) -> None:
    values = np.arange(257, dtype=np.int16)
    assert len(codes_of([values[:256]])) == 256
    header = Header("game", {}, "hash", (("one", 257),), block=100, form=BYTES)
    with pytest.raises(ValueFormError, match="257 different values, and a byte can hold 256"):
        write_table(tmp_path / "some.plytable", header, lambda name: values)
    assert list(tmp_path.iterdir()) == []


def test_each_sector_has_its_own_bytes(tmp_path: Path) -> None:
    sectors = {"one": made_up(700, -120, 110), "two": made_up(300, 900, 1100)}
    header = Header("game", {}, "hash", tuple((name, len(values)) for name, values in sectors.items()), 250, BYTES)
    path = tmp_path / "some.plytable"
    write_table(path, header, sectors.__getitem__)
    with TablebaseFile(path) as table:
        assert table.header == header
        for name, values in sectors.items():
            assert np.array_equal(table.values(name), values)
            assert [table.value(name, at) for at in range(0, len(values), 37)] == values[::37].tolist()


def test_bytes_written_by_version_1_are_read(tmp_path: Path) -> None:
    path = tmp_path / "old.plytable"
    path.write_bytes(base64.b85decode(OLD))
    with TablebaseFile(path) as table:
        assert table.values("one").tolist() == VALUES.tolist()
        assert [table.value("one", at) for at in range(len(VALUES))] == VALUES.tolist()


@pytest.mark.parametrize(("form", "version"), [(WORDS, 1), (BYTES, 2), (BITS, 1)])
def test_only_tables_in_bytes_need_a_newer_reader(tmp_path: Path, form: str, version: int) -> None:
    path = tmp_path / "some.plytable"
    write_table(path, Header("game", {}, "hash", (("one", len(VALUES)),), form=form), lambda name: VALUES)
    whole = path.read_bytes()
    assert int.from_bytes(whole[8:12], "little") == version
    assert (b"codes" in whole) == (version == 2)


def test_a_table_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.plytable"
    later = bytearray(base64.b85decode(OLD))
    later[8:12] = (3).to_bytes(4, "little")
    later[20:24] = zlib.crc32(later[:20]).to_bytes(4, "little")
    path.write_bytes(later)
    with pytest.raises(TableFileError, match=r"is of version 3; this program reads 1, 2\."):
        TablebaseFile(path)


def three_men(folder: Path, form: str) -> StreamedSolver:
    """The game with three men each, from the empty board; a player who places a third man too late loses by it."""
    morris, sector_set = plyground.game("morris"), all_sectors({}, 3)
    solver = StreamedSolver(morris, sector_set, CpuDevice(morris, sector_set), folder, form=form)
    solver.run()
    return solver


def test_bytes_hold_the_placing_phase(tmp_path: Path) -> None:
    words, narrow = (three_men(tmp_path / form, form) for form in (WORDS, BYTES))
    assert narrow.tables is not None
    odd = 0
    for component in words.order:
        with narrow.tables.open(component) as table:
            for number in component:
                values = table.values(words.sector_set.sectors[number].name)
                assert np.array_equal(values, words.device.read(words.arena.offsets[number], len(values)))
                odd += np.count_nonzero((values < 0) & (values != HOLE) & (values % 2 == 0))
    assert odd > 0, "no loss takes an odd number of plies: the test would say nothing"


def test_the_command_solves_from_placing_tables_in_bytes_in_little_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    morris, sector_set = plyground.game("morris"), sectors_with(list(PLACING), {}, "the first plies")
    monkeypatch.setattr(MorrisGame, "all_sectors", lambda game: sector_set)
    told = []
    for form, *memory in ((WORDS,), (BYTES, "--memory", "0.0000036")):
        folder = tmp_path / form
        values = made_up(sector_set.sectors[0].size, -2, 29)
        TablebaseFolder(folder, morris, sector_set, form).write([0], lambda number, values=values: values)
        arguments = ("--all", "--device", "cpu", "--folder", str(folder), "--write", form, *memory, "--json")
        answer = run("solve", "morris", *arguments)
        assert answer.code == 0, answer.err
        data = json.loads(answer.out)
        told.append([data["start"], data["first_moves"], data["second_moves"]])
    assert told[0] == told[1]
    assert told[0][0].startswith("loss")


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
