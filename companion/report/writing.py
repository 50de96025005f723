"""From a file of the saves to the file of a report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from companion.engine.errors import InvalidInput
from companion.engine.wording import does
from companion.report.battle import Battle
from companion.report.battle_page import battle_page
from companion.report.blocks import Block
from companion.report.markdown import markdown
from companion.report.reading import battle_of
from companion.store import disk
from companion.store.diagnostics import CannotOpen
from companion.store.folders import campaign_file
from companion.store.restore import Restored, restore


def report_of(session: Path) -> list[Block]:
    """The report of the battle in a session file, finished or not. Raises as `battle_in` does."""
    return list(battle_page(battle_in(session)))


def battle_in(session: Path) -> Battle:
    """The battle in a session file, finished or not. The file is only read.

    Raises CannotOpen, and InvalidInput for a campaign.
    """
    if session.name == campaign_file(session.parent).name:
        raise InvalidInput("this is a campaign", hint=f"companion chronicle {session.parent.name}")
    found = restore(session)
    told = battle_of(found.session, session.stem, found.loaded.header.played)
    return _in_campaign(session, found, told)


def _in_campaign(session: Path, found: Restored, told: Battle) -> Battle:
    """The battle with what its campaign says of it: what it left to the rosters, and its end if players gave it one."""
    from companion.store.battles import battle_beside

    try:
        battle = battle_beside(session, found.loaded.header.id)
    except CannotOpen:
        # The battle can be told without what it left.
        return told
    if battle is None:
        return told
    # Here and not above: a session outside a campaign does not pay for the import.
    from companion.frontend.saying.campaigns import aftermath_parts
    from companion.report.chronicle import as_ruled

    return as_ruled(replace(told, aftermath=aftermath_parts(*battle) or told.aftermath), *battle)


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


def write_card(battle: Battle, out: Path, *, light: bool = False) -> Path:
    """Writes the match card of a battle as SVG, dark or light, and returns its file. Raises InvalidInput, OSError."""
    # Here and not above: a page alone does not pay for the import.
    from companion.frontend.palette import DARK, LIGHT
    from companion.report.card import card_text

    if out.suffix.casefold() != ".svg":
        raise InvalidInput(f"{does(out.name, 'is')} no name of a picture", hint="call it .svg")
    disk.write_whole(out, card_text(battle, LIGHT if light else DARK).encode())
    return out


def write_report(session: Path, out: Path) -> Path:
    """Writes the report of a session by the name of the file: `.svg` the match card, `.md` Markdown, else HTML."""
    kind = out.suffix.casefold()
    if kind == ".svg":
        return write_card(battle_in(session), out)
    return write_page(report_of(session), out, as_html=kind != ".md")
