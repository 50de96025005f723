"""What a ruling that was just made may mean, and the row of the book that it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.engine.answers import plain_answer
from companion.engine.errors import InvalidInput
from companion.engine.inputs import Answer, Overrule
from companion.engine.session import Session
from companion.engine.state.changes import Tally
from companion.store.campaigns import today
from companion.store.format.rulings import Meaning, Question, RulingKind, RulingRow, plain_label
from companion.store.ruling_offers import RULED, named, question_of, roles_of, units_by_role
from companion.store.rulings import answer_text


class Choice(NamedTuple):
    """What a ruling may mean: the meaning, its value, and words that say so; `line` is the reason that it drops."""

    meaning: Meaning
    value: Any
    words: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A prompt as it stood before it was answered: an answer may end its procedure, and the roles with it."""

    key: str
    question: Question
    name: str
    roles: Mapping[str, str]
    """The role of each unit that alone has it."""
    labels: Mapping[str, str]
    """What players call each answer of a choice, where it is a word."""


def asked_now(session: Session) -> Asked | None:
    """The open prompt; None at rest and in a secret, of which nothing is kept."""
    request = session.request
    if request is None or session.secret is not None:
        return None
    roles = {unit: role for role, unit in units_by_role(session).items()}
    options = () if request.several else request.options
    labels = {option.value: option.label for option in options if isinstance(option.value, str)}
    return Asked(request.key, question_of(session, request), _nameless(request.title, session), roles, labels)


def meanings(session: Session, key: str, asked: Asked | None) -> list[Choice]:
    """What may be meant by a ruling that was just made under this key. `asked` is the prompt that it answered, if any.

    Raises InvalidInput if nothing was overruled under it, if it was secret, or if it names somebody without a
    role of their own.
    """
    tally = _tally(session, key)
    if tally is not None:
        return _of_number(session, tally)
    given = _ruled_answer(session, key)
    if asked is None or asked.key != key:
        raise InvalidInput("what was secret, or is long answered, is not kept", hint="keep a note instead")
    value = named(plain_answer(given.value), asked.roles)
    if _names_somebody(value, session):
        raise InvalidInput("this answer names somebody who has no role of their own here", hint="keep a note instead")
    label = asked.labels.get(value) if isinstance(value, str) else None
    return [Choice("answer", value, f"the same answer: {label or answer_text(value)}")]


def _of_number(session: Session, tally: Tally) -> list[Choice]:
    ruled = next((line for line in reversed(tally.lines) if line.rule == RULED), None)
    if ruled is None:
        raise InvalidInput(f"{tally.name} was not overruled", hint="overrule it first")
    choices: list[Choice] = [Choice("total", int(tally), f"{tally.name} is {int(tally)}")]
    if ruled.value:
        amount = f"{abs(ruled.value)} {'more' if ruled.value > 0 else 'less'}"
        choices.append(Choice("difference", ruled.value, f"{tally.name} is {amount} than the app says"))
    roles = roles_of(session)
    for line in tally.lines:
        if line.rule != RULED and line.value == -ruled.value != 0:
            choices.append(Choice("line", plain_label(line.label, roles), f"without: {line.label}", line.label))
    return choices


def ruling_of(session: Session, key: str, asked: Asked | None, meaning: Meaning, value: Any) -> RulingRow:
    """The ruling that was just made under this key, with what is meant by it; `keep` gives it its number.

    Raises InvalidInput as `meanings` does, and if it cannot mean that.
    """
    choices = meanings(session, key, asked)
    if (meaning, value) not in [(one.meaning, one.value) for one in choices]:
        raise InvalidInput(f"{meaning!r} is not what this ruling may mean", hint="total, difference, line or answer")
    tally = _tally(session, key)
    kind: RulingKind
    if tally is not None:
        kind, question, name = "number", question_of(session, tally), _nameless(tally.name, session)
        words = _overruled(session, key).why
    else:
        assert asked is not None
        kind, question, name, words = "answer", asked.question, asked.name, _ruled_answer(session, key).why
    return RulingRow(
        0,
        kind,
        words or "the players decided",
        today(),
        session.ruleset.revision,
        name,
        question.path,
        question.step,
        question.labels,
        question.options,
        meaning,
        value,
    )


def _tally(session: Session, key: str) -> Tally | None:
    return session.run.context.tallies.get(key) if session.run is not None else None


def _overruled(session: Session, key: str) -> Overrule:
    """The last overrule of a number, in the open procedure."""
    inputs = session.run.inputs if session.run is not None else []
    return next(
        taken.input for taken in reversed(inputs) if isinstance(taken.input, Overrule) and taken.input.key == key
    )


def _ruled_answer(session: Session, key: str) -> Answer:
    inputs = session.run.inputs if session.run is not None else session.entries[-1].inputs if session.entries else []
    for taken in reversed(inputs):
        if isinstance(taken.input, Answer) and taken.input.key == key and taken.input.how == "ruled":
            return taken.input
    raise InvalidInput(f"nothing was overruled under {key!r}", hint="overrule it first")


def _names_somebody(value: Any, session: Session) -> bool:
    if isinstance(value, str):
        return value in session.table.sides or session.table.owner_of(value) is not None
    inner = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    return any(_names_somebody(item, session) for item in inner)


def _nameless(words: str, session: Session) -> str:
    """A title with roles instead of names: `attacker's pool`."""
    return plain_label(words, roles_of(session)).replace("<", "").replace(">", "")
