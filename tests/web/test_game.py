"""Playing over the socket: two people, the computer, clocks, seats, and pages that come back."""

import asyncio

import pytest

from plyground.core.errors import PlygroundError
from plyground.games import names
from plyground.web.tables import computer
from tests.web.serving import Server, Visitor, run


@pytest.mark.parametrize("name", names())
def test_every_game_is_shown_with_its_board_its_moves_and_their_clicks(server: Server, name: str) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        state = await visitor.begin(name, "human", "human")
        cells = {cell["name"] for cell in state["board"]["cells"]} | set(state["board"]["buttons"])
        assert state["moves"]
        for text, *orders in state["moves"]:
            assert all(step in cells for order in orders or [[text]] for step in order)
        for number in range(6):
            moves = visitor.state["moves"]
            state = await visitor.play(moves[number * 7 % len(moves)][0])
            assert state["type"] == "state"
            assert state["full"] is False
            assert "board" not in state
        visitor.check_game()

    run(scene())


def test_an_illegal_move_is_refused_in_words_and_changes_nothing(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("hex", "human", "human", options={"size": "5"})
        await visitor.play("c3")
        before = visitor.state["position"]
        for move, code in (("c3", "illegal"), ("z99", "illegal"), ("", "illegal")):
            answer = await visitor.ask("move", "state", ply=1, move=move, id=7)
            assert (answer["type"], answer["code"], answer["id"]) == ("error", code, 7)
        stale = await visitor.ask("move", "state", ply=0, move="a1")
        assert stale["code"] == "stale"
        assert (visitor.state["ply"], visitor.state["position"]) == (1, before)

    run(scene())


def test_errors_and_reasons_come_in_the_language_of_the_socket(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server, query="?language=pt")
        await visitor.begin("hex", "human", "human", options={"size": "3"})
        await visitor.play("b2")
        answer = await visitor.ask("move", "state", ply=1, move="b2")
        assert "Lances legais" in answer["text"] or "legais" in answer["text"]
        await visitor.send("resign")
        portuguese = (await visitor.until("state"))["outcome"]["reason"]
        await visitor.send("language", language="en")
        english = (await visitor.until("state"))["outcome"]["reason"]
        assert english == "Blue resigned"
        assert portuguese != english

    run(scene())


@pytest.mark.parametrize("player", ["cmd:/bin/true", "hexgtp:/bin/true", "nobody", "alphabeta:depth=x", "", "HUMAN"])
def test_only_searches_and_levels_can_be_named_as_players(server: Server, player: str) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        assert (await visitor.begin("hex", "human", player))["type"] == "error"
        await visitor.begin("hex", "human", "human")
        assert (await visitor.ask("seat", "state", seat=1, player=player))["type"] == "error"
        assert [each["player"] for each in visitor.state["players"]] == ["human", "human"]

    run(scene())


def test_among_three_nobody_wins_by_a_resignation(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("blockit", "human", "human", "human", options={"size": "5", "colours": "red,green,blue"})
        await visitor.ask("resign", "state")
        assert visitor.state["outcome"] == {"winner": None, "fault": 0, "reason": "resignation", "detail": ""}

    run(scene())


def test_the_winning_chain_and_the_reason_are_sent_and_a_new_game_can_follow(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("hex", "human", "human", options={"size": "3", "swap": "off"})
        for move in ("a1", "b1", "a2", "b2", "a3"):
            await visitor.play(move)
        assert visitor.state["outcome"]["winner"] == 0
        assert set(visitor.state["winning"]) == {"a1", "a2", "a3"}
        assert visitor.state["moves"] == []
        table, game = visitor.state["table"], visitor.state["game"]["id"]
        await visitor.begin("neutreeko", "human", "human")
        assert visitor.state["table"] == table
        assert visitor.state["game"]["id"] != game
        assert visitor.state["outcome"] is None

    run(scene())


def test_the_computer_answers_and_undo_goes_back_to_ones_own_turn(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("neutreeko", "human", "alphabeta:depth=2")
        assert visitor.state["mode"] == "human-computer"
        await visitor.play(visitor.state["moves"][0][0])
        assert visitor.state["thinking"]["seat"] == 1
        await visitor.my_turn()
        assert visitor.state["ply"] == 2
        assert visitor.turns[1]["score"]["kind"] in ("estimate", "win", "loss")
        assert 0 <= visitor.turns[1]["score"]["chance"] <= 1
        visitor.check_game()
        await visitor.ask("undo", "state")
        assert visitor.state["ply"] == 0
        await visitor.ask("redo", "state")
        assert visitor.state["ply"] == 2

    run(scene())


def test_taking_back_while_the_computer_thinks_leaves_no_late_move(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("eximo", "human", "pvs:seconds=2")
        await visitor.play(visitor.state["moves"][0][0])
        await visitor.ask("undo", "state")
        assert (visitor.state["ply"], visitor.state["thinking"]) == (0, None)
        with pytest.raises(TimeoutError):
            await visitor.read(2.5)
        while (
            server.server.pool.running
        ):  # a search that still compiles its kernels cannot be stopped before they are done
            await asyncio.sleep(0.05)
        assert visitor.state["ply"] == 0

    run(scene())


def test_a_computer_that_fails_loses_and_nobody_waits_for_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def think(self, *arguments: object, **named: object) -> None:
            raise PlygroundError("It fell asleep.")

    monkeypatch.setattr(computer, "read_visitors_player", lambda *arguments: Broken())

    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("neutreeko", "human", "easy")
        await visitor.play(visitor.state["moves"][0][0])
        await visitor.my_turn()
        assert visitor.state["outcome"] == {
            "winner": 0,
            "fault": None,
            "reason": "White's program failed",
            "detail": "It fell asleep.",
        }
        assert visitor.state["thinking"] is None

    run(scene())


def test_computers_play_among_themselves_with_pause_step_and_pace(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("neutreeko", "random:seed=1", "random:seed=2")
        assert visitor.state["mode"] == "computer-computer"
        while visitor.state["ply"] < 1:
            await visitor.read()
        await visitor.send("pause", paused=True)
        while not visitor.state["paused"]:
            await visitor.read()
        ply = visitor.state["ply"]
        assert visitor.state["thinking"] is None
        assert visitor.state["can"]["step"]
        for table in server.server.tables.values():
            table.pace = 3600.0  # the slowest that one may ask for is over too soon
        await visitor.send("step")
        while visitor.state["ply"] == ply:
            await visitor.read()
        assert visitor.state["ply"] == ply + 1
        with pytest.raises(TimeoutError):
            await visitor.read(0.5)
        await visitor.send("pace", seconds=0)
        await visitor.send("pause", paused=False)
        while visitor.state["outcome"] is None and visitor.state["ply"] < 200:
            await visitor.read()
        visitor.check_game()

    run(scene())


def test_a_clock_that_runs_out_ends_the_game(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("neutreeko", "human", "human", time="0.02", moves=["b1-a1"])
        assert visitor.state["clock"]["left"] == [1.2, 1.2]
        assert visitor.state["clock"]["running"] == 1
        state = await visitor.until("state")
        assert state["outcome"] == {"winner": 0, "fault": None, "reason": "White's time ran out", "detail": ""}
        await visitor.ask("undo", "state")
        assert visitor.state["outcome"] is None

    run(scene())


def test_sides_and_levels_change_in_the_middle_of_a_game(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("neutreeko", "human", "easy")
        await visitor.ask("sides", "state")
        while visitor.state["ply"] < 1:
            await visitor.read()
        assert [player["mine"] for player in visitor.state["players"]] == [False, True]
        await visitor.ask("seat", "state", seat=0, player="random")
        assert visitor.state["players"][0]["player"] == "random"
        await visitor.play(visitor.state["moves"][0][0])
        await visitor.my_turn()
        visitor.check_game()
        assert (await visitor.ask("seat", "state", seat=3, player="human"))["code"] == "wrong"

    run(scene())


def test_a_returning_page_is_sent_what_it_missed(server: Server) -> None:
    async def scene() -> None:
        first = await Visitor.enter(server)
        await first.begin("hex", "human", "human")
        second = await Visitor.enter(server, cookie=first.cookie)
        await second.ask("join", "state", table=first.state["table"])
        await first.until("state")
        await second.close()
        for move in ("a1", "b2", "c3"):
            await first.play(move)
        third = await Visitor.enter(server, cookie=first.cookie)
        third.state, third.turns = second.state, second.turns
        await third.ask("join", "state", table=first.state["table"], since=second.state["version"])
        assert third.state["full"] is False
        while third.state["ply"] < 3:
            await third.read()
        third.check_game()
        fourth = await Visitor.enter(server, cookie=first.cookie)
        answer = await fourth.ask("join", "state", table=first.state["table"], since=10**6)
        assert answer["full"] is True

    run(scene())


def test_a_table_belongs_to_its_session(server: Server) -> None:
    async def scene() -> None:
        owner, stranger = await Visitor.enter(server), await Visitor.enter(server)
        await owner.begin("hex", "human", "human")
        assert (await stranger.ask("join", "state", table=owner.state["table"]))["code"] == "gone"
        assert (await stranger.ask("move", "state", ply=0, move="a1"))["code"] == "gone"
        await owner.play("a1")
        assert owner.state["ply"] == 1

    run(scene())


def test_a_guest_takes_the_second_seat_by_the_link_and_no_other(server: Server) -> None:
    async def scene() -> None:
        owner = await Visitor.enter(server)
        await owner.begin("hex", "human", "guest")
        guest = await Visitor.enter(server, query=f"?invite={owner.state['invite']}")
        await guest.until("state")
        await owner.until("state")
        assert [player["mine"] for player in guest.state["players"]] == [False, True]
        assert guest.state["invite"] is None
        assert (await guest.play("a1"))["code"] == "denied"
        await owner.play("a1")
        await guest.until("state")
        assert (await owner.play("b2"))["code"] == "denied"
        await guest.play("b2")
        assert (await guest.ask("seat", "state", seat=0, player="easy"))["code"] == "denied"
        while owner.state["ply"] < 2:
            await owner.read()
        await owner.send("undo")
        await guest.until("state")
        while guest.state["asks"] is None:
            await guest.read()
        asked = guest.state["asks"]
        assert (asked["what"], asked["seat"], asked["mine"], 0 < asked["left"] <= 30) == ("undo", 0, False, True)
        await guest.send("answer", agree=True)
        while guest.state["ply"] == 2:
            await guest.read()
        assert guest.state["ply"] == 1
        assert guest.state["asks"] is None

    run(scene())


def test_a_guest_among_three_goes_where_their_player_goes(server: Server) -> None:
    async def scene() -> None:
        owner = await Visitor.enter(server)
        await owner.begin("blockit", "easy", "human", "guest", options={"size": "5", "colours": "red,green,blue"})
        guest = await Visitor.enter(server, query=f"?invite={owner.state['invite']}")
        await guest.until("state")
        for mine, players in (
            (0, ["guest", "easy", "human"]),
            (1, ["human", "guest", "easy"]),
            (2, ["easy", "human", "guest"]),
        ):
            await owner.send("sides")
            while [player["player"] for player in guest.state["players"]] != players:
                await guest.read()
            assert [seat for seat, player in enumerate(guest.state["players"]) if player["mine"]] == [mine]
            while [player["player"] for player in owner.state["players"]] != players:
                await owner.read()
            assert [player["mine"] for player in owner.state["players"]].index(True) == (mine + 2) % 3

    run(scene())


def test_the_end_comes_with_a_summary_and_its_reason_in_the_language(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        start = "w.w/.../..w/....../.../b.b/..b w 0,0"
        await visitor.begin("morris", "human", "human", start=start)
        assert visitor.state["summary"] is None
        await visitor.play("e5-d7xg1")
        assert visitor.state["outcome"]["reason"] == "Black has fewer than three men"
        white, black = visitor.state["summary"]["sides"]
        assert (white["seat"], white["plays"], white["steps"], white["nodes"]) == ("white", 1, 1, 0)
        assert (black["plays"], black["seconds"], black["seconds_a_play"]) == (0, 0, 0)
        assert white["seconds"] == white["seconds_a_play"] == visitor.turns[0]["seconds"]
        await visitor.ask("language", "state", language="pt")
        assert visitor.state["outcome"]["reason"] == "as Pretas têm menos de três peças"
        await visitor.ask("undo", "state")
        assert visitor.state["summary"] is None

    run(scene())


def test_a_computers_nodes_are_in_the_summary(server: Server) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("hex", "human", "alphabeta:depth=2", options={"size": "3", "swap": "off"})
        await visitor.play("a1")
        while visitor.state["ply"] < 2:
            await visitor.read()
        await visitor.ask("resign", "state")
        human, computer = visitor.state["summary"]["sides"]
        assert (human["plays"], human["nodes"], computer["plays"]) == (1, 0, 1)
        assert computer["nodes"] > 0

    run(scene())
