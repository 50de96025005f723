"""The owner of a table that is shared: it plays the session, and tells every seat what it was told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from companion.engine.amending import inputs_of
from companion.engine.dice import Faces
from companion.engine.errors import RULES_FAIL, InvalidInput, NotSaved, blame
from companion.engine.inputs import Amend, Answer, Input, Overrule, Start, TakenInput, Undo, input_of
from companion.engine.journal import Commit, JournalEntry, Recorder, UndoneRoll
from companion.engine.keys import secret_of
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.table import AnyTable
from companion.frontend.calls_in import call
from companion.frontend.opened import OpenSession
from companion.seats.lines import LONGEST_WISH, LOOK, MOST_SEATS, TABLE, VERSION, Message, refused
from companion.seats.told_records import ToldRecord, ToldRecords

BY_APP: Final = ("rolled", "drawn")
"""How answers are given whose values only the owner makes."""


class Line(Protocol):
    """The way to one seat."""

    def send(self, message: Message) -> None:
        """Sends a message; one that cannot be sent any more is dropped."""


class TellingRecorder:
    """The recorder of a shared session: what is on the disk is told."""

    def __init__(self, below: Recorder, tell: Callable[[Sequence[Commit]], None]) -> None:
        self._below, self._tell = below, tell

    def commit(self, *made: Commit) -> None:
        self._below.commit(*made)
        self._tell(made)

    def at_rest(self, table: AnyTable, entries: Sequence[JournalEntry], taken_back: Sequence[UndoneRoll] = ()) -> None:
        self._below.at_rest(table, entries, taken_back)


class Owner:
    """A session that is shared, and who sits at it. Not for several threads."""

    def __init__(self, opened: OpenSession) -> None:
        self.opened = opened
        self.session: Session = opened.session
        if self.session.intake.recorder is None:
            raise InvalidInput("this table cannot be shared", hint=self.session.read_only)
        self._told = ToldRecords(opened.file)
        self.session.intake.recorder = TellingRecorder(self.session.intake.recorder, self._tell)
        self._lines: dict[Line, str] = {}
        self._giver = ""
        """Who gave what is done now."""
        self.share: Callable[[str, str], Message] | None = None
        """What serves browsers: does what the table asks of it, and says how things stand."""
        self.unserved = ""
        """Why none are served."""
        self.stopping: Callable[[], object] = lambda: None
        """Called once somebody at the table asked to share no more."""
        self._parts: dict[int, tuple[Faces, str]] = {}
        """Dice of the open joint roll by group, and how they were given, until all are in."""
        self._parts_of = ""
        self._wishes: dict[str, Message] = {}
        """What a side wants done on the table, and the key of the request that it leaves to whoever answers."""

    # -- who sits where -------------------------------------------------------------------------------------------

    def seats(self) -> dict[str, int]:
        """How many screens sit at each seat."""
        names = [*self.session.table.sides, TABLE, LOOK]
        return {name: sum(at == name for at in self._lines.values()) for name in names}

    def join(self, line: Line, message: Message) -> None:
        """Takes a seat. Raises InvalidInput if there is none of that name, or none left."""
        if message.get("version") != VERSION:
            raise InvalidInput("that seat is of another version of Companion", hint="use the same on both")
        seat = self._named(str(message.get("seat") or TABLE))
        if line not in self._lines and len(self._lines) >= MOST_SEATS:
            raise InvalidInput(f"all {MOST_SEATS} places at this table are taken")
        self._lines[line] = seat
        line.send({"type": "joined", "seat": seat, "dice": self.session.commitment} | self._told.join(seat))
        self._tell_who()
        self._tell_parts()
        for wish in self._wishes.values():
            line.send(wish)

    def _named(self, seat: str) -> str:
        """The seat of this name: that of a player, of a side, or one of the two others."""
        sides = self.session.table.sides
        names = {side.name.casefold(): side.id for side in sides.values()} | {one: one for one in self.seats()}
        found: str | None = names.get(seat) or names.get(seat.casefold())
        if found is None:
            there = ", ".join([*(side.name for side in sides.values()), TABLE, LOOK])
            raise InvalidInput(f"there is no seat {seat[:40]!r}", hint=f"seats: {there}")
        return found

    def leave(self, line: Line) -> None:
        """A seat is given back, or its screen is gone."""
        seat = self._lines.pop(line, None)
        if seat is not None:
            if seat in self._wishes and seat not in self._lines.values():
                self.do_wish(seat, "", "")
            self._tell_who()

    def beat(self) -> None:
        """A sign of life to everybody."""
        self._all({"type": "beat"})

    def close(self, why: str) -> None:
        """Everybody is told that the table ends here."""
        self._all({"type": "over", "why": why})

    def _tell_who(self) -> None:
        self._all({"type": "who", "seats": self.seats()})

    def _all(self, message: Message) -> None:
        for line in [*self._lines]:
            line.send(message)

    def _tell(self, made: Sequence[Commit]) -> None:
        first = len(self._told.told) + 1
        told: Sequence[ToldRecord] = self._told.committed(made, self.session, self._giver)
        for line, seat in [*self._lines.items()]:
            for n, one in enumerate(told, first):
                line.send(one.seen_by(n, seat))

    def _tell_parts(self) -> None:
        self._all({"type": "parts", "key": self._parts_of, "in": sorted(self._parts)})

    # -- inputs ---------------------------------------------------------------------------------------------------

    def handle(self, line: Line, message: Message) -> None:
        """Does what a seat asks, and answers it: `done`, `refused` or `unsaved`, with its `id`."""
        reply: Message = {"id": message.get("id")}
        try:
            seat = self._lines.get(line)
            if seat is None:
                raise InvalidInput("take a seat first")
            what = getattr(self, f"do_{message.get('do')}", None)
            if what is None:
                raise InvalidInput("an owner is asked for input, part, border, wish, share")
            self._giver = seat
            reply |= {"type": "done"} | call(what, message, seat)
        except InvalidInput as fault:
            reply |= refused(fault)
        except NotSaved as fault:
            reply |= {"type": "unsaved", "message": fault.elsewhere}
        except RULES_FAIL as fault:
            reply |= refused(InvalidInput(f"the rules could not go on: {blame(fault)}"))
        line.send(reply)

    def do_input(self, seat: str, inputs: list[Any], after: int) -> Message:
        given = [self._signed(seat, _input(record)) for record in inputs]
        if seat == LOOK:
            raise InvalidInput("who only looks decides nothing", hint="take a seat")
        self._check_in_step(after, given)
        if len(given) > 1:
            self.session.as_one(lambda: self._give_all(seat, given))
        else:
            self._give_all(seat, given)
        self._forget_old_parts()
        return {}

    def _signed(self, seat: str, made: Input) -> Input:
        """The input with who gave it, where the log says so: an undo, a ruling."""
        side = seat if seat in self.session.table.sides else ""
        if isinstance(made, (Undo, Overrule)):
            return replace(made, seat=side)
        return replace(made, seat=side if made.how == "ruled" else "") if isinstance(made, Answer) else made

    def _give_all(self, seat: str, given: Sequence[Input]) -> None:
        """Each where those before it have led. What the app threw or drew in what they take back is given as it was."""
        history, before = self.session.history, list[Answer]()
        for made in given:
            self._check_seat(seat, made)
            again = [one for one in before if isinstance(made, Answer) and (one.key, one.how) == (made.key, made.how)]
            if again:
                before.remove(again[0])
                self.session.give(again[0])
                continue
            undone = history.redo_count
            self._give(made)
            if isinstance(made, Undo):
                before += _by_app(history.undone[undone:])

    def _give(self, made: Input) -> None:
        session = self.session
        if isinstance(made, Answer) and made.how == "rolled":
            session.answer("roll", made.by)
        elif isinstance(made, Answer) and made.how == "drawn":
            from fractions import Fraction

            whole = sum(share.weight for share in made.mix) or 1
            session.draw([(share.value, Fraction(share.weight, whole)) for share in made.mix], made.by)
        else:
            session.give(made)

    def _check_in_step(self, after: int, given: Sequence[Input]) -> None:
        """Raises InvalidInput if something has happened that the seat had not heard of when it gave this.

        Seals change nothing for a slot that is still open.
        """
        told = self._told.told
        if after == len(told):
            return
        run, only = self.session.run, given[0] if len(given) == 1 else None
        seals = 0 <= after < len(told) and all(one.secret for one in told[after:])
        if seals and run is not None and isinstance(only, Answer) and run.slot(only.by).key == only.key:
            return
        who = next((one.seat for one in reversed(told) if one.seat), "")
        name = self.session.table.title(who) if who in self.session.table.sides else "somebody"
        raise InvalidInput(f"{name} was faster", hint="look at what stands now; what you typed is still here")

    def _check_seat(self, seat: str, made: Input) -> None:
        run = self.session.run
        if seat == TABLE or run is None:
            return
        if isinstance(made, Answer):
            self._check_answer(seat, run.slot(made.by), made)
        secret = {*run.sealed_keys()}
        if isinstance(made, Amend) and secret_of(made.key):
            owner = next(
                (i.input.by for i in run.inputs if isinstance(i.input, (Answer, Amend)) and i.input.key == made.key), ""
            )
            if owner != seat:
                raise InvalidInput("a sealed answer is changed by who gave it")
        if isinstance(made, Undo):
            for taken in run.inputs[-made.count :]:
                one = taken.input
                if isinstance(one, (Answer, Amend)) and one.key in secret and one.by != seat:
                    title = self.session.table.title(one.by)
                    raise InvalidInput(f"{title} has sealed an answer", hint=f"{title} takes it back, or the table")

    def _check_answer(self, seat: str, request: Request[object], made: Answer) -> None:
        may = self._answered_by(seat, request)
        if may.isdisjoint(request.sides) and request.by != TABLE:
            names = " and ".join(self.session.table.title(side) for side in request.sides)
            raise InvalidInput(f"this is for {names} to answer")
        if made.key != request.key:
            raise InvalidInput("something else is asked now", hint="look at what stands now")
        others = [group for group in request.dice if group.by and group.by not in may]
        if others and made.how != "ruled":
            raise InvalidInput("these dice are thrown by both", hint="enter your own")

    def _answered_by(self, seat: str, request: Request[object]) -> set[str]:
        """The sides that this seat answers for here: its own, and those that leave it to others. No secret is left."""
        run = self.session.run
        if run is None or secret_of(request.key):
            return {seat}
        return {seat, *(side for side, wish in self._wishes.items() if wish["left"] == request.key)}

    def do_wish(self, seat: str, left: str, text: str) -> Message:
        """What a side wants moved on the table, and the request that it leaves to others."""
        if seat not in self.session.table.sides or len(text) > LONGEST_WISH:
            raise InvalidInput(f"a side wishes, in {LONGEST_WISH} signs")
        self._wishes[seat] = {"type": "wish", "side": seat, "left": left, "text": text}
        self._all(self._wishes[seat])
        return {}

    # -- joint rolls ----------------------------------------------------------------------------------------------

    def do_part(self, seat: str, key: str, groups: dict[str, Any]) -> Message:
        """Some groups of the open roll. When all are in, they are the answer."""
        self._forget_old_parts()
        request = self.session.request
        if request is None or not request.dice or key != request.key:
            raise InvalidInput("no such roll is asked now", hint="look at what stands now")
        asked = request.dice
        for text, faces in groups.items():
            at = int(text) if text.isdecimal() else -1
            if not 0 <= at < len(asked):
                raise InvalidInput("there are no such dice")
            if seat != TABLE and (asked[at].by or seat) not in self._answered_by(seat, request):
                raise InvalidInput("these dice are somebody else's")
            if faces == "roll":
                self._parts[at] = (), "rolled"
            else:
                legal = asked[at].die.legal
                if not isinstance(faces, list) or len(faces) != asked[at].count:
                    raise InvalidInput(f"{asked[at].count} dice are needed")
                if any(type(face) not in (int, str) or face not in legal for face in faces):
                    raise InvalidInput(f"a {asked[at].die.name} has no such face")
                self._parts[at] = tuple(faces), "typed"
        self._parts_of = request.key
        if len(self._parts) == len(asked):
            parts, self._parts, self._parts_of = self._parts, {}, ""
            try:
                self.session.answer(self._faces(request, parts))
            finally:
                self._tell_parts()
        else:
            self._tell_parts()
        return {}

    def _faces(self, request: Request[object], parts: Mapping[int, tuple[Faces, str]]) -> object:
        """The answer: `"roll"` where the app throws all, else faces, what the app throws among them."""
        if all(how == "rolled" for _, how in parts.values()):
            return "roll"
        thrown = self.session.app_faces(request)
        return [list(thrown[at] if how == "rolled" else faces) for at, (faces, how) in sorted(parts.items())]

    def _forget_old_parts(self) -> None:
        """Dice that came in for a roll that is asked no more are nobody's."""
        request = self.session.request
        if self._parts and (request is None or request.key != self._parts_of):
            self._parts, self._parts_of = {}, ""
            self._all({"type": "parts", "key": "", "in": []})

    def do_border(self, _: str, count: int) -> Message:
        return {"why": self.opened.border(count)}

    def do_share(self, by: str, what: str = "", seat: str = "") -> Message:
        """Does what the table asks of those who serve phones and browsers, or ends sharing; how things stand."""
        if by != TABLE:
            raise InvalidInput("sharing is for the table to change")
        if what == "stop":
            self.stopping()
            return {}
        if self.share is None:
            raise InvalidInput("no phones or browsers are served here", hint=self.unserved)
        return self.share(what, seat)


def _by_app(undone: Sequence[Start | TakenInput | JournalEntry]) -> list[Answer]:
    """What the app threw or drew in what was undone, the first given first."""
    found = list[Input]()
    for one in reversed(undone):
        found += inputs_of(one) if isinstance(one, JournalEntry) else [one.input] if isinstance(one, TakenInput) else []
    return [one for one in found if isinstance(one, Answer) and one.how in BY_APP]


def _input(record: Any) -> Input:
    """The input in a record that a seat sent. Raises InvalidInput if it is none."""
    from companion.store.format.commit import record_problem

    if not isinstance(record, dict):
        raise InvalidInput("an input is an object")
    how = record.get("how")
    whole = record | {"value": ""} if how in BY_APP else record
    problem = record_problem(whole | {"state_crc": 0})
    if problem or record.get("do") == "offer":
        raise InvalidInput(f"this is no input: {problem or 'offer'}")
    try:
        made = input_of(whole)
    except (LookupError, TypeError, ValueError) as fault:
        raise InvalidInput("this is no input") from fault
    if isinstance(made, Answer) and made.how == "auto":
        raise InvalidInput("the rules give such answers themselves")
    return made
