"""Battles taken back, voided or given another result: done, or tried in a copy to show what it would do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from companion.engine.errors import InvalidInput
from companion.store.battles import check_winners
from companion.store.campaigns import Transaction
from companion.store.closing import Effect, check_last, copy_of, count_wins, take_back
from companion.store.fielding import mend, unfit
from companion.store.format.campaign import Campaign, Outcome
from companion.store.ledger import VOIDED, batches_of, dependents, owed, standings, voided_words


def reopening(campaign: Campaign, battle: str, rosters: Sequence[str] = ()) -> Effect:
    """What it would do to reopen a battle. Raises InvalidInput if it is not closed."""
    _check_closed(campaign, battle, rosters)
    return _tried(campaign, lambda made: _take_back(made, battle, rosters, "", False))


def voiding(campaign: Campaign, battle: str) -> Effect:
    """What it would do to void a battle. Raises InvalidInput if it is voided already."""
    return _tried(campaign, lambda made: void(made, battle, ""))


def correcting(campaign: Campaign, battle: str, result: Outcome | None) -> Effect:
    """What it would do to give a battle this result. Raises InvalidInput as `correct` does."""
    return _tried(campaign, partial(correct, battle=battle, result=result))


def _tried(campaign: Campaign, change: Callable[[Transaction], Effect]) -> Effect:
    rosters = {of: copy_of(held) for of, held in campaign.rosters.items()}
    trial = replace(campaign, battles={**campaign.battles}, ledger=[*campaign.ledger], rosters=rosters)
    return change(Transaction(Path(), trial, []))


def reopen(made: Transaction, battle: str, rosters: Sequence[str] = (), mending: bool = False) -> Effect:
    """Takes a closed battle back, so that it can be closed again. Raises InvalidInput if others were built on it.

    `mending` sets values that cannot be, as a purse below 0, to the nearest that can.
    """
    campaign = made.campaign
    fought = campaign.battles[battle]
    _check_closed(campaign, battle, rosters)
    check_last(campaign, battle, rosters, "mend the rosters with an edit dated now, or void the battle")
    effect = _take_back(made, battle, rosters, f"{fought.title} was reopened", mending)
    if fought.session and len(owed(campaign, battle)) == len(fought.base):
        campaign.battles[battle] = replace(fought, result=None)
    return effect


def void(made: Transaction, battle: str, why: str, mending: bool = False) -> Effect:
    """The battle counts no more. What was built on it stands; its own changes are taken back as far as they can be.

    `mending` is that of `reopen`.
    """
    fought = made.campaign.battles[battle]
    if fought.voided:
        raise InvalidInput(f"{fought.title} is voided already")
    effect = _take_back(made, battle, (), f"{fought.title} was voided", mending)
    made.campaign.battles[battle] = replace(fought, voided=why or VOIDED)
    return effect


def correct(made: Transaction, battle: str, result: Outcome | None, why: str = "", mending: bool = False) -> Effect:
    """Gives a closed battle another result; None: no result, it counts in no standings.

    The marks for winning go to those who have won by it, dated now and marked as manual; what was fought since then
    stands. `mending` is that of `reopen`. Raises InvalidInput if the battle is not closed or a roster did not fight in
    it.
    """
    campaign = made.campaign
    fought = campaign.battles[battle]
    if fought.voided:
        raise InvalidInput(f"{fought.title} is {voided_words(fought)}")
    if owed(campaign, battle):
        raise InvalidInput(f"{fought.title} is not closed", hint="its aftermath says how it ended")
    check_winners(campaign, battle, result)
    effect = Effect(before=standings(campaign), dependents=dependents(campaign, battle))
    said = f"result of {fought.title} corrected"
    campaign.battles[battle] = replace(fought, result=result, note=why or fought.note)
    effect.entries += count_wins(made, battle, why or said)
    _find_unfit(made, battle, effect, said, mending)
    effect.after = standings(campaign)
    return effect


def _check_closed(campaign: Campaign, battle: str, rosters: Sequence[str]) -> None:
    fought = campaign.battles[battle]
    if fought.voided or not batches_of(campaign, battle, rosters):
        raise InvalidInput(f"{fought.title} is not closed")


def _take_back(made: Transaction, battle: str, rosters: Sequence[str], why: str, mending: bool) -> Effect:
    built = dependents(made.campaign, battle, rosters)
    effect = take_back(made, batches_of(made.campaign, battle, rosters), why)
    effect.dependents = built
    _find_unfit(made, battle, effect, why, mending)
    return effect


def _find_unfit(made: Transaction, battle: str, effect: Effect, why: str, mending: bool) -> None:
    effect.unfit = unfit(made.campaign, list(made.campaign.battles[battle].base))
    if mending:
        effect.entries += mend(made, effect.unfit, why)
        effect.unfit = [one for one in effect.unfit if one.nearest is None]
