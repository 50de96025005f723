"""Mending the result of a battle that is closed, also one on which others were built: a correction dated now."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.engine.campaign import GONE
from companion.engine.carry_over import WON
from companion.engine.errors import InvalidInput
from companion.store.campaigns import MANUAL, Transaction
from companion.store.fielding import Unfit, mend, unfit
from companion.store.format.campaign import Campaign, EntryRow, Outcome
from companion.store.ledger import PlayerStanding, closing, dependents, owed, standings, voided_words

_MARKS = "marks"


@dataclass(slots=True)
class Correction:
    """What another result would do: entries by roster, standings then and now, and the battles built on it.

    `unfit` are values of its rosters with which no battle can begin.
    """

    entries: list[tuple[str, EntryRow]] = field(default_factory=list)
    before: list[PlayerStanding] = field(default_factory=list)
    after: list[PlayerStanding] = field(default_factory=list)
    dependents: list[str] = field(default_factory=list)
    unfit: list[Unfit] = field(default_factory=list)


def correcting(campaign: Campaign, battle: str, result: Outcome | None) -> Correction:
    """What it would do to give a battle this result; None: no result, it counts in no standings.

    The marks for winning go to those who have won by it. Nothing else is changed: what was fought since then stands.
    Raises InvalidInput if the battle is not closed or a roster did not fight in it.
    """
    fought = campaign.battles[battle]
    if fought.voided:
        raise InvalidInput(f"{fought.title} is {voided_words(fought)}")
    if owed(campaign, battle):
        raise InvalidInput(f"{fought.title} is not closed", hint="its aftermath says how it ended")
    for of in result.won if result is not None else ():
        if of not in fought.base:
            raise InvalidInput(f"{campaign.rosters[of].name} did not fight in {fought.title}")
    made = Correction(before=standings(campaign), dependents=dependents(campaign, battle))
    campaign.battles[battle] = replace(fought, result=result)
    made.after = standings(campaign)
    campaign.battles[battle] = fought
    if campaign.options.get("aftermath_marks") == "on" and not fought.practice:
        won = result.won if result is not None else ()
        had = fought.result.won if fought.result is not None else ()
        for of in fought.base:
            if (of in won) != (of in had):
                made.entries += [(of, entry) for entry in _marks(campaign, battle, of, 1 if of in won else -1)]
    made.unfit = unfit(campaign, list(fought.base))
    return made


def correct(made: Transaction, battle: str, result: Outcome | None, why: str = "", mending: bool = False) -> Correction:
    """Gives a battle another result. The ledger has the marks that follow from it, dated now and marked as manual.

    `mending` sets values that cannot be, as a purse below 0, to the nearest that can.
    """
    campaign = made.campaign
    correction = correcting(campaign, battle, result)
    fought = campaign.battles[battle]
    for roster in fought.base:
        entries = tuple(entry for of, entry in correction.entries if of == roster)
        if entries:
            made.add(roster, "manual", battle=battle, why=why or f"result of {fought.title} corrected", entries=entries)
    if mending:
        correction.entries += mend(made, correction.unfit, f"result of {fought.title} corrected")
        correction.unfit = [one for one in correction.unfit if one.nearest is None]
    campaign.battles[battle] = replace(fought, result=result, note=why or fought.note)
    return correction


def _marks(campaign: Campaign, battle: str, roster: str, by: int) -> list[EntryRow]:
    """One mark more or less for everybody who fought in it and is still there."""
    row, units = closing(campaign, battle, roster), campaign.rosters[roster].units
    found = []
    for career in row.careers if row is not None else ():
        unit = units.get(career.of)
        if unit is None or unit.get(GONE):
            continue
        now = unit.get(_MARKS, 0)
        why = WON if by > 0 else f"not {WON}"
        found.append(EntryRow(career.of, _MARKS, now, max(0, now + by), why, by=MANUAL))
    return found
