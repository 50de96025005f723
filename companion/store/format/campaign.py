"""The tables of campaign.toml as they are in the file: who plays, the rosters now, the battles, and the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from companion.engine.campaign import GONE, Career
from companion.engine.frozen import frozen
from companion.engine.wording import listed_difference, value_words

Kind = Literal["joined", "battle", "reversal", "manual"]
"""Why the ledger has a batch: a roster joined, a battle was closed, a batch was taken back, or players changed it."""

Plain = dict[str, Any]
"""The fields of a unit or roster as TOML has them."""


@frozen
class CampaignTable:
    """The table [campaign]. `generation` counts how often the file was written, `batches` those of its ledger.

    The checksums are those of format.document. Files of earlier versions have one of everything below, and no more.
    """

    format: int
    ruleset: str
    revision: int
    id: str
    generation: int = 1
    batches: int = -1
    companion: str = ""
    state_checksum: str = ""
    ledger_checksum: str = ""
    summary_checksum: str = ""
    checksum: str = ""


@frozen
class Player:
    """One who plays. Who has `left` keeps the battles that were fought, and is asked for no more."""

    name: str
    left: bool = False


@frozen
class Outcome:
    """How a battle ended: the rosters that won, or a draw. `by_hand`: the players said so, not the session."""

    won: tuple[str, ...] = ()
    drawn: bool = False
    why: str = ""
    by_hand: bool = False


@frozen
class Battle:
    """One battle. `base` names its rosters, each with the last batch of the ledger that it started from.

    `session` is a file beside the campaign, empty for a battle that was played without one; `session_id` is the id in
    that file. `result` is missing until it is recorded. `voided` is the reason why it counts no more.
    """

    title: str
    day: str
    base: Mapping[str, int]
    session: str = ""
    session_id: str = ""
    first: str = ""
    without: tuple[str, ...] = ()
    practice: bool = False
    result: Outcome | None = None
    voided: str = ""
    note: str = ""


Says = Literal["", "field", "value"]
"""What the reason of a change tells beside its cause: nothing, which field it is, or its new value too."""


@frozen
class EntryRow:
    """One change of a roster: see companion.engine.campaign.LedgerEntry. `by` is `manual` if players made it."""

    of: str
    field: str
    before: Any = None
    after: Any = None
    why: str = ""
    dice: tuple[int, ...] = ()
    by: str = ""
    says: Says = ""
    won: bool = False


def read_in_words(entry: EntryRow) -> EntryRow:
    """The change with what its reason says, where players typed it, or an earlier version wrote no more than words."""
    why, gained = entry.why.casefold(), listed_difference(entry.before or (), entry.after)
    if entry.field == GONE:
        says: Says = "value" if entry.after and why.startswith(value_words(entry.after).casefold()) else ""
    elif why.endswith(f": {entry.field.replace('_', ' ')}".casefold()):
        says = "field"
    else:
        added = gained[1] if gained is not None and gained[0] == "added" else ()
        says = "value" if added and all(value_words(one).casefold() in why for one in added) else ""
    return replace(entry, says=says)


@frozen
class CareerRow(Career):
    """What a batch adds to the totals of a unit, as a file has it: what is left out is 0."""

    battles: int = 0

    def plus(self, other: Career) -> CareerRow:
        """Both together."""
        numbers = (each.name for each in fields(Career) if each.name != "of")
        return CareerRow(self.of, **{name: getattr(self, name) + getattr(other, name) for name in numbers})


@frozen
class BatchRow:
    """One batch of the ledger, never edited once it is written.

    `source` is the session and a checksum of what it left to the roster; `reverses` the number of the batch that this
    one takes back. A batch that lets a roster join has its `units` and `fields`. One of an earlier version is not
    `told`: what its entries say is in their words alone.
    """

    n: int
    roster: str
    kind: Kind
    day: str
    battle: str = ""
    source: str = ""
    reverses: int = 0
    why: str = ""
    entries: tuple[EntryRow, ...] = ()
    careers: tuple[CareerRow, ...] = ()
    told: bool = False
    fields: Mapping[str, Any] = field(default_factory=dict)
    units: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


RulingKind = Literal["number", "answer", "note"]
"""Another number, an answer that the rules do not allow, or words without either."""

Meaning = Literal["total", "difference", "line", "answer", ""]
"""What is meant: this total, so much more or less, without that line of the number, this answer; nothing for a note."""

Scope = Literal["campaign", "battle"]


@frozen
class RulingRow:
    """One ruling. `path`, `step`, `labels` and `options` are what it is found again by: see rulings.Question.

    `value` is a total, a difference, the label of a line, or an answer in which units stand by their roles
    (`@attacker`). `name` is what the number or question was called, `battle` where it was made, and with the scope
    `battle` where alone it holds. One that is not `accepted` is shown and never applied; `dropped` says why it holds
    no more.
    """

    n: int
    kind: RulingKind
    words: str
    day: str
    revision: int
    name: str = ""
    path: str = ""
    step: str = ""
    labels: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    meaning: Meaning = ""
    value: Any = None
    who: str = ""
    battle: str = ""
    scope: Scope = "campaign"
    accepted: bool = True
    dropped: str = ""

    def faults(self) -> str:
        """What is wrong with it that its shape does not say; empty if nothing is."""
        if self.kind == "note":
            return "" if self.words else "a note has words"
        if not self.path:
            return "this ruling has no path to be found by"
        if self.kind == "answer":
            return "" if self.meaning == "answer" else 'the meaning of an answer is "answer"'
        if self.meaning in ("total", "difference"):
            whole = isinstance(self.value, int) and not isinstance(self.value, bool) and abs(self.value) < 10**6
            return "" if whole else "the value is a whole number"
        if self.meaning == "line":
            return "" if isinstance(self.value, str) else "the value is the label of a line"
        return 'a number is ruled as "total", "difference" or "line"'


@dataclass(slots=True)
class CampaignRoster:
    """A roster as it stands: what it owns by field, and its units, the gone ones too. All plain data."""

    player: str
    name: str
    fields: Plain = field(default_factory=dict)
    units: dict[str, Plain] = field(default_factory=dict)

    @property
    def present(self) -> dict[str, Plain]:
        """The units that are not gone."""
        return {of: unit for of, unit in self.units.items() if not unit.get(GONE)}


@dataclass(slots=True)
class Campaign:
    """All that campaign.toml says. `extras` are top-level tables that nobody here knows; they are written back.

    `changed` are the parts that are not as Companion wrote them, `notices` what there is to say of that.
    """

    name: str
    header: CampaignTable
    game: str = ""
    options: Plain = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    rosters: dict[str, CampaignRoster] = field(default_factory=dict)
    battles: dict[str, Battle] = field(default_factory=dict)
    ledger: list[BatchRow] = field(default_factory=list)
    rulings: list[RulingRow] = field(default_factory=list)
    extras: Plain = field(default_factory=dict)
    changed: frozenset[str] = field(default=frozenset(), compare=False)
    notices: list[str] = field(default_factory=list, compare=False)
