"""Agent specs: what an agent's text says, as a value."""

import warnings
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground
from plyground import PlygroundError
from plyground.core import deprecation
from plyground.core.options import Choice, Number, Option, Switch
from plyground.play.agents.agent import read_search
from plyground.play.agents.spec import AgentSpec, ProgramSpec, parse_player
from plyground.play.match import Match
from plyground.search.registry import ALGORITHMS, FORMER_NAMES, find_algorithm

NEUTREEKO = plyground.game("neutreeko")
WORDS = st.from_regex(r"[A-Za-z0-9_]{1,12}", fullmatch=True)
WHOLE = st.integers(0, 10**18 - 1)
SECONDS = st.floats(0, 1e6, allow_nan=False)


def texts_of(option: Option) -> st.SearchStrategy[str]:
    """Texts that an option takes."""
    if isinstance(option, Number):
        return st.integers(option.low, option.high).map(str)
    if isinstance(option, Switch):
        return st.sampled_from(["on", "off"])
    return st.sampled_from(option.choices) if isinstance(option, Choice) else WORDS


@st.composite
def specs(draw: st.DrawFn) -> AgentSpec:
    """Any search with anything that it can be told."""
    algorithm = draw(st.sampled_from(list(ALGORITHMS.values())))
    chosen = draw(st.sets(st.sampled_from(algorithm.options))) if algorithm.options else set()
    return AgentSpec(
        algorithm.name,
        heuristic=draw(st.none() | WORDS),
        weights=draw(st.none() | WORDS),
        moves=draw(st.none() | WORDS),
        depth=draw(st.none() | WHOLE),
        nodes=draw(st.none() | WHOLE),
        seconds=draw(st.none() | SECONDS),
        options=tuple((option.name, draw(texts_of(option))) for option in chosen),
        seed=draw(st.none() | WHOLE),
        blunder=draw(st.none() | st.floats(0, 1)),
        vary=draw(st.none() | WHOLE),
        nearly=draw(st.none() | WHOLE),
        tables=draw(st.none() | st.booleans()),
    )


@given(specs())
def test_a_printed_spec_is_parsed_to_the_same_value(spec: AgentSpec) -> None:
    assert AgentSpec.parse(str(spec)) == spec
    assert str(AgentSpec.parse(str(spec))) == str(spec)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("random", "random"),
        ("random:", "random"),
        ("pvs:threads=2,seconds=1.0", "pvs:seconds=1,threads=2"),
        ("alphabeta:sort=true,depth=03,heuristic=path", "alphabeta:heuristic=path,depth=3,sort=on"),
        ("Expert:tables=on,vary=0,seconds=.5", "Expert:seconds=0.5,vary=0,tables=on"),
        ("alphabeta:seconds=1e-3,nonsense=7", "alphabeta:seconds=0.001,nonsense=7"),
        ("cmd:engine --agent pvs:depth=2,sort=on", "cmd:engine --agent pvs:depth=2,sort=on"),
    ],
)
def test_a_spec_is_printed_in_one_way(text: str, printed: str) -> None:
    assert str(parse_player(text)) == printed
    assert parse_player(text) == parse_player(printed)


def test_a_program_is_a_spec_of_its_own() -> None:
    assert parse_player("cmd:engine --fast") == ProgramSpec("cmd", "engine --fast")


def test_a_spec_is_changed_by_its_fields() -> None:
    spec = AgentSpec.parse("expert:seconds=2")
    assert str(replace(spec, seconds=None, depth=3)) == "expert:depth=3"
    assert str(spec.changed({"seconds": "3", "threads": "2"})) == "expert:seconds=3,threads=2"
    with pytest.raises(PlygroundError, match="'expert:seconds=2' says seconds=2 already"):
        spec.completed({"seconds": "3"})


def test_a_level_stands_for_its_search() -> None:
    assert AgentSpec("hard").resolved(NEUTREEKO) == AgentSpec.parse(NEUTREEKO.levels()["hard"])
    limited = AgentSpec("hard", nodes=50).resolved(NEUTREEKO)
    assert (limited.depth, limited.nodes, limited.heuristic) == (None, 50, "H4")
    assert AgentSpec("pvs").resolved(NEUTREEKO) == AgentSpec("pvs")


def test_an_agent_keeps_the_spec_that_names_it() -> None:
    agent = read_search("hard:seed=3,blunder=0.5", NEUTREEKO)
    assert agent.text == "hard:seed=3,blunder=0.5"
    limited = agent.within(2, None, None)
    assert (limited.text, limited.depth) == ("hard:depth=2,seed=3,blunder=0.5", 2)
    assert read_search(limited.text, NEUTREEKO) == limited


def test_a_match_writes_its_players_as_their_specs() -> None:
    match = Match(NEUTREEKO.start(), ("alphabeta:sort=on,depth=2", "human"))
    assert match.record().players == ("alphabeta:depth=2,sort=on", "human")


def test_a_former_name_is_understood_with_one_warning() -> None:
    deprecation.warn_renamed.cache_clear()
    with pytest.warns(FutureWarning, match="deepening is called pvs now"):
        assert AgentSpec.parse("deepening:depth=2") == AgentSpec("pvs", depth=2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        match = Match(NEUTREEKO.start(), ("deepening:depth=2", "human"))
        assert match.record().players[0] == "pvs:depth=2", "records have the name of today"
        assert find_algorithm("deepening", 2).name == "pvs"
        found = plyground.search(NEUTREEKO.start(), "deepening", depth=2)
        assert found == replace(plyground.search(NEUTREEKO.start(), "pvs", depth=2), seconds=found.seconds)
    assert not FORMER_NAMES.keys() & ALGORITHMS.keys()
    assert set(FORMER_NAMES.values()) <= ALGORITHMS.keys()
