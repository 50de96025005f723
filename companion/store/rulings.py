"""The rulings book of a campaign: what players decided against the app, kept in its file, and told in words."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.engine.errors import InvalidInput
from companion.engine.registry import find
from companion.engine.ruleset import Ruleset
from companion.store.campaigns import Transaction, today
from companion.store.format.campaign import Campaign
from companion.store.format.rulings import Question, RulingRow, Scope


@dataclass(frozen=True, slots=True)
class RulingRecord:
    """A ruling, an option or a note of a campaign in words, for chronicles: plain text, as players typed it."""

    n: int
    kind: Literal["number", "answer", "note", "option"]
    text: str
    words: str
    who: str = ""
    day: str = ""
    battle: str = ""
    revision: int = 0
    scope: Scope = "campaign"
    accepted: bool = True
    dropped: str = ""


def of(campaign: Campaign) -> list[RulingRecord]:
    """All rulings and notes of a campaign in their order, dropped ones too; then the options that were changed."""
    records = [
        RulingRecord(
            row.n,
            row.kind,
            ruling_text(row),
            row.words,
            row.who,
            row.day,
            campaign.battles[row.battle].title if row.battle in campaign.battles else "",
            row.revision,
            row.scope,
            row.accepted,
            row.dropped,
        )
        for row in campaign.rulings
    ]
    ruleset = find(campaign.header.ruleset)
    for name, value in changed_options(ruleset, campaign.options).items():
        option = ruleset.option(name)
        shown = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
        records.append(RulingRecord(0, "option", f"{option.label}: {shown}", option.why))
    return records


def ruling_text(row: RulingRow) -> str:
    """What a ruling says: `wounds: 3 in all`, `wounds: 1 more`, `wounds: without banner`."""
    match row.meaning:
        case "total":
            return f"{row.name}: {row.value} in all"
        case "difference":
            return f"{row.name}: {abs(row.value)} {'more' if row.value > 0 else 'less'}"
        case "line":
            return f"{row.name}: without {row.value}"
        case "answer":
            return f"{row.name}: {answer_text(row.value)}"
    return row.words


def answer_text(value: Any) -> str:
    """An answer in words, units by their roles."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(answer_text, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name} {answer_text(inner)}" for name, inner in value.items())
    return str(value).removeprefix("@")


def changed_options(ruleset: Ruleset, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not as the game has them by itself. Those of the aftermath bear on no number."""
    default = ruleset.default_options()
    return {
        name: value
        for name, value in sorted(options.items())
        if name in default and value != default[name] and not name.startswith("aftermath_")
    }


def keep(made: Transaction, row: RulingRow, battle: str) -> RulingRow:
    """Writes a ruling into the book. One of the same question that meant something else holds no more."""
    campaign = made.campaign
    n = len(campaign.rulings) + 1
    row = dataclasses.replace(row, n=n, battle=battle)
    asked = Question(row.path, row.step, row.labels, row.options)
    for place, old in enumerate(campaign.rulings):
        if row.kind != "note" and old.kind == row.kind and not old.dropped and asked.alike(old) == "same":
            campaign.rulings[place] = dataclasses.replace(old, dropped=f"ruling {n} took its place")
    campaign.rulings.append(row)
    return row


def note(made: Transaction, words: str, who: str = "", battle: str = "") -> RulingRow:
    """Writes a note into the book: words that no question brings back. Raises InvalidInput if there are none."""
    if not words.strip():
        raise InvalidInput("a note needs words")
    revision = find(made.campaign.header.ruleset).revision
    return keep(made, RulingRow(0, "note", words.strip(), today(), revision, who=who), battle)


def accept(made: Transaction, n: int) -> RulingRow:
    """An imported ruling holds from now on. Raises InvalidInput if there is none of this number."""
    return _replaced(made, n, accepted=True)


def drop(made: Transaction, n: int, why: str = "") -> RulingRow:
    """A ruling holds no more; it stays in the book. Raises InvalidInput if there is none of this number."""
    return _replaced(made, n, dropped=why or "dropped by the players")


def _replaced(made: Transaction, n: int, **fields: Any) -> RulingRow:
    rulings = made.campaign.rulings
    if not 0 < n <= len(rulings):
        raise InvalidInput(f"there is no ruling {n}", hint=f"1 to {len(rulings)}" if rulings else "there are none")
    rulings[n - 1] = dataclasses.replace(rulings[n - 1], **fields)
    return rulings[n - 1]
