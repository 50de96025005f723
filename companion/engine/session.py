"""A session: a table, what was played on it, and every input that may come. Front ends know nothing deeper.

It writes through a Recorder and rolls with a generator of random numbers, both handed in; without a recorder it lives
in memory.
Every input answers with what happened (changes, notes, ends); an input that is refused changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.engine.adjusting import adjusted
from companion.engine.answers import plain_answer, words_of
from companion.engine.changes import Change, Note, checksum, net, plain
from companion.engine.contacts import melees
from companion.engine.entry import Diverged, Done, Entry, Happening, Recorder
from companion.engine.errors import NotSaved, Refused
from companion.engine.procedure import Event, apply
from companion.engine.requests import Allotment, Request, Roll, Secret
from companion.engine.ruleset import Action, Odds
from companion.engine.run import Input, Run, events_between
from companion.engine.table import Table


class Session:
    """A table plus everything played on it."""

    def __init__(
        self,
        table: Table[Any, Any],
        entries: Sequence[Entry] = (),
        *,
        recorder: Recorder | None = None,
        rng: Random | None = None,
        read_only: bool = False,
    ) -> None:
        self.table = table
        self.ruleset = table.ruleset
        self.entries: list[Entry] = list(entries)
        self.run: Run | None = None
        self.recorder = recorder
        self.read_only = read_only
        self._rng = rng or Random()
        self._redo: list[Input | Entry | tuple[str, Mapping[str, Any]]] = []
        self._asked_inputs = sum(e.weight for e in self.entries)

    # -- what stands ----------------------------------------------------------------------------------------------

    @property
    def request(self) -> Request[Any] | None:
        """What is asked now, or None at rest. Of a secret: the slot that is next to be sealed."""
        if self.run is None or self.run.request is None:
            return None
        return self.run.slot()

    @property
    def secret(self) -> Secret | None:
        """The secret that the standing request is a slot of, if it is one."""
        standing = self.run.request if self.run is not None else None
        return standing if isinstance(standing, Secret) else None

    @property
    def sealed(self) -> list[str]:
        """The sides that have sealed their slot."""
        return list(self.run.sealed) if self.run is not None else []

    def actions(self) -> list[Action]:
        """What may be started now, and why the rest may not."""
        return list(self.ruleset.actions(self.table))

    def action(self, name: str) -> Action:
        """The action of that name; raises Refused where there is none."""
        for action in self.actions():
            if action.name == name:
                return action
        raise Refused(f"there is no action {name!r}", hint="actions: " + ", ".join(a.name for a in self.actions()))

    def melees(self) -> list[list[str]]:
        """The melees on the table, as lists of unit ids."""
        return melees(self.table)

    def odds(self) -> Odds | None:
        """Chances for the standing request, where the ruleset offers them. Never sees a sealed answer."""
        request = self.request
        return None if request is None else self.ruleset.odds(self.table, request)

    @property
    def undo_count(self) -> int:
        """How many inputs can be taken back."""
        open_ = 0 if self.run is None else 1 + len(self.run.inputs)
        return open_ + self._asked_inputs

    @property
    def redo_count(self) -> int:
        """How many can be put back."""
        return len(self._redo)

    # -- inputs ---------------------------------------------------------------------------------------------------

    def start(self, name: str, with_: Mapping[str, Any] | None = None) -> list[Happening]:
        """Starts an action's procedure. Raises Refused with the reason where it is closed."""
        self._writable()
        if self.run is not None:
            raise Refused(f"{self.run.procedure.title} is still open", hint="answer, undo or leave it first")
        action = self.action(name)
        if action.why_not is not None:
            raise Refused(f"{action.title}: {action.why_not}")
        args = dict(with_ or {})
        if action.param:
            if action.param not in args and len([v for v in action.values if v.why_not is None]) == 1:
                args[action.param] = next(v.value for v in action.values if v.why_not is None)
            if action.param not in args:
                raise Refused(f"{action.title}: which {action.param}?", hint=_values(action))
            for option in action.values:
                if option.value == args[action.param]:
                    if option.why_not is not None:
                        raise Refused(f"{option.label}: {option.why_not}", code=option.code)
                    break
            else:
                if not action.code:
                    self.table.find(str(args[action.param]))
                raise Refused(
                    f"{args[action.param]!r} cannot be the {action.param}", hint=_values(action), code=action.code
                )
        extra = [k for k in args if k != action.param]
        if extra:
            raise Refused(f"{action.title} takes no {extra[0]!r}")
        run = Run(self.table, action.procedure, args)
        run.begin()
        self.run = run
        self._commit({"do": "start", "procedure": name, "with": args}, self._drop_run)
        self._redo.clear()
        return self._settled(list(run.game.events))

    def answer(self, value: Any, by: str = "") -> list[Happening]:
        """Answers the standing request. `"roll"` lets the app roll where dice are asked for."""
        self._writable()
        run = self._open_run()
        request = run.slot(by)
        how: Any = "typed"
        if value == "roll" and isinstance(request, Roll):
            value, how = request.roll(self._rng), "rolled"
        return self._answered(request, value, by, how, "")

    def _answered(self, request: Request[Any], value: Any, by: str, how: Any, why: str) -> list[Happening]:
        run = self._open_run()
        before = len(run.game.events)
        print_ = request.fingerprint() if self.recorder is not None else 0
        made = run.answer(request, value, by, how, why)
        if self.recorder is not None:
            self._commit(
                {
                    "do": "answer",
                    "key": made.key,
                    "value": plain_answer(made.value),
                    "by": by,
                    "how": how,
                    "why": why,
                    "fp": print_,
                },
                run.pop,
            )
        self._redo.clear()
        return self._settled(run.game.events[before:])

    def adjust(
        self, of: str, field: str, value: Any = None, *, change: int | None = None, why: str = ""
    ) -> list[Happening]:
        """Sets a field by the players' hands, or changes it by a difference. Allowed at any moment."""
        self._writable()
        if change is not None:
            held = self.table.find(of).get(field)
            if isinstance(held, bool) or not isinstance(held, (int, type(None))):
                raise Refused(f"{field} is no number")
            value = (held or 0) + change
        planned = adjusted(self.table, of, field, value, why, "")
        if planned.before == planned.after:
            return []
        line = {"do": "adjust", "of": of, "field": field, "value": plain(value), "why": why}
        if self.run is not None:
            return self._inserted(line, lambda run: run.adjust(of, field, value, why))
        apply(self.table, planned)
        try:
            self.actions()
        except Exception as fault:
            apply(self.table, planned.back())
            raise Refused(f"the rules could not go on with that: {fault}", hint="nothing was changed") from fault
        entry = Entry(
            "", "Adjustment", {}, [], [planned], [], {}, self.table.round, self.table.phase, checksum([planned])
        )
        self.entries.append(entry)
        self._asked_inputs += 1
        self._commit(line, self._pop_entry)
        self._redo.clear()
        self._rested()
        return [planned]

    def touch(self, a: str, b: str, flags: Mapping[str, Any] | None = None, why: str = "") -> list[Happening]:
        """Puts two units or minis in contact by hand."""
        return self.adjust("table", f"contacts.{a}/{b}", dict(flags or {}), why=why or "the players said so")

    def part(self, a: str, b: str, why: str = "") -> list[Happening]:
        """Ends a contact by hand."""
        return self.adjust("table", f"contacts.{a}/{b}", None, why=why or "the players said so")

    def overrule(self, key: str, value: Any, why: str) -> list[Happening]:
        """A ruling: another total for a tally, or an answer to the standing prompt that the rules do not allow."""
        self._writable()
        run = self._open_run()
        request = self.request
        if request is not None and key == request.key:
            by = request.by if self.secret and isinstance(request.by, str) else ""
            return self._answered(request, value, by, "ruled", why)
        line = {"do": "overrule", "key": key, "value": value, "why": why}
        return self._inserted(line, lambda _: run.overrule(key, value, why))

    def amend(self, key: str, value: Any, *, dry: bool = False) -> list[Happening] | tuple[list[Happening], list[str]]:
        """Changes an earlier answer; what follows is kept as far as it fits. `dry`: says what would change.

        Dry, it returns the happenings and the keys that would be asked again, and leaves everything as it is.
        """
        self._writable()
        run = self._open_run()
        frozen = self._frozen(value)
        if not dry:
            line = {"do": "amend", "key": key, "value": plain_answer(frozen)}
            return self._inserted(line, lambda _: run.amend(key, frozen))
        before = list(run.game.events)
        made = run.amend(key, frozen)
        events = events_between(before, run.game.events)
        happened: list[Happening] = list(net(e for e in events if isinstance(e, Change)))
        lost = [i.key for i in run.inputs if i.n in made.drops]
        run.pop()
        run.suggestions.pop(key, None)
        return happened, lost

    def _frozen(self, value: Any) -> Any:
        if isinstance(value, Mapping) and isinstance(value.get("parts"), Mapping):
            return Allotment(str(value.get("plan", "")), dict(value["parts"]))
        return _tuples(value)

    def leave(self, keep: bool, why: str = "") -> list[Happening]:
        """Breaks the open procedure off; `keep` keeps what happened, else it is taken back."""
        self._writable()
        run = self._open_run()
        before = list(run.game.events)
        run.leave(keep, why)
        self._commit({"do": "leave", "keep": keep, "why": why}, run.pop)
        self._redo.clear()
        return self._settled(events_between(before, run.game.events))

    def undo(self, count: int = 1) -> list[Happening]:
        """Takes the last inputs back, across procedures. Rolls and reveals too: the log says so."""
        return self._many(count, "undo", self.undo_count, self._undo_one)

    def redo(self, count: int = 1) -> list[Happening]:
        """Puts back what was taken back."""
        return self._many(count, "redo", self.redo_count, self._redo_one)

    def _many(self, count: int, word: str, most: int, act: Any) -> list[Happening]:
        self._writable()
        if type(count) is not int or count < 1:
            raise Refused(f"{word} takes a number, 1 or more")
        if most == 0:
            raise Refused(f"there is nothing to {word}")
        if count > most:
            raise Refused(f"only {most} can be taken {'back' if word == 'undo' else 'up again'}")
        happened: list[Happening] = []
        kept = list(self.run.remarks) if self.run is not None else None
        acted = 0
        for _ in range(count):
            if (self.undo_count if word == "undo" else self.redo_count) == 0:
                break
            happened += act()
            acted += 1

        def back() -> None:
            for _ in range(acted):
                (self._redo_one if word == "undo" else self._undo_one)()
            if kept is not None and self.run is not None:
                self.run.remarks = kept

        self._commit({"do": word, "count": count}, back)
        if self.run is None:
            self._rested()
        return happened

    # -- undo and redo --------------------------------------------------------------------------------------------

    def _undo_one(self) -> list[Happening]:
        happened: list[Happening] = []
        if self.run is None:
            entry = self.entries[-1]
            if not entry.procedure:
                self._pop_entry()
                self._redo.append(entry)
                return [c.back() for c in reversed(entry.changes())]
            happened = self._reopen(entry)
            if self.run is None:
                self._redo.append(entry)
                return happened
        run = self.run
        assert run is not None
        before = list(run.game.events)
        if not run.inputs:
            run._revert()
            run.game.events = []
            self._redo.append((run.procedure.name, run.args))
            self.run = None
            return happened + list(events_between(before, []))
        taken = run.pop()
        self._redo.append(taken)
        self._remark(run, taken)
        return happened + list(events_between(before, run.game.events))

    def _reopen(self, entry: Entry) -> list[Happening]:
        """Makes the last closed procedure the open one again. Where it no longer replays, it is taken back whole."""
        self._pop_entry()
        run = Run(self.table, self.ruleset.procedure_named(entry.procedure), entry.args)
        try:
            run.begin(entry.inputs)
            same = run.done and checksum(run.changes()) == entry.fx
        except Refused:
            run.game.events, same = [], False
        if not same:
            run._revert()
            note = Note(f"{entry.title} no longer replays under these rules: it was undone whole", "", {})
            return [*[c.back() for c in reversed(entry.changes())], note]
        run.remarks = [(0, r) for r in entry.remarks]
        self.run = run
        return []

    def _redo_one(self) -> list[Happening]:
        item = self._redo.pop()
        if isinstance(item, Input):
            run = self._open_run()
            before = list(run.game.events)
            run.push_back(item)
            return self._settled(events_between(before, run.game.events), rest=False)
        if isinstance(item, Entry):
            for change in item.changes():
                apply(self.table, change)
            self.entries.append(item)
            self._asked_inputs += item.weight
            return list(item.events)
        name, args = item
        run = Run(self.table, self.ruleset.procedure_named(name), args)
        run.begin()
        self.run = run
        return self._settled(list(run.game.events), rest=False)

    def _remark(self, run: Run, taken: Input) -> None:
        if taken.kind == "answer" and taken.how in ("typed", "rolled") and not run.is_slot(taken.key):
            asked = run.asked.get(taken.key)
            title = asked.title if asked is not None else taken.key.rpartition("/")[2]
            run.remarks.append((len(run.game.events), f"taken back: {title} — {words_of(taken.value)}"))
        elif taken.kind == "answer":
            run.remarks.append((len(run.game.events), "taken back: a sealed answer"))
        else:
            run.remarks.append((len(run.game.events), f"taken back: {taken.kind} {taken.key or taken.field}".rstrip()))

    # -- committing -----------------------------------------------------------------------------------------------

    def _inserted(self, line: dict[str, Any], act: Any) -> list[Happening]:
        run = self._open_run()
        before = list(run.game.events)
        act(run)
        self._commit(line, run.pop)
        self._redo.clear()
        return self._settled(events_between(before, run.game.events))

    def _commit(self, line: dict[str, Any], back: Any) -> None:
        if self.recorder is None:
            return
        line["fx"] = self._sum()
        try:
            self.recorder.record(line)
        except NotSaved:
            back()
            raise

    def _settled(self, events: Sequence[Event], rest: bool = True) -> list[Happening]:
        run = self.run
        happened: list[Happening] = list(events)
        if run is not None and run.done:
            happened.append(self._close(run))
            if rest:
                self._rested()
        return happened

    def _close(self, run: Run) -> Done:
        outcome = run.outcome if isinstance(run.outcome, Mapping) else {}
        outcome = {str(k): plain(v) for k, v in outcome.items()}
        entry = Entry(
            run.procedure.name,
            run.procedure.title,
            run.args,
            run.inputs,
            run.game.events,
            run.given,
            outcome,
            self.table.round,
            self.table.phase,
            run.checksum(),
            [text for _, text in run.remarks],
        )
        self.entries.append(entry)
        self._asked_inputs += entry.weight
        self.run = None
        return Done(entry.procedure, outcome)

    def _rested(self) -> None:
        if self.recorder is not None:
            self.recorder.rested(self)

    def _pop_entry(self) -> Entry:
        entry = self.entries.pop()
        for change in reversed(entry.changes()):
            apply(self.table, change.back())
        self._asked_inputs -= entry.weight
        return entry

    def _drop_run(self) -> None:
        if self.run is not None:
            self.run._revert()
            self.run = None

    def _open_run(self) -> Run:
        if self.run is None:
            raise Refused("no procedure is open", hint="start one first")
        return self.run

    def _writable(self) -> None:
        if self.read_only:
            raise Refused("this session is open read-only", hint="another program holds it")

    # -- replaying a journal --------------------------------------------------------------------------------------

    def replay(self, line: Mapping[str, Any]) -> None:
        """Takes one recorded line again. Raises Diverged where the request or the changes are not the recorded ones."""
        recorder, self.recorder = self.recorder, None
        try:
            self._replay(line)
        except Refused as fault:
            raise Diverged(fault.message) from fault
        finally:
            self.recorder = recorder
        fx = self._sum()
        if fx != line.get("fx", fx):
            raise Diverged("what follows from it is no longer the same")

    def _sum(self) -> int:
        """The checksum of the procedure that is open, or of the last one: an answer that closes it has the same."""
        if self.run is not None:
            return self.run.checksum()
        return self.entries[-1].fx if self.entries else 0

    def _replay(self, line: Mapping[str, Any]) -> None:
        do = line.get("do")
        if do == "start":
            self.start(str(line["procedure"]), line.get("with", {}))
        elif do == "answer":
            request = self._open_run().slot(str(line.get("by", "")))
            if request.key != line.get("key"):
                raise Diverged(f"{request.name} is asked where {line.get('key')} was answered")
            if line.get("fp") and request.fingerprint() != line["fp"]:
                raise Diverged(f"{request.name} now allows other answers")
            by, how, why = str(line.get("by", "")), line.get("how", "typed"), str(line.get("why", ""))
            self._answered(request, line["value"], by, how, why)
        elif do == "adjust":
            self.adjust(str(line["of"]), str(line["field"]), line.get("value"), why=str(line.get("why", "")))
        elif do == "overrule":
            self.overrule(str(line["key"]), line["value"], str(line.get("why", "")))
        elif do == "amend":
            self.amend(str(line["key"]), line["value"])
        elif do == "leave":
            self.leave(bool(line["keep"]), str(line.get("why", "")))
        elif do == "undo":
            self.undo(int(line["count"]))
        elif do == "redo":
            self.redo(int(line["count"]))
        else:
            raise Diverged(f"{do!r} is no input")


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, (list, tuple)) else value


def _values(action: Action) -> str:
    return "one of: " + ", ".join(str(v.value) for v in action.values if v.why_not is None)


__all__ = ["Diverged", "Done", "Entry", "Happening", "Recorder", "Session", "plain_answer", "words_of"]
