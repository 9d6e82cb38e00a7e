"""Players by name, one table: the levels of every game from `easy` to `expert`, and the players of its report.

A name stands for an agent's text. `easy`, `medium` and `hard` are what the game's report describes, or made from its
heuristics and depths where it has no levels; `expert` is the strongest there is, the engine or `puct`. The program
`bench/ladder.py` measures that each beats the one below it. A game that is solved has `perfect` too, which never errs.
The players that a report has under names of its own stay beside them, as it describes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from plyground.core.errors import OptionError, quoted
from plyground.core.game import Game
from plyground.language import Message

LEVEL_NAMES = ("easy", "medium", "hard", "expert")
EVERY_TURN = 400
"""As `vary`, with nothing for `nearly`: of equally good moves any one is played, from the first turn to the last."""


@dataclass(frozen=True)
class PublishedReport:
    """A published report: what it is called, and its players for two by their own names."""

    title: str
    players: Mapping[str, str]
    note: str = ""
    """What there is to know about these players, if anything."""


HEX_HARD = "alphabeta:heuristic=distance,depth=3,sort=on,vary=2,nearly=1"


def _blockit(heuristic: str) -> str:
    """Normal and Hard differ in their heuristic alone. Ties are broken at random, or they walk to and fro for ever."""
    return f"alphabeta:heuristic={heuristic},moves=classic,depth=5,vary={EVERY_TURN}"


def _neutreeko(heuristic: str, depth: int = 6) -> str:
    """The report's heuristics as they are read here: one's own pieces alone count."""
    return f"alphabeta:heuristic={heuristic},weights=enemy:0,depth={depth}"


REPORTS: dict[str, PublishedReport] = {
    "hex": PublishedReport(
        "Pesquisa com Adversários: Jogo de Tabuleiro – Hex. Relatório Final",
        {"easy": "greedy:heuristic=distance", "medium": f"{HEX_HARD},blunder=0.1", "hard": HEX_HARD},
    ),
    "blockit": PublishedReport(
        "Resolução do jogo Block It utilizando o método de pesquisa MiniMax alfa-beta e variantes em linguagem "
        "Java (Tema A3 Grupo 5)",
        {"normal": _blockit("competitive"), "hard": _blockit("path")},
        Message("level.note.all_moves"),
    ),
    "eximo": PublishedReport(
        "Eximo",
        {
            heuristic: f"alphabeta:heuristic={heuristic},depth=3,sort=on"
            for heuristic in ("basic", "first", "improved", "advanced")
        },
    ),
    "neutreeko": PublishedReport(
        "NEUTREEKO",
        {heuristic: _neutreeko(heuristic) for heuristic in ("H1", "H2", "H3", "H4", "H5", "H6")},
        Message("level.note.enemy"),
    ),
    "morris": PublishedReport(
        "Pesquisa com Adversários: Nine Men's Morris (Grupo 34)",
        {agent: f"alphabeta:heuristic={agent},depth=4" for agent in ("agent1", "agent2", "agent3")},
    ),
}
"""The reports by game."""

OWN_NAMES: dict[str, dict[str, str]] = {"blockit": {"medium": "normal"}}
"""Where a level is a report's player under another name: menus call it by that one."""

TWO: dict[str, dict[str, str]] = {
    "hex": {**REPORTS["hex"].players, "expert": "puct:seconds=1,vary=2,nearly=20"},
    "blockit": {
        "easy": "alphabeta:heuristic=competitive,moves=classic,depth=1,blunder=0.3",
        "medium": REPORTS["blockit"].players["normal"],
        "hard": REPORTS["blockit"].players["hard"],
        "expert": "deepening:heuristic=strong,seconds=1,vary=4,nearly=20",
    },
    "eximo": {
        "easy": "alphabeta:heuristic=basic,depth=1,vary=8",
        "medium": "alphabeta:heuristic=improved,depth=2,vary=8,nearly=2",
        "hard": "alphabeta:heuristic=advanced,depth=5,vary=6,nearly=3",
        "expert": "deepening:heuristic=strong,seconds=1,vary=6,nearly=20",
    },
    "neutreeko": {
        "easy": f"{_neutreeko('H5', depth=1)},vary=6,nearly=10",
        "medium": f"{_neutreeko('H1', depth=3)},vary=6,nearly=5",
        "hard": f"{_neutreeko('H4', depth=6)},vary=6,nearly=5",
        "expert": "deepening:heuristic=strong,contempt=150,seconds=1,vary=4,nearly=20",
        "perfect": "deepening:heuristic=strong,seconds=1,tables=on",
    },
    "morris": {
        "easy": "alphabeta:heuristic=agent1,depth=2,vary=18",
        "medium": "alphabeta:heuristic=agent2,depth=3,vary=18",
        "hard": "alphabeta:heuristic=agent3,depth=4,vary=18,nearly=1",
        "expert": "deepening:heuristic=strong,seconds=1,vary=8,nearly=10",
    },
}
"""The levels for two players, by game."""

SEVERAL: dict[str, dict[str, str]] = {
    "blockit": {
        "easy": "greedy:heuristic=competitive,blunder=0.3",
        "medium": "paranoid:heuristic=competitive,moves=classic,depth=3,vary=4",
        "hard": "paranoid:heuristic=path,moves=classic,depth=4,vary=4",
        "expert": "paranoid:heuristic=strong,seconds=1,vary=4",
    },
}
"""For three and four players."""

ANY: dict[str, str] = {
    "easy": "greedy:blunder=0.3",
    "medium": "alphabeta:depth=2,vary=4",
    "hard": "alphabeta:depth=4,vary=4",
    "expert": "deepening:seconds=1",
}
"""For a game from elsewhere."""


def levels_of(game: Game) -> dict[str, str]:
    """The levels of a game, from the weakest, each an agent's text: four, and `perfect` where a game is solved."""
    table = TWO if len(game.seats) == 2 else SEVERAL
    return table.get(game.name, ANY)


def report_of(game: Game) -> PublishedReport | None:
    """The report about a game, which is about two players."""
    return REPORTS.get(game.name) if len(game.seats) == 2 else None


def own_name(game: Game, level: str) -> str:
    """What a level is called in a game: by its report's name for it, if that has one."""
    return OWN_NAMES.get(game.name, {}).get(level, level)


def players_of(game: Game) -> dict[str, str]:
    """Who can be chosen by name, as menus list them: the levels, then the report's other players."""
    report = report_of(game)
    levels = {own_name(game, level): text for level, text in levels_of(game).items()}
    return levels | (dict(report.players) if report is not None else {})


def find_player(game: Game, name: str) -> str | None:
    """The agent's text that a name stands for, however it is capitalised; None for no name of a player."""
    known = players_of(game) | levels_of(game)
    return {each.casefold(): text for each, text in known.items()}.get(name.casefold())


def level_text(game: Game, level: str) -> str:
    """The agent that a level, or a player of the game's report, is."""
    text = find_player(game, level)
    if text is None:
        raise OptionError(Message("level.unknown", level=quoted(level), levels=", ".join(players_of(game))))
    return text
