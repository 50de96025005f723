"""All that Home shows, from the heads of files: campaigns with their battles, sessions, what is ready or binned."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from pathlib import Path

from companion.store.folders import bin_dir, campaign_file, is_kept_file, log_file, toml_files
from companion.store.listing import (
    CampaignSummary,
    Listed,
    Summary,
    campaign_summary,
    last_played,
    list_campaigns,
    summary_of,
)

SHOWN = 4
"""How many sessions of a campaign are read; its own screen lists them all."""


@dataclass(slots=True)
class CampaignLine:
    """A campaign with the sessions that were played last, newest first. `more` is how many sessions it has beside."""

    campaign: CampaignSummary
    sessions: list[Summary] = field(default_factory=list)
    more: int = 0


@dataclass(slots=True)
class Overview:
    """Campaigns and single sessions, the last played first; ready ones by game and name; how many things are binned."""

    campaigns: list[CampaignLine] = field(default_factory=list)
    single: list[Summary] = field(default_factory=list)
    ready_campaigns: list[CampaignSummary] = field(default_factory=list)
    ready: list[Summary] = field(default_factory=list)
    binned: int = 0


def overview(saves: Path, ready: Path) -> Overview:
    """What is in the folder of saves, and the ready campaigns and sessions. Files that are broken are listed too."""
    campaigns = [_line(made, saves) for made in list_campaigns(saves) if made.path.resolve() != ready.resolve()]
    inside = {line.campaign.path for line in campaigns}
    single = [made for f in toml_files(saves) if f.parent not in inside and (made := summary_of(f, saves)) is not None]
    found = [made for f in toml_files(ready) if f.parent == ready and (made := summary_of(f, ready)) is not None]
    return Overview(
        sorted(campaigns, key=_newest, reverse=True),
        sorted(single, key=last_played, reverse=True),
        list_campaigns(ready),
        sorted(found, key=lambda made: (made.title, bool(made.waits_at), made.name)),
        len(binned(saves)),
    )


def _line(campaign: CampaignSummary, saves: Path) -> CampaignLine:
    files = [f for f in campaign.path.glob("*.toml") if is_kept_file(f.name) and f != campaign.file]
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


def _newest(line: CampaignLine) -> tuple[str, str]:
    played = max((made.played for made in line.sessions), default="")
    return (max(played, line.campaign.played), line.campaign.name)


def binned(saves: Path) -> list[Listed]:
    """What is in the bin of a folder of saves and in those of its campaigns, the last played first."""
    found = _inside(saves)
    for folder in sorted(p for p in _listed(saves) if p.is_dir() and not p.name.startswith(".")):
        found += _inside(folder)
    return sorted(found, key=lambda one: (one.played, one.name), reverse=True)


def _inside(folder: Path) -> list[Listed]:
    found: list[Listed] = []
    for path in _listed(bin_dir(folder)):
        if path.is_dir():
            found += [campaign_summary(path)] * campaign_file(path).is_file()
        elif is_kept_file(path.name) and (one := summary_of(path, path.parent)) is not None:
            one.campaign = campaign_summary(folder).name if campaign_file(folder).is_file() else ""
            found.append(one)
    return found


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
