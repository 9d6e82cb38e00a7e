"""The bench signature: number of nodes the engine visits on 40 fixed positions, 8 per game, to a fixed depth.

    python bench/signature.py > bench/signature.txt

The same search on the same positions visits the same nodes on every machine. A commit that is meant to change the
search states the totals before and after; any other must leave them unchanged, and a test compares.
"""

import json
from pathlib import Path

import plyground

DEPTHS = {"hex": 3, "blockit": 3, "eximo": 6, "neutreeko": 9, "morris": 6}


def main() -> None:
    """Print the nodes of each game and their sum."""
    totals: dict[str, int] = {}
    for line in (Path(__file__).parent / "positions.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        position = plyground.game(case["game"], **case["options"]).position(case["position"])
        found = plyground.search(position, "pvs", depth=DEPTHS[case["game"]], megabytes=16)
        totals[case["game"]] = totals.get(case["game"], 0) + found.nodes
    for name, nodes in totals.items():
        print(f"{name} {nodes}")
    print(f"all {sum(totals.values())}")


if __name__ == "__main__":
    main()
