"""Moves, undo, redo, new games, other levels and lost connections while the computer thinks, in any order.

No late move is ever played, and nobody thinks for ever.
"""

import asyncio
import random
from pathlib import Path
from typing import Any

from tests.nightly import NIGHTLY
from tests.web.serving import Server, Visitor, run, serving

SEQUENCES = 10_000 if NIGHTLY else 400
VISITORS = 8
AGENTS = ("pvs:seconds=0.02", "random", "alphabeta:depth=2", "pvs:seconds=5")
GAMES = ("neutreeko", "morris")


class Player:
    """A visitor who does anything at any time, and remembers every move of their own."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server, self.dice = server, random.Random(seed)
        self.sent: set[tuple[str, int, str]] = set()

    async def enter(self) -> None:
        """Open the page and begin."""
        self.visitor = await Visitor.enter(self.server)
        await self.visitor.begin("neutreeko", "human", "random")

    async def act(self) -> None:
        """Do one thing."""
        visitor, state = self.visitor, self.visitor.state
        kind = self.dice.choice(
            ["move", "move", "move", "undo", "redo", "new", "seat", "sides", "resign", "pause", "step", "drop", "read"]
        )
        fields: dict[str, Any] = {}
        if kind == "drop":
            await self.come_back()
        elif kind == "read":
            await asyncio.sleep(self.dice.random() * 0.03)
        elif kind == "move":
            move = self.dice.choice(state["moves"] or [["a1"]])[0]
            self.sent.add((state["game"]["id"], state["ply"], move))
            await visitor.send("move", ply=state["ply"], move=move)
        else:
            if kind == "new":
                players = self.dice.choice([["human", self.agent()], [self.agent(), "human"]])
                fields = {"game": self.dice.choice(GAMES), "players": players}
            elif kind == "seat":
                fields = {"seat": self.dice.randrange(2), "player": self.dice.choice([self.agent(), "human"])}
            elif kind == "pause":
                fields = {"paused": self.dice.random() < 0.3}
            await visitor.send(kind, **fields)
        await self.hear()

    def agent(self) -> str:
        """Somebody to play against."""
        return self.dice.choice(AGENTS)

    async def come_back(self) -> None:
        """Lose the connection, and join the table again from where we were."""
        old = self.visitor
        await old.close()
        self.visitor = await Visitor.enter(self.server, cookie=old.cookie)
        if self.dice.random() < 0.5:
            self.visitor.state, self.visitor.turns = old.state, old.turns
            await self.visitor.send("join", table=old.state["table"], since=old.state["version"])
        else:
            await self.visitor.send("join", table=old.state["table"])
        await self.visitor.until("state")

    async def hear(self) -> None:
        """Read what has come so far: everything up to the answer of a ping."""
        number = self.dice.randrange(2**31)
        await self.visitor.send("ping", id=number)
        while (message := await self.read())["type"] != "pong" or message["id"] != number:
            pass

    async def read(self) -> dict[str, Any]:
        """The next message; a new move is ours, or a computer's whose turn it was."""
        before, turns = self.visitor.state, self.visitor.turns
        message = await self.visitor.read()
        if message["type"] == "state" and not message["full"] and before["undone"] == 0:
            for ply, turn in enumerate(self.visitor.turns[len(turns) :], start=len(turns)):
                own = (message["game"]["id"], ply, turn["move"]) in self.sent
                assert own or before["players"][turn["seat"]]["player"] not in ("human", "guest"), "a late move"
        return message

    async def settle(self) -> None:
        """Nobody thinks for ever: wait until no computer is to move."""
        if self.visitor.state["paused"]:
            await self.visitor.send("pause", paused=False)
        await self.hear()
        for seat, player in enumerate(self.visitor.state["players"]):
            if player["player"] == "pvs:seconds=5":
                await self.visitor.send("seat", seat=seat, player="random")
        await self.hear()
        if self.visitor.state["mode"] == "computer-computer":
            await self.visitor.send("seat", seat=0, player="human")
            await self.hear()
        while self.visitor.state["outcome"] is None and not self.visitor.state["my_turn"]:
            await self.read()
        self.visitor.check_game()
        assert self.visitor.state["thinking"] is None


def test_nothing_is_late_and_nobody_thinks_for_ever(tmp_path: Path) -> None:
    async def play(seed: int) -> None:
        player = Player(server, seed)
        await player.enter()
        for _ in range(SEQUENCES // VISITORS):
            for _ in range(player.dice.randrange(1, 9)):
                await player.act()
            await player.settle()

    async def scene() -> None:
        await asyncio.gather(*(play(seed) for seed in range(VISITORS)))
        while server.server.pool.running:  # a search that was stopped in the end needs a moment, or its compiler does
            await asyncio.sleep(0.01)
        assert not server.server.pool.waiting

    with serving(tmp_path) as server:
        run(scene(), 3600)
