"""Which tests to ask first about a changed file, and which then.

`watched.toml` names the tests that watch each file; after them come those of its layer, then all others.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

GAMES = ("hex", "blockit", "eximo", "neutreeko", "morris")
WATCHED = {
    (f"{folder}/{file}" if folder != "." else file): tuple(f"tests/{path}" for path in paths)
    for folder, files in tomllib.loads((Path(__file__).parent / "watched.toml").read_text()).items()
    for file, paths in files.items()
}
"""The tests that watch a file, by its path in the package; for the files of games with `*` and `{game}`."""
SIGNATURE = "tests/search/test_sameness.py::test_the_bench_signature"
"""Never run: a commit that changes the search updates the signature."""


@dataclass(frozen=True)
class Stage:
    """One call of pytest."""

    name: str
    paths: tuple[str, ...]
    interpreted: bool = False
    """Whether the kernels stay plain Python, which costs no compilation."""
    only: str = ""
    """pytest's -k."""


def stage(*paths: str, only: str = "") -> Stage:
    """The tests at these paths, under the kernels' usual form."""
    return Stage(" ".join(path.removeprefix("tests/") for path in paths) + (only and f" -k {only}"), paths, only=only)


def of_game(game: str) -> Stage:
    """The rules and heuristics of a game as plain Python."""
    paths = (f"tests/games/test_{game}.py", f"tests/games/test_heuristics_{game}.py", "tests/games/test_boards.py")
    return Stage(f"{game}, interpreted", paths, interpreted=True)


ALL_RULES = Stage("rules, interpreted", tuple(f"tests/games/test_{game}.py" for game in GAMES), interpreted=True)


def quick(folder: str, *names: str) -> Stage:
    """The tests of a folder that take seconds, before the whole folder is asked."""
    return stage(*(f"tests/{folder}/test_{name}.py" for name in names))


LAB = quick("lab", "figures", "plots", "ratings", "sprt", "reports", "studies_verdicts")
PLAY = quick("play", "record", "sgf", "hexworld", "clock", "match", "store", "sqlite_file")
WEB = quick("web", "seats", "http", "game", "analysis", "saved_games", "search_pool")

BESIDE: dict[str, tuple[Stage, ...]] = {
    "core/": (stage("tests/core"), ALL_RULES, stage("tests/conformance"), stage("tests/search")),
    "adapters/": (stage("tests/adapters"),),
    "language/": (stage("tests/language"), stage("tests/cli")),
    "search/": (
        quick("search", "promises", "values", "budget"),
        stage("tests/search"),
        stage("tests/play/test_agents.py"),
        stage("tests/cli"),
    ),
    "play/": (PLAY, stage("tests/play"), stage("tests/protocol"), stage("tests/cli")),
    "review/": (stage("tests/review"), stage("tests/cli")),
    "puzzles/": (stage("tests/puzzles"), stage("tests/cli")),
    "lab/": (LAB, stage("tests/lab"), stage("tests/cli")),
    "learn/": (stage("tests/learn"),),
    "protocol/": (stage("tests/protocol"),),
    "solve/": (stage("tests/solve"),),
    "terminal/": (stage("tests/terminal"),),
    "web/": (
        WEB,
        stage("tests/security"),
        stage("tests/web", "--ignore=tests/web/browser"),
        stage("tests/web/browser"),
    ),
    "cli/": (stage("tests/cli"), stage("tests/lab", only="command"), stage("tests/search/test_plugin.py")),
}
"""By the layer of the changed file: the tests that should notice."""

REST = (
    stage("tests/core"),
    stage("tests/language"),
    stage("tests/games"),
    stage("tests/conformance"),
    stage("tests/search"),
    stage("tests/play"),
    stage("tests/cli"),
    stage("tests/protocol"),
    stage("tests/terminal"),
    stage("tests/lab"),
    stage("tests/learn"),
    stage("tests/solve"),
    stage("tests/security"),
    stage("tests/web", "--ignore=tests/web/browser"),
    stage("tests/web/browser"),
)
"""All tests, for what those beside the file let pass."""


def game_of(inside: str) -> str:
    """The game to which a file of the package belongs; nothing for one of no game."""
    folder, _, below = inside.partition("/")
    game, slash, _ = below.partition("/")
    return game if folder == "games" and slash else ""


def watching(inside: str) -> tuple[str, ...]:
    """The tests that watch a file of the package; none if it is in no plan."""
    game = game_of(inside)
    paths = WATCHED.get(inside.replace(f"/{game}/", "/*/") if game else inside, ())
    return tuple(path.format(game=game) for path in paths)


def stages_for(file: str) -> list[Stage]:
    """The tests of a changed file, nearest first."""
    inside = file.removeprefix("src/plyground/")
    nearest = [stage(*paths) for paths in [watching(inside)] if paths]
    beside = next((stages for start, stages in BESIDE.items() if inside.startswith(start)), ())
    game = game_of(inside)
    if game:
        forcing = Stage(f"{game}, forcing", ("tests/games/test_tactics.py",), interpreted=True, only=game)
        nearest.insert(0, of_game(game))
        beside = (forcing, stage("tests/conformance", only=game), stage("tests/search"))
    return list(dict.fromkeys((*nearest, *beside, *REST)))
