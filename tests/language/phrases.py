"""What the sources say to people, collected from their syntax trees: the keys of messages, and phrases in English.

A phrase is a text with a space and a word in it that is no documentation. What is filled in later is `{0}`, `{1}` …
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src" / "plyground"
LAYERS = ("core", "games", "search", "solve", "play", "review", "terminal", "web")
"""The layers whose every word reaches people through the catalogue."""
ERRORS = (*LAYERS, "cli", "lab", "learn")
"""The layers whose errors do; the command line explains its options in English, and so do the lab's reports."""

SQL = r"\s*(CREATE|PRAGMA|BEGIN|SAVEPOINT|RELEASE|ROLLBACK|SELECT|INSERT|UPDATE|DELETE|ALTER)\b.*"
TYPES = r"text/\w+; charset=utf-8"
STYLES = r"bold cyan|bold \{0\}.*| on \{0\}"
NAMES = r"[^.]*"
"""What planes and answers of a network are called: no sentence."""
NO_PHRASES = {
    "core/jit.py": r".* is no place for kernels: .*",
    "core/numba_internals.py": r".*(\(\?P<|\(\\w\+\)).*",
    "games/eximo/__init__.py": r"\.bbbbbb\./.*",
    **{f"games/{game}/planes.py": NAMES for game in ("hex", "blockit", "eximo", "neutreeko", "morris")},
    "play/paths.py": r"Library/Application Support/plyground",
    "play/agents/watchdog.py": r"from plyground\.play\.agents\.search_process import .*",
    "games/hex/levels.py": r"Pesquisa com Adversários: .*",
    "games/morris/levels.py": r"Pesquisa com Adversários: .*",
    "games/blockit/levels.py": r"Resolução do jogo .*",
    "play/external/clients.py": (
        r"(text|setoption|go|boardsize|known_command|param_game|play|genmove|time_left|# \w+)\b.*"
    ),
    "play/records/text_format.py": r"\(\?P<space>.*",
    "core/move_comments.py": r"\[%.*|.*\\\[%emt.*",
    "play/store/store.py": SQL,
    "play/store/sqlite_file.py": rf"{SQL}|id name game .*|game ply move .*|game data|schema \{{0\}}|\{{0\}}: \{{1\}}",
    "play/store/rows.py": SQL,
    "play/summary.py": r"\{0\} a play",
    "play/external/sync.py": r"SyncedGame \| None",
    "play/agents/weights.py": r"game = .*",
    "play/external/wire.py": r"(estimate|nodes|info|multipv)\b.*",
    "review/opening_map.py": r'\{"maps": \[.*',
    "terminal/board_view.py": STYLES,
    "terminal/opening_view.py": r"(white|black) on #\w+",
    "terminal/saved_games.py": r"plyground saved resume \{0\}",
    "terminal/menu.py": STYLES,
    "terminal/numbered_questions.py": STYLES,
    "terminal/screen.py": r"tab: complete|set enable-bracketed-paste off",
    "terminal/match_view.py": STYLES,
    "web/http_api.py": rf'{TYPES}|attachment; filename="\{{0\}}"',
    "web/auth.py": r"<.*",
    "web/errors.py": r", \| or ",
    "web/transport.py": r"\{0\} \(\{1\} more in the meantime\)",
    "web/guard.py": r"the (header|host|origin|request) .*|there is no origin|.*This request is refused: .*",
    "web/state.py": r"A visitor's request failed\.",
    "web/permissions.py": r"seated guest|if the other person agrees|while the host's page is open.*|\|.*| \| ",
    "web/token_file.py": r"<.*",
    "web/tables/autosave.py": r"A game could not be saved(\.|: %s)|there was no time left",
    "web/sessions.py": r"\{0\}=\{1\}; Path=.*",
    "web/static_files.py": TYPES,
    "web/tables/table.py": r"\{0\}, depth \{1\}",
}
"""Texts with a space in them that are no sentences for people (SQL, a protocol, a style, what the guard says to other
sites, a line of the log, a program for another process, an estimate, a time or nodes in a record, the title of a
report), by file, as patterns."""


def templates(path: Path) -> Iterator[str]:
    """The phrases of one file."""
    inner = NO_PHRASES.get(path.relative_to(SOURCES).as_posix(), r"(?!)")
    for text in texts_in(ast.parse(path.read_text(encoding="utf-8"))):
        if is_phrase(text) and not re.fullmatch(inner, text, re.DOTALL):
            yield text


def texts_in(node: ast.AST) -> Iterator[str]:
    """Every text in a syntax tree, with places for what is filled in, but no documentation."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield template(node)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from texts_in(part.value)
    else:
        for child in ast.iter_child_nodes(node):
            yield from texts_in(child)


def template(text: ast.JoinedStr) -> str:
    """An f-string as a text with numbered places."""
    places = iter(range(100))
    return "".join(str(part.value) if isinstance(part, ast.Constant) else f"{{{next(places)}}}" for part in text.values)


def is_phrase(text: str) -> bool:
    """Whether a text is for people: it has a space and a word."""
    return " " in text.strip() and re.search(r"[A-Za-z]{2,}", re.sub(r"\{\d+\}", "", text)) is not None


def all_phrases() -> list[tuple[str, str]]:
    """The file and the phrase, of every phrase of the layers."""
    return [
        (path.relative_to(SOURCES).as_posix(), phrase)
        for layer in LAYERS
        for path in sorted((SOURCES / layer).rglob("*.py"))
        for phrase in dict.fromkeys(templates(path))
    ]


def raised() -> Iterator[tuple[str, str]]:
    """The file and the phrase, of every phrase with which an error is made."""
    for layer in ERRORS:
        for path in sorted((SOURCES / layer).rglob("*.py")):
            inner = NO_PHRASES.get(path.relative_to(SOURCES).as_posix(), r"(?!)")
            for phrase in raised_in(path):
                if not re.fullmatch(inner, phrase, re.DOTALL):
                    yield path.relative_to(SOURCES).as_posix(), phrase


def raised_in(path: Path) -> Iterator[str]:
    """The phrases with which a file makes errors."""
    for call in calls(ast.parse(path.read_text(encoding="utf-8"))):
        if name_of(call).endswith("Error"):
            yield from (text for argument in call.args for text in texts_in(argument) if is_phrase(text))


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Every call in a syntax tree."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def name_of(call: ast.Call) -> str:
    """What is called."""
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def messages() -> Iterator[tuple[str, ast.Call]]:
    """The file and the call, of every message that is made."""
    for path in sorted(SOURCES.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        made = (call for call in calls(tree) if name_of(call) in ("Message", "message_or") and call.args)
        yield from ((path.relative_to(SOURCES).as_posix(), call) for call in made)


def key_patterns(argument: ast.expr) -> list[str]:
    """The keys that an argument can be, as patterns; a variable's are found where they are written."""
    if isinstance(argument, ast.Constant):
        return [re.escape(str(argument.value))]
    if isinstance(argument, ast.JoinedStr):
        return [re.sub(r"\\\{\d\\\}", r"[\\w-]+", re.escape(template(argument)))]
    return []


def all_texts() -> set[str]:
    """Every text and f-string of the sources, as patterns."""
    found: set[str] = set()
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                found.update(key_patterns(node))
    return found
