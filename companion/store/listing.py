"""What Home shows of the sessions in a folder. Reads the head of each file and nothing that costs a start-up."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from companion.store import disk
from companion.store.diagnostics import CannotOpen
from companion.store.files import read_log_end
from companion.store.folders import toml_files
from companion.store.format.reading import TooDeep, tables_of
from companion.store.format.source_map import syntax_problem
from companion.store.format.spans import head_of

_HEAD = 1 << 16
_FIRST = 1 << 12
"""Bytes that hold most heads. Home reads many files: of most this is all it reads."""


class SideLeft(NamedTuple):
    """A side, how many units it has left, and its colour; empty: that of its place, None: the file does not say."""

    name: str
    left: int
    colour: str | None = None


@dataclass(slots=True)
class Summary:
    """One session in a list. `fault` says why it cannot be read; then the rest may be empty.

    `waits_at` names the step where a procedure waits, `played` is the time of the last input (empty for a game that
    nobody has played), `campaign` the folder it is in, `sides` each player with the units that are left.
    """

    file: Path
    name: str
    ruleset: str = ""
    title: str = ""
    round: int = 0
    round_word: str = "round"
    phase: str = ""
    waits_at: str = ""
    sides: list[SideLeft] = field(default_factory=list)
    played: str = ""
    over: str = ""
    fault: str = ""
    campaign: str = ""


def summaries(folder: Path) -> list[Summary]:
    """The sessions of a folder and its campaigns, the last played first. A broken file is listed with its fault."""
    found = [made for file in toml_files(folder) if (made := summary_of(file, folder)) is not None]
    return sorted(found, key=last_played, reverse=True)


def summary_of(file: Path, folder: Path) -> Summary | None:
    """What the head of one file says; None if it is no session but a roster."""
    made = Summary(file, file.stem, campaign="" if file.parent == folder else file.parent.name)
    try:
        data = read_head(file)
        if "roster" in data:
            return None
        _fill(made, data)
    except (OSError, ValueError, CannotOpen) as fault:
        made.fault = str(fault)
    return made


def read_head(file: Path) -> dict[str, Any]:
    """The tables of a file that come before its sides and units. Raises OSError, or ValueError saying what is wrong."""
    data = disk.read_start(file, _FIRST)
    head = _head(data)
    if head is None:
        data = disk.read_start(file, _HEAD)
        head = _head(data) or _text(data)
    try:
        return tables_of(head)
    except TooDeep:
        raise
    except ValueError as fault:
        line, key, reason = syntax_problem(head, fault)
        raise ValueError(f"line {line}: " + ": ".join(p for p in (key, reason) if p)) from fault


def _head(data: bytes) -> str | None:
    """The head of a file in its first bytes; None where it goes on."""
    text = _text(data)
    head = head_of(text)
    return head if len(head) < len(text) else None


def _text(data: bytes) -> str:
    return data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")


def _fill(made: Summary, data: Mapping[str, Any]) -> None:
    session, about = data.get("session"), data.get("summary", {})
    if not isinstance(session, Mapping) or not isinstance(about, Mapping):
        raise ValueError("this is no session: it does not begin with [summary] and [session]")
    made.name = str(about.get("name", "")) or made.name
    made.ruleset, made.title = str(session.get("ruleset", "")), str(about.get("game", ""))
    made.played = str(about.get("played", ""))
    made.round_word = str(about.get("round_word", "")) or made.round_word
    _fill_situation(made, about)
    _fill_open(made, session)


def _fill_situation(made: Summary, about: Mapping[str, Any]) -> None:
    """How the game stands, from a summary or the record of a rest."""
    made.phase, made.over = str(about.get("phase", "")), str(about.get("over", ""))
    round_, sides = about.get("round", 0), about.get("sides", [])
    made.round = round_ if isinstance(round_, int) else 0
    made.sides = []
    for side in sides if isinstance(sides, list) else ():
        if isinstance(side, Mapping):
            left, colour = side.get("left"), side.get("colour")
            made.sides.append(
                SideLeft(
                    str(side.get("name", "")),
                    left if isinstance(left, int) else 0,
                    colour if isinstance(colour, str) else None,
                )
            )


def _fill_open(made: Summary, header: Mapping[str, Any]) -> None:
    """What has been played since the session file was written: the time, and the step where it waits."""
    contains = header.get("contains")
    log, count = (contains.get("log"), contains.get("records")) if isinstance(contains, Mapping) else ("", 0)
    end = read_log_end(made.file, (str(log), count if isinstance(count, int) else disk.MOST_BYTES))
    if end is None or end.header.session != header.get("id"):
        return
    if end.header.id != log and end.header.generation != header.get("generation"):
        return
    # Earlier versions wrote the rulebook's mark of the step, which says nothing to players: `Activation, step M4`.
    made.waits_at = end.at.partition(", step ")[0]
    made.played = max(made.played, end.played)
    if end.rest is not None:
        _fill_situation(made, end.rest)


def last_played(made: Summary) -> tuple[str, str]:
    """When it was last played, or the file made, and its name: lists are sorted by it.

    Ready games and broken files have only the file's own time.
    """
    if made.played:
        return made.played, made.name
    try:
        seconds = made.file.stat().st_mtime
    except OSError:
        return "", made.name
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat(timespec="seconds"), made.name
