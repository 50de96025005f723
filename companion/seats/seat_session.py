"""A session as a seat has it: it follows the owner's, and every input is asked of the owner first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from companion.engine.answers import WITHHELD, How
from companion.engine.app_dice import shares
from companion.engine.dice import Face
from companion.engine.errors import InvalidInput
from companion.engine.history import History
from companion.engine.inputs import Amend, Answer, Input, Share, input_of, record_of
from companion.engine.intake import Intake
from companion.engine.journal import Gathered, JournalEntry, TakenBack
from companion.engine.requests import Request
from companion.engine.run import Run
from companion.engine.seed import ProcedurePlace
from companion.engine.session import Session
from companion.engine.state.changes import Event, plain
from companion.engine.state.table import AnyTable
from companion.seats.lines import LOOK, Message
from companion.store.restore import load

T = TypeVar("T")
Ask = Callable[[Sequence[Message], int], list[Event]]
"""Asks the owner for inputs, as records, with the fingerprint of the request they answer; what then happened."""


Throw = Callable[[str, Mapping[int, list[Face] | str]], list[Event]]
"""Enters groups of the roll under a key, by their places; `"roll"`: the app throws them. What then happened."""


class SeatIntake(Intake):
    """Takes inputs by asking the owner. What the owner tells is taken as the inputs of a log are."""

    def __init__(self, history: History, ask: Ask) -> None:
        super().__init__(history, None, "")
        self._ask = ask
        self._trying = False
        """Whether inputs are tried here, to be asked for together."""

    def take(self, made: Input) -> list[Event]:
        """Asks for an input. Raises InvalidInput or NotSaved as the owner does."""
        if self._replaying or self._trying:
            return super().take(made)
        self.check_writable()
        return self._ask([record_of(made)], 0)

    def answer(
        self,
        run: Run,
        request: Request[object],
        value: object,
        by: str,
        how: How = "typed",
        why: str = "",
        mix: tuple[Share, ...] = (),
        seat: str = "",
    ) -> list[Event]:
        """Asks for an answer. What the request does not take is refused here."""
        if self._replaying or self._trying:
            return super().answer(run, request, value, by, how, why, mix, seat)
        frozen: object = ""
        if how not in ("rolled", "drawn"):
            frozen = request.coerce(value) if how == "ruled" else request.check(value)
        by = by or (request.by if isinstance(request.by, str) else "")
        return self._ask([record_of(Answer(request.key, frozen, by, how, why, mix))], request.fingerprint())

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
            _ = self._ask([record_of(one) for one in made], 0)
        return found


class SeatSession(Session):
    """The replica at a seat. `seat` is the side that sits here; any other word answers for everybody or nobody."""

    def __init__(
        self,
        table: AnyTable,
        entries: Sequence[JournalEntry],
        seat: str,
        ask: Ask,
        throw: Throw,
        *,
        taken_back: Sequence[TakenBack] = (),
        commitment: str = "",
    ) -> None:
        super().__init__(table, entries, taken_back=taken_back)
        self._commitment = commitment
        self._throw = throw
        self._intake = SeatIntake(self._history, ask)
        self.seat = seat if seat in table.sides else ""
        if seat == LOOK:
            self.read_only, self.looks = "this screen only looks", True
        self.wishes: dict[str, tuple[str, str]] = {}
        """What sides want done on the table, after the key of the request that they leave to others."""
        self._joint: tuple[Request[object], Request[object]] | None = None
        """The open roll for several sides, and the part of it that is asked here."""

    @property
    def commitment(self) -> str:
        """The hash that the dice of the owner's app are committed to; their seed never comes here."""
        return self._commitment

    @property
    def request(self) -> Request[object] | None:
        """What is asked now. Of a secret: the slot of this seat while it is open, then the next."""
        run = self.run
        asked = run.position.request if run is not None else None
        if run is not None and asked is not None and self.seat in asked.slots and self.seat not in run.sealed:
            return run.slot(self.seat)
        joint = self._joint_roll(asked)
        if joint is not None:
            return joint[1] if self._throws(joint[0], self.seat) else joint[0]
        return super().request

    def _joint_roll(self, asked: Request[object] | None) -> tuple[Request[object], Request[object]] | None:
        """A roll that others throw dice of too, and the part of it that is asked here; the same two every time."""
        if asked is None or not self.seat or all(group.by in ("", *self._own(asked)) for group in asked.dice):
            return None
        if self._joint is None or self._joint[0] is not asked:
            self._joint = asked, asked.part_of(self.seat)
        return self._joint

    def _own(self, asked: Request[object]) -> set[str]:
        """The sides that are answered for here: the one that sits here, and those that leave it to others."""
        return {self.seat, *(side for side, (left, _) in self.wishes.items() if left == asked.key and not asked.slots)}

    @property
    def decides(self) -> bool:
        """Whether what is asked now is for this screen to answer."""
        asked = self.run.request if self.run is not None else None
        return super().decides or (asked is not None and not self._own(asked).isdisjoint(self.awaited))

    def _throws(self, roll: Request[object], side: str) -> bool:
        """Whether dice of this side are still to come."""
        return not self.parts.issuperset(at for at, group in enumerate(roll.dice) if group.by == side)

    @property
    def awaited(self) -> tuple[str, ...]:
        """The sides that decide now; of a roll for several those whose dice are not in."""
        joint = self._joint_roll(self.run.request if self.run is not None else None)
        if joint is None:
            return super().awaited
        return tuple(side for side in self.table.sides if self._throws(joint[0], side))

    def answer(self, value: object, by: str = "") -> list[Event]:
        """As a session does. What the app rolls, the owner rolls."""
        run = self._intake.open_run()
        joint = self._joint_roll(run.request)
        if joint is not None:
            mine = joint[0].groups_of(self.seat)
            faces = ["roll"] * len(mine) if value == "roll" else plain(joint[1].check(value))
            return self._throw(joint[0].key, dict(zip(mine, faces, strict=True)))
        if not by and self.secret is not None and self.request is not None and isinstance(self.request.by, str):
            by = self.request.by
        request = run.slot(by)
        how: How = "rolled" if value == "roll" and request.dice else "typed"
        return self._intake.answer(run, request, value, by, how)

    def draw(self, mix: Sequence[tuple[object, Fraction]], by: str = "") -> list[Event]:
        """As a session does. The owner draws."""
        run = self._intake.open_run()
        request = run.slot(by)
        return self._intake.answer(run, request, "", by, "drawn", "", shares(request, mix))

    def told(self, message: Message) -> list[Event]:
        """A record that the owner sent happens here too. Raises ReplayMismatch if it cannot: join again then."""
        record: Message = message["record"]
        for shown in message.get("reveals", ()):
            made = input_of(shown["input"])
            assert isinstance(made, (Answer, Amend))
            self._history.disclose(shown["place"], made)
        made = input_of(record)
        if record.get("withheld") and isinstance(made, (Answer, Amend)):
            made = replace(made, value=WITHHELD)
        return self.replay(made, record.get("request_crc", 0), record.get("state_crc"))


def joined(message: Message, ask: Ask, throw: Throw) -> SeatSession:
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
    taken_back = [
        TakenBack(
            ProcedurePlace(row["number"], row["procedure"], row["earlier"]),
            row["key"],
            row["title"],
            tuple(map(tuple, row["value"])),
        )
        for row in message["taken_back"]
    ]
    session = SeatSession(
        loaded.table,
        loaded.entries,
        message["seat"],
        ask,
        throw,
        taken_back=taken_back,
        commitment=message["dice"],
    )
    for line in message["lines"]:
        _ = session.told(line)
    return session
