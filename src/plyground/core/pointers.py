"""Memory access in kernels: tuples passed by reference instead of copied, and prefetching.

A compiled function unpacks a tuple: one machine word for every number in it, seven or more for every array. A search
carries more than a hundred words, and copying them at every call took more than a quarter of its time. A kernel that
lends a tuple keeps it and passes on its address; the kernels it calls read from there only what they need.
"""

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, type_callable

from plyground.core import numba_internals
from plyground.core.contract import Words

Whole = TypeVar("Whole")

LINE = 64
"""Size of a cache line in bytes."""


def lend(whole: Whole) -> Whole:
    """The address of a tuple, valid until the lending kernel returns; in plain Python the tuple itself."""
    return whole


def borrowed(address: Whole) -> Whole:
    """The tuple at an address from `lend`. Only the fields used are read, at the time of use."""
    return address


def send_for(words: Words, place: int) -> None:
    """Prefetch the memory at `place`."""


def aligned(size: int, kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """A zeroed array aligned to a cache line, so that threads writing to different arrays never share one."""
    width = np.dtype(kind).itemsize
    spare = LINE // width
    array = np.zeros(size + spare, kind)
    skipped = -array.ctypes.data % LINE // width
    return array[skipped : skipped + size]


@type_callable(lend)  # type: ignore[untyped-decorator]
def _type_of_address(context: Any) -> Any:
    return lambda whole: types.CPointer(whole)


@type_callable(borrowed)  # type: ignore[untyped-decorator]
def _type_of_whole(context: Any) -> Any:
    return lambda address: address.dtype


@type_callable(send_for)  # type: ignore[untyped-decorator]
def _type_of_nothing(context: Any) -> Any:
    return lambda words, place: types.none


@lower_builtin(lend, types.BaseTuple)  # type: ignore[untyped-decorator]
def _store(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Allocate in the lender's stack frame: the compiler inlines this into the calling kernel."""
    return numba_internals.stored(context, builder, signature.args[0], arguments[0])


@lower_builtin(borrowed, types.CPointer)  # type: ignore[untyped-decorator]
def _load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return numba_internals.loaded(context, builder, signature.return_type, arguments[0])


@lower_builtin(send_for, types.Array, types.Integer)  # type: ignore[untyped-decorator]
def _prefetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    first = numba_internals.address_of(context, builder, signature.args[0], arguments[0])
    number, pointer = ir.IntType(32), first.type
    prefetch = builder.module.declare_intrinsic(
        "llvm.prefetch", [pointer], ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
    )
    read, keep, data = (ir.Constant(number, value) for value in (0, 3, 1))
    builder.call(prefetch, [builder.gep(first, [arguments[1]]), read, keep, data])
    return numba_internals.no_value(context)
