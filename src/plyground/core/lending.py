"""Handing a large tuple down a recursion by its address.

A compiled function takes a tuple apart: one machine word for every number in it and seven or more for every array. What
a search carries along is more than a hundred words, and copying them at every call took more than a quarter of its
time. A kernel that lends a tuple keeps it, and hands down one word; the kernels below look up there what they need.
"""

from typing import Any, TypeVar

from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

Whole = TypeVar("Whole")


def lend(whole: Whole) -> Whole:
    """The address of a tuple, good until the kernel that lends it returns; in plain Python the tuple itself."""
    return whole


def borrowed(address: Whole) -> Whole:
    """The tuple at an address that `lend` gave."""
    return address


@type_callable(lend)  # type: ignore[untyped-decorator]
def _type_of_address(context: Any) -> Any:
    return lambda whole: types.CPointer(whole)


@type_callable(borrowed)  # type: ignore[untyped-decorator]
def _type_of_whole(context: Any) -> Any:
    return lambda address: address.dtype


@lower_builtin(lend, types.BaseTuple)  # type: ignore[untyped-decorator]
def _store(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The memory is the lender's own: the compiler writes this into the kernel that calls it, not into a function."""
    place = cgutils.alloca_once(builder, context.get_data_type(signature.args[0]))
    context.pack_value(builder, signature.args[0], arguments[0], place)
    return place


@lower_builtin(borrowed, types.CPointer)  # type: ignore[untyped-decorator]
def _load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return context.unpack_value(builder, signature.return_type, arguments[0])
