"""Table files: a header, compressed blocks, their index, and a trailer; checksums cover every byte.

    prefix              magic, version, length and checksum of the header, checksum of these
    header              JSON: game, options, hash of the rules, sectors with their sizes, values per block, codes
    blocks              of each sector in turn: values in a form of value_forms.py, compressed by zlib
    index               offset, length and checksum of each block
    trailer             offset and checksum of the index, checksum of these, magic

A file is memory-mapped and read block by block. It is written under another name, flushed to the disk and renamed, so
a file with the final name is always complete.
"""

import hashlib
import json
import mmap
import os
import struct
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO, TypeVar

import numpy as np

from plyground.core.errors import PlygroundError, quoted
from plyground.language import Message
from plyground.solve.passes import threads_available
from plyground.solve.retrograde import Values
from plyground.solve.value_forms import BITS, BYTES, OLD_CODES, WORDS, codes_of, distinct, pack, unpack

MAGIC, END = b"PLYTABLE", b"ELBATYLP"
VERSIONS = (1, 2)
"""Those that are read. Version 2 lists the values that bytes stand for; tables without bytes stay of version 1."""
HEAD, TRAILER, ENTRY = struct.Struct("<8sIIII"), struct.Struct("<QII8s"), struct.Struct("<QII")
BLOCK = 1 << 16
"""Values per block."""
KEPT_BLOCKS = 64
LEVEL = 1
"""zlib level; higher ones take ten times as long and save a tenth."""
BLOCKS_A_THREAD = 32
"""Blocks packed or unpacked per thread before the next batch, to limit memory."""

Part = TypeVar("Part")
Result = TypeVar("Result")


class TableFileError(PlygroundError):
    """A table file cannot be read, is damaged, or belongs to something else."""


@dataclass(frozen=True)
class Header:
    """The header of a table file."""

    game: str
    options: dict[str, str]
    rules: str
    """Hash of the rules and of the numbering."""
    sectors: tuple[tuple[str, int], ...]
    """Names and sizes."""
    block: int = BLOCK
    form: str = WORDS
    """How values are written."""
    codes: dict[str, Sequence[int]] = field(default_factory=dict, compare=False)
    """Tables in bytes: the values that the bytes of each sector stand for."""

    @property
    def version(self) -> int:
        """The version of the file: 2 if it needs its codes to be read, otherwise 1."""
        return 2 if self.codes else 1

    def to_bytes(self) -> bytes:
        """Serialise the header; the usual form and absent codes are not mentioned, as before there were others."""
        usual: dict[str, object] = {"form": WORDS, "codes": {}}
        known = {name: value for name, value in self.__dict__.items() if name not in usual or value != usual[name]}
        return json.dumps(known, sort_keys=True).encode()

    @classmethod
    def from_bytes(cls, text: bytes) -> "Header":
        """Parse a header."""
        data = json.loads(text)
        return cls(**data | {"sectors": tuple((name, size) for name, size in data["sectors"])})

    def blocks(self) -> Iterator[tuple[str, int]]:
        """The blocks in order: sector and number of values of each."""
        for name, size in self.sectors:
            for begin in range(0, size, self.block):
                yield name, min(self.block, size - begin)


def hash_of(*parts: bytes) -> str:
    """A hash of several byte strings."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()


def write_table(path: Path, header: Header, values: Callable[[str], Values]) -> None:
    """Write the sectors listed in a header, all or nothing; the folder is created if needed."""
    if header.form == BYTES:
        header = _with_codes(header, values)
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with aside.open("wb") as file:
            _write(file, header, values)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
        _flush_folder(path.parent)
    except OSError as problem:
        raise TableFileError(
            Message("core.file.unwritable", file=quoted(str(path)), problem=problem.strerror)
        ) from problem
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)


def _flush_folder(folder: Path) -> None:
    """Make sure the new name is on the disk too, where the system allows it."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _with_codes(header: Header, values: Callable[[str], Values]) -> Header:
    """The header with the values that the bytes of each sector stand for."""

    def codes(name: str) -> Sequence[int]:
        return codes_of(_in_threads(distinct, _blocks(header, values(name))))

    return replace(header, codes={name: codes(name) for name, _ in header.sectors})


def _blocks(header: Header, whole: Values) -> Iterator[Values]:
    """The values of a sector, block by block."""
    return (whole[begin : begin + header.block] for begin in range(0, len(whole), header.block))


def _packed(form: str, codes: Sequence[int], block: Values) -> bytes:
    return zlib.compress(pack(block, form, codes), LEVEL)


def _in_threads(work: Callable[[Part], Result], parts: Iterable[Part]) -> Iterator[Result]:
    """The results in order, a batch of parts at a time: packing and unpacking release the GIL."""
    threads = threads_available()
    left = iter(parts)
    with ThreadPoolExecutor(threads) as pool:
        while stretch := list(islice(left, BLOCKS_A_THREAD * threads)):
            yield from pool.map(work, stretch)


def _write(file: BinaryIO, header: Header, values: Callable[[str], Values]) -> None:
    text = header.to_bytes()
    head = HEAD.pack(MAGIC, header.version, len(text), zlib.crc32(text), 0)
    file.write(HEAD.pack(MAGIC, header.version, len(text), zlib.crc32(text), zlib.crc32(head[:-4])) + text)
    index = bytearray()
    for name, _ in header.sectors:
        packing = partial(_packed, header.form, header.codes.get(name, ()))
        for packed in _in_threads(packing, _blocks(header, values(name))):
            index += ENTRY.pack(file.tell(), len(packed), zlib.crc32(packed))
            file.write(packed)
    place = file.tell()
    file.write(index)
    trailer = TRAILER.pack(place, zlib.crc32(index), 0, END)
    file.write(TRAILER.pack(place, zlib.crc32(index), zlib.crc32(trailer[:12]), END))


class TablebaseFile:
    """A table file open for reading; a damaged or foreign file is rejected with a clear message."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self._bytes: Any = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as problem:
            why = getattr(problem, "strerror", None) or Message("solve.file.empty")
            raise TableFileError(Message("core.file.unreadable", file=quoted(str(path)), problem=why)) from None
        self._lock, self._kept = Lock(), OrderedDict[int, Values]()
        self.header = self._read_header()
        self._index = self._read_index()
        self._starts = self._first_blocks()

    def close(self) -> None:
        """Close the file."""
        self._bytes.close()

    def __enter__(self) -> "TablebaseFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _damaged(self, what: str) -> TableFileError:
        return TableFileError(Message("solve.file.damaged", file=quoted(str(self.path)), what=what))

    def _read_header(self) -> Header:
        size = len(self._bytes)
        if size < HEAD.size + TRAILER.size or self._bytes[:8] != MAGIC:
            raise TableFileError(Message("solve.file.no_table", file=quoted(str(self.path))))
        _, version, length, check, own = HEAD.unpack_from(self._bytes, 0)
        if zlib.crc32(self._bytes[: HEAD.size - 4]) != own:
            raise self._damaged(Message("solve.file.first_bytes"))
        if version not in VERSIONS:
            known = ", ".join(map(str, VERSIONS))
            raise TableFileError(
                Message("solve.file.version", file=quoted(str(self.path)), version=version, known=known)
            )
        text = self._bytes[HEAD.size : HEAD.size + length]
        if zlib.crc32(text) != check:
            raise self._damaged(Message("solve.file.header"))
        return Header.from_bytes(text)

    def _read_index(self) -> list[tuple[int, int, int]]:
        place, check, own, end = TRAILER.unpack_from(self._bytes, len(self._bytes) - TRAILER.size)
        trailer = self._bytes[-TRAILER.size :]
        if end != END or zlib.crc32(trailer[:12]) != own:
            raise self._damaged(Message("solve.file.end"))
        text = self._bytes[place : len(self._bytes) - TRAILER.size]
        if zlib.crc32(text) != check or len(text) != ENTRY.size * sum(1 for _ in self.header.blocks()):
            raise self._damaged(Message("solve.file.index"))
        return [(int(at), int(length), int(crc)) for at, length, crc in ENTRY.iter_unpack(text)]

    def _first_blocks(self) -> dict[str, int]:
        """Index of each sector's first block."""
        starts: dict[str, int] = {}
        for number, (name, _) in enumerate(self.header.blocks()):
            starts.setdefault(name, number)
        return starts

    def _read_block(self, sector: str, number: int, size: int) -> Values:
        at, length, check = self._index[number]
        packed = self._bytes[at : at + length]
        if zlib.crc32(packed) != check:
            raise self._damaged(Message("solve.file.block", block=number))
        return unpack(zlib.decompress(packed), self.header.form, size, self.header.codes.get(sector, OLD_CODES))

    def value(self, sector: str, at: int) -> int:
        """The value of a number in a sector; its block is cached."""
        number = self._starts[sector] + at // self.header.block
        size = dict(self.header.sectors)[sector]
        with self._lock:
            block = self._kept.get(number)
            if block is None:
                begin = at - at % self.header.block
                size = min(self.header.block, size - begin)
                block = self._kept[number] = self._read_block(sector, number, size)
            self._kept.move_to_end(number)
            if len(self._kept) > KEPT_BLOCKS:
                self._kept.popitem(last=False)
        return int(block[at % self.header.block])

    def values(self, sector: str) -> Values:
        """All values of a sector, with their distances; a table without distances is rejected."""
        if not self.is_exact:
            raise TableFileError(Message("solve.file.no_distances", file=quoted(str(self.path))))
        return self._values(sector)

    @property
    def is_exact(self) -> bool:
        """True if the table has the distances of wins and losses."""
        return self.header.form != BITS

    def _values(self, sector: str) -> Values:
        found = np.empty(dict(self.header.sectors)[sector], np.int16)
        start, block = self._starts[sector], self.header.block

        def read(number: int) -> None:
            part = found[number * block : (number + 1) * block]
            part[:] = self._read_block(sector, start + number, len(part))

        for _ in _in_threads(read, range(-(-len(found) // block))):
            pass
        return found

    def check(self) -> None:
        """Read everything, and raise an error for any damage."""
        for name, _ in self.header.sectors:
            self._values(name)
