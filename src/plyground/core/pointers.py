"""How kernels go about memory: tuples lent instead of copied, and words sent for before they are needed.

A compiled function takes a tuple apart: one machine word for every number in it, seven or more for every array. What
a search carries along is more than a hundred words, and copying them at every call took more than a quarter of its
time. A kernel that lends a tuple keeps it, and hands down one word; the kernels below look up there what they need.
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
"""Memory comes to a processor in lines of so many bytes."""


def lend(whole: Whole) -> Whole:
    """The address of a tuple, good until the kernel that lends it returns; in plain Python the tuple itself."""
    return whole


def borrowed(address: Whole) -> Whole:
    """The tuple at an address that `lend` gave. Only what is used of it is read, there and then."""
    return address


def send_for(words: Words, place: int) -> None:
    """Ask for the memory at `place`, without waiting for it."""


def aligned(size: int, kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """An array of zeros that begins where a line of memory does: what two threads write then never shares one."""
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
    """The memory is the lender's own: the compiler writes this into the kernel that calls it, not into a function."""
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
