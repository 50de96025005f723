"""What is in the bins of a folder of saves, and deleting it for good."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

from companion.engine.frozen import frozen
from companion.store import disk
from companion.store.campaign_listing import campaign_summary
from companion.store.folders import BIN, bin_dir, campaign_file, history_dir, is_kept_file, log_file
from companion.store.generations import is_link
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
    """What is in the bin of a folder of saves and in those of its campaigns, the last played first."""
    found = _inside(saves)
    for folder in sorted(p for p in _listed(saves) if p.is_dir() and not p.name.startswith(".")):
        found += _inside(folder)
    return sorted(found, key=lambda one: (one.played, one.name), reverse=True)


def discard(path: Path) -> None:
    """Deletes a session or a campaign that is in a bin, with all that belongs to it. Nothing brings it back.

    Raises ValueError for anything that is elsewhere, CannotOpen if another program has it open, OSError if it
    cannot be deleted.
    """
    # Here and not above: Home counts what is binned before it needs to change any file.
    from companion.store.manage import locked

    if path.parent.name != BIN:
        raise ValueError(f"{path.name} does not lie in the bin")
    if is_link(path):
        path.unlink()
    elif path.is_dir():
        with contextlib.ExitStack() as locks:
            for file in sorted(path.glob("*.toml")):
                if is_kept_file(file.name):
                    locks.enter_context(locked(file))
        # Under another name first: killed in between, it is no campaign with half of its sessions.
        away = path.with_name(f".{path.name}.gone")
        shutil.rmtree(away, ignore_errors=True)
        disk.replace(path, away)
        shutil.rmtree(away)
    else:
        with locked(path):
            # A log or generations without their session are nothing that anybody opens.
            disk.remove(path)
            disk.remove(log_file(path))
            if not is_link(history_dir(path)):
                shutil.rmtree(history_dir(path), ignore_errors=True)


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
