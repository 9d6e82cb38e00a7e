"""Whatever is wrong with the file of saved games: one sentence, or the rest goes on; no trace, and no silent loss."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plyground.core.errors import PlygroundError
from plyground.language import language
from plyground.play.match import HUMAN
from plyground.play.store.saved_match import keep, place_of
from plyground.play.store.store import Store
from tests.nightly import NIGHTLY
from tests.play.damage import KINDS, damage
from tests.play.test_store import PLAYED, a_match, everything

FILES = 1000 if NIGHTLY else 36
BOTH = (HUMAN, HUMAN)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with four games."""
    path = tmp_path_factory.mktemp("good") / "games.sqlite3"
    with Store(path) as store:
        for number in range(4):
            store.begin(a_match(*PLAYED[: number + 1], players=BOTH), f"game {number}")
    return path


def check_sentence(sentence: str) -> None:
    """It can be shown as it is: one line of bounded length, in both languages."""
    for code in ("en", "pt"):
        said = language(code).translate(sentence)
        assert said.strip()
        assert said.isprintable(), repr(said)
        assert len(said) < 1000


def attempt(work: Callable[[], Any]) -> Any:
    """What it gives, or None where a sentence says what is wrong; anything else is a failure of the test."""
    try:
        return work()
    except PlygroundError as problem:
        check_sentence(str(problem))
        return None


def go_on(store: Store, number: int) -> None:
    """Go on with a saved game: a move more is there afterwards, or a sentence says why not."""
    found = attempt(lambda: store.resume(number))
    if found is None:
        return
    attempt(lambda: store.export(number))
    if found.match.outcome is None and found.match.position.moves:
        attempt(lambda: found.match.play(str(found.match.position.moves[0])))
    check_kept(store, found.match, place_of(number, found))


def check_kept(store: Store, match: Any, place: Any = None) -> None:
    """A match is saved as it is, or a sentence says why not."""
    kept = attempt(lambda: keep(store, match, place))
    if kept is not None:
        if kept.notice:
            check_sentence(kept.notice)
        assert everything(store.load(kept.place.number)) == everything(match)


def use(path: Path) -> None:
    """Everything that people do with saved games."""
    attempt(lambda: Store(path).close())
    with Store(path, patient=True) as store:
        found = attempt(store.listing)
        for sentence in found.damaged if found is not None else ():
            check_sentence(sentence)
        for number in range(1, 5):
            go_on(store, number)
        check_kept(store, a_match(*PLAYED, players=BOTH))
        attempt(lambda: store.rename(2, "Sunday"))
        attempt(lambda: store.delete(3))
        attempt(store.listing)


@pytest.mark.parametrize("seed", range(FILES))
def test_a_damaged_file_gets_a_sentence_or_the_rest_goes_on(good: Path, tmp_path: Path, seed: int) -> None:
    path = tmp_path / "games.sqlite3"
    damage(good, path, seed)
    use(path)


def test_every_kind_of_damage_is_tried() -> None:
    assert 2 * len(KINDS) <= FILES
