"""Numba's private parts still are what we take them for; what fails here says in a sentence which one changed.

Each check tries one part with a small function, so that a new Numba is judged in seconds, before any game is compiled.
"""

import ast
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba import types

from plyground.core import numba_internals, numba_linking, numba_parts, pointers
from plyground.core.numba_parts import PARTS, NumbaPartError, Part
from plyground.language import language

CORE = Path(numba_internals.__file__).parent
PUBLIC = {"numba", "numba.types", "numba.extending"}
OPEN = {"numba.cuda", "numba.njit", "numba.typeof", "numba.types"}
"""What Numba documents for programs like ours: modules, and names of the first of them."""
OURS_INSIDE = tuple(module.__name__ for module in (numba_parts, numba_linking, numba_internals))
"""Our modules that look inside Numba, each after those it imports."""
INSIDE = {"_cache", "_compiling_counter", "get_call_template", "get_overload", "overloads", "instance_class"}
"""Names of private parts of objects that Numba hands out."""

checks: dict[str, Callable[[Path], bool]] = {}
"""What to try, by the places that it tries."""


def tries(*places: str) -> Callable[[Callable[[Path], bool]], Callable[[Path], bool]]:
    """Make a function the check of these parts."""

    def register(check: Callable[[Path], bool]) -> Callable[[Path], bool]:
        checks.update(dict.fromkeys(places, check))
        return check

    return register


class Pair(NamedTuple):
    """A named tuple of numbers and an array."""

    number: int
    row: Any


def twice(number: int) -> int:
    return number + number


def torn(number: int) -> Any:
    if number > 1:
        return number
    return 0.5


def allocating(size: int) -> Any:
    return np.zeros(size)


def compiled(function: Callable[..., Any], **options: Any) -> Any:
    return numba.njit(**options)(function)


@tries("numba.core.config")
def plain_python_is_told(folder: Path) -> bool:
    return numba_internals.is_interpreted() == (os.environ.get("NUMBA_DISABLE_JIT") == "1")


@tries("numba.core.cpu.CPUTargetOptions")
def options_are_taken(folder: Path) -> bool:
    """A kernel with our options compiles, without wrappers for others than kernels; nor can it make an array."""
    kernel = compiled(twice, **numba_internals.WITHOUT_MEMORY, **numba_internals.FOR_KERNELS_ONLY)
    kernel.compile((types.int64,))
    (code,) = kernel.inspect_llvm().values()
    return code.count("\ndefine ") == 1 and "zeros" in str(refusal(allocating, **numba_internals.WITHOUT_MEMORY))


@tries("numba.core.registry.CPUDispatcher")
def calls_are_served(folder: Path) -> bool:
    """A kernel that calls another compiles the form for kernels alone, once for a constant and a variable."""
    outside, inside = compiled(twice), compiled(twice)
    numba_internals.serve_kernels(outside, inside)
    caller = compiled(lambda number: outside(number) + outside(1))
    seen: list[Any] = []
    numba_internals.compile_within(inside, lambda signature: nullcontext(seen.append(signature)))
    answer = caller(3)
    return answer == 8 and set(seen) == {(types.int64,)} and not outside.overloads and returns_whole(inside)


def returns_whole(kernel: Any) -> bool:
    (kinds,) = kernel.overloads
    return bool(numba_internals.return_type(kernel, kinds) == types.int64)


@tries(
    "numba.core.typing.templates.AbstractTemplate",
    "numba.core.typing.templates.infer",
    "numba.core.typing.templates.infer_global",
)
def rules_are_kernels(folder: Path) -> bool:
    """Where the types say so, kernels that call a function run a kernel instead; the overload is for other targets."""

    def doubled(number: int) -> int:
        return -1

    numba.extending.overload(doubled)(lambda number: lambda number: -2)
    kernel = compiled(twice)
    numba_internals.overload_with_kernel(doubled)(lambda number: kernel if isinstance(number, types.Integer) else None)
    caller = compiled(lambda number: doubled(number))
    return (caller(4), caller(4.0)) == (8, -2) and set(kernel.overloads) == {(types.int64,)}


@tries("numba.core.caching.NullCache", "numba.core.caching.FunctionCache", "numba.core.caching.CompileResultCacheImpl")
def forms_are_kept(folder: Path) -> bool:
    """A form that one dispatcher kept in a folder of ours is loaded by the next, and by none after `flush`."""
    cache, hits = numba_internals.FolderCache(twice, folder), []
    for kernel in (compiled(twice) for _ in range(3)):
        numba_internals.keep_in(kernel, cache)
        kernel(4)
        hits.append(sum(kernel.stats.cache_hits.values()))
        if len(hits) == 2:
            cache.flush()
    return hits == [0, 1, 0] and {path.suffix for path in folder.iterdir()} == {".nbi", ".nbc"}


@tries(
    "llvmlite.binding.parse_bitcode",
    "numba.core.codegen.JITCodeLibrary",
    "numba.core.compiler.CompileResult",
    "numba.core.compiler.CompilerBase",
    "numba.core.compiler.DefaultPassBuilder",
    "numba.core.compiler_machinery.LoweringPass",
    "numba.core.compiler_machinery.register_pass",
    "numba.core.typed_passes.AnnotateTypes",
)
def inner_kernels_are_only_linked(folder: Path) -> bool:
    """A kernel that only kernels call has no machine code of its own, compiled or loaded, and its callers run it."""
    answers, hits = [], []
    for _ in range(2):
        inner = compiled(twice, pipeline_class=numba_linking.linking_compiler(), **numba_internals.FOR_KERNELS_ONLY)
        numba_internals.keep_in(inner, numba_internals.FolderCache(twice, folder))
        middle = compiled(lambda number, inner=inner: inner(number) + 1, **numba_internals.FOR_KERNELS_ONLY)
        answers.append(compiled(lambda number, inner=inner, middle=middle: middle(number) * inner(number))(3))
        hits.append(sum(inner.stats.cache_hits.values()))
        (form,) = inner.overloads.values()
        if not isinstance(form.library, numba_linking.LinkedLibrary) or defines(form.fndesc.llvm_func_name):
            return False
    return answers == [42, 42] and hits == [0, 1]


def defines(name: str) -> bool:
    """True if the process has machine code under that name."""
    return bool(numba_internals._target.target_context.codegen()._engine.is_symbol_defined(name))


@tries("numba.core.sigutils.normalize_signature")
def types_are_known(folder: Path) -> bool:
    """The types of a signature, and the class of a named tuple among them, also inside of another tuple."""
    kind = numba.typeof((1, Pair(1, np.zeros(1))))
    return numba_internals.argument_types((kind,)) == (kind,) and list(numba_internals.classes_in(kind)) == [Pair]


@tries("numba.core.event.Listener", "numba.core.event.register", "numba.core.event.unregister")
def compilation_is_heard(folder: Path) -> bool:
    """It is heard while somebody listens, and not afterwards."""
    heard: list[int] = []
    with numba_internals.hearing_compilation(lambda: heard.append(1)):
        compiled(twice)(1)
    within = len(heard)
    compiled(twice)(1)
    return within == len(heard) > 0


@tries("numba.core.event.trigger_event")
def waiting_sounds_like_compiling(folder: Path) -> bool:
    heard: list[int] = []
    with numba_internals.hearing_compilation(lambda: heard.append(1)), numba_internals.as_if_compiling():
        pass
    return heard == [1]


@tries("numba.core.compiler_lock.global_compiler_lock")
def a_thread_may_lock_twice(folder: Path) -> bool:
    """Compiling, which takes the lock, is possible for who has it."""
    with numba_internals.compiler_lock(), numba_internals.compiler_lock():
        return bool(compiled(twice)(1) == 2)


@tries("numba.core.cgutils.alloca_once", "numba.core.base.BaseContext")
def tuples_are_lent(folder: Path) -> bool:
    """A tuple with an array comes back from its address as it was."""

    def lent(pair: Pair) -> int:
        pointers.send_for(pair.row, 0)
        address = pointers.lend(pair)
        return pointers.borrowed(address).number + pointers.borrowed(address).row[1]

    return bool(compiled(lent, **numba_internals.WITHOUT_MEMORY)(Pair(5, np.array([1, 2]))) == 7)


@tries(
    "numba.core.compiler.run_frontend",
    "numba.core.typed_passes.type_inference_stage",
    "numba.core.registry.cpu_target",
    "numba.core.ir",
)
def returns_are_found(folder: Path) -> bool:
    """Each `return` with its line and the type before both were made one."""
    first = torn.__code__.co_firstlineno
    found = {line - first: str(kind) for line, kind in numba_internals.returns(torn, (types.int64,))}
    return found.keys() == {2, 3} and found[2] == "int64" and "float64" in found[3]


def refusal(function: Callable[..., Any], **options: Any) -> Exception:
    """What the compiler raises for a function of one number."""
    with pytest.raises(Exception, match=r"\w") as caught:
        compiled(function, **options).compile((types.int64,))
    return caught.value


@pytest.mark.parametrize("part", PARTS, ids=str)
def test_a_part_does_what_we_rely_on(part: Part, tmp_path: Path) -> None:
    said = f"Numba {numba.__version__}: {part} no longer does what core/{part.user} needs it for, {part.use}"
    try:
        right = checks[str(part)](tmp_path)
    except Exception as problem:
        pytest.fail(f"{said} ({problem!r})")
    assert right, said


def helper(number: int) -> int:
    return number


def undefined(number: int) -> Any:
    return nobody(number)  # type: ignore[name-defined]  # noqa: F821


def without_attribute(number: Any) -> Any:
    return number.men


def untyped(number: int) -> int:
    return helper(number)


def miscalled(number: int) -> Any:
    return abs(number, number)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("function", "pattern", "found"),
    [
        (undefined, numba_internals.UNDEFINED, "nobody"),
        (without_attribute, numba_internals.NO_ATTRIBUTE, "men"),
        (untyped, numba_internals.UNTYPED, "helper"),
        (miscalled, numba_internals.CALLED, "abs"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_compiler_says_what_is_wrong_in_the_words_we_read(function: Any, pattern: Any, found: str) -> None:
    problem = refusal(function)
    told = pattern.search(str(problem))
    assert told is not None, (
        f"core/heuristic_errors.py reads {pattern.pattern} in a message of Numba's that says: {problem}"
    )
    assert told[1] == found
    place = numba_internals.place_of_error(problem)
    assert place == (__file__, function.__code__.co_firstlineno + 1), "errors carry the place in `loc`"


def changed(place: Part, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of the parts, imported anew with its neighbours for a Numba that lacks one of them."""
    monkeypatch.delattr(sys.modules[place.module], place.name)
    for name in OURS_INSIDE:
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
    return sys.modules[numba_parts.__name__]


@pytest.mark.parametrize("part", PARTS, ids=str)
def test_a_missing_part_is_told_in_one_sentence_when_a_kernel_is_called(
    part: Part, monkeypatch: pytest.MonkeyPatch
) -> None:
    anew = changed(part, monkeypatch)
    assert anew.are_missing()
    hearing = sys.modules[numba_internals.__name__].hearing_compilation
    with hearing(lambda: None), pytest.raises(anew.NumbaPartError) as caught:
        anew.refusing(twice)(1)
    said = str(caught.value)
    assert f"no longer has {part}: core/{part.user} needs it {part.use}. Install" in said
    portuguese = language("pt").translate(said)
    assert f"já não tem {part}: core/{part.user} precisa dele para " in portuguese
    assert part.use not in portuguese


def test_what_a_part_has_lost_is_named() -> None:
    part = Part(
        "numba.core.caching", "FunctionCache", ("forget",), "kernel_cache.py", "to keep compiled kernels on disk"
    )
    module = f"{part.module}:{part.name}"
    parts, missing = len(PARTS), len(numba_parts._missing)
    try:
        assert numba_parts.find_part(module, part.user, part.use, part.has) is not numba_parts.NotThere
        with pytest.raises(NumbaPartError, match=r"no longer has numba\.core\.caching\.FunctionCache\.forget: core/"):
            numba_parts.check_parts()
    finally:
        del PARTS[parts:], numba_parts._missing[missing:]


def test_nothing_is_missing_here() -> None:
    numba_parts.check_parts()
    assert {str(part) for part in PARTS} == set(checks), "every part has a check"


WITHOUT_A_PART = """
import sys
import numba.core.caching
del numba.core.caching.FunctionCache
from plyground.cli import main
for words in ("games", "perft neutreeko --depth 1"):
    sys.argv = ["plyground", *words.split()]
    try:
        main()
    except SystemExit as end:
        print(end.code)
"""


def test_the_command_says_what_is_missing_and_does_what_needs_no_kernel() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_A_PART], capture_output=True, text=True, check=True)
    assert "Neutreeko" in done.stdout
    assert [line for line in done.stdout.splitlines() if line.isdigit() or line == "None"] == ["None", "2"]
    (line,) = done.stderr.splitlines()
    assert "no longer has numba.core.caching.FunctionCache: core/kernel_cache.py" in line


def looks_inside(text: str) -> set[str]:
    """What a source uses of Numba's inside."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {f"{node.module}.{part.name}" for part in node.names if node.module not in PUBLIC - {"numba"}}
        elif isinstance(node, ast.Import):
            found |= {part.name for part in node.names}
        elif isinstance(node, ast.Attribute) and node.attr in INSIDE:
            found.add(node.attr)
    return {name for name in found if name in INSIDE or name.startswith("numba.")} - PUBLIC - OPEN


def test_no_other_file_looks_inside_numba() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(CORE.parent.rglob("*.py"))}
    concerned = {path: text for path, text in sources.items() if any(word in text for word in ("numba", *INSIDE))}
    found = {
        path.name: looks_inside(text)
        for path, text in concerned.items()
        if f"plyground.core.{path.stem}" not in OURS_INSIDE
    }
    assert {name: inside for name, inside in found.items() if inside} == {}, "it belongs into core/numba_internals.py"


@pytest.mark.parametrize(
    "line",
    ["from numba.core import event", "import numba.core", "from numba import core", "kernel._cache = cache"],
)
def test_a_look_inside_is_noticed(line: str) -> None:
    assert looks_inside(line)
