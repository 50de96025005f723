"""From a file of the saves to the file of a report."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from companion.engine.errors import InvalidInput
from companion.report.battle_page import battle_page
from companion.report.blocks import Block
from companion.report.markdown import markdown
from companion.report.reading import Part, battle_of
from companion.store import disk
from companion.store.diagnostics import CannotOpen
from companion.store.folders import campaign_file
from companion.store.restore import Restored, restore


def report_of(session: Path) -> list[Block]:
    """The report of the battle in a session file, finished or not. The file is only read.

    Raises CannotOpen, and InvalidInput for a campaign.
    """
    if session.name == campaign_file(session.parent).name:
        raise InvalidInput("this is a campaign", hint=f"companion chronicle {session.parent.name}")
    found = restore(session)
    return list(battle_page(battle_of(found.session, session.stem, _in_campaign(session, found))))


def _in_campaign(session: Path, found: Restored) -> tuple[Part, ...] | None:
    """What the ledger of its campaign says of a battle; None if there is none, or it says nothing yet."""
    # Here and not above: a session outside a campaign does not pay for the import.
    from companion.report.ledger_words import aftermath_parts
    from companion.store.campaign_link import link_of
    from companion.store.campaigns import read_campaign

    try:
        link = link_of(session, found.loaded.header.id)
        return (aftermath_parts(read_campaign(link.file), link.battle) or None) if link is not None else None
    except CannotOpen:
        # The battle can be told without what it left.
        return None


def chronicle_of(campaign: Path) -> list[Block]:
    """The chronicle of the campaign in this file. Raises CannotOpen; the files are only read."""
    # Here and not above: a battle does not pay for the import.
    from companion.report.chronicle import chronicle
    from companion.report.chronicle_page import chronicle_page

    return list(chronicle_page(chronicle(campaign)))


def write_page(blocks: Iterable[Block], out: Path, *, as_html: bool) -> Path:
    """Writes a page whole and returns its file. Raises InvalidInput for a file of the saves, OSError."""
    if out.suffix.casefold() == ".toml":
        raise InvalidInput(f"{out.name} would be taken for a session", hint="call it .html or .md")
    if as_html:
        # Here and not above: Markdown alone does not pay for the renderer.
        from companion.report.page import page

        text = page(blocks)
    else:
        text = markdown(blocks)
    disk.write_whole(out, text.encode())
    return out
