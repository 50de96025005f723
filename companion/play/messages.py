"""What goes out: the table, the open request and what happened, as the objects of the line protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import companion
from companion.engine.amending import ClosedPreview
from companion.engine.answers import AnswerRecord, plain_answer
from companion.engine.dice import Die
from companion.engine.errors import InvalidInput
from companion.engine.odds import Chance, Given, Odds, as_text
from companion.engine.requests import Cost, Request
from companion.engine.ruleset import Action
from companion.engine.session import AmendPreview, Session
from companion.engine.standing import Standing
from companion.engine.state.changes import Change, Done, Event, Note, Tally, plain
from companion.engine.state.results import FaceGroup, Result
from companion.frontend.amending import changeable
from companion.frontend.hooks import Hooks
from companion.frontend.opened import OpenSession
from companion.frontend.rulings import RulingBook
from companion.frontend.saying.luck import likely
from companion.play import protocol

if TYPE_CHECKING:
    from companion.store.rulings import Offer

PROTOCOL: Final = 1
NO_DICE: Final[Mapping[str, Die]] = MappingProxyType({})


def hello(opened: OpenSession, can: Sequence[str]) -> protocol.Hello:
    """Who speaks, which session, and which words it takes."""
    session = opened.session
    made: protocol.Hello = {
        "type": "hello",
        "protocol": PROTOCOL,
        "app": companion.__version__,
        "ruleset": session.ruleset.id,
        "revision": session.ruleset.revision,
        "session": session.table.name,
        "file": str(opened.file),
        "read_only": opened.read_only,
        "can": list(can),
        "notices": [{"text": text, "kind": "file"} for text in [*opened.notices, opened.trouble] if text],
    }
    if session.seat:
        made["seat"] = session.seat
    if session.commitment:
        made["dice_hash"] = session.commitment
    return made


def standing(hooks: Hooks, book: RulingBook | None = None) -> protocol.Prompt | protocol.Rest:
    """The prompt that stands, with the rulings of its campaign that bear on it; or rest."""
    if hooks.session.request is None:
        return rest(hooks)
    made = prompt(hooks.session)
    found = book.offers() if book is not None else []
    if book is not None and found:
        made["rulings"] = [ruling(offer, book.made_in(offer.ruling)) for offer in found]
    return made


def ruling(offer: Offer, made: str) -> protocol.RulingPart:
    """A ruling that bears on the prompt."""
    return {
        "n": offer.ruling.n,
        "key": offer.key,
        "alike": offer.alike,
        "value": plain(offer.value),
        "text": offer.words,
        "why": offer.ruling.words,
        "made": made,
        "why_not": offer.why_not or None,
    }


def prompt(session: Session) -> protocol.Prompt:
    """The open request; of a secret, the slot that is next."""
    request, run = session.request, session.run
    assert request is not None
    assert run is not None
    return {
        "type": "prompt",
        "key": request.key,
        "name": request.name,
        "procedure": run.procedure.name,
        "with": plain(run.args),
        "step": request.step,
        "step_title": request.step_title,
        "by": request.by if isinstance(request.by, str) else list(request.by),
        "kind": request.kind,
        "title": request.title,
        "legal": request.schema(),
        "tally": [tally(t) for t in request.tally],
        "standing": [fighter(of) for of in session.standings],
        "cost": [cost(of) for of in request.cost],
        "secret": session.secret is not None,
        "sealed": session.sealed,
    }


def tally(made: Tally) -> protocol.TallyPart:
    """A computed number with its reasons."""
    lines: list[protocol.Reason] = [
        {"label": line.label, "value": int(line.value), "rule": line.rule} for line in made.lines
    ]
    return {"key": made.key, "name": made.name, "total": int(made), "lines": lines}


def fighter(made: Standing) -> protocol.StandingPart:
    """How one fighter stands."""
    rows: list[protocol.RowPart] = [
        {
            "key": row.key,
            "label": row.label,
            "value": plain(row.value),
            "max": row.max,
            "breaks_at": row.breaks_at,
        }
        for row in made.rows
    ]
    return {"of": made.of, "side": made.side, "name": made.name, "role": made.role, "rows": rows}


def cost(made: Cost) -> protocol.CostPart:
    """What an answer spends."""
    return {"of": made.of, "field": made.field, "label": made.label, "have": made.have, "spend": made.spend}


def rest(hooks: Hooks) -> protocol.Rest:
    """No procedure runs: what may be started, and whether the game is over."""
    table = hooks.session.table
    over = table.over
    actions = hooks.actions()
    suggested = hooks.suggested(actions)
    return {
        "type": "rest",
        "round": table.round,
        "phase": table.phase,
        "active": table.active,
        "actions": [action(a, a is suggested) for a in actions],
        "over": None if over is None else {"winner": over.winner, "why": over.why},
    }


def action(offered: Action, suggested: bool) -> protocol.ActionPart:
    """An action with the values its one parameter may have."""
    values = [plain(option.value) for option in offered.values if option.why_not is None]
    return {
        "name": offered.name,
        "title": offered.title,
        "open": offered.open,
        "why_not": offered.why_not,
        "code": None if offered.open else offered.closed_code or None,
        "kind": offered.kind,
        "suggested": suggested,
        "with": {offered.param: values} if offered.param else {},
    }


def change(made: Change) -> protocol.ChangePart:
    """A recorded difference, without its place in the conversation."""
    part: protocol.ChangePart = {
        "of": made.of,
        "field": made.field,
        "before": plain(made.before),
        "after": plain(made.after),
        "why": made.why,
        "step": made.step,
    }
    if made.before is None:
        del part["before"]
    if made.after is None:
        del part["after"]
    return part


def note(made: Note) -> protocol.NoteLine:
    """A sentence with its facts."""
    return {"type": "note", "text": made.text, "step": made.step, "facts": plain(made.facts)}


def result(made: Result, known: Mapping[str, Die] = NO_DICE) -> protocol.ResultLine:
    """What came of a roll. `known` are the dice of the game without numbers, by name."""
    line: protocol.ResultLine = {
        "type": "result",
        "key": made.key,
        "title": made.title,
        "groups": [_group(group, known if made.thrown is None else None) for group in made.groups],
        "text": made.text,
        "step": made.step,
        "facts": plain(made.facts),
    }
    if made.thrown is not None:
        line["thrown"] = [_group(group, known) for group in made.thrown]
    return line


def _group(made: FaceGroup, known: Mapping[str, Die] | None) -> protocol.GroupPart:
    """A group of dice; without `known` nothing is said of how likely it was."""
    p = likely(made, known) if known is not None else None
    part: protocol.GroupPart = {
        "name": made.name,
        "by": made.by,
        "die": made.die,
        "faces": list(made.faces),
        "marks": list(made.marks),
        "counts": plain(made.counts),
    }
    if made.before:
        part["before"] = list(made.before)
    if p is not None and made.reads is not None:
        part |= {"noun": made.reads.noun or "total", "value": made.reads.of(made.faces)}
    if p is not None:
        part |= {"p": float(p), "exact": as_text(p)}
    return part


def _done(event: Done) -> protocol.DoneLine:
    outcome = plain(event.outcome)
    return {"type": "done", "procedure": event.procedure, "outcome": outcome, "conclusion": list(event.conclusion)}


def happened(events: Iterable[Event], seq: int, known: Mapping[str, Die] = NO_DICE) -> list[protocol.Message]:
    """What happened, in order; the changes are numbered on from `seq`. `known` as in `result`."""
    found: list[protocol.Message] = []
    for event in events:
        if isinstance(event, Change):
            seq += 1
            found.append({"type": "change", **change(event), "seq": seq})
        elif isinstance(event, Done):
            found.append(_done(event))
        elif isinstance(event, Result):
            found.append(result(event, known))
        else:
            found.append(note(event))
    return found


def notice(text: str, kind: str) -> protocol.NoticeLine:
    """What a person would see as a warning."""
    return {"type": "notice", "text": text, "kind": kind}


def preview(looked: AmendPreview) -> protocol.Preview:
    """What an amended answer would change."""
    changes = [change(made) for made in looked.changes]
    return {"type": "preview", "changes": changes, "asked_again": looked.asked_again}


def closed_preview(looked: ClosedPreview, entry: int) -> protocol.Preview:
    """What another answer in a closed procedure would change, and what would have to be played again."""
    changes = [change(made) for made in looked.changes]
    again = [looked.asked.key] if looked.lost and looked.asked is not None else []
    return {"type": "preview", "changes": changes, "asked_again": again, "entry": entry, "lost": looked.lost}


def answers(session: Session, last: int) -> protocol.AnswersLine:
    """The answers of the last procedures that may be changed, oldest first."""
    run, many = session.run, len(session.entries)
    places = [place for place, entry in enumerate(session.entries) if entry.procedure] + [many] * (run is not None)
    found: list[protocol.AnsweredPart] = []
    for place in places[-last:]:
        of = run.procedure if run is not None and place == many else None
        entry = session.entries[place] if of is None else None
        args = entry.args if entry is not None else run.args if run is not None else {}
        found.append(
            {
                "entry": place,
                "procedure": entry.procedure if entry is not None else of.name if of is not None else "",
                "with": plain(args),
                "open": of is not None,
                "answers": [_given(record) for record in changeable(session, place)],
            }
        )
    return {"type": "answers", "entries": found}


def _given(record: AnswerRecord) -> protocol.GivenPart:
    return {
        "key": record.key,
        "name": record.name,
        "kind": record.kind,
        "by": record.by,
        "title": record.title,
        "value": plain_answer(record.value),
        "how": record.how,
    }


def past(hooks: Hooks) -> protocol.State:
    """The whole table as it was, while somebody looks back at it."""
    made = state(hooks)
    made["past"] = True
    return made


def state(hooks: Hooks) -> protocol.State:
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


def odds(found: Odds, request: Request[object] | None) -> protocol.OddsLine:
    """Chances, a row a fact of an option of this request; without one nothing is chosen."""

    def named(option: Given) -> str:
        return "" if option is None or request is None else request.option_name(option)

    line: protocol.OddsLine = {
        "type": "odds",
        "of": found.of,
        "goal": found.goal,
        "assumes": list(found.assumes),
        "rows": [_chance(row, named) for row in found.rows],
        "exact": found.exact,
    }
    if not found.exact:
        line["error"] = found.error
    if found.goals:
        line["aim"] = found.aim
        line["goals"] = list(found.goals)
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


def _chance(row: Chance, named: Callable[[Given], str]) -> protocol.OddsRow:
    exact = as_text(row.p)
    found: protocol.OddsRow = {
        "option": named(row.option),
        "measure": row.measure,
        "of": row.of,
        "value": row.value,
        "p": float(row.p),
    }
    if exact:
        found["exact"] = exact
    return found


def error(fault: InvalidInput) -> protocol.ErrorLine:
    """Why a line was refused."""
    return {"type": "error", "message": fault.message, "hint": fault.hint, "code": fault.code or None}


def bye(opened: OpenSession, saved: bool) -> protocol.Bye:
    """The last line."""
    return {"type": "bye", "saved": saved, "file": str(opened.file)}
