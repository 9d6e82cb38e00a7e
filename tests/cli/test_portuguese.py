"""Every command with `--lang pt` speaks Portuguese and nothing else, also into a pipe, also about mistakes."""

import re
from pathlib import Path

import pytest

from tests.cli.test_commands import run
from tests.terminal.person import piped

ENGLISH = re.compile(
    r"\b(the|and|of|is|not|with|has|won|moves?|move|nodes?|total|second|depth \d|score|level|what|which|in hand|left|"
    r"Compiling|Missing|Invalid|No such|Got|Did|There|stopped)\b"
)
NAMES = re.compile(
    r"'[^']*'|\w+=[\w.,:;-]+|--?\w+|plyground [a-z ]+|\b(?:cmd|hexgtp|weights):?\S*|[a-z]+-[a-z]+(?:-[a-z]+)?"
    r"|Os comandos são .*|no total"
)
"""What is typed as it is in every language: quotations, options, commands, names of studies."""
HEX = ("--option", "size=3")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("games",), "casas em cada lado"),
        (("rules", "morris"), "moinho"),
        (("show", "morris"), "na mão: brancas 9, pretas 9"),
        (("show", "blockit"), "barreiras que restam: Vermelho 5, Azul 5"),
        (("show", "hex", *HEX, "--line", "a1 b1 a2 b2 a3"), "o Vermelho ganhou: ligou o lado de cima ao de baixo"),
        (("moves", "hex", *HEX, "--line", "a1 b1 a2 b2 a3"), "Sem jogadas: o Vermelho ganhou"),
        (("perft", "hex", *HEX, "--depth", "1", "--divide"), "no total 9"),
        (
            ("search", "hex", *HEX, "--agent", "alphabeta:heuristic=distance,depth=2", "--lines", "2"),
            "profundidade 2, ",
        ),
        (("agents", "neutreeko"), "qualquer jogada legal"),
        (("saved",), "Não há jogos guardados."),
        (("lab", "list"), "O relatório estima que o primeiro jogador ganha"),
        (("shwo",), "Não há nenhum comando 'shwo'. Queria dizer show?"),
        (("show",), "Falta o argumento 'GAME'."),
        (("show", "chess"), "Não há nenhum jogo 'chess'."),
        (("show", "hex", "a", "b"), "Há argumentos a mais (a b)"),
        (("perft", "hex"), "Falta a opção '--depth' / '-d'."),
        (("perft", "hex", "--depth", "x"), "Valor errado para '--depth' / '-d': devia ser um número inteiro."),
        (("moves", "hex", "--fast"), "Não existe a opção --fast"),
        (("moves", "hex", "--line", "a1 a1"), "'a1' não está vazia."),
        (("search", "hex", "--agent", "magic"), "Não há nenhum agente 'magic'"),
        (("play", "hex", "--pace", "-0.5"), "não -0,5."),
        (("play", "hex", "--json"), "--json é para um jogo entre computadores"),
        (("play", "hex", "--style", "report"), "Hex não tem um tabuleiro de colunas e linhas numeradas"),
        (("saved", "resume", "7"), "Não há nenhum jogo guardado 7."),
    ],
)
def test_a_command_in_portuguese_has_no_english_in_it(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    answer = run(*arguments, "--lang", "pt", PLYGROUND_DATA=str(tmp_path))
    whole = re.sub(r"\s+", " ", answer.out + answer.err)
    assert said in whole
    assert english_in(whole) == []


def english_in(text: str) -> list[str]:
    """The English words of a text that should have none."""
    return ENGLISH.findall(NAMES.sub("", text))


def test_a_game_in_portuguese_has_no_english_in_it(tmp_path: Path) -> None:
    typed = (
        "a1\nzz\na1\nundo\na1\njogadas\ndica\nanalisar 0.1\npensar\nguardar\najuda\nritmo 0.5\nb1\nposição\ndesistir\n"
    )
    out = piped(
        tmp_path, typed, "hex", *HEX, "--second", "alphabeta:heuristic=distance,depth=2", "--think", "--lang", "pt"
    )
    assert "Os computadores esperam 0,5 s entre jogadas." in out
    assert "ganhou: desistência" in out
    assert english_in(re.sub(r"(?m)^.*\bswap\b.*$|plyground \S+ \S+ \d+", "", out)) == []
