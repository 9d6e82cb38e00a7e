"""Work in another thread, and what Ctrl-C means to it."""

import _thread
import signal
import time
from collections.abc import Iterator
from threading import Event, Thread, get_ident

import pytest

from plyground.core.interruptible import first_interrupt_raised, interruptible, rearm_interrupts


@pytest.fixture(autouse=True)
def interruptions_are_heard() -> Iterator[None]:
    """Whoever runs the tests in the background may have had them ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_what_work_returns_and_raises_comes_through() -> None:
    here = get_ident()
    assert interruptible(get_ident, lambda: None) != here
    with pytest.raises(TimeoutError, match="its own"):
        interruptible(lambda: (_ for _ in ()).throw(TimeoutError("its own")), lambda: None)


@pytest.mark.parametrize("take_rest", [False, True])
def test_an_interruption_stops_the_work(take_rest: bool) -> None:
    stopped = Event()

    def work() -> str:
        signal.raise_signal(signal.SIGINT)
        assert stopped.wait(60)
        return "the rest"

    if take_rest:
        assert interruptible(work, stopped.set, take_rest=True) == "the rest"
    else:
        with pytest.raises(KeyboardInterrupt):
            interruptible(work, stopped.set)
    assert stopped.is_set()


def test_an_interruption_that_ends_no_wait_is_heard_all_the_same() -> None:
    """Nothing wakes the waiting thread here: its handler is only marked as due, as in the moment before a wait."""
    stopped = Event()
    Thread(target=lambda: (time.sleep(0.05), _thread.interrupt_main()), daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        interruptible(lambda: stopped.wait(60), stopped.set)
    assert stopped.is_set()


def test_a_second_interruption_goes_on() -> None:
    """Also while what was stopped is still being waited for."""
    stopped, ended = Event(), Event()

    def work() -> None:
        signal.raise_signal(signal.SIGINT)
        assert stopped.wait(60)
        signal.raise_signal(signal.SIGINT)
        ended.wait(60)

    with pytest.raises(KeyboardInterrupt):
        interruptible(work, stopped.set, take_rest=True)
    ended.set()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_only_the_first_interruption_is_raised_until_it_has_been_handled() -> None:
    with first_interrupt_raised():
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            for _ in range(3):
                signal.raise_signal(signal.SIGINT)
            rearm_interrupts()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_second_interruption_of_work_is_also_the_last_that_is_raised() -> None:
    stopped = Event()

    def interrupt_twice() -> None:
        signal.raise_signal(signal.SIGINT)
        stopped.wait(60)
        signal.raise_signal(signal.SIGINT)

    with first_interrupt_raised():
        with pytest.raises(KeyboardInterrupt):
            interruptible(interrupt_twice, stopped.set, take_rest=True)
        signal.raise_signal(signal.SIGINT)
        interruptible(lambda: None, lambda: None)
        rearm_interrupts()
        assert interruptible(lambda: signal.raise_signal(signal.SIGINT), lambda: None, take_rest=True) is None
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_another_handler_of_interruptions_stays() -> None:
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    with first_interrupt_raised():
        signal.raise_signal(signal.SIGINT)
        rearm_interrupts()
        signal.raise_signal(signal.SIGINT)
    assert heard == [signal.SIGINT, signal.SIGINT]
