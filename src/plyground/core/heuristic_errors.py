"""Error messages for heuristics, in two lines: the user's file and line with the fault, then what would be right.

The compiler's messages are about the compiler. They are parsed only for the location and kind of the error; the
message is derived from the line itself.
"""

import ast
import builtins
import difflib
import inspect
import linecache
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numba
from numba import types

from plyground.core.errors import HeuristicError
from plyground.core.numba_internals import CALLED, NO_ATTRIBUTE, OPERATED, PLACES, UNDEFINED, UNTYPED, place_of_error
from plyground.language import Message

OURS = Path(__file__).resolve().parent.parent
THEIRS = Path(numba.__file__).resolve().parent

STATEMENTS: dict[type[ast.AST], str] = {
    ast.Raise: "raise",
    ast.Assert: "assert",
    ast.Try: "try",
    ast.With: "with",
    ast.Import: "import",
    ast.ImportFrom: "import",
    ast.Yield: "yield",
    ast.YieldFrom: "yield",
    ast.Await: "await",
}
"""Constructs that a heuristic does not need, although some would compile."""
VALUES: dict[type[ast.AST], str] = {
    ast.Dict: Message("core.construct.dict"),
    ast.DictComp: Message("core.construct.dict"),
    ast.List: Message("core.construct.list"),
    ast.ListComp: Message("core.construct.list"),
    ast.Set: Message("core.construct.set"),
    ast.SetComp: Message("core.construct.set"),
    ast.GeneratorExp: Message("core.construct.generator"),
    ast.JoinedStr: Message("core.construct.text"),
}
MAKERS = {
    "dict": Message("core.construct.dict"),
    "list": Message("core.construct.list"),
    "set": Message("core.construct.set"),
    "str": Message("core.construct.text"),
    "sorted": Message("core.construct.list"),
    "repr": Message("core.construct.text"),
}
OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "iadd": "+=",
    "isub": "-=", "imul": "*=", "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "lt": "<",
    "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=", "getitem": "[]", "setitem": "[]", "contains": "in",
    "neg": "-", "invert": "~",
}  # fmt: skip

LEAVE_OUT = Message("core.heuristic.leave_out")
NO_OBJECTS = Message("core.heuristic.compute_with")
WHOLE = Message("core.heuristic.divide")
END = Message("core.heuristic.always_return")


class Mistake(NamedTuple):
    """What is wrong, and what would be right."""

    wrong: str
    right: str


class SourceLine(NamedTuple):
    """A line of a file."""

    file: str
    line: int

    def error(self, mistake: Mistake) -> HeuristicError:
        """The error for a mistake on this line."""
        return HeuristicError(
            Message(
                "core.heuristic.mistake",
                file=shown(self.file),
                line=self.line,
                wrong=mistake.wrong,
                right=mistake.right,
            )
        )


def shown(file: str) -> str:
    """The name of a file, as short as the user would type it."""
    inside = os.path.relpath(file) if Path(file).is_absolute() and Path(file).is_relative_to(Path.cwd()) else file
    return inside if inside.isprintable() else repr(inside)


def beginning(function: Callable[..., Any]) -> SourceLine:
    """The line of a function's `def`, below its decorators."""
    found, code = definition(function), function.__code__
    return SourceLine(code.co_filename, code.co_firstlineno if found is None else found.lineno)


def definition(function: Callable[..., Any]) -> ast.FunctionDef | None:
    """The definition of a function in its file, as the file is now."""
    for node in _nodes(function.__code__.co_filename):
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first == function.__code__.co_firstlineno:
                return node
    return None


def place_of_class(weights: Any, function: Callable[..., Any], field: str = "") -> SourceLine:
    """Where a weights class, or one of its fields, is defined; otherwise where its heuristic is."""
    owner = weights if isinstance(weights, type) else type(weights)
    file = getattr(sys.modules.get(owner.__module__), "__file__", None) or function.__code__.co_filename
    for node in _nodes(file):
        if isinstance(node, ast.ClassDef) and node.name == owner.__name__:
            fields = [part for part in node.body if isinstance(part, ast.AnnAssign)]
            lines = [part.lineno for part in fields if ast.unparse(part.target) == field]
            return SourceLine(file, [*lines, node.lineno][0])
    return beginning(function)


def _nodes(file: str) -> list[ast.AST]:
    """The syntax nodes of a file, from top to bottom; empty if its text is not available."""
    linecache.checkcache(file)
    try:
        return sorted(_placed(ast.parse("".join(linecache.getlines(file)))), key=_line)
    except (SyntaxError, ValueError):
        return []


def _placed(tree: ast.AST) -> Iterator[ast.AST]:
    return (node for node in ast.walk(tree) if hasattr(node, "lineno"))


def _body(function: Callable[..., Any]) -> list[ast.AST]:
    """All syntax nodes in the body of a function."""
    found = definition(function)
    return [] if found is None else [part for statement in found.body for part in _placed(statement)]


def out_of_place(function: Callable[..., Any]) -> HeuristicError | None:
    """The error for a statement that no heuristic needs."""
    for node in _body(function):
        prints = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
        word = "print" if prints else STATEMENTS.get(type(node))
        if word is not None:
            return SourceLine(function.__code__.co_filename, _line(node)).error(_unusable(word, LEAVE_OUT))
    return None


def _unusable(what: str, right: str) -> Mistake:
    return Mistake(Message("core.heuristic.unusable", construct=what), right)


def uncompiled(function: Callable[..., Any], problem: Exception, known: dict[str, Any]) -> HeuristicError:
    """The error for a function that does not compile; `known` maps its parameters to example values."""
    text, body = str(problem), _body(function)
    place = next(_places(text), None) or _place_of(problem) or beginning(function)
    nodes = [node for node in _nodes(place.file) if _covers(node, place.line)]
    missing = _undefined(text, _names(function), known)
    if missing is not None:
        return _use_of(missing.wrong.split("'")[1], place).error(missing)
    found = _attribute(text, nodes or body, known) or _untyped(text)
    if found is not None:
        return place.error(found)
    for node in [*nodes, *body]:
        found = _made(text, node)
        if found is not None:
            return SourceLine(place.file if node in nodes else beginning(function).file, _line(node)).error(found)
    return place.error(_called(text, _names(function)) or Mistake(Message("core.heuristic.uncompilable"), NO_OBJECTS))


def _use_of(name: str, place: SourceLine) -> SourceLine:
    """The first line of the file that uses a name."""
    used = [node for node in _nodes(place.file) if isinstance(node, ast.Name) and node.id == name]
    return SourceLine(place.file, _line(used[0])) if used else place


def _line(node: ast.AST) -> int:
    line: int = getattr(node, "lineno", 1)
    return line


def _places(text: str) -> Iterator[SourceLine]:
    """The user's lines named by the compiler, innermost first."""
    for found in PLACES.finditer(text):
        file = Path(found["file"] or found["path"]).resolve()
        if file.is_file() and not file.is_relative_to(OURS) and not file.is_relative_to(THEIRS):
            yield SourceLine(str(file), int(found["line"] or found["number"]))


def _place_of(problem: Exception) -> SourceLine | None:
    """The line attached to a compiler error, or the last one in a Python traceback."""
    told, trace, last = place_of_error(problem), problem.__traceback__, None
    if told is not None:
        return SourceLine(*told)
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename).resolve()
        if not file.is_relative_to(OURS) and not file.is_relative_to(THEIRS) and file.is_file():
            last = SourceLine(str(file), trace.tb_lineno)
        trace = trace.tb_next
    return last


def _covers(node: ast.AST, line: int) -> bool:
    """True if an expression or simple statement begins or ends on a line."""
    return line in (getattr(node, "lineno", 0), getattr(node, "end_lineno", 0))


def _names(function: Callable[..., Any]) -> dict[str, Any]:
    return vars(builtins) | function.__globals__


def _undefined(text: str, names: dict[str, Any], known: dict[str, Any]) -> Mistake | None:
    """An undefined name."""
    found = UNDEFINED.search(text)
    if found is None:
        return None
    inside = {field: f"{name}.{field}" for name, value in known.items() for field in getattr(value, "_fields", ())}
    close = difflib.get_close_matches(found[1], [*names, *known, *inside], n=1)
    right = (
        Message("core.did_you_mean", name=inside.get(close[0], close[0])) if close else Message("core.heuristic.define")
    )
    return Mistake(Message("core.heuristic.undefined", name=repr(found[1])), right)


def _attribute(text: str, nodes: list[ast.AST], known: dict[str, Any]) -> Mistake | None:
    """An attribute that rules, weights or state do not have."""
    found = NO_ATTRIBUTE.search(text)
    if found is None:
        return None
    name = found[1] or found[2]
    owners = [ast.unparse(node.value) for node in nodes if isinstance(node, ast.Attribute) and node.attr == name]
    if not owners:
        return None
    wrong = Message("core.heuristic.no_attribute", name=repr(name), owner=owners[0])
    return Mistake(wrong, _fields(owners[0], name, known))


def _fields(owner: str, name: str, known: dict[str, Any]) -> str:
    """The names that could have been meant instead."""
    if name in vars(type(known.get(owner))):
        return Message("core.heuristic.write_weight", name=name, weights=type(known[owner]).__name__)
    if hasattr(known.get(owner), "_fields"):
        names = ", ".join(known[owner]._fields) or Message("core.nothing")
        return Message("core.heuristic.attributes", owner=owner, names=names)
    if owner in known:
        return Message("core.heuristic.state_words", owner=owner)
    return Message("core.heuristic.look_up")


def _untyped(text: str) -> Mistake | None:
    """A global name whose value cannot be compiled."""
    found = UNTYPED.search(text)
    if found is None:
        return None
    if found[2] in ("function", "method"):
        right = Message("core.heuristic.write_kernel", name=found[1])
        return Mistake(Message("core.heuristic.plain_function", name=repr(found[1])), right)
    return Mistake(
        Message("core.heuristic.uncompilable_value", name=repr(found[1]), type=found[2].rpartition(".")[2]), NO_OBJECTS
    )


def _made(text: str, node: ast.AST) -> Mistake | None:
    """A newly created object, or a statement that cannot be compiled."""
    if type(node) in STATEMENTS:
        return _unusable(STATEMENTS[type(node)], LEAVE_OUT)
    word = _object_made(node, text)
    return None if word is None else _unusable(word, NO_OBJECTS)


def _object_made(node: ast.AST, text: str) -> str | None:
    """The kind of object that part of a line allocates, as a word."""
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        array = called.startswith(("np.", "numpy.")) and "empty" in text
        return Message("core.construct.new_array") if array else MAKERS.get(called)
    if isinstance(node, ast.List) and isinstance(node.ctx, ast.Store):
        return None
    return VALUES.get(type(node))


def _called(text: str, names: dict[str, Any]) -> Mistake | None:
    """A function or an operator applied to values it does not accept."""
    found = CALLED.search(text) or OPERATED.search(text)
    if found is None:
        return None
    if found[1] in OPERATORS:
        return Mistake(Message("core.heuristic.operator", operator=OPERATORS[found[1]]), NO_OBJECTS)
    meant = names.get(found[1])
    try:
        takes = ", ".join(inspect.signature(getattr(meant, "py_func", meant)).parameters)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return Mistake(Message("core.heuristic.call", name=found[1]), NO_OBJECTS)
    return Mistake(
        Message("core.heuristic.call", name=found[1]), Message("core.heuristic.takes", name=found[1], arguments=takes)
    )


def is_whole(kind: Any) -> bool:
    """True if a type is a signed integer."""
    return isinstance(kind, types.Integer) and bool(kind.signed)


def misreturned(function: Callable[..., Any], kind: Any, at: int | None) -> HeuristicError:
    """The error for a function that does not return an integer, at that line if known."""
    returns = [node for node in _body(function) if isinstance(node, ast.Return)]
    if isinstance(kind, types.Optional) or (isinstance(kind, types.NoneType) and not returns):
        wrong = Message("core.heuristic.may_return_nothing") if returns else Message("core.heuristic.returns_nothing")
        return beginning(function).error(Mistake(wrong, END))
    place = SourceLine(function.__code__.co_filename, at or returns[0].lineno) if at or returns else beginning(function)
    return place.error(_returned(kind))


def _returned(kind: Any) -> Mistake:
    """What is wrong with returning a value of that type."""
    if isinstance(kind, types.Float | types.Complex):
        return Mistake(Message("core.heuristic.returns_fraction"), WHOLE)
    if isinstance(kind, types.Integer):
        return Mistake(Message("core.heuristic.returns_word"), Message("core.heuristic.put_int64"))
    words = {
        types.Boolean: Message("core.construct.bool"),
        types.NoneType: Message("core.nothing"),
        types.UnicodeType: Message("core.construct.text"),
        types.StringLiteral: Message("core.construct.text"),
        types.BaseTuple: Message("core.construct.tuple"),
        types.Array: Message("core.construct.array"),
    }
    word = next((word for of, word in words.items() if isinstance(kind, of)), Message("core.construct.no_number"))
    return Mistake(Message("core.heuristic.returns", what=word), Message("core.heuristic.estimate"))


def unloadable(path: Path, problem: Exception) -> HeuristicError:
    """The error for a plugin file that Python could not run."""
    right = Message("core.plugin.tells_more", file=shown(str(path)))
    if isinstance(problem, SyntaxError):
        place, broken = (
            SourceLine(problem.filename or str(path), problem.lineno or 1),
            Message("core.plugin.syntax", problem=problem.msg),
        )
        return place.error(Mistake(Message("core.plugin.fails", problem=broken), right))
    place = _place_of(problem) or SourceLine(str(path), 1)
    said = f"{type(problem).__name__}: {problem}".rstrip(".").replace("\n", " ")
    return place.error(Mistake(Message("core.plugin.fails", problem=said), right))
