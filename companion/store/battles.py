"""The next battle of a campaign: its table from the rosters as they stand, and its session beside the campaign.

The campaign is written first, with the name and id of the session: a session that is missing is made again.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.registry import find
from companion.engine.ruleset import Ruleset
from companion.engine.setup import names_apart
from companion.engine.state.declarations import specs
from companion.engine.state.table import COLOURS, AnyTable
from companion.store import disk
from companion.store.campaigns import OWES, Transaction, busy, read_campaign, today
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.fielding import fielded, unfit
from companion.store.folders import campaign_file, kept_files, slug, unused
from companion.store.format.campaign import Battle, Campaign, CampaignRoster, Outcome
from companion.store.format.session_file import Header, compose, snapshot
from companion.store.format.state import Findings, table_of
from companion.store.format.toml import dotted
from companion.store.ledger import last_batch
from companion.store.listing import session_id


@frozen
class BattlePlan:
    """A battle that is to be fought. `without` are units that stay at home; `first` the roster that begins."""

    rosters: Sequence[str]
    title: str = ""
    practice: bool = False
    first: str = ""
    without: Sequence[str] = ()


def plan_battle(made: Transaction, plan: BattlePlan) -> str:
    """Adds a battle with a session to the campaign and returns its id; `make_session` makes the session.

    Raises InvalidInput if these rosters cannot fight it, CannotOpen if a roster does not fit the rules.
    """
    campaign = made.campaign
    ruleset = find(campaign.header.ruleset)
    _check(campaign, plan, ruleset)
    number = len(campaign.battles) + 1
    title = plan.title or f"Battle {number}"
    file = unused(made.file.parent, f"{number:02}-{slug(title, 'battle')}")
    battle = Battle(
        title,
        today(),
        {of: last_batch(campaign, of) for of in plan.rosters},
        file.name,
        secrets.token_hex(8),
        plan.first if ruleset.has_first_player else "",
        tuple(plan.without),
        plan.practice,
    )
    for one in unfit(campaign, plan.rosters):
        if one.of == one.roster:
            raise InvalidInput(str(one), hint=f"set {one.of}.{one.field} by hand in the campaign first")
    battle_table(made.file, campaign, battle)
    of = f"b{number}"
    campaign.battles[of] = battle
    return of


def record_battle(
    made: Transaction, rosters: Sequence[str], title: str, result: Outcome, practice: bool = False
) -> str:
    """Adds a battle that was fought without a session and returns its id. Raises InvalidInput."""
    campaign = made.campaign
    _check(campaign, BattlePlan(rosters, practice=practice), None)
    number = len(campaign.battles) + 1
    base = {of: last_batch(campaign, of) for of in rosters}
    of = f"b{number}"
    campaign.battles[of] = Battle(title or f"Battle {number}", today(), base, practice=practice, result=result)
    check_winners(campaign, of, result)
    return of


def check_winners(campaign: Campaign, battle: str, result: Outcome | None) -> None:
    """Raises InvalidInput if somebody would win who did not fight in this battle."""
    for of in result.won if result is not None else ():
        if of not in campaign.battles[battle].base:
            raise InvalidInput(f"{campaign.rosters[of].name} did not fight in {campaign.battles[battle].title}")


def _check(campaign: Campaign, plan: BattlePlan, ruleset: Ruleset | None) -> None:
    if len(plan.rosters) < 2 or len(set(plan.rosters)) < len(plan.rosters):
        raise InvalidInput("a battle needs two rosters or more, each once")
    if ruleset is not None and len(plan.rosters) > ruleset.most_sides:
        raise InvalidInput(f"{ruleset.title} has at most {ruleset.most_sides} players")
    for of in plan.rosters:
        roster = campaign.rosters[of]
        if campaign.players[roster.player].left:
            raise InvalidInput(f"{campaign.players[roster.player].name} has left the campaign")
        waiting = "" if plan.practice else busy(campaign, of)
        if waiting:
            raise InvalidInput(
                f"{roster.name} has not closed {campaign.battles[waiting].title}",
                hint=f"close or void {waiting} first; a practice battle may be fought at any time",
            )
        if ruleset is not None and not roster.present.keys() - set(plan.without):
            raise InvalidInput(f"{roster.name} has nobody left who can fight", hint="let units join it by hand first")
    if plan.first and plan.first not in plan.rosters:
        raise InvalidInput(f"{plan.first!r} does not fight in it")
    known = {unit for of in plan.rosters for unit in campaign.rosters[of].units}
    for unit in plan.without:
        if unit not in known:
            raise InvalidInput(f"there is no unit {unit!r}", hint="units: " + ", ".join(sorted(known)))


def battle_table(file: Path, campaign: Campaign, battle: Battle) -> AnyTable:
    """The table of a battle from its rosters as they stood at its base. Raises CannotOpen.

    Units of the same name are told apart on it, as in any new game; their rosters keep the names.
    """
    ruleset = find(campaign.header.ruleset)
    rosters = {of: fielded(campaign, of, n) for of, n in battle.base.items()}
    units = {
        unit: {**fields, "side": of}
        for of, roster in rosters.items()
        for unit, fields in roster.present.items()
        if unit not in battle.without
    }
    names = {unit: str(fields.get("name", unit)) for unit, fields in units.items()}
    for (unit, name), own in zip(names.items(), names_apart(names.values()), strict=True):
        if own != name:
            units[unit]["name"] = own
    data = {
        "options": campaign.options,
        "sides": {
            of: _side(campaign, ruleset, battle, roster, place) for place, (of, roster) in enumerate(rosters.items())
        },
        "units": units,
        "table": {"active": battle.first or next(iter(rosters))} if ruleset.has_first_player else {},
    }
    found = Findings()
    table = table_of(data, ruleset, battle.title, found)
    wrong = found.problems + found.bounds
    if wrong or table is None:
        raise CannotOpen(*(Diagnostic(file, reason, _in_roster(campaign, key)) for key, reason in wrong))
    return table


def _side(campaign: Campaign, ruleset: Ruleset, battle: Battle, roster: CampaignRoster, place: int) -> dict[str, Any]:
    """What the roster owns and its game knows, under the name of its player; and that it owes its aftermath."""
    known = specs(ruleset.side_type)
    fields = {name: value for name, value in roster.fields.items() if name in known}
    owing = {OWES: True} if OWES in known and not battle.practice else {}
    return {"name": campaign.players[roster.player].name, "colour": COLOURS[place % len(COLOURS)], **fields, **owing}


def _in_roster(campaign: Campaign, key: str) -> str:
    """`units.ann.melee` as it is in the campaign: `rosters.reds.units.ann.melee`."""
    word, _, rest = key.partition(".")
    owner = next((of for of, r in campaign.rosters.items() if word == "units" and rest.split(".")[0] in r.units), "")
    if owner:
        return f"{dotted('rosters', owner)}.{key}"
    return f"rosters.{rest}" if word == "sides" else key


def make_session(file: Path, campaign: Campaign, battle: str) -> Path:
    """Writes the session of a battle if it is not there yet, and returns its file. Raises CannotOpen, OSError."""
    made = campaign.battles[battle]
    session = file.parent / made.session
    if not session.exists():
        table = battle_table(file, campaign, made)
        disk.write_whole(session, compose(snapshot(table, [], {}), Header(made.session_id), []))
    return session


def session_of(file: Path, battle: Battle) -> Path | None:
    """The session of a battle, also if a player has renamed it; None if there is none, or it is lost."""
    if not battle.session or not battle.session_id:
        return None
    named = file.parent / battle.session
    if session_id(named) == battle.session_id:
        return named
    return next((f for f in kept_files(file.parent) if session_id(f) == battle.session_id), None)


def battle_beside(session: Path, id_: str = "") -> tuple[Campaign, str] | None:
    """The campaign whose folder a session is in, and its battle that the session is, known by its id; else None.

    Raises CannotOpen if the campaign cannot be read.
    """
    file = campaign_file(session.parent)
    if not file.is_file():
        return None
    campaign, id_ = read_campaign(file), id_ or session_id(session)
    of = next((of for of, battle in campaign.battles.items() if battle.session_id == id_ != ""), "")
    return (campaign, of) if of else None
