"""How often players of Nine Men's Morris err, measured against exact values.

    python bench/morris_errors.py [--positions 300] [--sample docs/morris-sample.npz] [--json FILE] AGENT ...

The sample has positions of games that were played from the solved game with some random moves, a thousand each of
placing, moving and flying, with the exact value of every move. An agent errs if its move turns a win into a draw or a
loss, or a draw into a loss. Positions in which every move keeps the value count as well: that is how often an error
happens in play. Without agents: the levels and the network that came with the game.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import plyground
from plyground.core.position import Position, legal_values
from plyground.play.agents.agent import Player, read_agent
from plyground.solve.sample import Sample, read_sample

SAMPLE = Path(__file__).parent.parent / "docs" / "morris-sample.npz"
PHASES = ("placing", "moving", "flying")
AGENTS = ("easy", "medium", "hard", "expert:seconds=0.1", "puct:nodes=1", "puct:nodes=100", "puct:nodes=800")
TURNS = 18
"""Placing turns of a game."""


def phase_of(states: Any) -> Any:
    """The phase of each position, as an index of `PHASES`: flying if a side has three men and none is in hand."""
    words, board = states[:, 0], np.uint64((1 << 24) - 1)
    fewest = np.minimum(np.bitwise_count(words & board), np.bitwise_count((words >> np.uint64(24)) & board))
    in_hand = (words >> np.uint64(48)) & np.uint64(255) != 0
    return np.where(in_hand, 0, np.where(fewest > 3, 1, 2))


def value_after(player: Player, game: Any, state: Any, after: Any) -> int:
    """The class of the value that the player's move leads to, for that player: 1, 0 or -1."""
    hands = int(state[0]) >> 48
    turns = TURNS - (hands & 15) - (hands >> 4 & 15)
    move = player.think(Position(game, state.tobytes(), turns=turns)).move
    return -int(np.sign(after[legal_values(game, state).index(move.value)]))


def errors(text: str, game: Any, sample: Sample, chosen: Any) -> dict[str, Any]:
    """Errors of an agent in some positions."""
    player, starts, begun = read_agent(text, game), np.cumsum(sample.counts) - sample.counts, time.perf_counter()
    wins = draws = 0
    for at in chosen:
        after = sample.after[starts[at] : starts[at] + sample.counts[at]]
        value, kept = int(np.sign(sample.values[at])), value_after(player, game, sample.states[at], after)
        wins += value == 1 and kept < 1
        draws += value == 0 and kept < 0
    player.close()
    spent = round(time.perf_counter() - begun, 1)
    return {"positions": len(chosen), "wins_lost": wins, "draws_lost": draws, "seconds": spent}


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agents", nargs="*", metavar="AGENT")
    parser.add_argument("--positions", type=int, default=300, help="positions of each phase (300)")
    parser.add_argument("--sample", type=Path, default=SAMPLE)
    parser.add_argument("--json", type=Path, help="where the numbers are written")
    asked = parser.parse_args()
    game, sample = plyground.game("morris"), read_sample(asked.sample)
    phases, found = phase_of(sample.states), dict[str, Any]()
    dice = np.random.default_rng(1)
    places = [dice.permutation(np.flatnonzero(phases == phase))[: asked.positions] for phase in range(len(PHASES))]
    print(f"| agent | {' | '.join(PHASES)} |\n|---|---|---|---|")
    for text in asked.agents or AGENTS:
        found[text] = {name: errors(text, game, sample, at) for name, at in zip(PHASES, places, strict=True)}
        shares = [(each["wins_lost"] + each["draws_lost"]) / each["positions"] for each in found[text].values()]
        print(f"| `{text}` | {' | '.join(f'{share:.1%}' for share in shares)} |", flush=True)
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
