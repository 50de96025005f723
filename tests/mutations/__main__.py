"""`python -m tests.mutations [--count N] [--seed N] [--only PART] [--workers N]`: puts in faults, prints the unnoticed.

Each is put into a copy of the tree, and the tests of its part run there until one fails: of a game its own and the
recorded games, of the store its own.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Final

from tests.mutations.drawn import Mutation, mutations

ROOT: Final = Path(__file__).resolve().parents[2]
GAMES: Final = ("bushido", "gods_gloom", "legion", "speedies", "better_wargame")
PARTS: Final = (*GAMES, "store")
COPIED: Final = ("companion", "tests", "saves/ready", "docs", "tools", "pyproject.toml", "start.py")
LONGEST: Final = 600
"""Seconds after which tests that come to no end have noticed."""


def part_of(part: str) -> list[Mutation]:
    """Every fault of a game, or of the store."""
    folder = ROOT / "companion" / ("store" if part == "store" else f"rules/{part}")
    return [one for file in sorted(folder.rglob("*.py")) for one in mutations(file)]


def suite_of(part: str, file: Path) -> list[str]:
    """What is run for a fault in this file, the sharpest first: of odds the tests of odds, else all others."""
    if part == "store":
        return ["tests/store"]
    odds = "odds" in file.parts
    own = [one for one in sorted(ROOT.glob(f"tests/rules/test_{part}_*.py")) if ("odds" in one.stem) == odds]
    # The table of bounds first: most faults are one of a bound.
    own.sort(key=lambda one: not one.stem.endswith("bounds"))
    return [*(str(one.relative_to(ROOT)) for one in own), *(["tests/odds"] if odds else ["tests/recorded"])]


def is_noticed(copy: Path, part: str, fault: Mutation) -> bool:
    """Whether a test fails in this copy of the tree with the fault in it."""
    file = copy / fault.file.relative_to(ROOT)
    text = file.read_text(encoding="utf-8")
    file.write_text(fault.applied(text), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-m",
        "",
        *suite_of(part, fault.file),
    ]
    try:
        env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=copy, env=env, capture_output=True, timeout=LONGEST, check=False)
        return done.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        file.write_text(text, encoding="utf-8")


def copied(folder: Path) -> Path:
    """A copy of the tree."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    return folder


def main() -> int:
    """Prints the faults that lived; the status is 0 if none did."""
    parser = argparse.ArgumentParser("tests.mutations", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many faults are drawn, shared among the parts")
    parser.add_argument("--seed", type=int, default=1, help="which")
    parser.add_argument("--only", choices=PARTS, help="this part alone")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many are tried at once")
    args = parser.parse_args()
    rng = Random(args.seed)
    drawn: list[tuple[str, Mutation]] = []
    chosen = [args.only] if args.only else PARTS
    known = {part: part_of(part) for part in chosen}
    whole = sum(len(found) for found in known.values())
    for part, found in known.items():
        share = max(1, round(args.count * len(found) / whole))
        drawn += [(part, fault) for fault in rng.sample(found, min(share, len(found)))]
    lived = 0
    with tempfile.TemporaryDirectory(prefix="companion-mutations-") as base:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(args.workers):
            copies.put(copied(Path(base, str(number))))

        def tried(one: tuple[str, Mutation]) -> bool:
            copy = copies.get()
            try:
                return is_noticed(copy, *one)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(args.workers) as pool:
            for (_, fault), noticed in zip(drawn, pool.map(tried, drawn), strict=True):
                if not noticed:
                    lived += 1
                    where = f"{fault.file.relative_to(ROOT)}:{fault.line}"
                    row = fault.file.read_text(encoding="utf-8").splitlines()[fault.line - 1].strip()
                    print(f"LIVED {where}: {fault.before!r} -> {fault.after!r} in: {row}", flush=True)
    print(f"{len(drawn)} faults, {lived} lived.")
    return 1 if lived else 0


if __name__ == "__main__":
    sys.exit(main())
