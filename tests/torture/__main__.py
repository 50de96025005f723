"""`python -m tests.torture [--seconds N] [--seed N]`: attacks the files of seeded games and prints what came of it."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.torture.attacks import ATTACKS, clean
from tests.torture.games import make_known
from tests.torture.table import Line, printed


def torture(seconds: float, seed: int, most: int = sys.maxsize) -> list[Line]:
    """Gives every attack an equal share of the time, at most `most` games each."""
    make_known()
    lines = []
    for name, attack in ATTACKS.items():
        line, end, number = Line(name), time.monotonic() + seconds / len(ATTACKS), 0
        while number < most and (number == 0 or time.monotonic() < end):
            with tempfile.TemporaryDirectory(prefix="companion-torture-") as folder:
                attack(Path(folder) / "game", seed + number, line)
                clean(Path(folder))
            number += 1
        lines.append(line)
    return lines


def main() -> int:
    """Prints the table; the status says whether anything is as it must not be."""
    parser = argparse.ArgumentParser("tests.torture", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="about how long it takes")
    parser.add_argument("--seed", type=int, default=1, help="of the first game of each attack")
    args = parser.parse_args()
    lines = torture(args.seconds, args.seed)
    print(printed(lines))
    return 0 if all(line.fine for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
