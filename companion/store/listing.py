"""What lists and Home show of sessions, campaigns and rosters, from the heads of their files."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from companion.engine.errors import InvalidInput
from companion.store import disk
from companion.store.diagnostics import CannotOpen
from companion.store.files import log_bytes
from companion.store.folders import (
    bin_dir,
    campaign_file,
    folders_of,
    history_dir,
    is_campaign,
    is_kept_file,
    kept_files,
    listed,
    log_file,
    ready_dir,
    slug,
    toml_files,
)
from companion.store.format.document import head_of
from companion.store.format.source_map import TooDeep, syntax_problem, tables_of
from companion.store.format.wal_file import parse_end

_HEAD = 1 << 16
_FIRST = 1 << 12
"""Bytes that hold most heads. Home reads many files: of most this is all it reads."""


class SideLeft(NamedTuple):
    """A side, how many units it has left, and its colour; empty: that of its place, None: the file does not say.

    `health` has of each unit what it has left, and of how much; nothing in older files.
    """

    name: str
    left: int
    colour: str | None = None
    health: tuple[tuple[int, int], ...] = ()


class Won(NamedTuple):
    """A player of a campaign, with the battles won and the place that gives the colour; 0: the file does not say."""

    name: str
    won: int
    place: int = 0


@dataclass(slots=True)
class Listed:
    """One file in a list. `fault` says why it cannot be read; then the rest may be empty.

    `title` is its game, `played` the time of the last input, or the day of the last battle; empty before.
    """

    file: Path
    name: str
    ruleset: str = ""
    title: str = ""
    played: str = ""
    fault: str = ""
    campaign: str = ""
    """Of a session the folder of its campaign; of one in the bin the name of the campaign."""

    @property
    def is_campaign(self) -> bool:
        """Whether it is a whole campaign."""
        return is_campaign(self.file)

    @property
    def path(self) -> Path:
        """The file, or the folder of a campaign."""
        return self.file.parent if self.is_campaign else self.file

    def fill(self, kind: str, data: Mapping[str, Any]) -> tuple[_Told, _Told]:
        """Takes from the head of a file what all kinds say; its header and summary. Raises ValueError if it is none."""
        header = data.get(kind)
        about = data.get("summary", {}) if kind != "roster" else header
        if not isinstance(header, Mapping) or not isinstance(about, Mapping):
            raise ValueError(f"this is no {kind}: it does not begin with [summary] and [{kind}]")
        head, told = _Told(header), _Told(about)
        self.name = told.text("name") or self.name
        self.ruleset, self.title, self.played = head.text("ruleset"), told.text("game"), told.text("played")
        return head, told


@dataclass(slots=True)
class Summary(Listed):
    """One session in a list.

    `waits_at` names the step where a procedure waits, `waits_in` the procedure; `over` how it ended and why, `ended`
    how alone. `sides` each player with the units that are left.
    """

    round: int = 0
    round_word: str = "round"
    phase: str = ""
    waits_at: str = ""
    waits_in: str = ""
    sides: list[SideLeft] = field(default_factory=list)
    over: str = ""
    ended: str = ""


@dataclass(slots=True)
class CampaignSummary(Listed):
    """One campaign in a list."""

    battles: int = 0
    open: list[str] = field(default_factory=list)
    standings: list[Won] = field(default_factory=list)


@dataclass(slots=True)
class RosterSummary(Listed):
    """One roster in a list. `units` counts them."""

    units: int = 0


SHOWN = 4
"""How many sessions of a campaign are read; its own screen lists them all."""


@dataclass(slots=True)
class CampaignLine:
    """A campaign with the sessions that were played last, newest first. `more` is how many sessions it has beside."""

    campaign: CampaignSummary
    sessions: list[Summary] = field(default_factory=list)
    more: int = 0

    @property
    def played(self) -> str:
        """When it was played last."""
        return max([self.campaign.played, *(made.played for made in self.sessions)])

    def goes_on(self, battle: Summary) -> bool:
        """Whether one of its battles is still to be played, as far as can be read."""
        return bool(self.campaign.fault) or battle.name in self.campaign.open


@dataclass(slots=True)
class Overview:
    """Campaigns and single sessions, the last played first; ready ones by game and name; how many things are binned."""

    campaigns: list[CampaignLine] = field(default_factory=list)
    single: list[Summary] = field(default_factory=list)
    ready_campaigns: list[CampaignSummary] = field(default_factory=list)
    ready: list[Summary] = field(default_factory=list)
    binned: int = 0


class _Told:
    """A table that anybody may have written: what is not there, or of another type, is empty."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.table = table

    def text(self, key: str) -> str:
        return str(self.table.get(key, ""))

    def number(self, key: str) -> int:
        found = self.table.get(key)
        return found if isinstance(found, int) else 0

    def rows(self, key: str) -> list[_Told]:
        return [_Told(row) for row in self.items(key) if isinstance(row, Mapping)]

    def pairs(self, key: str) -> tuple[tuple[int, int], ...]:
        found = [one for one in self.items(key) if isinstance(one, list) and len(one) == 2]
        return tuple((one[0], one[1]) for one in found if all(type(number) is int for number in one))

    def items(self, key: str) -> list[Any]:
        found = self.table.get(key)
        return found if isinstance(found, list) else []


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
        header, about = made.fill("session", data)
        made.round_word = about.text("round_word") or made.round_word
        _fill_situation(made, about)
        _fill_open(made, header)
    except (OSError, ValueError, CannotOpen) as fault:
        made.fault = str(fault)
    return made


def session_file(name: str, saves: Path) -> Path:
    """The file meant by a path, by its name in the folder, or by the name that a game was given.

    `In the ring` is `in-the-ring.toml`, and `the-ash-road: First blood`, as lists name it, the one battle of this title
    in the folder of its campaign. Raises InvalidInput if there is none.
    """
    for file in (Path(name), saves / name, saves / f"{name}.toml", saves / f"{slug(name)}.toml"):
        if file.is_file():
            return file
    campaign, _, title = name.partition(": ")
    battles = [made.file for made in summaries(saves / campaign) if made.name == title] if title else []
    if len(battles) == 1:
        return battles[0]
    raise InvalidInput(f"there is no file {name}", hint="companion list shows the sessions")


def list_campaigns(saves: Path) -> list[CampaignSummary]:
    """The campaigns in a folder of saves, the last played first."""
    # A campaign whose file is gone is missed as long as copies of it are kept.
    files = map(campaign_file, folders_of(saves))
    found = [campaign_summary(file.parent) for file in files if file.is_file() or history_dir(file).is_dir()]
    return sorted(found, key=lambda made: (made.played, made.name), reverse=True)


def campaign_summary(folder: Path) -> CampaignSummary:
    """What the head of the campaign in this folder says."""
    made = CampaignSummary(campaign_file(folder), folder.name)
    try:
        _, about = made.fill("campaign", read_head(made.file))
    except FileNotFoundError:
        made.fault = f"{made.file.name} is missing: companion restore brings back what is kept of it"
    except (OSError, ValueError) as fault:
        made.fault = str(fault)
    else:
        made.battles, made.open = about.number("battles"), [str(title) for title in about.items("open")]
        lines = about.rows("standings")
        made.standings = [Won(line.text("name"), line.number("won"), line.number("place")) for line in lines]
    return made


def list_rosters(folder: Path) -> list[RosterSummary]:
    """The rosters of a folder and its folders, by name. A file whose head cannot be read is in `summaries`."""
    found = []
    for file in toml_files(folder):
        made = RosterSummary(file, file.stem)
        with contextlib.suppress(OSError, ValueError):
            made.units = made.fill("roster", read_head(file))[0].number("count")
            found.append(made)
    return sorted(found, key=lambda r: r.name)


def rosters_at_hand(saves: Path) -> list[RosterSummary]:
    """The rosters in the saves, then the ready ones of which none of the same game and name is there."""
    own = list_rosters(saves)
    names = {(one.ruleset, one.name) for one in own}
    return own + [one for one in list_rosters(ready_dir()) if (one.ruleset, one.name) not in names]


def overview(saves: Path, ready: Path) -> Overview:
    """What is in the folder of saves, and the ready campaigns and sessions. Files that are broken are listed too."""
    campaigns = [_line(made, saves) for made in list_campaigns(saves) if made.path.resolve() != ready.resolve()]
    inside = {line.campaign.path for line in campaigns}
    single = [made for f in toml_files(saves) if f.parent not in inside and (made := summary_of(f, saves)) is not None]
    found = [made for f in toml_files(ready) if f.parent == ready and (made := summary_of(f, ready)) is not None]
    return Overview(
        sorted(campaigns, key=lambda line: (line.played, line.campaign.name), reverse=True),
        sorted(single, key=last_played, reverse=True),
        list_campaigns(ready),
        sorted(found, key=lambda made: (made.title, bool(made.waits_at), made.name)),
        len(binned(saves)),
    )


def _line(campaign: CampaignSummary, saves: Path) -> CampaignLine:
    files = kept_files(campaign.path)
    line = CampaignLine(campaign)
    for place, file in enumerate(newest := sorted(files, key=_touched, reverse=True)):
        if len(line.sessions) == SHOWN:
            line.more = len(newest) - place
            break
        made = summary_of(file, saves)
        if made is not None:
            line.sessions.append(made)
    line.sessions.sort(key=lambda made: (last_played(made)[0], made.file.name), reverse=True)
    return line


def _touched(file: Path) -> tuple[float, str]:
    """When a session was written last, and its name: the sessions of a campaign are numbered."""
    times = []
    for one in (file, log_file(file)):
        # It may be moved to the bin while the list is read.
        with contextlib.suppress(OSError):
            times.append(one.stat().st_mtime)
    return (max(times, default=0.0), file.name)


def binned(saves: Path) -> list[Listed]:
    """What is in the bin of a folder of saves and in those of its campaigns, the last played first."""
    found = _inside(saves)
    for folder in folders_of(saves):
        found += _inside(folder)
    return sorted(found, key=lambda one: (one.played, one.name), reverse=True)


def _inside(folder: Path) -> list[Listed]:
    found: list[Listed] = []
    for path in listed(bin_dir(folder)):
        if path.is_dir():
            found += [campaign_summary(path)] * campaign_file(path).is_file()
        elif is_kept_file(path.name) and (one := summary_of(path, path.parent)) is not None:
            one.campaign = campaign_summary(folder).name if campaign_file(folder).is_file() else ""
            found.append(one)
    return found


def session_id(file: Path) -> str:
    """The id of the session in this file; empty if it is none, or cannot be read."""
    try:
        header = read_head(file).get("session")
    except (OSError, ValueError):
        return ""
    return _Told(header).text("id") if isinstance(header, Mapping) else ""


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


def _fill_situation(made: Summary, about: _Told) -> None:
    """How the game stands, from a summary or a record of the log."""
    made.phase, made.over, made.round = about.text("phase"), about.text("over"), about.number("round")
    made.ended = about.text("ended") or made.over
    made.sides = []
    for side in about.rows("sides"):
        colour = side.table.get("colour")
        colour = colour if isinstance(colour, str) else None
        made.sides.append(SideLeft(side.text("name"), side.number("left"), colour, side.pairs("health")))


def _fill_open(made: Summary, header: _Told) -> None:
    """What has been played since the session file was written: the time, and the step where it waits."""
    contains = header.table.get("contains")
    log, count = (contains.get("log"), contains.get("records")) if isinstance(contains, Mapping) else ("", 0)
    known = (str(log), count if isinstance(count, int) else disk.MOST_BYTES)
    end = parse_end(log_bytes(made.file) or b"", known)
    if end is None or not end.header.continues(header.table):
        return
    # Earlier versions wrote the rulebook's mark of the step, which says nothing to players: `Activation, step M4`.
    made.waits_at = end.at.partition(", step ")[0]
    made.waits_in = end.procedure or made.waits_at
    made.played = max(made.played, end.played)
    if end.rest is not None:
        was_over = made.over
        _fill_situation(made, _Told(end.rest))
        if made.waits_at and not was_over:
            # What ended the game and still asks is to be gone on with.
            made.over = made.ended = ""


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
