"""Kernels that only other kernels call: linked into those called from Python, without machine code of their own."""

from functools import cache
from typing import Any

from plyground.core.numba_parts import find_part
from plyground.language import Message

_JITCodeLibrary = find_part(
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
CompileResult = find_part(
    "numba.core.compiler:CompileResult", "kernel_cache.py", Message("core.numba.use.link"), ("_rebuild", "_replace")
)
_CompilerBase = find_part("numba.core.compiler:CompilerBase", "jit.py", Message("core.numba.use.link"))
_DefaultPassBuilder = find_part(
    "numba.core.compiler:DefaultPassBuilder", "jit.py", Message("core.numba.use.link"), ("define_nopython_pipeline",)
)
_LoweringPass = find_part("numba.core.compiler_machinery:LoweringPass", "jit.py", Message("core.numba.use.link"))
_register_pass = find_part("numba.core.compiler_machinery:register_pass", "jit.py", Message("core.numba.use.link"))
_AnnotateTypes = find_part("numba.core.typed_passes:AnnotateTypes", "jit.py", Message("core.numba.use.link"))
_parse_bitcode = find_part("llvmlite.binding:parse_bitcode", "kernel_cache.py", Message("core.numba.use.link"))


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


class TargetForLinking(_Forwarding):
    """Numba's target, for libraries that stay without machine code."""

    def codegen(self) -> Any:
        """Numba's code generator, for such libraries."""
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
