"""Numba's private API, each part under a name of our own: only this file and its two neighbours use Numba's internals.

numba_parts.py looks a part up and says when one is missing; numba_linking.py has the kernels that only kernels call.
"""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba import types

from plyground.core.numba_linking import CompileResult, TargetForLinking
from plyground.core.numba_parts import are_missing, find_part
from plyground.language import Message

# Settings and options

_config = find_part("numba.core:config", "jit.py", Message("core.numba.use.debugger"), ("DISABLE_JIT",))
find_part(
    "numba.core.cpu:CPUTargetOptions",
    "jit.py",
    Message("core.numba.use.inner"),
    ("_nrt", "no_cpython_wrapper", "no_cfunc_wrapper"),
)


def is_interpreted() -> bool:
    """True if kernels stay plain Python."""
    return bool(getattr(_config, "DISABLE_JIT", False))


WITHOUT_MEMORY = {"_nrt": False}
"""Without Numba's runtime a kernel cannot allocate, as the contract requires, and need not count references to the
arrays it passes on: perft is more than twice as fast."""
FOR_KERNELS_ONLY = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Without a wrapper for calls from Python a kernel compiles a third faster; most are never called from Python."""


# Compiled functions


def _nothing() -> None:
    """An example of a compilable function."""


find_part(
    "numba.core.registry:CPUDispatcher",
    "jit.py",
    Message("core.numba.use.form"),
    ("_cache", "_compiling_counter", "compile", "get_call_template", "get_overload", "overloads"),
    example=lambda dispatcher: dispatcher(_nothing),
)


def serve_kernels(outside: Any, inside: Any) -> None:
    """Make kernels that call `outside` use `inside` instead: the same function without a Python wrapper.

    It is compiled once for all integer arguments from kernels, not again for each constant.
    """

    def choose_by_type(arguments: Any, named: Any) -> Any:
        plain = tuple(types.unliteral(argument) for argument in arguments)
        return inside.get_call_template(plain, {name: types.unliteral(argument) for name, argument in named.items()})

    outside.get_call_template = choose_by_type
    outside.get_overload = inside.get_overload
    inside._compiling_counter = outside._compiling_counter  # lets Numba detect recursion


def compile_within(compiled: Any, around: Callable[[Any], Any]) -> None:
    """Compile every form of a kernel inside the context `around(signature)`."""
    compile_form = compiled.compile

    def compile_inside(signature: Any) -> Any:
        with around(signature):
            return compile_form(signature)

    compiled.compile = compile_inside


def keep_in(compiled: Any, cache: Any) -> None:
    """Store the compiled forms of a kernel in a cache."""
    compiled._cache = cache


_Template = find_part(
    "numba.core.typing.templates:AbstractTemplate",
    "contract.py",
    Message("core.numba.use.rules"),
    ("context", "get_impl_key"),
    example=lambda template: template(None),
)
_infer = find_part("numba.core.typing.templates:infer", "contract.py", Message("core.numba.use.rules"))
_infer_global = find_part("numba.core.typing.templates:infer_global", "contract.py", Message("core.numba.use.rules"))


def overload_with_kernel(function: Callable[..., Any]) -> Callable[[Callable[..., Any]], None]:
    """Decorate what returns the kernel that stands for `function` in code for the CPU, given the argument types.

    `numba.extending.overload` compiles what it is given anew, in every process, with machine code of its own.
    """

    def register(choose: Callable[..., Any]) -> None:
        class KernelTemplate(_Template):  # type: ignore[misc, valid-type]
            key = function
            metadata = {"target": "cpu"}  # noqa: RUF012

            def generic(self, arguments: Any, named: Any) -> Any:
                kernel = choose(*arguments)
                if kernel is None:
                    return None
                self.kind = types.Dispatcher(kernel)
                return self.kind.get_call_type(self.context, arguments, named)

            def get_impl_key(self, signature: Any) -> Any:
                return self.kind.get_impl_key(signature)

        _infer(KernelTemplate)
        _infer_global(function, types.Function(KernelTemplate))

    return register


def return_type(compiled: Any, kinds: tuple[Any, ...]) -> Any:
    """The return type of the compiled form for arguments of these types."""
    return compiled.overloads[kinds].signature.return_type


# The cache

NoCache = find_part(
    "numba.core.caching:NullCache",
    "kernel_cache.py",
    Message("core.numba.use.folder"),
    ("load_overload", "save_overload"),
)
_FunctionCache = find_part(
    "numba.core.caching:FunctionCache",
    "kernel_cache.py",
    Message("core.numba.use.disk"),
    ("_guard_against_spurious_io_errors", "_impl_class", "_load_overload", "flush", "save_overload"),
)
_CompileResultCache = find_part(
    "numba.core.caching:CompileResultCacheImpl",
    "kernel_cache.py",
    Message("core.numba.use.files"),
    ("filename_base", "get_filename_base", "locator"),
)
_normalize_signature = find_part(
    "numba.core.sigutils:normalize_signature", "kernel_cache.py", Message("core.numba.use.types")
)


class FolderCache(_FunctionCache):  # type: ignore[misc, valid-type]
    """Numba's cache of a function in a folder of our choice: Numba's own setting would apply to all functions."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._impl_class = lambda function: _Place(function, folder)
        super().__init__(function)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The stored form for a signature; without `target_context.refresh`, which only compiling needs.

        Numba refreshes it first, which takes longer than loading all kernels of a search.
        """
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)


class _Place(_CompileResultCache):  # type: ignore[misc, valid-type]
    """The folder and file name for a function."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(function, folder)
        self._filename_base = self.get_filename_base(f"{function.__module__}.{function.__qualname__}", sys.abiflags)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """The compiled form from what was stored; without machine code where only kernels call it."""
        (_, _, (machine_code, _)), *_ = payload
        if machine_code:
            return super().rebuild(target_context, payload)
        return CompileResult._rebuild(TargetForLinking(target_context), *payload)._replace(
            target_context=target_context
        )


class _Locator:
    """The cache locator interface of Numba. The folder is named after the sources, so they need no further stamp."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._py_file, self._line, self._folder = (
            function.__code__.co_filename,
            function.__code__.co_firstlineno,
            folder,
        )

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)


def argument_types(signature: Any) -> tuple[Any, ...]:
    """The argument types of a signature."""
    arguments, _ = _normalize_signature(signature)
    return tuple(arguments)


def class_of(kind: Any) -> type | None:
    """The Python class of a named tuple type; None for other types."""
    return getattr(kind, "instance_class", None)


def classes_in(kind: Any) -> Iterator[type]:
    """The Python classes that a Numba type is made of."""
    found = class_of(kind)
    if found is not None:
        yield found
    for part in getattr(kind, "types", ()):
        yield from classes_in(part)


# Compilation events, and compiling one at a time

_COMPILE = "numba:compile"
_Listener = find_part("numba.core.event:Listener", "jit.py", Message("core.numba.use.announce"), ("notify",))
_register = find_part("numba.core.event:register", "jit.py", Message("core.numba.use.announce"))
_unregister = find_part("numba.core.event:unregister", "jit.py", Message("core.numba.use.announce"))
_trigger_event = find_part("numba.core.event:trigger_event", "compile_lock.py", Message("core.numba.use.waiting"))
_compiler_lock = find_part(
    "numba.core.compiler_lock:global_compiler_lock", "compile_lock.py", Message("core.numba.use.turns"), ("__enter__",)
)


class _CompileListener(_Listener):  # type: ignore[misc, valid-type]
    """Calls a function whenever Numba starts to compile something that was not in the cache."""

    def __init__(self, heard: Callable[[], None]) -> None:
        self.heard = heard

    def on_start(self, event: Any) -> None:
        self.heard()

    def on_end(self, event: Any) -> None:
        pass


@contextmanager
def hearing_compilation(heard: Callable[[], None]) -> Iterator[None]:
    """Inside the context, call `heard` whenever Numba starts to compile something."""
    if are_missing():  # then nothing is compiled
        yield
        return
    ear = _CompileListener(heard)
    _register(_COMPILE, ear)
    try:
        yield
    finally:
        _unregister(_COMPILE, ear)


def as_if_compiling() -> Any:
    """A context that listeners see as compilation."""
    return _trigger_event(_COMPILE, data={})


def compiler_lock() -> Any:
    """The lock that a thread holds while it compiles; it is reentrant."""
    return _compiler_lock


# Memory inside a kernel

_alloca_once = find_part("numba.core.cgutils:alloca_once", "pointers.py", Message("core.numba.use.tuples"))
find_part(
    "numba.core.base:BaseContext",
    "pointers.py",
    Message("core.numba.use.tuples"),
    ("get_data_type", "get_dummy_value", "make_array", "pack_value", "unpack_value"),
)


def stored(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """The address of a value of that type, on the stack of the kernel being generated."""
    place = _alloca_once(builder, context.get_data_type(kind))
    context.pack_value(builder, kind, value, place)
    return place


def loaded(context: Any, builder: Any, kind: Any, place: Any) -> Any:
    """The value of that type at an address."""
    return context.unpack_value(builder, kind, place)


def address_of(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    """The address of the first element of an array."""
    return context.make_array(kind)(context, builder, array).data


def no_value(context: Any) -> Any:
    """The return value of a function that returns nothing."""
    return context.get_dummy_value()


# What the compiler knows and reports about a function

_run_frontend = find_part("numba.core.compiler:run_frontend", "heuristic_check.py", Message("core.numba.use.returns"))
_infer_types = find_part(
    "numba.core.typed_passes:type_inference_stage",
    "heuristic_check.py",
    Message("core.numba.use.returns"),
)
_target = find_part(
    "numba.core.registry:cpu_target",
    "heuristic_check.py",
    Message("core.numba.use.returns"),
    ("typing_context", "target_context"),
)
_ir = find_part("numba.core:ir", "heuristic_check.py", Message("core.numba.use.returns"), ("Expr", "Return"))

PLACES = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)|(?:at|from) (?P<path>\S[^\n]*?) \((?P<number>\d+)\)')
"""Files and lines in a compiler message."""
UNDEFINED = re.compile(r"name '(\w+)' is not defined")
NO_ATTRIBUTE = re.compile(r"Unknown attribute '(\w+)'|has no attribute '(\w+)'")
UNTYPED = re.compile(r"Untyped global name '(\w+)':?.*?<class '([\w.]+)'>", re.DOTALL)
CALLED, OPERATED = re.compile(r">>> (\w+)\("), re.compile(r"<function (\w+) at")
"""Compiler messages about a name, an attribute, an uncompiled global, a call and an operator."""


def returns(function: Callable[..., Any], kinds: tuple[Any, ...]) -> list[tuple[int, Any]]:
    """The line and type of every `return` of a function, before the types are unified."""
    code = _run_frontend(function)
    typed = _infer_types(_target.typing_context, _target.target_context, code, kinds, None)
    found = [stmt for block in code.blocks.values() for stmt in block.body if isinstance(stmt, _ir.Return)]
    return [(stmt.loc.line, typed.typemap[_value_returned(code, stmt).name]) for stmt in found]


def _value_returned(code: Any, stmt: Any) -> Any:
    """The value that a statement returns, before casting."""
    cast = code.get_definition(stmt.value)
    return cast.value if isinstance(cast, _ir.Expr) and cast.op == "cast" else stmt.value


def place_of_error(problem: Exception) -> tuple[str, int] | None:
    """The file and line attached to a compiler error."""
    loc = getattr(problem, "loc", None)
    return None if loc is None else (loc.filename, loc.line)
