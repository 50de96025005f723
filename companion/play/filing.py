"""`companion copy`, `rename`, `delete` and `bin`: what Home does with sessions and campaigns, as lines of text."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from companion.engine.errors import InvalidInput
from companion.frontend.session_files import session_file
from companion.store import CannotOpen
from companion.store.folders import campaign_file, is_campaign, is_kept_file
from companion.store.listing import Listed
from companion.store.manage import bin_file, copy_campaign, copy_session, discard, put_back, rename_file
from companion.store.overview import binned


def copied(typed: str, name: str, saves: Path) -> Iterator[str]:
    """Copies a session or a campaign, under a name of its own where one is given; the line is its file."""
    file = _meant(typed, saves)
    yield str((copy_campaign if is_campaign(file) else copy_session)(file, saves, name))


def renamed(typed: str, name: str, saves: Path) -> Iterator[str]:
    """Gives a session or a campaign another name; the line is its file."""
    if not name.strip():
        raise InvalidInput("a name is wanted")
    yield str(rename_file(_meant(typed, saves), name))


def deleted(typed: str, saves: Path, *, sure: bool) -> Iterator[str]:
    """Moves a session or a campaign to the bin. A battle of a campaign goes only when the players are sure."""
    file = _meant(typed, saves)
    if not is_kept_file(file.name):
        raise InvalidInput(f"{file} is no session")
    depends = [] if is_campaign(file) or sure else _what_depends(file)
    if depends:
        yield from depends
        yield "Nothing was moved. Add --yes to move it to the bin."
        return
    away = bin_file(file)
    yield f"moved to the bin: {away}"
    if any(one.path.resolve() == away.resolve() for one in binned(saves)):
        yield f"companion bin {shlex.quote(away.stem)} takes it out again"


def bin_lines(typed: str, saves: Path, *, for_good: bool) -> Iterator[str]:
    """What lies in the bin; takes one out of it, or deletes it for good."""
    found = binned(saves)
    if not typed:
        yield from (["The bin is empty."] if not found else [])
        for one in found:
            kind = "campaign" if one.is_campaign else f"battle of {one.campaign}" if one.campaign else ""
            yield ", ".join(word for word in (one.name, one.title, kind) if word)
            yield f"    {one.path}"
        return
    one = _in_bin(found, typed)
    if for_good:
        discard(one.path)
        yield f"deleted for good: {one.name}"
    else:
        yield str(put_back(one.path))


def _meant(typed: str, saves: Path) -> Path:
    """The file of a session or a campaign."""
    from companion.play.campaign import named

    try:
        return session_file(typed, saves)
    except InvalidInput:
        try:
            return named(typed, saves)
        except InvalidInput:
            raise InvalidInput(
                f"there is no session and no campaign {typed!r}",
                hint="companion list and companion campaign list show them",
            ) from None


def _what_depends(file: Path) -> list[str]:
    from companion.frontend.campaign_text import without_session

    if not campaign_file(file.parent).is_file():
        return []
    try:
        return without_session(file)
    except CannotOpen:
        # A campaign that is broken is no reason to keep a session.
        return []


def _in_bin(found: list[Listed], typed: str) -> Listed:
    wanted = typed.casefold()
    called = [(str(one.path).casefold(), one.path.stem.casefold(), one.name.casefold()) for one in found]
    # A file is one alone; several games may have a name.
    by_way = ([one for one, names in zip(found, called, strict=True) if names[way] == wanted] for way in range(3))
    fits = next((some for some in by_way if some), [])
    if len(fits) != 1:
        what = f"{len(fits)} of that name lie in the bin" if fits else f"there is no {typed!r} in the bin"
        raise InvalidInput(what, hint="companion bin lists them" + (", name one by its file" if fits else ""))
    return fits[0]
