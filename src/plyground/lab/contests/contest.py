"""What matches, tournaments and tuning share: contestants, terms, and jobs.

A job is a game pair, the same opening played twice with colours exchanged, with an id like `A-B-000123`. Everything
that decides about its moves is in its task: the players' texts with their weights, the openings, the seed.
"""

import hashlib
import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import chain, count
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import plyground
from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.jit import sources_hash
from plyground.core.text import counted
from plyground.games import load_plugin
from plyground.lab.contests.openings import MOST_PLIES, PROBE, TRIES, Opening, OpeningError, random_openings, shared_out
from plyground.lab.runs.jobs import Data, Job
from plyground.language import Message
from plyground.play.agents.agent import Agent, read_agent
from plyground.play.agents.monitored_player import STARTING_SECONDS
from plyground.play.agents.spec import ProgramSpec, parse_player
from plyground.play.clock import GRACE_SECONDS, TimeControl, read_time

LONGEST = 400
"""A game of more moves is a draw."""
MOST_PLAYERS = 500
MOST_PAIRS = 1_000_000
USUAL_TASK: dict[str, Any] = {"grace": GRACE_SECONDS, "starting": STARTING_SECONDS, "files": []}
"""What a job's task does not say: earlier runs have it so."""


class ContestError(PlygroundError):
    """These contestants cannot play on these terms."""


@dataclass(frozen=True)
class Contestant:
    """Who plays: the name that tables show, and the agent's text with its weights spelled out."""

    name: str
    text: str
    file: str = ""
    """A file that the text needs where it plays; empty: none."""
    digest: str = ""
    """Of what was in that file when the contest began."""


@dataclass(frozen=True)
class Terms:
    """The terms of a contest: everything that decides about its games but the players."""

    game: str
    options: dict[str, str] = field(default_factory=dict)
    seed: int = 1
    plies: int = 0
    """Random moves that a game begins with, if no openings are given."""
    openings: tuple[Opening, ...] = ()
    clock: str = ""
    """A time control, such as `5+3` or `2s`; empty: only the agents' own limits."""
    longest: int = LONGEST
    probe: int = PROBE
    plugins: tuple[tuple[str, str], ...] = ()
    """Files with heuristics, and hashes of what was in them."""
    grace: float = GRACE_SECONDS
    """Seconds beyond a fixed time per move before the move is late."""
    starting: float = STARTING_SECONDS
    """Seconds for a program to start and to compile before its clock runs."""

    def __post_init__(self) -> None:
        if len(self.made.seats) != 2:
            raise ContestError(Message("lab.contest.two", game=self.made.title, number=len(self.made.seats)))
        if not 2 <= self.longest <= 10_000:
            raise ContestError(Message("lab.contest.longest", found=self.longest))
        if not 0 <= self.plies <= MOST_PLIES:
            raise OpeningError(Message("lab.opening.plies", most=MOST_PLIES, found=self.plies))
        if not 0 <= self.seed < 2**53:
            raise ContestError(Message("lab.contest.seed"))

    @cached_property
    def made(self) -> Game:
        """The game with its options."""
        return plyground.game(self.game, **self.options)

    @property
    def control(self) -> TimeControl:
        """The clock of each game."""
        return replace(read_time(self.clock), grace=self.grace)

    def as_data(self) -> Data:
        """The terms as plain data."""
        data = asdict(self) | {"openings": [opening.as_data() for opening in self.openings]}
        return data | {"plugins": [list(plugin) for plugin in self.plugins]}

    @classmethod
    def from_data(cls, data: Data) -> "Terms":
        """The terms that were written as plain data."""
        plugins = tuple((path, content) for path, content in data["plugins"])
        load_plugins(plugins)
        openings = tuple(Opening.from_data(opening) for opening in data["openings"])
        return cls(**(data | {"openings": openings, "plugins": plugins}))

    def drawn(self, pairs: int) -> tuple[Opening, ...]:
        """The openings for a number of game pairs."""
        return self.openings or random_openings(self.made, self.plies, TRIES * pairs, self.seed)


def hashed_plugins(paths: Iterable[Path]) -> tuple[tuple[str, str], ...]:
    """Files with heuristics as they go into the terms."""
    paths = list(paths)
    for path in paths:
        if not path.is_file():
            raise ContestError(Message("lab.plugin.missing", file=quoted(str(path))))
    return tuple((str(path.resolve()), sources_hash(path)) for path in paths)


_loaded: set[tuple[str, str]] = set()


def load_plugins(plugins: Iterable[tuple[str, str]]) -> None:
    """Load files with heuristics, each once in a process, and refuse one that was changed."""
    for plugin in plugins:
        path = Path(plugin[0])
        if plugin in _loaded:
            continue
        if not path.is_file() or sources_hash(path) != plugin[1]:
            raise ContestError(Message("lab.plugin.changed", file=quoted(plugin[0])))
        load_plugin(path)
        _loaded.add(plugin)


def digest_of(path: Path) -> str:
    """The digest of what is in a file; empty where there is none."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""


def check_files(files: Iterable[Sequence[str]]) -> None:
    """Refuse to play where a player's file is missing, or is another than when the contest began."""
    for path, digest in files:
        if digest_of(Path(path)) != digest:
            raise ContestError(Message("lab.class.changed", file=quoted(path), machine=platform.node()))


def contestants(texts: Sequence[str], game: Game) -> tuple[Contestant, ...]:
    """The players of these texts, checked; a text that occurs twice gets a number behind its name."""
    check_number(len(texts))
    return numbered(contestant(text, game) for text in texts)


def check_number(players: int) -> None:
    """Raise an error unless that many players can meet."""
    if not 2 <= players <= MOST_PLAYERS:
        raise ContestError(Message("lab.contest.players", most=MOST_PLAYERS, found=players))


def numbered(players: Iterable[Contestant]) -> tuple[Contestant, ...]:
    """The players with different names: the second of one name gets a 2 behind it, and so on."""
    found: dict[str, Contestant] = {}
    for player in players:
        free = (f"{player.name} ({number})" for number in count(2))
        name = next(name for name in chain([player.name], free) if name not in found)
        found[name] = replace(player, name=name)
    return tuple(found.values())


def contestant(text: str, game: Game) -> Contestant:
    """The player of a text, checked."""
    spec = parse_player(text)
    read_agent(spec, game).close()
    played = spec if isinstance(spec, ProgramSpec) else spec.with_weights(game)
    return Contestant(str(spec), str(played))


def why_unrepeatable(players: Sequence[Contestant], terms: Terms) -> str:
    """Why a second run would not play the same games; empty if it would."""
    if terms.clock:
        return "The games have a clock: how far a player thinks depends on the machine and on what else it does."
    for player in players:
        agent = read_agent(player.text, terms.made)
        if not isinstance(agent, Agent):
            agent.close()
            return f"{player.name} is an outside program, which may not play the same again."
        if agent.seconds is not None:
            return f"{player.name} thinks for a time: how far it gets depends on the machine and on what else it does."
        if threads_of(player, terms) > 1:
            return f"{player.name} searches with several threads, whose order is never the same."
        if dict(agent.options).get("ponder"):
            return f"{player.name} ponders: how far it gets depends on the opponent's time."
    return ""


def threads_of(player: Contestant, terms: Terms) -> int:
    """Number of threads that an agent searches with; an outside program counts as one."""
    agent = read_agent(player.text, terms.made)
    agent.close()
    return int(dict(agent.options).get("threads", 1)) if isinstance(agent, Agent) else 1


def too_many_threads(players: Sequence[Contestant], terms: Terms, workers: int) -> str:
    """A warning where the agents' threads do not fit on the cores of this machine; empty if they do."""
    threads, cores = max(threads_of(player, terms) for player in players), os.cpu_count() or 1
    if workers * threads <= cores:
        return ""
    games, each, here = counted(workers, "game"), counted(threads, "thread"), counted(cores, "core")
    return f"{games} at a time with up to {each} each need more than the {here} of this machine."


def pairs_of(games: int) -> int:
    """The number of pairs for an even number of games."""
    if games < 2 or games % 2 or games > 2 * MOST_PAIRS:
        raise ContestError(Message("lab.contest.even", found=games))
    return games // 2


def label(place: int) -> str:
    """The letters of a player in ids: A to Z, then AA, AB and so on."""
    before, last = divmod(place, len(ascii_uppercase))
    return (label(before - 1) if before else "") + ascii_uppercase[last]


def pair_jobs(terms: Terms, players: Sequence[Contestant], places: tuple[int, int], pairs: int) -> Iterator[Job]:
    """The pairs of games between two of the players."""
    first, second = (players[place] for place in places)
    name = "-".join(map(label, places))
    files = [[each.file, each.digest] for each in (first, second) if each.file]
    return named_jobs(terms, (first.text, second.text), name, pairs, files)


def named_jobs(
    terms: Terms, texts: tuple[str, str], name: str, pairs: int, files: Sequence[Sequence[str]] = ()
) -> Iterator[Job]:
    """Pairs of games between the agents of two texts, with ids that begin with a name."""
    common: dict[str, Any] = {
        "game": terms.game,
        "options": terms.options,
        "plugins": [list(plugin) for plugin in terms.plugins],
        "players": list(texts),
        "clock": terms.clock,
        "longest": terms.longest,
        "probe": 0 if terms.openings else terms.probe,
    }
    rare = {"grace": terms.grace, "starting": terms.starting, "files": list(files)}
    common |= {name: value for name, value in rare.items() if value != USUAL_TASK[name]}
    for number, openings in enumerate(shared_out(terms.drawn(pairs), pairs)):
        seed = f"{terms.seed} {name} {number}"
        yield Job(f"{name}-{number:06d}", common | {"seed": seed, "openings": [each.as_data() for each in openings]})


def seed_of(text: str) -> int:
    """A number for an agent's dice from a text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
