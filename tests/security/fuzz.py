"""Messages that no page would send, and those that it would, mixed by dice."""

import json
import random
from typing import Any

ODD: list[Any] = [
    None,
    True,
    False,
    -1,
    0,
    1,
    3,
    4,
    2**31,
    2**63,
    10**400,
    1.5,
    1e308,
    "",
    "x",
    "human",
    "x" * 5000,
    "\u0000",
    "../../x",
    "a1",
    "\u202e",
    "'; DROP TABLE games; --",
    "<script>",
    [],
    {},
    [[]],
    [None],
    {"": ""},
    ["a1"] * 700,
    "é" * 300,
]
RAW = [
    "",
    " ",
    "null",
    "[]",
    "{}",
    "nonsense",
    "{",
    '{"type"',
    '"' * 100,
    "[" * 5000,
    '{"a":' * 2000,
    "\ud7ff",
    '{"type": "\\ud800"}',
    '{"type": NaN}',
    '{"type": "pace", "seconds": NaN}',
    '{"type": "pace", "seconds": Infinity}',
    '{"type": "ping", "type": "new"}',
    '{"type": "ping", "id": 1e999}',
    '{"type": ["ping"]}',
    '{"type": {"ping": 1}}',
    "1" * 10000,
    "\x00\x01\x02",
    '{"type": "ping"} x',
]
AGENTS = [
    "human",
    "guest",
    "random",
    "greedy",
    "easy",
    "alphabeta:depth=1",
    "cmd:/bin/sh",
    "hexgtp:x",
    "nobody",
    "random:seed=x",
]
GAMES = {
    "hex": [{}, {"size": "3"}, {"size": "5", "swap": "off"}, {"size": "99"}],
    "neutreeko": [{}, {"order": "clockwise"}, {"size": "3"}],
    "morris": [{}, {"flying": "off"}],
    "eximo": [{}],
    "blockit": [{"size": "5"}, {"colours": "red,green,blue"}],
    "nix": [{}],
}
PAIRS = [["human", "random"], ["human", "human"]]
LINKS = ["game=hex&size=3&moves=a1.b2", "game=hex", "x=y", "game=neutreeko&moves=b1-a1"]
TEXTS = ["", '[Game "hex"]', "(;GM[11]SZ[5];R[a1])", "https://hexworld.org/board/#5c1,a1"]
POSITIONS = ["r../.b./... r", "...../...../...../...../..... b", "nonsense", "", "c1,c5 5,5 - r"]
MOVES = [
    "a1",
    "b2",
    "c3",
    "swap",
    "pass",
    "b1-a1",
    "b1-c1",
    "c3-c4",
    "e2",
    "e3h",
    "d6xb4",
    "zz",
    "",
    "a1 b2",
    "d7-d8@b1@c2",
]


class Dice:
    """Makes messages."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self, state: dict[str, Any]) -> str:
        """The next message; `state` is what the visitor was told last."""
        if self.random.random() < 0.1:
            return self.random.choice(RAW)
        message = self.message(state)
        if self.random.random() < 0.35:
            self.spoil(message)
        return json.dumps(message)

    def message(self, state: dict[str, Any]) -> dict[str, Any]:
        """A message as a page might send it."""
        maker = self.random.choices(
            [self.move, self.playing, self.studying, self.keeping, self.seating], [4, 3, 3, 2, 2]
        )
        return maker[0](state)

    def move(self, state: dict[str, Any]) -> dict[str, Any]:
        """A move, mostly a legal one."""
        choose = self.random.choice
        legal = [entry[0] for entry in state.get("moves", [])] or MOVES
        ply = state.get("ply", 0) if self.random.random() < 0.9 else choose([0, 1, 2, 7])
        return {"type": "move", "ply": ply, "move": choose(choose([legal, legal, MOVES]))}

    def playing(self, state: dict[str, Any]) -> dict[str, Any]:
        """Something about the game at the table."""
        choose = self.random.choice
        return choose(
            [
                {"type": "leave"},
                {"type": "undo"},
                {"type": "redo"},
                {"type": "resign"},
                {"type": "sides"},
                {"type": "step"},
                {"type": "answer", "agree": choose([True, False])},
                {"type": "keep", "agree": choose([True, False])},
                {"type": "seat", "seat": choose([0, 1, 2, 3]), "player": choose(AGENTS)},
                {"type": "pause", "paused": choose([True, False])},
                {"type": "pace", "seconds": choose([0, 0.01, 10])},
                {"type": "join", "table": state.get("table", "x"), "since": state.get("version")},
                {"type": "join", "table": choose([state.get("table", "x"), "x"]), "since": choose([None, 10**6])},
            ]
        )

    def seating(self, state: dict[str, Any]) -> dict[str, Any]:
        """A new game."""
        choose = self.random.choice
        game = choose(list(GAMES))
        simple = {"type": "new", "game": choose(["hex", "neutreeko"]), "players": choose(PAIRS)}
        players = self.random.choices(AGENTS, k=choose([2, 2, 2, 3, 1]))
        odd = {"type": "new", "game": game, "options": choose(GAMES[game]), "players": players}
        more = {"time": choose(["", "", "5+3", "1s", "x"]), "start": choose([None, None, *POSITIONS]), "moves": []}
        return choose([simple, odd | more, {"type": "open", "link": choose(LINKS)}])

    def studying(self, state: dict[str, Any]) -> dict[str, Any]:
        """Something that changes no game."""
        choose = self.random.choice
        game = choose(list(GAMES))
        named = {"game": game, "options": choose(GAMES[game])}
        place = choose([{}, {"ply": choose([0, 1, 5, 99])}, {"start": choose(POSITIONS)}, named])
        place = place | {"moves": self.random.choices(MOVES, k=choose([0, 0, 1, 3]))}
        much = {"lines": choose([1, 3, 9]), "seconds": choose([0.05, 0.1, 99]), "agent": choose([None, *AGENTS])}
        scene = state.get("scene", {"pieces": [], "mover": 0})
        return choose(
            [
                {"type": "hint", "stage": choose([1, 2, 3])},
                {"type": "look", "place": place},
                {"type": "stop"},
                {"type": "graph"},
                {"type": "analyse", "place": place} | much,
                {
                    "type": "bench",
                    "place": place,
                    "heuristic": choose([None, "strong", "x"]),
                    "weights": choose([{}, {"x": 1}]),
                },
                {"type": "plugins"},
                {"type": "review"},
                {"type": "explore", "place": place},
                {
                    "type": "better",
                    "place": place,
                    "tried": "a1",
                    "move": "x",
                    "better": "b2",
                    "chance": choose([0.0, 1.0]),
                },
                {"type": "puzzles", "game": choose([game, "x"])},
                {"type": "puzzle", "game": game, "number": choose([1, 7, 10**6]), "moves": place["moves"]},
                {"type": "tree", "place": place, "agent": choose(AGENTS), "side": choose([0, 1, 2])},
                {"type": "compose", "scene": scene} | named,
            ]
        )

    def keeping(self, state: dict[str, Any]) -> dict[str, Any]:
        """Something about saved games, or about nothing."""
        choose = self.random.choice
        saved = choose([0, 1, 2, 999])
        return choose(
            [
                {"type": "list"},
                {"type": "resume", "saved": saved},
                {"type": "rename", "saved": saved, "name": choose(["x", "../x", "\u0000"])},
                {"type": "delete", "saved": saved},
                {"type": "export", "format": choose(["record", "sgf", "hexworld", "link", "x"])},
                {"type": "import", "text": choose(TEXTS)},
                {"type": "ping"},
                {"type": "language", "language": choose(["en", "pt", "xx"])},
                {"type": choose(["", "frob", "welcome"])},
            ]
        )

    def spoil(self, message: dict[str, Any]) -> None:
        """Make something about a message wrong."""
        key = self.random.choice([*message, "extra", "id"])
        if self.random.random() < 0.25:
            message.pop(key, None)
        else:
            message[key] = self.random.choice(ODD)
