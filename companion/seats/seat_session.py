"""A session as a seat has it: it follows the owner's, and every input is asked of the owner first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from companion.engine.answers import WITHHELD
from companion.engine.errors import InvalidInput
from companion.engine.history import History
from companion.engine.inputs import Amend, Answer, Input, input_of, record_of
from companion.engine.intake import Intake
from companion.engine.journal import Gathered, UndoneRoll
from companion.engine.session import Session, Throw
from companion.engine.state.changes import Event
from companion.seats.lines import LOOK, Message
from companion.store.format.values import deserialize
from companion.store.restore import load

T = TypeVar("T")
Ask = Callable[[Sequence[Message]], list[Event]]
"""Asks the owner for inputs, as records; what then happened."""


class SeatIntake(Intake):
    """Takes inputs by asking the owner. What the owner tells is taken as the inputs of a log are."""

    def __init__(self, history: History, *, ask: Ask) -> None:
        super().__init__(history)
        self._ask = ask
        self._trying = False
        """Whether inputs are tried here, to be asked for together."""

    def take(self, made: Input) -> list[Event]:
        """Asks for an input. Raises InvalidInput or NotSaved as the owner does.

        An answer that the request does not take is refused here. What the app rolls or draws, the owner does.
        """
        if self._replaying or self._trying:
            return super().take(made)
        self.check_writable()
        if isinstance(made, Answer):
            run = self.open_run()
            given = run.checked(run.slot(made.by), made)
            made = replace(given, value="") if made.how in ("rolled", "drawn") else given
        return self._ask([record_of(made)])

    def as_one(self, act: Callable[[], T]) -> T:
        """Tries the inputs here, takes them back, and asks for all of them together."""
        self.check_writable()
        before, gathered = self.history.moment(), Gathered()
        self._trying, self.recorder = True, gathered
        try:
            found = act()
        finally:
            self._trying, self.recorder = False, None
            if gathered.made:
                self.history.put_back(before)
        made = [one.input for one in gathered.made]
        if any(getattr(one, "value", None) is WITHHELD for one in made):
            raise InvalidInput("a sealed answer of the other side is in that procedure", hint="change it at the table")
        if made:
            _ = self._ask([record_of(one) for one in made])
        return found


def joined(message: Message, ask: Ask, throw: Throw) -> Session:
    """The session that a seat joins, up to the last record. Raises CannotOpen or ReplayMismatch."""
    loaded = load(Path("table.toml"), message["file"])
    for place, n in message["withheld"]:
        entry = loaded.entries[place]
        entry.inputs[:] = [
            replace(one, input=replace(one.input, value=WITHHELD))
            if one.n == n and isinstance(one.input, (Answer, Amend))
            else one
            for one in entry.inputs
        ]
    taken_back: tuple[UndoneRoll, ...] = deserialize(tuple[UndoneRoll, ...], message["taken_back"])[0]
    session = Session(loaded.table, loaded.entries, taken_back=taken_back, intake=partial(SeatIntake, ask=ask))
    session.commitment, session.throw = message["dice"], throw
    session.seat = message["seat"] if message["seat"] in loaded.table.sides else ""
    if message["seat"] == LOOK:
        session.read_only, session.looks = "this screen only looks", True
    for line in message["lines"]:
        _ = told(session, line)
    return session


def told(session: Session, message: Message) -> list[Event]:
    """A record that the owner sent happens here too. Raises ReplayMismatch if it cannot: join again then."""
    record: Message = message["record"]
    for shown in message.get("reveals", ()):
        made = input_of(shown["input"])
        assert isinstance(made, (Answer, Amend))
        session.history.disclose(message["entry"], shown["place"], made)
    made = input_of(record)
    if record.get("withheld") and isinstance(made, (Answer, Amend)):
        made = replace(made, value=WITHHELD)
    return session.intake.replay(made, record.get("request_crc", 0), record.get("state_crc"))
