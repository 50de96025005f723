"""What Home shows of the sessions in a folder. Reads the head of each file and nothing that costs a start-up."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.store.folders import open_file, toml_files
from companion.store.format.source_map import syntax_fault
from companion.store.wal import read_tail

_HEAD = 1 << 16


@dataclass(slots=True)
class Summary:
    """One session in a list. `fault` says why it cannot be read; then the rest may be empty.

    `standing` names the step where a procedure waits, `played` is the time of the last input (empty for a game that
    nobody has played), `campaign` the folder it lies in, `sides` each player with the units that are left.
    """

    file: Path
    name: str
    ruleset: str = ""
    title: str = ""
    round: int = 0
    phase: str = ""
    standing: str = ""
    sides: list[tuple[str, int]] = field(default_factory=list)
    played: str = ""
    over: str = ""
    fault: str = ""
    campaign: str = ""


def summaries(folder: Path) -> list[Summary]:
    """The sessions of a folder and its campaigns, the last played first. A broken file is listed with its fault."""
    found = [made for file in toml_files(folder) if (made := summary_of(file, folder)) is not None]
    return sorted(found, key=lambda s: (_when(s), s.name), reverse=True)


def summary_of(file: Path, folder: Path) -> Summary | None:
    """What the head of one file says; None where it is no session but a roster."""
    made = Summary(file, file.stem, campaign="" if file.parent == folder else file.parent.name)
    try:
        data = read_head(file)
        if "roster" in data:
            return None
        _fill(made, data)
    except (OSError, ValueError) as fault:
        made.fault = str(fault)
    return made


def read_head(file: Path) -> dict[str, Any]:
    """The first two tables of a file. Raises OSError or ValueError in words."""
    with file.open("rb") as handle:
        text = handle.read(_HEAD).decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
    tables = list(re.finditer(r"(?m)^\[", text))
    head = text[: tables[2].start()] if len(tables) > 2 else text
    try:
        return tomllib.loads(head)
    except tomllib.TOMLDecodeError as fault:
        line, key, reason = syntax_fault(head, fault)
        raise ValueError(f"line {line}: " + ": ".join(p for p in (key, reason) if p)) from fault


def _fill(made: Summary, data: Mapping[str, Any]) -> None:
    said, about = data.get("session"), data.get("summary", {})
    if not isinstance(said, Mapping) or not isinstance(about, Mapping):
        raise ValueError("this is no session: it does not begin with [summary] and [session]")
    made.name = str(about.get("name", "")) or made.name
    made.ruleset, made.title = str(said.get("ruleset", "")), str(about.get("game", ""))
    made.phase, made.over = str(about.get("phase", "")), str(about.get("over", ""))
    made.played = str(about.get("played", ""))
    round_, sides = about.get("round", 0), about.get("sides", [])
    made.round = round_ if isinstance(round_, int) else 0
    for side in sides if isinstance(sides, list) else ():
        if isinstance(side, Mapping):
            left = side.get("left")
            made.sides.append((str(side.get("name", "")), left if isinstance(left, int) else 0))
    _fill_open(made, said)


def _fill_open(made: Summary, said: Mapping[str, Any]) -> None:
    """What has been played since the main file was written: the time, and the step where it waits."""
    tail = read_tail(made.file) if open_file(made.file).exists() else None
    contains = said.get("contains")
    contains = contains if isinstance(contains, Mapping) else {}
    if tail is None or not tail.records or tail.session != said.get("id"):
        return
    if tail.chain == contains.get("open"):
        lines = contains.get("lines")
        if not isinstance(lines, int) or len(tail.records) <= lines:
            return
    elif tail.generation != said.get("generation"):
        return
    made.standing = str(tail.records[-1].get("at", ""))
    made.played = max(made.played, str(tail.records[-1].get("played", "")))


def _when(made: Summary) -> str:
    """When it was last played, or the file made. Ready games and broken files have only the file's own time."""
    if made.played:
        return made.played
    try:
        seconds = made.file.stat().st_mtime
    except OSError:
        return ""
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat(timespec="seconds")
