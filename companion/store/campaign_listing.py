"""Campaigns in a list: what the heads of their files say. Reads nothing that costs a start-up."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.store.folders import campaign_file, history_dir
from companion.store.listing import read_head


@dataclass(slots=True)
class CampaignSummary:
    """One campaign in a list, from the head of its file. `fault` says why it cannot be read."""

    folder: Path
    name: str
    ruleset: str = ""
    title: str = ""
    battles: int = 0
    open: list[str] = field(default_factory=list)
    standings: list[tuple[str, int]] = field(default_factory=list)
    played: str = ""
    fault: str = ""

    @property
    def file(self) -> Path:
        """The file of the campaign."""
        return campaign_file(self.folder)


def list_campaigns(saves: Path) -> list[CampaignSummary]:
    """The campaigns in a folder of saves, the last played first. Only the head of each file is read."""
    folders: list[Path] = []
    with contextlib.suppress(OSError):
        folders += (p for p in saves.iterdir() if not p.name.startswith(".") and _is_campaign(p))
    return sorted(map(campaign_summary, folders), key=lambda s: (s.played, s.name), reverse=True)


def _is_campaign(folder: Path) -> bool:
    """Whether a campaign is there, or has: a file that is gone is missed as long as copies of it are kept."""
    file = campaign_file(folder)
    return file.is_file() or history_dir(file).is_dir()


def campaign_summary(folder: Path) -> CampaignSummary:
    """What the head of the campaign in this folder says."""
    made = CampaignSummary(folder, folder.name)
    try:
        data = read_head(made.file)
    except FileNotFoundError:
        made.fault = f"{made.file.name} is missing: companion restore brings back what is kept of it"
        return made
    except (OSError, ValueError) as fault:
        made.fault = str(fault)
        return made
    about, header = data.get("summary"), data.get("campaign")
    if not isinstance(about, Mapping) or not isinstance(header, Mapping):
        made.fault = "this is no campaign: it does not begin with [summary] and [campaign]"
        return made
    made.name, made.title = str(about.get("name", "")) or made.name, str(about.get("game", ""))
    made.ruleset, made.played = str(header.get("ruleset", "")), str(about.get("played", ""))
    battles, waiting, lines = about.get("battles"), about.get("open"), about.get("standings")
    made.battles = battles if isinstance(battles, int) else 0
    made.open = [str(title) for title in waiting] if isinstance(waiting, list) else []
    for line in lines if isinstance(lines, list) else ():
        if isinstance(line, Mapping):
            won = line.get("won")
            made.standings.append((str(line.get("name", "")), won if isinstance(won, int) else 0))
    return made
