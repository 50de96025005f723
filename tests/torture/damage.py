"""Damaged files of every kind: each opens as it was, says what is wrong, or is refused kindly."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from companion.store.campaigns import read_campaign
from companion.store.folders import log_file
from companion.store.ledger import differences
from companion.store.listing import list_campaigns, list_rosters, summaries
from companion.store.opening import open_session
from companion.store.rosters import Roster, read_roster, write_roster
from companion.store.verify import check_file, verify_file
from tests.contract.games import IDS, fresh
from tests.store.feuds import begin, feud
from tests.store.feuds import play as play_battle
from tests.store.helpers import picture
from tests.torture.games import game_of, play, start
from tests.torture.table import Line

BLOCKS = 64
"""A file is gone through in so many tries, each with every 64th byte: all together have all of them."""
KINDS = ("session", "log", "campaign", "roster")

Look = Callable[[Path], tuple[Any, bool]]
"""What is in a file, and whether anything is said of it. Raises CannotOpen."""


def _session(file: Path) -> tuple[Any, bool]:
    opened = open_session(file, read_only=True)
    return picture(opened.session), bool(opened.notices)


def _log(file: Path) -> tuple[Any, bool]:
    return _session(file.with_name("duel.toml"))


def _campaign(file: Path) -> tuple[Any, bool]:
    made = read_campaign(file)
    tables = (made.name, made.options, made.players, made.rosters, made.battles, made.ledger, made.rulings)
    return tables, bool(made.notices) or any(differences(made))


def _roster(file: Path) -> tuple[Any, bool]:
    made = read_roster(file)
    return (made.ruleset, made.name, [unit.dump() for unit in made.units]), bool(made.notices)


LOOKS: dict[str, Look] = {"session": _session, "log": _log, "campaign": _campaign, "roster": _roster}


@cache
def _samples(game: str) -> dict[str, tuple[str, dict[str, bytes]]]:
    """A file of each kind: its path, and the folder that it stands in, as bytes by path. Small ones first: the duel."""
    with TemporaryDirectory(prefix="companion-torture-") as place:
        folder, seed = Path(place) / "first", IDS.index(game)
        file = start(folder, seed)
        while not log_file(file).exists():
            # Until one stops in the middle of a procedure.
            folder, seed = folder.with_name(str(seed)), seed + len(IDS)
            file = start(folder, seed)
            play(file, seed, 12)
        battles = feud(folder)
        play_battle(battles, begin(battles), scar=6)
        write_roster(Roster(game, "The Reds", list(fresh(game).units.values())), folder / "rosters" / "reds.toml")
        known = {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
    paths = ("duel.toml", "duel.open.toml", f"{battles.parent.name}/campaign.toml", "rosters/reds.toml")
    return {kind: (path, known) for kind, path in zip(KINDS, paths, strict=True)}


def _laid_out(folder: Path, game: str, kind: str) -> Path:
    path, known = _samples(game)[kind]
    for name, data in known.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder / path


_looked: dict[bytes, Any] = {}
"""What is in files that nobody has damaged."""


def _seen(kind: str, file: Path, data: bytes) -> Any:
    if data not in _looked:
        _looked[data], _ = LOOKS[kind](file)
    return _looked[data]


def _judge(line: Line, what: str, kind: str, file: Path, data: bytes) -> None:
    """Damages a file, looks at it in every way, and puts it back."""
    whole = file.read_bytes()
    there = _seen(kind, file, whole)
    file.write_bytes(data)

    def verdict() -> str:
        for listed in (summaries, list_campaigns, list_rosters):
            listed(file.parent if kind in ("session", "log") else file.parent.parent)
        faults = check_file(file)
        seen, said = LOOKS[kind](file)
        if seen == there:
            return "survived"
        return "survived" if said and faults else "wrong" if said or faults else "lost"

    line.judge(f"{kind}: {what}", verdict, mangled=True)
    file.write_bytes(whole)


def cut_and_flipped(folder: Path, seed: int, line: Line) -> None:
    """A file of every kind is cut at each byte, and a bit of each byte is flipped."""
    game, chance = IDS[-1 - seed // BLOCKS % len(IDS)], Random(seed)
    for kind in KINDS:
        file = _laid_out(folder / kind, game, kind)
        data = file.read_bytes()
        for place in range(seed % BLOCKS, len(data), BLOCKS):
            bit = chance.randrange(8)
            flipped = data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]
            _judge(line, f"{game}, cut at byte {place}", kind, file, data[:place])
            _judge(line, f"{game}, bit {bit} of byte {place}", kind, file, flipped)


def mangled(folder: Path, seed: int, line: Line) -> None:
    """Files of every kind are torn, shuffled, doubled and filled with noise, and verified too."""
    game, chance = game_of(seed), Random(seed)
    files = {kind: _laid_out(folder / kind, game, kind) for kind in KINDS}
    for number in range(25):
        kind = chance.choice(KINDS)
        data = _torn(files[kind].read_bytes(), chance)
        _judge(line, f"{game}, change {number}", kind, files[kind], data)
        if number % 5 == 0:
            files[kind].write_bytes(data)
            verdict = partial(_verified, files[kind])
            line.judge(f"{game}, change {number} verified", verdict, mangled=True)
            _laid_out(folder / kind, game, kind)


def _verified(file: Path) -> str:
    made = verify_file(file)
    return "survived" if made.found or made.verdict == "exact" else "wrong"


def _torn(data: bytes, chance: Random) -> bytes:
    a, b = sorted(chance.randrange(len(data)) for _ in range(2))
    lines = data.splitlines(keepends=True)
    first, second = (chance.randrange(len(lines)) for _ in range(2))
    kind = chance.randrange(8)
    if kind == 0:
        return data[:a] + data[b:]
    if kind == 1:
        return data[:b] + data[a:]
    if kind == 2:
        return data[:a] + chance.randbytes(20) + data[a:]
    if kind == 3:
        return data[:a] + bytes(b - a) + data[b:]
    if kind == 4:
        return b"".join(lines[:first] + lines[first + 1 :])
    if kind == 5:
        lines[first], lines[second] = lines[second], lines[first]
        return b"".join(lines)
    if kind == 6:
        return b"".join([*lines[:first], lines[second], *lines[first:]])
    return chance.randbytes(len(data)) if chance.random() < 0.2 else data[:a]
