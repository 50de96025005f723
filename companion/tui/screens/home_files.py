"""What Home does with files: copies, other names, the bin and the way back. Each runs in a thread."""

from __future__ import annotations

from pathlib import Path

from companion import store
from companion.frontend.campaign_text import without_session
from companion.store.folders import typed_path
from companion.store.manage import copy_campaign, put_back
from companion.tui.screens.home_rows import Place
from companion.tui.screens.opening import faults_of


def copied(place: Place, saves: Path) -> Path:
    """A copy of a game or a whole campaign in the saves; returns its file."""
    return (copy_campaign if place.kind == "campaign" else store.copy_session)(place.file, saves)


def renamed(place: Place, name: str) -> Path:
    """Another name for a game or a campaign; returns its file."""
    return store.rename_file(place.file, name)


def binned(place: Place) -> None:
    """Moves a game or a whole campaign to the bin."""
    store.bin_file(place.file)


def taken_out(path: Path) -> Path:
    """Takes something out of the bin; returns its file."""
    return put_back(path)


def zip_offered(saves: Path) -> str:
    """The zip that is in the saves, the newest if there are several; empty if there is none."""
    try:
        found = sorted(saves.glob("*.zip"), key=lambda path: path.stat().st_mtime)
    except OSError:
        return ""
    return str(found[-1]) if found else ""


def zip_fault(text: str) -> str:
    """What is wrong with the name of a zip, or nothing."""
    if not text:
        return "The name of a file is wanted, such as ~/Downloads/the-kagu-road.zip"
    file = typed_path(text)
    return "" if file.is_file() else "There is no such file."


def imported(text: str, saves: Path) -> Path:
    """Unpacks the zip of a campaign into the saves; returns the file of the campaign."""
    from companion.store.campaign_zip import import_campaign

    return import_campaign(typed_path(text), saves)


def what_depends(place: Place) -> list[str]:
    """What it means for its campaign that a session goes to the bin, a sentence each."""
    try:
        return without_session(place.file)
    except (store.CannotOpen, OSError, ValueError) as fault:
        # A campaign that is broken is no reason to keep a session.
        return faults_of(fault)
