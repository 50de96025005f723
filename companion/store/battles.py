"""The next battle of a campaign: its table from the rosters as they stand, and its session beside the campaign.

The campaign is written first, with the name and id of the session: a session that is missing is made again. What ties a
session to its campaign: an aftermath that ends in the session is closed in the campaign at once.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from companion.engine.errors import RULES_FAIL, InvalidInput, blame
from companion.engine.frozen import frozen
from companion.engine.journal import JournalEntry
from companion.engine.registry import find
from companion.engine.ruleset import Ruleset
from companion.engine.session import Session
from companion.engine.setup import names_apart
from companion.engine.state.declarations import specs
from companion.engine.state.table import AnyTable
from companion.store import disk
from companion.store.campaigns import OWES, Transaction, busy, changing, read_campaign, today
from companion.store.closing import aftermath_done, close, is_what_is_left
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.fielding import fielded, unfit
from companion.store.folders import campaign_file, kept_files, slug, unused
from companion.store.format.campaign import BatchRow, Battle, Campaign, CampaignRoster, Outcome
from companion.store.format.session_file import Header, compose, snapshot
from companion.store.format.state import Findings, table_of
from companion.store.format.toml import dotted
from companion.store.ledger import closing, last_batch
from companion.store.listing import session_id

COLOURS: Final = ("red", "blue", "green", "yellow")


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
    return of


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


class CampaignLink:
    """The battle of a campaign that a session is.

    `notices` are sentences for the players about what was done. `closed` are the batches that play has added to the
    campaign since the session was opened, each with the campaign as it was written then.
    """

    def __init__(self, file: Path, battle: str) -> None:
        self.file = file
        self.battle = battle
        self._failure = ""
        self.notices: list[str] = []
        self.closed: list[tuple[Campaign, BatchRow]] = []
        self._closed: set[str] = set()
        """The rosters whose aftermath the campaign has."""
        self._last: JournalEntry | None = None
        """The last aftermath that was looked at."""

    def trouble(self, session: Session) -> str:
        """Why the campaign is not what the session leads to, in a sentence; empty where it is.

        An undo in the session takes nothing back in the campaign.
        """
        undone = ", ".join(session.table.title(of) for of in sorted(self._closed) if not aftermath_done(session, of))
        if undone and not self._failure:
            return f"the campaign still has the aftermath of {undone}: redo it here, or reopen it there"
        return self._failure

    def border(self, session: Session, count: int) -> str:
        """Why an undo of `count` inputs is to be asked first, in a sentence; empty if it crosses no border.

        The borders are that between the battle and its aftermath, and the end of an aftermath that the campaign has.
        """
        aftermath = session.ruleset.aftermath
        if aftermath is None:
            return ""
        kept = session.undo_count - count
        starts, closed = [], set()
        played = 0
        for entry in session.entries:
            if entry.procedure == aftermath.name:
                starts.append(played)
                if played + entry.weight > kept:
                    closed.add(str(entry.args.get("side", "")))
            played += entry.weight
        if session.run is not None and session.run.procedure.name == aftermath.name:
            starts.append(played)
        elif not starts and session.next_redo == aftermath.name:
            starts.append(session.undo_count)
        taken = ", ".join(session.table.title(of) for of in sorted(closed & self._closed))
        if taken:
            return f"the campaign has the aftermath of {taken}, and keeps it when it is undone here"
        return "this goes from the aftermath back into the battle" if starts and kept < starts[0] else ""

    def rested(self, session: Session) -> None:
        """The session came to rest: if that ended the aftermath of a side, the battle is closed for it.

        And for all others whose aftermath is done: a battle may have been reopened for everybody.
        """
        last = _last_aftermath(session)
        # Several inputs may have been taken as one: what came after it is no reason to miss one that is new.
        if last is None or last.outcome.get("left") or (last is self._last and last is not session.entries[-1]):
            return
        self._last = last
        self._close(session)

    def opened(self, session: Session) -> None:
        """After a crash between the two files: closes what the session has and the campaign has not.

        A battle that players have reopened stays open until its session changes.
        """
        self._last = _last_aftermath(session)
        if session.run is not None:
            return
        try:
            campaign = read_campaign(self.file)
        except CannotOpen as fault:
            self._failure = str(fault)
            return
        fought = campaign.battles[self.battle]
        early = fought.result is not None and fought.result.by_hand and session.table.over is None
        # Of a battle that the players ended before the rules did, nobody played an aftermath.
        self._closed = {of for of in fought.base if not early and closing(campaign, self.battle, of) is not None}
        if not fought.voided:
            try:
                sides = [
                    of
                    for of in fought.base
                    if aftermath_done(session, of) and _lost(campaign, self.battle, of, session)
                ]
            except RULES_FAIL as fault:
                self._failure = f"what the battle leaves cannot be worked out: {blame(fault)}"
                return
            if sides:
                self._close(session)

    def _close(self, session: Session) -> None:
        self._failure = ""
        try:
            with changing(self.file) as made:
                sides = [of for of in made.campaign.battles[self.battle].base if aftermath_done(session, of)]
                closed = close(made, self.battle, session, sides)
            names = [made.campaign.rosters[of].name for of in closed]
            rows = [closing(made.campaign, self.battle, of) for of in closed]
            self.closed += [(made.campaign, row) for row in rows if row is not None]
            self._closed |= set(sides)
            self.notices = [*made.notices, *(f"{name}: the aftermath is in the campaign" for name in names)]
        except (CannotOpen, InvalidInput, OSError) as fault:
            self._failure = (
                f"the campaign could not be written ({fault}); nothing is lost, it is closed at the next opening"
            )
        except RULES_FAIL as fault:
            # What the ruleset raises while it says what the battle leaves: the session itself goes on.
            self._failure = f"the battle could not be closed: {blame(fault)}; it is tried again at the next opening"


def _lost(campaign: Campaign, battle: str, of: str, session: Session) -> bool:
    """Whether this aftermath never reached the ledger."""
    if closing(campaign, battle, of) is not None:
        return False
    batch = session.ruleset.batch(session, of)
    rows = [row for row in campaign.ledger if (row.kind, row.battle, row.roster) == ("battle", battle, of)]
    return not any(is_what_is_left(campaign, row, batch) for row in rows)


def link_of(session_file: Path, id_: str) -> CampaignLink | None:
    """The link of a session that is in the folder of a campaign and is one of its battles; else None.

    Raises CannotOpen if the campaign cannot be read.
    """
    found = battle_beside(session_file, id_)
    return CampaignLink(campaign_file(session_file.parent), found[1]) if found is not None else None


def _last_aftermath(session: Session) -> JournalEntry | None:
    aftermath = session.ruleset.aftermath
    found = (entry for entry in reversed(session.entries) if aftermath and entry.procedure == aftermath.name)
    return next(found, None)
