"""The life of a unit in its campaign, and the rosters as they once were: read from the ledger alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, Literal

from companion.engine.campaign import GONE, RULED
from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.store.format.campaign import BatchRow, Battle, Campaign, CampaignRoster, CareerRow, EntryRow
from companion.store.ledger import batches_in_force, careers, closing, fold

MARKS: Final = "marks"
"""The field of a unit that counts its marks, in games and campaigns that give them."""

Fate = Literal["won", "drawn", "lost", ""]
"""How a battle ended for one roster; empty if that is not recorded."""


@frozen
class Chapter:
    """What one batch of the ledger did to a unit: it joined, it fought a battle, or players changed it.

    A battle has its title, the names of the rosters `against` it and its fate; `career` is what it added to the totals,
    None if the unit did not take part; `ruled` says whether players decided how it ended. A change with `by` was made
    by players.
    """

    kind: Literal["joined", "battle", "manual"]
    day: str
    title: str = ""
    against: tuple[str, ...] = ()
    fate: Fate = ""
    career: CareerRow | None = None
    changes: tuple[EntryRow, ...] = ()
    ruled: bool = False


@frozen
class Life:
    """A unit, or a roster itself: its totals, then its story, the oldest chapter first.

    `gone` says how it left its roster (`died`), empty while it is with it; `marks` is 0 if nobody counts them;
    `ruleset` is the id of its game.
    """

    roster: str
    of: str
    name: str
    gone: str
    totals: CareerRow
    marks: int
    chapters: tuple[Chapter, ...]
    ruleset: str = ""


def life(campaign: Campaign, roster: str, of: str) -> Life:
    """The life of a unit of this roster, or of the roster itself if `of` is its own id.

    Battles that were voided or reopened are no part of it. Raises InvalidInput if there never was such a unit.
    """
    held = campaign.rosters[roster]
    chapters = tuple(_chapters(campaign, roster, of))
    if of != roster and of not in held.units and not chapters:
        raise InvalidInput(f"there is no unit {of!r} in {held.name}", hint="units: " + ", ".join(held.units))
    fields = held.fields if of == roster else held.units.get(of, {})
    marks = fields.get(MARKS)
    totals = careers(campaign, roster).get(of, CareerRow(of))
    if of == roster:
        totals = replace(totals, battles=sum(chapter.kind == "battle" for chapter in chapters))
    return Life(
        roster,
        of,
        unit_name(campaign, roster, of),
        str(fields.get(GONE) or ""),
        totals,
        marks if isinstance(marks, int) else 0,
        chapters,
        campaign.header.ruleset,
    )


def joined_as(campaign: Campaign, roster: str, of: str) -> dict[str, Any]:
    """The fields that a unit joined this roster with; empty if it never did."""
    for row in campaign.ledger:
        if row.roster == roster:
            if of in row.units:
                return dict(row.units[of])
            for entry in row.entries:
                if entry.of == of and not entry.field and isinstance(entry.after, dict):
                    return entry.after
    return {}


def _chapters(campaign: Campaign, roster: str, of: str) -> Iterator[Chapter]:
    for row in batches_in_force(campaign):
        if row.roster != roster:
            continue
        changes = tuple(entry for entry in row.entries if entry.of == of)
        career = next((one for one in row.careers if one.of == of), None)
        if of == roster:
            # A roster is in each of its battles, whoever of it fought.
            career = career or CareerRow(of, battles=1)
        if row.kind == "battle" and (career is not None or changes):
            yield _battle(campaign, row, career, changes)
        elif row.kind == "joined" and (of in row.units or of == roster):
            yield Chapter("joined", row.day, changes=changes)
        elif row.kind == "manual" and changes:
            yield Chapter("manual", row.day, changes=changes)


def _battle(campaign: Campaign, row: BatchRow, career: CareerRow | None, changes: tuple[EntryRow, ...]) -> Chapter:
    battle = campaign.battles[row.battle]
    against = tuple(campaign.rosters[other].name for other in battle.base if other != row.roster)
    ended = fate(campaign, row.battle, row.roster)
    ruled = is_ruled(battle)
    return Chapter("battle", battle.day, battle.title, against, ended, career, changes, ruled)


def fate(campaign: Campaign, battle: str, roster: str) -> Fate:
    """How this battle ended for this roster."""
    result = campaign.battles[battle].result
    if result is None:
        return ""
    return "drawn" if result.drawn else "won" if roster in result.won else "lost"


def is_ruled(battle: Battle) -> bool:
    """Whether players said of a battle with a session that it ended otherwise than its rules have it."""
    result = battle.result
    return result is not None and (result.why == RULED or (result.by_hand and bool(battle.session)))


def roster_after(campaign: Campaign, roster: str, battle: str) -> CampaignRoster:
    """The roster as this battle left it; if it did not fight in it, as it stood when the battle was closed.

    Raises InvalidInput if the battle is not closed.
    """
    ends: list[int] = []
    for of in campaign.battles[battle].base:
        row = closing(campaign, battle, of)
        if row is not None and (of == roster or roster not in campaign.battles[battle].base):
            ends.append(row.n)
    if not ends:
        raise InvalidInput(f"{campaign.battles[battle].title} is not closed for {campaign.rosters[roster].name}")
    return fold(campaign, roster, max(ends))


def unit_name(campaign: Campaign, roster: str, of: str) -> str:
    """What a unit is called, or was when players struck it off; or the roster itself, if `of` is its own id."""
    held = campaign.rosters[roster]
    return held.name if of == roster else str(known_units(campaign, roster, held).get(of, {}).get("name") or of)


def known_units(campaign: Campaign, roster: str, held: CampaignRoster) -> dict[str, dict[str, Any]]:
    """The units of a roster, and those that players have struck off it."""
    struck = {
        entry.of: unit
        for row in campaign.ledger
        if row.roster == roster
        for entry in row.entries
        if not entry.field and isinstance(unit := entry.before, dict) and entry.of not in held.units
    }
    return {**held.units, **struck}
