"""What goes out: the table, the open request and what happened, as the objects of the line protocol."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import companion
from companion.engine.amending import Preview
from companion.engine.answers import plain_answer
from companion.engine.dice import Die
from companion.engine.errors import InvalidInput
from companion.engine.odds import Chance, Given, Odds, as_text
from companion.engine.requests import Request
from companion.engine.ruleset import Action
from companion.engine.session import Session
from companion.engine.state.changes import Change, Done, Event, Tally, plain
from companion.engine.state.results import FaceGroup, Result
from companion.frontend.amending import changeable
from companion.frontend.clean import clean_json
from companion.frontend.hooks import Hooks
from companion.frontend.opened import OpenSession
from companion.frontend.rulings import RulingBook
from companion.frontend.saying.luck import likely

if TYPE_CHECKING:
    from companion.store.rulings import Offer

Message: TypeAlias = dict[str, Any]
"""A line of the protocol, or a part of one: docs/protocol.md describes its fields, and a test holds them to it."""

PROTOCOL: Final = 1


def _part(made: object, *names: str) -> Message:
    """These fields of a record under their own names."""
    return {name: plain(getattr(made, name)) for name in names}


def as_line(message: Message) -> str:
    """A message as JSON. A sign that could steer a terminal comes out escaped, as does what is no UTF-8."""
    return clean_json(json.dumps(message, ensure_ascii=False, allow_nan=False))


def hello(opened: OpenSession, can: Sequence[str]) -> Message:
    """Who speaks, which session, and which words it takes."""
    session = opened.session
    made = {
        "type": "hello",
        "protocol": PROTOCOL,
        "app": companion.__version__,
        "ruleset": session.ruleset.id,
        "revision": session.ruleset.revision,
        "session": session.table.name,
        "file": _file(opened),
        "read_only": opened.read_only,
        "can": list(can),
        "notices": [{"text": text, "kind": "file"} for text in [*opened.notices, opened.trouble] if text],
    }
    more = {"seat": session.seat, "dice_hash": session.commitment}
    return made | {name: value for name, value in more.items() if value}


def standing(hooks: Hooks, book: RulingBook) -> Message:
    """The prompt that stands, with the rulings of its campaign that bear on it; or rest."""
    if hooks.session.request is None:
        return rest(hooks)
    rulings = [ruling(offer, book.made_in(offer.ruling)) for offer in book.offers()]
    return prompt(hooks.session) | ({"rulings": rulings} if rulings else {})


def ruling(offer: Offer, made: str) -> Message:
    """A ruling that bears on the prompt."""
    return {
        "n": offer.ruling.n,
        **_part(offer, "key", "alike", "value"),
        "text": offer.words,
        "why": offer.ruling.words,
        "made": made,
        "why_not": offer.why_not or None,
    }


def prompt(session: Session) -> Message:
    """The open request; of a secret, the slot that is next."""
    request, run = session.request, session.run
    assert request is not None
    assert run is not None
    return {
        "type": "prompt",
        **_part(request, "key", "name"),
        "procedure": run.procedure.name,
        "with": plain(run.args),
        **_part(request, "step", "step_title", "by", "kind", "title"),
        "legal": request.schema(),
        "tally": [_tally(made) for made in request.tally],
        "standing": [
            _part(fighter, "of", "side", "name", "role")
            | {"rows": [_part(row, "key", "label", "value", "max", "breaks_at") for row in fighter.rows]}
            for fighter in session.standings
        ],
        "cost": [_part(cost, "of", "field", "label", "have", "spend") for cost in request.cost],
        "secret": session.secret is not None,
        "sealed": session.sealed,
    }


def _tally(made: Tally) -> Message:
    lines = [_part(line, "label", "value", "rule") for line in made.lines]
    return {"key": made.key, "name": made.name, "total": int(made), "lines": lines}


def rest(hooks: Hooks) -> Message:
    """No procedure runs: what may be started, and whether the game is over."""
    table = hooks.session.table
    actions = hooks.actions()
    suggested = hooks.suggested(actions)
    return {
        "type": "rest",
        **_part(table, "round", "phase", "active"),
        "actions": [_action(one, one is suggested) for one in actions],
        "over": None if table.over is None else _part(table.over, "winner", "why"),
    }


def _action(offered: Action, suggested: bool) -> Message:
    """An action with the values its one parameter may have."""
    values = [plain(option.value) for option in offered.values if option.why_not is None]
    return {
        **_part(offered, "name", "title", "open", "why_not"),
        "code": None if offered.open else offered.closed_code or None,
        "kind": offered.kind,
        "suggested": suggested,
        "with": {offered.param: values} if offered.param else {},
    }


def change(made: Change) -> Message:
    """A recorded difference, without its place in the conversation."""
    part = _part(made, "of", "field", "before", "after", "why", "step")
    return {name: value for name, value in part.items() if value is not None or name not in ("before", "after")}


def result(made: Result, known: Mapping[str, Die]) -> Message:
    """What came of a roll. `known` are the dice of the game without numbers, by name."""
    line = {
        "type": "result",
        **_part(made, "key", "title"),
        "groups": [_group(group, known if made.thrown is None else None) for group in made.groups],
        **_part(made, "text", "step", "facts"),
    }
    return line | ({} if made.thrown is None else {"thrown": [_group(group, known) for group in made.thrown]})


def _group(made: FaceGroup, known: Mapping[str, Die] | None) -> Message:
    """A group of dice; without `known` nothing is said of how likely it was."""
    p = likely(made, known) if known is not None else None
    part = _part(made, "name", "by", "die", "faces", "marks", "counts")
    if made.before:
        part["before"] = list(made.before)
    if p is not None and made.reads is not None:
        part |= {"noun": made.reads.noun or "total", "value": made.reads.of(made.faces)}
    if p is not None:
        part |= {"p": float(p), "exact": as_text(p)}
    return part


def happened(events: Iterable[Event], seq: int, known: Mapping[str, Die]) -> list[Message]:
    """What happened, in order; the changes are numbered on from `seq`. `known` as in `result`."""
    found: list[Message] = []
    for event in events:
        if isinstance(event, Change):
            seq += 1
            found.append({"type": "change", **change(event), "seq": seq})
        elif isinstance(event, Done):
            found.append({"type": "done", **_part(event, "procedure", "outcome", "conclusion")})
        elif isinstance(event, Result):
            found.append(result(event, known))
        else:
            found.append({"type": "note", **_part(event, "text", "step", "facts")})
    return found


def notice(text: str, kind: str) -> Message:
    """What a person would see as a warning."""
    return {"type": "notice", "text": text, "kind": kind}


def preview(found: Preview, entry: int | None) -> Message:
    """What another answer would change; in the closed procedure `entry` also what would have to be played again."""
    again = [found.asked.key] if found.lost and found.asked is not None else found.dropped
    made = {"type": "preview", "changes": [*map(change, found.changes)], "asked_again": again}
    return made if entry is None else made | {"entry": entry, "lost": found.lost}


def answers(session: Session, last: int) -> Message:
    """The answers of the last procedures that may be changed, oldest first."""
    run, many = session.run, len(session.entries)
    played = [(place, entry.procedure, entry.args) for place, entry in enumerate(session.entries) if entry.procedure]
    played += [(many, run.procedure.name, run.args)] if run is not None else []
    found = [
        {
            "entry": place,
            "procedure": procedure,
            "with": plain(args),
            "open": place == many,
            "answers": [
                _part(one, "key", "name", "kind", "by", "title") | {"value": plain_answer(one.value), "how": one.how}
                for one in changeable(session, place)
            ],
        }
        for place, procedure, args in played[-last:]
    ]
    return {"type": "answers", "entries": found}


def state(hooks: Hooks) -> Message:
    """The whole table, with the sections and names of the file."""
    # The store's shapes cost 70 ms to import: nobody pays for them who never asks for the state.
    from companion.store.format.state import sections

    session = hooks.session
    return {
        "type": "state",
        "table": sections(session.table, {}),
        "melees": hooks.melees(),
        "undo": session.undo_count,
        "redo": session.redo_count,
    }


def odds(found: Odds, request: Request[object] | None) -> Message:
    """Chances, a row a fact of an option of this request; without one nothing is chosen."""

    def named(option: Given) -> str:
        return "" if option is None or request is None else request.option_name(option)

    line: Message = {
        "type": "odds",
        **_part(found, "of", "goal", "assumes"),
        "rows": [_chance(row, named(row.option)) for row in found.rows],
        "exact": found.exact,
    }
    if not found.exact:
        line["error"] = found.error
    if found.goals:
        line |= _part(found, "aim", "goals")
    if found.mix:
        line["mix"] = [{"option": named(option), "p": float(p), "exact": as_text(p)} for option, p in found.mix]
    if found.mix or found.safest is not None:
        line["value"] = float(found.value or 0)
        line["safest"] = named(found.safest)
        line["guarantees"] = [
            {"option": named(option), "value": float(value), "exact": as_text(value)}
            for option, value in found.guarantees
        ]
    return line


def _chance(row: Chance, option: str) -> Message:
    exact = as_text(row.p)
    part = {"option": option, **_part(row, "measure", "of", "value"), "p": float(row.p)}
    return part | ({"exact": exact} if exact else {})


def error(fault: InvalidInput) -> Message:
    """Why a line was refused."""
    return {"type": "error", "message": fault.message, "hint": fault.hint, "code": fault.code or None}


def bye(opened: OpenSession, saved: bool) -> Message:
    """The last line."""
    return {"type": "bye", "saved": saved, "file": _file(opened)}


def _file(opened: OpenSession) -> str:
    """The path of the session; empty at a seat, which has none."""
    return "" if opened.at_seat else str(opened.file)
