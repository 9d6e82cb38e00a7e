"""Solve Block It and Quoridor on every board up to 5×5 with up to two barriers each, and print a table.

    python bench/blockit_boards.py [COLUMNS ROWS]

Each cell is the value of the start for the first player, the plies to the end, and the number of positions solved.
"""

import argparse
import sys

import plyground
from plyground.solve.driver import SolvePlan, prepare, solve
from plyground.solve.statistics import whole_game

RULES, BARRIERS, SIDES = ("blockit", "quoridor"), range(3), range(3, 6)


def start_value(columns: int, rows: int, barriers: int, rules: str) -> tuple[str, int]:
    """Value of the start position, and the number of positions solved."""
    game = plyground.game("blockit", columns=columns, rows=rows, barriers=barriers, rules=rules)
    plan = SolvePlan(game)
    solver = prepare(plan)
    solve(plan, solver)
    found = whole_game(solver)
    return found["start"], found["positions"]


def main() -> None:
    """Print a row for each board and number of barriers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("columns", type=int, nargs="?", default=SIDES[-1], help="most columns (5)")
    parser.add_argument("rows", type=int, nargs="?", default=SIDES[-1], help="most rows (5)")
    largest = parser.parse_args()
    print("| columns × rows | barriers each | Block It | Quoridor | positions |\n|---|---:|---|---|---:|")
    for columns in range(SIDES[0], largest.columns + 1):
        for rows in range(SIDES[0], largest.rows + 1):
            for barriers in BARRIERS:
                values = [start_value(columns, rows, barriers, rules) for rules in RULES]
                (one, positions), (other, _) = values
                print(f"| {columns} × {rows} | {barriers} | {one} | {other} | {positions:,} |")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
