"""Verifies a file of any kind: is it what was played? Touches nothing."""

from __future__ import annotations

from pathlib import Path

from companion.store.battles import session_of
from companion.store.campaign_check import battle_faults, by_hand
from companion.store.campaigns import read_campaign
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.files import located, owner_of, read_tables, read_text
from companion.store.format.campaign import Campaign
from companion.store.format.document import ROSTER
from companion.store.rosters import read_roster
from companion.store.verify_session import BY_HAND, Verified, verify_session


def verify_file(file: Path) -> Verified:
    """Says of a session, its log, a campaign or a roster whether it is exact. Raises nothing for a bad file.

    A session is played again. A campaign is exact if its ledger leads to its rosters and has what its sessions
    leave, and those are exact; a roster if it is as Companion wrote it.
    """
    made = Verified()
    try:
        file = owner_of(file)
        tables = read_tables(file, read_text(file))
        if "campaign" in tables:
            _verify_campaign(made, file)
        elif "roster" in tables:
            _verify_roster(made, file, tables["roster"])
        else:
            return verify_session(file)
    except CannotOpen as fault:
        for diagnostic in fault.diagnostics:
            made.note("unverified", diagnostic)
    return made


def _verify_campaign(made: Verified, file: Path) -> None:
    campaign = read_campaign(file, thorough=True)
    for notice in campaign.notices:
        made.note("unverified", Diagnostic(file, None, "", notice))
    edited = bool(campaign.changed & {"state", "ledger"})
    differing = [(key, said + BY_HAND * edited) for key, said in by_hand(campaign)]
    for one in located(file, read_text(file), differing):
        made.note("unverified" if edited else "diverged", one)
    for of in campaign.battles:
        _verify_battle(made, file, campaign, of)


def _verify_battle(made: Verified, file: Path, campaign: Campaign, of: str) -> None:
    battle = campaign.battles[of]
    session = session_of(file, battle)
    for one in battle_faults(file, campaign, of, battle):
        made.note("unverified" if session is None else "diverged", one)
    if session is None:
        return
    found = verify_session(session)
    made.procedures, made.inputs = made.procedures + found.procedures, made.inputs + found.inputs
    for one in found.found:
        made.note(found.verdict, one)


def _verify_roster(made: Verified, file: Path, header: object) -> None:
    for notice in read_roster(file).notices:
        made.note("unverified", Diagnostic(file, None, "", notice))
    if not (isinstance(header, dict) and ROSTER.has_checksums(header)):
        made.note("unverified", Diagnostic(file, None, "", "it has no checksums: Companion has not written it"))
