"""Who may sit and who may look: the rules of seats, without a server around them."""

import time
from types import SimpleNamespace
from typing import Any

import pytest

from plyground.web.sessions import BrowserSession
from plyground.web.tables.seats import Seats
from plyground.web.tables.table import Table

HUMANS = ("human", "human")


def three() -> tuple[BrowserSession, BrowserSession, BrowserSession]:
    """An owner, a guest and a stranger."""
    return BrowserSession("owner", True), BrowserSession("guest", False), BrowserSession("stranger", False)


def test_every_human_seat_is_the_owners_at_first() -> None:
    owner, guest, stranger = three()
    seats = Seats(owner)
    assert seats.of(owner, HUMANS) == {0, 1}
    assert seats.of(owner, ("human", "expert")) == {0}
    assert seats.of(owner, ("expert", "human")) == {1}
    assert seats.of(guest, HUMANS) == seats.of(stranger, HUMANS) == frozenset()


def test_an_invited_seat_is_nobodys_until_the_guest_comes() -> None:
    owner, guest, _ = three()
    seats = Seats(owner)
    seats.invite(frozenset({1}))
    assert seats.holder(0) is owner
    assert seats.holder(1) is None
    assert seats.of(owner, HUMANS) == {0}
    seats.guest = guest
    assert seats.holder(1) is guest
    assert seats.of(guest, HUMANS) == {1}
    assert seats.of(guest, ("human", "expert")) == frozenset()


def test_who_may_look() -> None:
    owner, guest, stranger = three()
    seats = Seats(owner)
    seats.invite(frozenset({1}))
    seats.guest = guest
    assert seats.admits(owner)
    assert seats.admits(guest)
    assert not seats.admits(stranger)


def test_a_former_guest_without_a_seat_stays_outside() -> None:
    owner, guest, _ = three()
    seats = Seats(owner)
    seats.invite(frozenset({1}))
    seats.guest = guest
    seats.invite(frozenset())
    assert not seats.admits(guest)
    assert seats.admits(owner)
    assert seats.of(owner, HUMANS) == {0, 1}


def test_each_table_has_an_invitation_of_its_own() -> None:
    owner, _, _ = three()
    assert len({Seats(owner).key for _ in range(20)}) == 20


@pytest.mark.parametrize(("players", "waits"), [(("easy", "hard"), True), (HUMANS, False), (("human", "hard"), False)])
def test_a_move_waits_to_be_seen_only_where_computers_play_among_themselves(
    players: tuple[str, ...], waits: bool
) -> None:
    table: Any = SimpleNamespace(match=SimpleNamespace(players=players), pace=10_000.0, shown_at=time.monotonic())
    assert (Table.pause_before_showing(table) > 5_000) == waits
    table.shown_at -= 20_000
    assert Table.pause_before_showing(table) == 0
