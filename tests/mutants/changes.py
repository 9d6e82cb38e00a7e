"""Every small wrong change that can be made to one line of a source file, found in its syntax tree."""

import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

COMPARISONS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
OPERATORS = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "|"),
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNSEEN = {"flush", "join", "shutdown", "debug", "info", "warning", "exception"}
"""Methods whose call may be dropped unseen: they wait, tidy up or write a log."""
SYMMETRIC = {"union", "isclose", "hypot"}
"""Calls whose arguments may change places."""
WORDS_FOR_PEOPLE = {"print", "round", "Option", "Argument", "Switch", "Number", "Algorithm", "TypeVar", "cast"}
"""Calls whose arguments are mostly texts, types, or how a number is shown."""

Node = ast.AST


@dataclass(frozen=True)
class Change:
    """One line of a file, as it is and as it will be."""

    file: str
    line: int
    before: str
    after: str
    kind: str

    @property
    def key(self) -> str:
        """A name that stays the same while the line does."""
        return f"{self.file}:{self.line}: {self.before.strip()} => {self.after.strip()}"

    def apply(self, source: str) -> str:
        """The source with the changed line."""
        lines = source.splitlines(keepends=True)
        assert lines[self.line - 1].rstrip("\n") == self.before, f"{self.file} is not the file that was read"
        lines[self.line - 1] = self.after + "\n"
        return "".join(lines)


@dataclass(frozen=True)
class Source:
    """A file and its lines."""

    file: str
    lines: list[str]

    def text(self, node: Node) -> str | None:
        """The source of a node, if it stands on one line."""
        if node.lineno != node.end_lineno:  # type: ignore[attr-defined]
            return None
        return self.encoded(node.lineno)[node.col_offset : node.end_col_offset].decode()  # type: ignore[attr-defined]

    def encoded(self, line: int) -> bytes:
        """A line as the offsets of the syntax tree count it."""
        return self.lines[line - 1].encode()

    def change(self, line: int, start: int, end: int, new: str, kind: str) -> Change:
        """The line with the bytes from `start` to `end` replaced."""
        old = self.encoded(line)
        after = (old[:start] + new.encode() + old[end:]).decode()
        return Change(self.file, line, self.lines[line - 1], after, kind)

    def replace(self, node: Node, new: str, kind: str) -> Iterator[Change]:
        """The change of a whole node, if it stands on one line."""
        if self.text(node) is not None:
            yield self.change(node.lineno, node.col_offset, node.end_col_offset, new, kind)  # type: ignore[attr-defined]

    def between(self, left: Node, right: Node, signs: tuple[str, str], kind: str) -> Iterator[Change]:
        """The change of the sign between two operands, if all of it stands on one line."""
        line, start, end = left.end_lineno, left.end_col_offset, right.col_offset  # type: ignore[attr-defined]
        if line != right.lineno:  # type: ignore[attr-defined]
            return
        gap = self.encoded(line)[start:end].decode()
        if gap.count(signs[0]) == 1:
            yield self.change(line, start, end, gap.replace(*signs), kind)


def is_for_people(node: Node) -> bool:
    """Whether a node only holds words, types or what is not run: nothing in it is changed."""
    if isinstance(node, ast.Raise | ast.JoinedStr | ast.Import | ast.ImportFrom | ast.Assert):
        return True
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return name in WORDS_FOR_PEOPLE
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return node.value.id in ("Annotated", "Callable", "Literal")
    if isinstance(node, ast.keyword):
        return node.arg in ("strict", "slots", "maxsize")  # says what is so anyway, or how much is kept
    if isinstance(node, ast.Assign):
        return "SECONDS" in ast.unparse(node.targets[0]) or is_setting(node)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
        return node.value.func.attr in UNSEEN
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def is_setting(node: ast.Assign) -> bool:
    """Whether this gives a constant a plain number above two: one more would be another choice, and no mistake."""
    value, target = node.value, node.targets[0]
    number = isinstance(value, ast.Constant) and isinstance(value.value, int | float) and value.value > 2
    return number and isinstance(target, ast.Name) and target.id.isupper()


def parts(node: Node) -> Iterator[Node]:
    """The children of a node that are run: no annotations, no decorators."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child


def changes_of(source: Source, node: Node) -> Iterator[Change]:
    """The changes of a node itself."""
    match node:
        case ast.Compare(left=left, ops=ops, comparators=others):
            for before, sign, after in zip([left, *others], ops, others, strict=False):
                yield from source.between(before, after, COMPARISONS[type(sign)], "comparison")
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            yield from source.between(left, right, OPERATORS[type(op)], "operator")
        case ast.BoolOp(op=op, values=[first, second, *_]):
            signs = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
            yield from source.between(first, second, signs, "and/or")
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield from source.replace(node, source.text(operand) or "", "sign")
        case ast.Constant(value=bool() as value):
            yield from source.replace(node, str(not value), "constant")
        case ast.Constant(value=int() as number):
            yield from source.replace(node, f"{number + 1}", "constant")
        case ast.Constant(value=float() as number):
            yield from source.replace(node, f"{2 * number or 1.0}", "constant")
        case ast.Call(func=ast.Name(id=name) as function) if name in TWINS:
            yield from source.replace(function, TWINS[name], "twin")
        case ast.Call(func=function, args=[first, second, *_]) if ast.unparse(function) not in SYMMETRIC:
            if type(first) is type(second):  # a type error is no mistake to fear
                yield from swapped(source, first, second)
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield from source.replace(test, f"not ({source.text(test)})", "condition")
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Break() | ast.Continue():
            yield from source.replace(node, "pass", "dropped")
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield from source.replace(node, "pass", "dropped")


def swapped(source: Source, first: Node, second: Node) -> Iterator[Change]:
    """The first two arguments of a call exchanged."""
    one, other = source.text(first), source.text(second)
    if one and other and one not in (other, "rules") and first.lineno == second.lineno:  # type: ignore[attr-defined]
        end = second.end_col_offset  # type: ignore[attr-defined]
        middle = source.encoded(first.lineno)[first.end_col_offset : second.col_offset].decode()  # type: ignore[attr-defined]
        yield source.change(first.lineno, first.col_offset, end, f"{other}{middle}{one}", "swapped")  # type: ignore[attr-defined]


def walk(source: Source, node: Node) -> Iterator[Change]:
    """The changes of a node and of all below it."""
    if is_for_people(node):
        return
    yield from changes_of(source, node)
    for child in parts(node):
        yield from walk(source, child)


def all_changes(root: Path, folder: str) -> list[Change]:
    """Every change of the files below a folder, in order."""
    found: list[Change] = []
    for path in sorted((root / folder).rglob("*.py")):
        text = path.read_text()
        source = Source(path.relative_to(root).as_posix(), text.splitlines())
        found += walk(source, ast.parse(text))
    return found


def compiles(root: Path, change: Change) -> bool:
    """Whether Python can read the changed file."""
    try:
        ast.parse(change.apply((root / change.file).read_text()))
    except SyntaxError:
        return False
    return True


def sample(root: Path, changes: list[Change], count: int, seed: int) -> list[Change]:
    """So many of them that compile, each of another line, every line as likely as any other."""
    by_line: dict[tuple[str, int], list[Change]] = {}
    for change in changes:
        by_line.setdefault((change.file, change.line), []).append(change)
    dice = random.Random(seed)
    lines = sorted(by_line)
    dice.shuffle(lines)
    chosen = (dice.choice(by_line[line]) for line in lines)
    return list(islice((change for change in chosen if compiles(root, change)), count))
