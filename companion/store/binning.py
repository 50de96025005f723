"""What lies in the bins of a folder of saves."""

from __future__ import annotations

from pathlib import Path

from companion.engine.frozen import frozen
from companion.store.campaign_listing import campaign_summary
from companion.store.folders import bin_dir, campaign_file, is_kept_file
from companion.store.listing import summary_of


@frozen
class Binned:
    """A session or a campaign in the bin. `path` is its file or its folder, `campaign` the one it comes from."""

    path: Path
    name: str
    title: str = ""
    campaign: str = ""
    played: str = ""

    @property
    def is_campaign(self) -> bool:
        """Whether it is a whole campaign."""
        return self.path.is_dir()


def binned(saves: Path) -> list[Binned]:
    """What lies in the bin of a folder of saves and in those of its campaigns, the last played first."""
    found = _inside(saves)
    for folder in sorted(p for p in _listed(saves) if p.is_dir() and not p.name.startswith(".")):
        found += _inside(folder)
    return sorted(found, key=lambda one: (one.played, one.name), reverse=True)


def _inside(folder: Path) -> list[Binned]:
    found: list[Binned] = []
    for path in _listed(bin_dir(folder)):
        if path.is_dir():
            if campaign_file(path).is_file():
                made = campaign_summary(path)
                found.append(Binned(path, made.name, made.title, played=made.played))
        elif is_kept_file(path.name) and (one := summary_of(path, path.parent)) is not None:
            campaign = campaign_summary(folder).name if campaign_file(folder).is_file() else ""
            found.append(Binned(path, one.name, one.title, campaign, one.played))
    return found


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
