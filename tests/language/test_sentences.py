"""What the layers below the front ends say in English is said in Portuguese too: not a sentence may be missing."""

import random
import re
import time
from collections.abc import Iterator

import pytest

import plyground
from plyground.core import outcome
from plyground.games import game_class
from plyground.language import language
from plyground.language.catalogue import read_area
from plyground.language.sentences import PLACE, quoted_spans
from plyground.play import match
from plyground.play.agents.agent import describe_agents, describe_heuristics
from plyground.play.records import record as replay
from tests.cases import all_cases, random_line
from tests.language.phrases import all_phrases, raised_by_commands

PORTUGUESE = language("pt")
SENTENCES = read_area("pt", "sentences")
SCANNED = all_phrases() + raised_by_commands()
NAMES_IN_BOTH = {"Block It", "Hex", "Eximo", "Neutreeko"}


def described() -> Iterator[str]:
    """What games, searches and heuristics say about themselves where no scan finds it."""
    for name in plyground.games():
        game = plyground.game(name)
        yield from (game_class(name).title, game_class(name).summary)
        yield from (option.meaning for option in game.known_options)
        yield from (str(heuristic["summary"]) for heuristic in describe_heuristics(game))
        yield from (str(search["summary"]) for search in describe_agents(game))


def test_the_scan_finds_what_is_known_to_be_there() -> None:
    found = dict.fromkeys(phrase for _, phrase in SCANNED)
    assert len(found) > 200
    assert "{0} {1}. Legal moves: {2}" in found
    assert "joined top and bottom" in found
    assert "The option {0} is given twice." in found


def test_every_phrase_of_the_sources_has_a_translation() -> None:
    """What is listed here has to be added to language/pt/sentences.toml, or is no phrase: see phrases.py."""
    assert [(file, phrase) for file, phrase in SCANNED if phrase not in SENTENCES] == []


def test_whatever_describes_itself_has_a_translation() -> None:
    assert [text for text in described() if text not in SENTENCES] == []


def test_every_reason_for_an_end_has_a_translation() -> None:
    reasons = (replay.RESIGNATION, match.TIME, match.ILLEGAL, match.CRASH, outcome.REPETITION)
    assert [reason for reason in reasons if reason not in SENTENCES] == []


def test_a_translation_fills_the_same_places() -> None:
    for sentence, meant in SENTENCES.items():
        assert set(PLACE.findall(meant)) == set(PLACE.findall(sentence))
        assert meant != sentence or sentence in NAMES_IN_BOTH


def filled(text: str) -> str:
    """A sentence whose places are filled with quoted texts, which stay as they are."""
    return PLACE.sub(lambda place: f"'<{place[1]}>'", text)


def test_every_sentence_finds_its_own_translation_and_no_other() -> None:
    for sentence in (sentence for sentence in SENTENCES if re.search("[a-z]{3}", sentence)):
        meant = filled(SENTENCES[sentence])
        wanted = meant[:1].upper() + meant[1:] if sentence[:1].isupper() else meant
        assert PORTUGUESE.translate(filled(sentence)) == wanted


@pytest.mark.parametrize(
    ("english", "portuguese"),
    [
        ("'b2' is not empty. Legal moves: b1, b3 …", "'b2' não está vazia. Jogadas legais: b1, b3 …"),
        (
            "'e3h' would close Red's and Blue's last way. Legal moves: e2h.",
            "'e3h' fecharia o último caminho do Vermelho e do Azul. Jogadas legais: e2h.",
        ),
        (
            "'x, y' is not a possible position: the mover should be r or b, not 'x or y'; both have three in a row.",
            "'x, y' não é uma posição possível: quem joga devia ser r ou b, não 'x or y'; ambas têm três seguidas.",
        ),
        (
            "There is no game 'hxe'. Did you mean hex? The games are blockit, hex.",
            "Não há nenhum jogo 'hxe'. Queria dizer hex? Os jogos são blockit, hex.",
        ),
        (
            "size=20 is not possible: size is a number from 3 to 19.",
            "size=20 não é possível: size é um número de 3 a 19.",
        ),
        (
            "line 3, column 7: 'b2' is not empty. Legal moves: a1.",
            "linha 3, coluna 7: 'b2' não está vazia. Jogadas legais: a1.",
        ),
        (
            "White has a man on row 8, where it would have been removed; Black has a man on row 1, where it would have "
            "been removed",
            "As Brancas têm uma peça na linha 8, onde teria sido retirada; as Pretas têm uma peça na linha 1, onde "
            "teria sido retirada",
        ),
        (
            "'x' is not a possible position: White has 1 man left, but has lost with two.",
            "'x' não é uma posição possível: as Brancas ficaram com 1 peça, mas com duas peças já tinham perdido.",
        ),
        (
            "1 barrier placed, but the numbers left say 2",
            "há 1 barreira no tabuleiro, mas pelas que restam seriam 2",
        ),
        ("a\nb\nbarriers left: red 5, blue 1", "a\nb\nbarreiras que restam: Vermelho 5, Azul 1"),
        (
            "An increment of -0.5 s is not possible: it is from 0 s to a day.",
            "Um acréscimo de -0,5 s não é possível: vai de 0 s a um dia.",
        ),
        ("White has fewer than three men", "As Brancas têm menos de três peças"),
        ("red: illegal move", "Vermelho: jogada ilegal"),
        ("win in 5", "vitória em 5"),
        ("Nobody ever said this.", "Nobody ever said this."),
    ],
)
def test_sentences_inside_sentences_are_translated_and_quotations_are_not(english: str, portuguese: str) -> None:
    assert PORTUGUESE.translate(english) == portuguese
    assert language("en").translate(english) == english


@pytest.mark.parametrize(("name", "options"), all_cases())
def test_whatever_a_game_says_about_a_wrong_move_is_translated(name: str, options: dict[str, object]) -> None:
    """Moves of other positions of the game: most are well formed, and not legal here."""
    game = plyground.game(name, **options)
    dice = random.Random(4)
    line = list(random_line(game, dice, 40))
    texts = {str(move) for _, move in line if move is not None} | {"zz", "a1", "a1-a2", "swap", "pass"}
    for position, _ in line[::8]:
        for text in sorted(texts - {str(move) for move in position.moves}):
            with pytest.raises(plyground.PlygroundError) as caught:
                position.play(text)
            said = PORTUGUESE.translate(str(caught.value))
            assert re.search(r"\b(is|not|move|would|Legal|the|write)\b", re.sub(r"'[^']*'", "", said)) is None, said


def test_a_reason_is_a_part_of_the_sentence_about_the_end() -> None:
    assert PORTUGUESE.clause("Black cannot move") == "as Pretas não podem jogar"
    assert language("en").clause("Black cannot move") == "Black cannot move"
    assert PORTUGUESE.clause("three in a row") == "três seguidas"


def test_every_study_has_a_translation() -> None:
    from plyground.lab.studies import STUDIES  # the lab alone takes a while to import

    assert [study.question for study in STUDIES.values() if study.question not in SENTENCES] == []


HOSTILE = [
    "'" + "a' or 'b" * 1250 + "' is not a possible position: it is written 'x'.",
    "'\\" * 5000,
    "\\'" * 5000,
    "1" * 9999 + "x",
    "a in " * 2000,
    "; , and or " * 900,
    "'x' is not empty. Legal moves: " * 330,
    "; ".join(f"White has {number} man left, but has lost with two" for number in range(300)),
]
"""Texts that are all quotation marks, joints and beginnings of sentences."""


@pytest.mark.parametrize("length", [10_000, 4000, 2000])
@pytest.mark.parametrize("sentence", HOSTILE)
def test_no_sentence_takes_long_whatever_a_visitor_wrote_into_it(sentence: str, length: int) -> None:
    """Three milliseconds at most on a quiet core; a search through all ways to fill the places took seconds."""
    began = time.thread_time()
    PORTUGUESE.translator.clause(sentence[:length])
    assert time.thread_time() - began < 0.25


def test_a_quoted_text_is_one_piece_whatever_is_in_it() -> None:
    assert quoted_spans("'a' and \"b'c\" but Red's 'd\\'e' is 'not closed") == [(0, 3), (8, 13), (24, 30)]
    assert quoted_spans("'\\'\\' \"x\"") == [(6, 9)]
