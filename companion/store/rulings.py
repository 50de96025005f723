"""The rulings book of a campaign: what players decided against the app, what it may mean, and where it bears."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from companion.engine.answers import plain_answer
from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.inputs import Answer, Overrule
from companion.engine.keys import plain_path
from companion.engine.look_ahead import run_copy
from companion.engine.registry import find
from companion.engine.requests import Request
from companion.engine.run import Run
from companion.engine.session import Session
from companion.engine.state.changes import Line, Tally
from companion.engine.state.spec import TableSpec
from companion.engine.state.table import Unit
from companion.engine.wording import value_words
from companion.store.campaigns import Transaction, today
from companion.store.format.campaign import Meaning, RulingKind, RulingRow


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
    return value_words(value, lambda word: word.removeprefix("@"), "none")


def changed_options(game: TableSpec, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not as the game has them by itself. Those of the aftermath bear on no number."""
    default = game.default_options()
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


class Question(NamedTuple):
    """What a ruling is found again by: where in the rules, and with which reasons and options.

    Nothing in it names a unit, a side or an amount: it is asked where everybody is called by their role.
    """

    path: str
    step: str
    labels: tuple[str, ...]
    options: Mapping[str, Any]

    def alike(self, row: RulingRow) -> Literal["same", "similar", ""]:
        """Whether this is the question of a ruling: all equal, or the path alone."""
        if row.path != self.path:
            return ""
        fits = (row.step, row.labels, row.options) == (self.step, self.labels, self.options)
        return "same" if fits else "similar"


@frozen
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
    request = session.request
    if request is None:
        return []
    here = {plain_path(key) for key in (request.key, *(tally.key for tally in request.tally))}
    held = [row for row in rulings if not row.dropped and (row.scope == "campaign" or row.battle == battle)]
    if here.isdisjoint(row.path for row in held):
        return []
    unnamed = by_roles(session)
    found = [offer for tally in request.tally for offer in _of_number(session, tally, unnamed, held)]
    if session.secret is None:
        found += _of_answer(session, request, unnamed, held)
    return sorted(found, key=lambda offer: (offer.alike != "same", bool(offer.why_not)))


def _of_number(session: Session, tally: Tally, unnamed: Run, rulings: Sequence[RulingRow]) -> Iterator[Offer]:
    number = unnamed.context.tallies.get(tally.key)
    if number is None or any(line.is_ruling for line in tally.lines):
        # An order of units cannot be overruled.
        return
    asked = question_of(unnamed, number)
    for row in rulings:
        alike = asked.alike(row) if row.kind == "number" else ""
        if alike:
            value = _number_by(row, number)
            if value != int(tally):
                words = f"{tally.name} {int(tally)} → {'?' if value is None else value}"
                yield Offer(row, tally.key, alike, value, words, _why_not(session, row, value))


def _number_by(row: RulingRow, tally: Tally) -> int | None:
    """What a number is by a ruling; None if the line that it drops is not there."""
    if row.meaning == "line":
        lines = [line.value for line in tally.lines if row.value == _reason(line)]
        return int(tally) - sum(lines) if lines else None
    return int(row.value) if row.meaning == "total" else int(tally) + int(row.value)


def _of_answer(
    session: Session, request: Request[object], unnamed: Run, rulings: Sequence[RulingRow]
) -> Iterator[Offer]:
    asked = question_of(unnamed)
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


def by_roles(session: Session) -> Run:
    """The open procedure on a copy of the table where fighters are called by their role and others by what they are.

    So none of its words names anybody, whatever players called them.
    """
    assert session.run is not None
    fighters = _fighters(session)
    called = {of: f"<{fighters[of][1] if of in fighters else 'unit'}>" for of in session.table.units}
    return run_copy(session.run, called | dict.fromkeys(session.table.sides, "<side>"))


def question_of(unnamed: Run, number: Tally | None = None) -> Question:
    """What a ruling on this number is found again by, or on the open request. The line of a ruling is no part of it."""
    request = unnamed.driver.request
    assert request is not None
    tallies, key = ([number], number.key) if number is not None else (request.tally, request.key)
    reasons = tuple(_reason(line) for tally in tallies for line in tally.lines if not line.is_ruling)
    step = request.step if number is None else unnamed.context.step
    return Question(plain_path(key), step, reasons, changed_options(unnamed.table.spec, unnamed.table.options))


def _reason(line: Line) -> str:
    return line.reason or line.label


def _fighters(session: Session) -> Mapping[str, tuple[Unit, str]]:
    fight = session.run.context.current_fight() if session.run is not None else None
    return fight.fighters if fight is not None else {}


def units_by_role(session: Session) -> dict[str, str]:
    """Units by `@role`, if one unit alone has it."""
    found: dict[str, list[str]] = {}
    for unit_id, (_, role) in _fighters(session).items():
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


class Choice(NamedTuple):
    """A ruling that may be meant, as `keep` takes it, and words that say so; `line` is the reason that it drops."""

    ruling: RulingRow
    words: str
    line: str = ""


@frozen
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
    unnamed = by_roles(session)
    assert unnamed.driver.request is not None
    return Asked(request.key, question_of(unnamed), _nameless(unnamed.driver.request.title), roles, labels)


def meanings(session: Session, key: str, asked: Asked | None) -> list[Choice]:
    """What may be meant by a ruling that was just made under this key. `asked` is the prompt that it answered, if any.

    Raises InvalidInput if nothing was overruled under it, if it was secret, or if it names somebody without a
    role of their own.
    """
    tally = session.run.context.tallies.get(key) if session.run is not None else None
    if tally is not None:
        return _choices_of_number(session, tally)
    given = last_ruled(session, key)
    if given is None:
        raise InvalidInput(f"nothing was overruled under {key!r}", hint="overrule it first")
    if asked is None or asked.key != key:
        raise InvalidInput("what was secret, or is long answered, is not kept", hint="keep a note instead")
    value = named(plain_answer(given.value), asked.roles)
    if _names_somebody(value, session):
        raise InvalidInput("this answer names somebody who has no role of their own here", hint="keep a note instead")
    label = asked.labels.get(value) if isinstance(value, str) else None
    made = _made(session, "answer", key, asked.name, asked.question)
    row = dataclasses.replace(made, meaning="answer", value=value)
    return [Choice(row, f"the same answer: {label or answer_text(value)}")]


def _choices_of_number(session: Session, tally: Tally) -> list[Choice]:
    ruled = next((line for line in reversed(tally.lines) if line.is_ruling), None)
    if ruled is None:
        raise InvalidInput(f"{tally.name} was not overruled", hint="overrule it first")
    unnamed = by_roles(session)
    asked = unnamed.context.tallies[tally.key]
    made = _made(session, "number", tally.key, _nameless(asked.name), question_of(unnamed, asked))

    def choice(meaning: Meaning, value: Any, words: str, line: str = "") -> Choice:
        return Choice(dataclasses.replace(made, meaning=meaning, value=value), words, line)

    choices = [choice("total", int(tally), f"{tally.name} is {int(tally)}")]
    if ruled.value:
        amount = f"{abs(ruled.value)} {'more' if ruled.value > 0 else 'less'}"
        choices.append(choice("difference", ruled.value, f"{tally.name} is {amount} than the app says"))
    for line, unnamed_line in zip(tally.lines, asked.lines, strict=True):
        if not line.is_ruling and line.value == -ruled.value != 0:
            choices.append(choice("line", _reason(unnamed_line), f"without: {line.label}", line.label))
    return choices


def _made(session: Session, kind: RulingKind, key: str, name: str, question: Question) -> RulingRow:
    """The ruling that was just made under this key, without what is meant by it; `keep` gives it its number."""
    ruled = last_ruled(session, key)
    why = ruled.why if ruled is not None else ""
    return RulingRow(0, kind, why or "the players decided", today(), session.ruleset.revision, name, *question)


def last_ruled(session: Session, key: str = "") -> Answer | Overrule | None:
    """The last input of the open procedure, or of the last one, that overruled a number or an answer, or this one."""
    inputs = session.run.inputs if session.run is not None else session.entries[-1].inputs if session.entries else []
    for taken in reversed(inputs):
        made = taken.input
        ruled = isinstance(made, Overrule) or (isinstance(made, Answer) and made.how == "ruled")
        if isinstance(made, (Answer, Overrule)) and ruled and key in ("", made.key):
            return made
    return None


def _names_somebody(value: Any, session: Session) -> bool:
    if isinstance(value, str):
        return value in session.table.sides or session.table.owner_of(value) is not None
    inner = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    return any(_names_somebody(item, session) for item in inner)


def _nameless(words: str) -> str:
    """A title with plain roles: `attacker's pool`."""
    return words.replace("<", "").replace(">", "")
