"""Numba's private API, each part under a name of our own: no other file of the package uses Numba's internals.

Numba keeps its decorators, its types and `numba.extending` stable; the parts listed here may change with any release.
So each part is looked up along with the attributes we need, and a missing one raises a clear error as soon as a kernel
is called. Code without kernels keeps working, and so does plain Python (`NUMBA_DISABLE_JIT=1`).
tests/core/test_numba_internals.py checks the behaviour of each part.
"""

import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, wraps
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Any, NamedTuple

import numba
from numba import types

from plyground.core.errors import PlygroundError
from plyground.language import Message

PACKAGE_NAME = __name__.partition(".")[0]


class NumbaPartError(PlygroundError):
    """The installed Numba lacks a part needed to compile kernels."""


class Part(NamedTuple):
    """A Numba internal: its location, required attributes, which of our files needs it, and for what."""

    module: str
    name: str
    has: tuple[str, ...]
    user: str
    use: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


class _NotThere:
    """Placeholder for a missing part; never actually used."""


PARTS: list[Part] = []
_missing: list[tuple[Part, str]] = []


def _part(
    place: str, user: str, use: str, has: tuple[str, ...] = (), example: Callable[[Any], Any] = lambda part: part
) -> Any:
    """The part at `module:name`, recorded with the attributes that it, or an example made from it, must have."""
    module, _, name = place.partition(":")
    part = Part(module, name, has, user, use)
    PARTS.append(part)
    try:
        found = getattr(import_module(module), name)
        shape = example(found)
    except Exception:
        _missing.append((part, str(part)))
        return _NotThere
    _missing.extend((part, f"{part}.{attribute}") for attribute in has if not hasattr(shape, attribute))
    return found


def check_parts() -> None:
    """Raise an error that names the first missing part, if any."""
    for part, missing in _missing:
        command = shlex.join([sys.executable, "-m", "pip", "install", _wanted()])
        raise NumbaPartError(
            Message(
                "core.numba.lacks",
                version=numba.__version__,
                part=missing,
                user=part.user,
                use=part.use,
                command=command,
            )
        )


def are_missing() -> bool:
    """True if this Numba lacks a part."""
    return bool(_missing)


def refusing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Replacement for a kernel when a part is missing: calling it raises the error."""

    @wraps(function)
    def refuse(*arguments: Any) -> None:
        check_parts()

    return refuse


def _wanted() -> str:
    """The Numba versions that the package requires, from its dependencies."""
    with suppress(PackageNotFoundError):
        for wanted in requires(PACKAGE_NAME) or ():
            if re.match(r"numba\b(?!-)", wanted):
                return wanted
    return "numba"


# Start

_BLAS = "scipy.linalg"


def _spare_scipy() -> None:
    """Load Numba's array functions without SciPy: searching it for BLAS takes longer than loading a kernel.

    No kernel multiplies matrices. SciPy can still be imported as usual afterwards.
    """
    if _BLAS in sys.modules or "numba.np.arraymath" in sys.modules:
        return
    sys.modules[_BLAS] = None  # type: ignore[assignment]
    try:
        import_module("numba.np.arraymath")
    finally:
        del sys.modules[_BLAS]


_spare_scipy()


# Settings and options

_config = _part("numba.core:config", "jit.py", Message("core.numba.use.debugger"), ("DISABLE_JIT",))
_part(
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


_part(
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


def return_type(compiled: Any, kinds: tuple[Any, ...]) -> Any:
    """The return type of the compiled form for arguments of these types."""
    return compiled.overloads[kinds].signature.return_type


# Kernels that only other kernels call

_JITCodeLibrary = _part(
    "numba.core.codegen:JITCodeLibrary",
    "jit.py",
    Message("core.numba.use.link"),
    (
        "_ensure_finalized",
        "_finalize_dynamic_globals",
        "_finalize_final_module",
        "_get_module_for_linking",
        "_optimize_final_module",
        "_verify_declare_only_symbols",
        "codegen",
        "serialize_using_object_code",
    ),
)
_CompileResult = _part(
    "numba.core.compiler:CompileResult", "kernel_cache.py", Message("core.numba.use.link"), ("_rebuild", "_replace")
)
_CompilerBase = _part("numba.core.compiler:CompilerBase", "jit.py", Message("core.numba.use.link"))
_DefaultPassBuilder = _part(
    "numba.core.compiler:DefaultPassBuilder", "jit.py", Message("core.numba.use.link"), ("define_nopython_pipeline",)
)
_LoweringPass = _part("numba.core.compiler_machinery:LoweringPass", "jit.py", Message("core.numba.use.link"))
_register_pass = _part("numba.core.compiler_machinery:register_pass", "jit.py", Message("core.numba.use.link"))
_AnnotateTypes = _part("numba.core.typed_passes:AnnotateTypes", "jit.py", Message("core.numba.use.link"))
_parse_bitcode = _part("llvmlite.binding:parse_bitcode", "kernel_cache.py", Message("core.numba.use.link"))


class _Forwarding:
    """Stands for another object, except where a subclass says otherwise."""

    def __init__(self, other: Any) -> None:
        self._other = other

    def __getattr__(self, name: str) -> Any:
        return getattr(self._other, name)


class _CodegenForLinking(_Forwarding):
    """Numba's code generator, as a library that stays without machine code may use it."""

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing to set: there is no address yet."""

    def unserialize_library(self, stored: tuple[str, str, tuple[bytes, bytes]]) -> Any:
        name, _, (_, bitcode) = stored
        return LinkedLibrary(self._other, name).holding(_parse_bitcode(bitcode))


class _TargetForLinking(_Forwarding):
    """Numba's target, for libraries that stay without machine code."""

    def codegen(self) -> Any:
        return _CodegenForLinking(self._other.codegen())


class LinkedLibrary(_JITCodeLibrary):  # type: ignore[misc, valid-type]
    """The code of a kernel that only kernels call: linked with what it calls, and left at that.

    Numba optimises each function together with everything below it, then generates its machine code. Only kernels
    called from Python ever run as such; all others are optimised and generated again as parts of these. Doing it once
    takes a third to a half of the time off a first compilation, and the result is as fast.
    """

    @property
    def codegen(self) -> Any:
        """The code generator, which has no address to set for this library."""
        return _CodegenForLinking(self._codegen)

    def holding(self, module: Any) -> Any:
        """The library itself, with a module that has all it needs."""
        self._final_module = self._shared_module = module
        self._finalize_final_module()
        return self

    def get_pointer_to_function(self, name: str) -> int:
        """No address: the library is only linked."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """What the cache stores, in Numba's form: no machine code, and the bitcode to link."""
        self._ensure_finalized()
        return self.name, "object", (b"", self._get_module_for_linking().as_bitcode())

    def _optimize_final_module(self) -> None:
        """Left to the caller, which knows more."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@cache
def linking_compiler() -> Any:
    """The compiler of kernels that only kernels call: Numba's, except that the result is a `LinkedLibrary`."""

    @_register_pass(mutates_CFG=False, analysis_only=False)
    class TakeLinkedLibrary(_LoweringPass):  # type: ignore[misc, valid-type]
        _name = "take_linked_library"

        def __init__(self) -> None:
            super().__init__()

        def run_pass(self, state: Any) -> bool:
            state.library = LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
            return False

    class LinkingCompiler(_CompilerBase):  # type: ignore[misc, valid-type]
        def define_pipelines(self) -> list[Any]:
            passes = _DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes.add_pass_after(TakeLinkedLibrary, _AnnotateTypes)
            passes.finalize()
            return [passes]

    return LinkingCompiler


# The cache

NoCache = _part(
    "numba.core.caching:NullCache",
    "kernel_cache.py",
    Message("core.numba.use.folder"),
    ("load_overload", "save_overload"),
)
_FunctionCache = _part(
    "numba.core.caching:FunctionCache",
    "kernel_cache.py",
    Message("core.numba.use.disk"),
    ("_impl_class", "flush", "load_overload", "save_overload"),
)
_CompileResultCache = _part(
    "numba.core.caching:CompileResultCacheImpl",
    "kernel_cache.py",
    Message("core.numba.use.files"),
    ("filename_base", "get_filename_base", "locator"),
)
_normalize_signature = _part(
    "numba.core.sigutils:normalize_signature", "kernel_cache.py", Message("core.numba.use.types")
)


class FolderCache(_FunctionCache):  # type: ignore[misc, valid-type]
    """Numba's cache of a function in a folder of our choice: Numba's own setting would apply to all functions."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._impl_class = lambda function: _Place(function, folder)
        super().__init__(function)


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
        return _CompileResult._rebuild(_TargetForLinking(target_context), *payload)._replace(
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
_Listener = _part("numba.core.event:Listener", "jit.py", Message("core.numba.use.announce"), ("notify",))
_register = _part("numba.core.event:register", "jit.py", Message("core.numba.use.announce"))
_unregister = _part("numba.core.event:unregister", "jit.py", Message("core.numba.use.announce"))
_trigger_event = _part("numba.core.event:trigger_event", "compile_lock.py", Message("core.numba.use.waiting"))
_compiler_lock = _part(
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

_alloca_once = _part("numba.core.cgutils:alloca_once", "pointers.py", Message("core.numba.use.tuples"))
_part(
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

_run_frontend = _part("numba.core.compiler:run_frontend", "heuristic_check.py", Message("core.numba.use.returns"))
_infer_types = _part(
    "numba.core.typed_passes:type_inference_stage",
    "heuristic_check.py",
    Message("core.numba.use.returns"),
)
_target = _part(
    "numba.core.registry:cpu_target",
    "heuristic_check.py",
    Message("core.numba.use.returns"),
    ("typing_context", "target_context"),
)
_ir = _part("numba.core:ir", "heuristic_check.py", Message("core.numba.use.returns"), ("Expr", "Return"))

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
