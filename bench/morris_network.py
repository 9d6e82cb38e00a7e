"""A network for Nine Men's Morris taught from exact values, and how often it errs.

    python bench/morris_network.py --samples FILE.npz ... --check FILE.npz [--device cuda] [--seconds 300]
                                   [--blocks 6] [--channels 64] --folder FOLDER

The samples are those of `bench/morris_gpu.py --sample`. Positions of --check are not learned; the network's favourite
move in each of them is compared with the exact values, by phase of the game. The folder gets network.onnx with its card
(`plyground search morris --agent puct:network=FOLDER/network.onnx`) and errors.json.
"""

import argparse
import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from morris_errors import PHASES, phase_of

import plyground
from plyground.learn.backend import backend
from plyground.learn.exact import ExactExamples, ExactTrainer
from plyground.learn.export import export, model_of
from plyground.learn.network import Architecture
from plyground.solve.sample import Sample, read_sample


def without(sample: Sample, states: Any) -> Sample:
    """A sample without these states."""
    kept = ~np.isin(sample.states[:, 0], states)
    after = sample.after[np.repeat(kept, sample.counts)]
    return Sample(sample.states[kept], sample.values[kept], sample.counts[kept], after)


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=Path, nargs="+", required=True)
    parser.add_argument("--check", type=Path, required=True)
    parser.add_argument("--device", default="auto", help="cpu or cuda (a GPU if there is one)")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--folder", type=Path, required=True)
    return parser.parse_args()


def main() -> None:
    """Teach, measure and write."""
    asked, begun = arguments(), time.perf_counter()
    game, where = plyground.game("morris"), backend(asked.device)
    held_out = read_sample(asked.check)
    learned = [without(read_sample(path), held_out.states[:, 0]) for path in asked.samples]
    examples, tests = ExactExamples(game, where, learned), ExactExamples(game, where, [held_out])
    print(f"{len(examples.states):,} positions after {time.perf_counter() - begun:.1f} s", flush=True)
    architecture = Architecture(asked.blocks, asked.channels)
    trainer = ExactTrainer(examples, architecture, asked.rate)
    phases = torch.from_numpy(phase_of(held_out.states)).to(where.device)
    fits = torch.zeros(len(held_out.states), dtype=torch.bool, device=where.device)
    fits[tests.fit] = True

    def errors() -> dict[str, Any]:
        each = (torch.nonzero(fits & (phases == number)).flatten() for number in range(len(PHASES)))
        return {name: trainer.errors(tests, chosen)._asdict() for name, chosen in zip(PHASES, each, strict=True)}

    def tell(line: dict[str, float]) -> None:
        shares = {name: round(found["mistakes"] / found["positions"], 4) for name, found in errors().items()}
        print(json.dumps({name: round(value, 4) for name, value in line.items()} | shares), flush=True)

    trainer.train(asked.seconds, tell, every=2000)
    asked.folder.mkdir(parents=True, exist_ok=True)
    found = errors()
    (asked.folder / "errors.json").write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps(found))
    progress = {"steps": trainer.trainer.steps, "seconds": asked.seconds, "positions": len(examples.states)}
    card = {"game": game.name, "options": [game.option_texts()], "architecture": asdict(architecture)}
    card |= {"progress": progress, "learned_from": "exact values", "errors": found, "strength": "not measured yet"}
    export(asked.folder / "network.onnx", model_of(trainer.trainer.playing_weights(), game), card)


if __name__ == "__main__":
    main()
