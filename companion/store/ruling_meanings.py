"""What a ruling that was just made may mean, and the row of the book that it becomes."""

from __future__ import annotations

from typing import Any

from companion.engine.answers import plain_answer
from companion.engine.errors import InvalidInput
from companion.engine.inputs import Answer
from companion.engine.session import Session
from companion.store.campaigns import today
from companion.store.format.rulings import Meaning, RulingRow, Scope, plain_label
from companion.store.ruling_offers import RULED, named, question_of, roles_of, units_by_role
from companion.store.rulings import answer_text


def meanings(session: Session, key: str) -> list[tuple[Meaning, Any, str]]:
    """What may be meant by a ruling that was just made under this key: meaning, value, and words that say so.

    Raises InvalidInput where nothing was overruled under it, or where it was secret.
    """
    run = session.run
    if run is None:
        raise InvalidInput("no procedure is open", hint="a ruling is kept while its procedure is open")
    tally = run.context.tallies.get(key)
    if tally is not None:
        ruled = next((line for line in reversed(tally.lines) if line.rule == RULED), None)
        if ruled is None:
            raise InvalidInput(f"{tally.name} was not overruled")
        names = roles_of(session)
        choices: list[tuple[Meaning, Any, str]] = [("total", int(tally), f"{tally.name} is {int(tally)}")]
        if ruled.value:
            amount = f"{abs(ruled.value)} {'more' if ruled.value > 0 else 'less'}"
            choices.append(("difference", ruled.value, f"{tally.name} is {amount} than the app says"))
        for line in tally.lines:
            if line.rule != RULED and line.value == -ruled.value != 0:
                choices.append(("line", plain_label(line.label, names), f"without: {line.label}"))
        return choices
    given = _ruled_answer(session, key)
    roles = {unit: role for role, unit in units_by_role(session).items()}
    value = named(plain_answer(given.value), roles)
    if _names_somebody(value, session):
        raise InvalidInput("this answer names somebody who has no role of their own here", hint="keep it as a note")
    return [("answer", value, f"the same answer: {answer_text(value)}")]


def _names_somebody(value: Any, session: Session) -> bool:
    if isinstance(value, str):
        return value in session.table.sides or session.table.owner_of(value) is not None
    inner = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    return any(_names_somebody(item, session) for item in inner)


def _ruled_answer(session: Session, key: str) -> Answer:
    run = session.run
    if run is None or run.is_slot(key):
        raise InvalidInput("what was secret is not kept")
    for taken in reversed(run.inputs):
        if isinstance(taken.input, Answer) and taken.input.key == key and taken.input.how == "ruled":
            return taken.input
    raise InvalidInput(f"nothing was overruled under {key!r}", hint="overrule it first")


def ruling_of(
    session: Session, key: str, meaning: Meaning, value: Any, *, who: str = "", scope: Scope = "campaign"
) -> RulingRow:
    """The ruling that was just made under this key, with what is meant by it.

    Raises InvalidInput as `meanings` does, and where it cannot mean that.
    """
    if (meaning, value) not in [(known, held) for known, held, _ in meanings(session, key)]:
        raise InvalidInput(f"{meaning!r} is not what this ruling may mean", hint="total, difference, line or answer")
    run = session.run
    assert run is not None
    tally = run.context.tallies.get(key)
    if tally is not None:
        asked, name, kind = question_of(session, tally), tally.name, "number"
        words = next(line.label for line in reversed(tally.lines) if line.rule == RULED).partition(": ")[2]
    else:
        request = run.asked[key]
        asked, name, kind = question_of(session, request), request.title, "answer"
        words = _ruled_answer(session, key).why
    name = plain_label(name, roles_of(session)).replace("<", "").replace(">", "")
    return RulingRow(
        0,
        "number" if kind == "number" else "answer",
        words or "the players decided",
        today(),
        session.ruleset.revision,
        name,
        asked.path,
        asked.step,
        asked.labels,
        asked.options,
        meaning,
        value,
        who,
        scope=scope,
    )
