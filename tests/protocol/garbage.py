"""Lines that nobody should send: random bytes, commands with something wrong about them, huge numbers."""

import random

NUMBERS = ("0", "-1", "1e9", "99999999999999999999999", "0x10", "1.5", "nan", "²", "", "--", "00012")
WORDS = (
    "moves",
    "name",
    "value",
    "text",
    '"',
    "start",
    "size=99",
    "size=",
    "=5",
    "a1",
    "zz",
    "swap",
    "é",
    "\ud7ff",
    "#",
)


def garbage(count: int, valid: tuple[str, ...], seed: int) -> list[bytes]:
    """So many lines, each with something besides blanks in it."""
    dice = random.Random(seed)
    makers = (_bytes, _changed, _changed, _cut, _numbers)
    lines: list[bytes] = []
    while len(lines) < count:
        line = dice.choice(makers)(dice, valid).replace(b"\n", b"").replace(b"\r", b"")
        if line.strip(b" \t"):
            lines.append(line)
    return lines


def _bytes(dice: random.Random, valid: tuple[str, ...]) -> bytes:
    return dice.randbytes(dice.choice((1, 3, 20, 200, 3000)))


def _changed(dice: random.Random, valid: tuple[str, ...]) -> bytes:
    """A command with one of its words exchanged."""
    words = dice.choice(valid).split(" ")
    words[dice.randrange(len(words))] = dice.choice((*WORDS, *NUMBERS))
    return " ".join(words).encode()


def _cut(dice: random.Random, valid: tuple[str, ...]) -> bytes:
    """The beginning of a command, or one with too much behind it."""
    text = dice.choice(valid)
    return (text[: dice.randrange(1, len(text) + 1)] + dice.choice(("", " x", " 7 7 7"))).encode()


def _numbers(dice: random.Random, valid: tuple[str, ...]) -> bytes:
    """A command and nothing but numbers."""
    return " ".join([dice.choice(valid).split(" ")[0], *dice.choices(NUMBERS, k=dice.randrange(1, 5))]).encode()
