"""Rulings of a campaign found again: those that bear on what a session asks now, and the numbers behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from companion.engine.errors import InvalidInput
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.changes import Tally
from companion.store.format.rulings import Question, RulingRow, plain_label, plain_path
from companion.store.rulings import answer_text, changed_options

RULED: Final = "ruling"
"""The rule that the line of a ruling names in its number."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A ruling that bears on what is there. `key` is that of the number or prompt, `value` what the ruling makes of it.

    `why_not` says why it cannot be applied by one key; empty if it can.
    """

    ruling: RulingRow
    key: str
    alike: Literal["same", "similar"]
    value: Any
    words: str
    why_not: str = ""


def offers(session: Session, rulings: Sequence[RulingRow], battle: str) -> list[Offer]:
    """The rulings that bear on the open request and its numbers: those of the same question first.

    Nothing in them depends on a sealed answer, and no slot of a secret is ever offered an answer.
    """
    request, run = session.request, session.run
    if request is None or run is None or not rulings:
        return []
    held = [row for row in rulings if not row.dropped and (row.scope == "campaign" or row.battle == battle)]
    found = [offer for tally in request.tally for offer in _of_number(session, tally, held)]
    if session.secret is None:
        found += _of_answer(session, request, held)
    return sorted(found, key=lambda offer: (offer.alike != "same", bool(offer.why_not)))


def _of_number(session: Session, tally: Tally, rulings: Sequence[RulingRow]) -> Iterator[Offer]:
    if any(line.rule == RULED for line in tally.lines):
        return
    asked = question_of(session, tally)
    for row in rulings:
        alike = asked.alike(row) if row.kind == "number" else ""
        if alike:
            value = _number_by(session, row, tally)
            if value != int(tally):
                words = f"{tally.name} {int(tally)} → {'?' if value is None else value}"
                yield Offer(row, tally.key, alike, value, words, _why_not(session, row, value))


def _number_by(session: Session, row: RulingRow, tally: Tally) -> int | None:
    """What a number is by a ruling; None if the line that it drops is not there."""
    if row.meaning == "line":
        roles = roles_of(session)
        lines = [line.value for line in tally.lines if plain_label(line.label, roles) == row.value]
        return int(tally) - sum(lines) if lines else None
    return int(row.value) if row.meaning == "total" else int(tally) + int(row.value)


def _of_answer(session: Session, request: Request[object], rulings: Sequence[RulingRow]) -> Iterator[Offer]:
    asked = question_of(session, request)
    for row in rulings:
        alike = asked.alike(row) if row.kind == "answer" else ""
        if alike:
            value = named(row.value, units_by_role(session))
            try:
                request.coerce(value)
            except InvalidInput:
                value = None
            words = f"{request.title}: {answer_text(row.value)}"
            yield Offer(row, request.key, alike, value, words, _why_not(session, row, value))


def _why_not(session: Session, row: RulingRow, value: Any) -> str:
    if not row.accepted:
        return "it came with an import: accept it first"
    if row.revision != session.ruleset.revision:
        return f"it was made for revision {row.revision} of the rules, these are {session.ruleset.revision}"
    return "it does not fit here" if value is None else ""


def question_of(session: Session, asked: Tally | Request[object]) -> Question:
    """What a ruling on this number or request is found again by. The line of a ruling is no part of it."""
    roles = roles_of(session)
    tallies = [asked] if isinstance(asked, Tally) else list(asked.tally)
    labels = tuple(plain_label(line.label, roles) for tally in tallies for line in tally.lines if line.rule != RULED)
    now = session.run.context.step if session.run is not None else ""
    step = now if isinstance(asked, Tally) else asked.step
    return Question(plain_path(asked.key), step, labels, changed_options(session.ruleset, session.table.options))


def roles_of(session: Session) -> dict[str, str]:
    """What stands for each name: the role of a fighter, else `unit` or `side`."""
    fight = session.run.context.current_fight() if session.run is not None else None
    fighters = fight.fighters if fight is not None else {}
    names = {side.name: "side" for side in session.table.sides.values()}
    return names | {
        unit.name: fighters[unit.id][1] if unit.id in fighters else "unit" for unit in session.table.units.values()
    }


def units_by_role(session: Session) -> dict[str, str]:
    """Units by `@role`, if one unit alone has it."""
    fight = session.run.context.current_fight() if session.run is not None else None
    found: dict[str, list[str]] = {}
    for unit_id, (_, role) in (fight.fighters if fight is not None else {}).items():
        found.setdefault(f"@{role}", []).append(unit_id)
    return {role: units[0] for role, units in found.items() if len(units) == 1}


def named(value: Any, names: Mapping[str, str]) -> Any:
    """A value with the words for which there is another name replaced by it, inside lists and tables too."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [named(item, names) for item in value]
    if isinstance(value, dict):
        return {names.get(key, key): named(inner, names) for key, inner in value.items()}
    return value
