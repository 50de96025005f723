"""`python -m tests.torture [--minutes N] [--seed N] [--only ATTACK] [--games N]`: attacks the files of seeded games.

It prints a table of what came of it, and for each of the first tries that went wrong the command that repeats it.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from tests.torture.attacks import ATTACKS
from tests.torture.campaigns import forget
from tests.torture.games import make_known
from tests.torture.table import Line, is_here, printed


def torture(seconds: float, seed: int, most: int = sys.maxsize, only: Iterable[str] = ATTACKS) -> list[Line]:
    """Gives every attack its share of the time, one game at least and `most` at most."""
    make_known()
    chosen = {name: ATTACKS[name] for name in only}
    shares = sum(share for _, share in chosen.values())
    lines = []
    for name, (attack, share) in chosen.items():
        line, end, number = Line(name), time.monotonic() + seconds * share / shares, 0
        while number < most and (number == 0 or time.monotonic() < end):
            line.again = f'python -m tests.torture --only "{name}" --seed {seed + number} --games 1'
            folder = Path(tempfile.mkdtemp(prefix="companion-torture-"))
            attack(folder / "game", seed + number, line)
            shutil.rmtree(folder, ignore_errors=True)
            number += 1
        lines.append(line)
        if seconds:
            print(f"{name}: seeds {seed} to {seed + number - 1}", file=sys.stderr, flush=True)
    forget()
    return lines


def main() -> int:
    """Prints the table; the status says whether anything is as it must not be."""
    parser = argparse.ArgumentParser("tests.torture", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="about how long it takes")
    parser.add_argument("--seed", type=int, default=1, help="of the first game of each attack")
    parser.add_argument("--only", choices=ATTACKS, help="this attack alone")
    parser.add_argument("--games", type=int, default=sys.maxsize, help="at most so many of each attack")
    args = parser.parse_args()
    if not is_here():
        parser.error("this system has no forks, or no /proc")
    lines = torture(args.minutes * 60, args.seed, args.games, [args.only] if args.only else ATTACKS)
    print(printed(lines))
    return 0 if all(line.fine for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
