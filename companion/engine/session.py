"""A session: a table, what was played on it, and every input that may come. Front ends need nothing deeper.

Every input is checked, run, handed to the recorder and answered with what happened. One that is refused raises
InvalidInput, one that the recorder cannot make durable raises NotSaved; neither changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

from companion.engine.answers import AnswerRecord, How, frozen_answer
from companion.engine.app_dice import AppDice, DiceCheck, shares
from companion.engine.dice import Face, Faces
from companion.engine.errors import InvalidInput
from companion.engine.history import History, not_standing
from companion.engine.inputs import Adjust, Amend, Answer, Connect, Input, Leave, Overrule, Redo, Start, Undo
from companion.engine.intake import Intake, action_named, waits_at
from companion.engine.journal import JournalEntry, UndoneRoll
from companion.engine.odds import ASKED, LOOKS, Odds, check_allowed, odds_use
from companion.engine.odds_desk import OddsDesk
from companion.engine.requests import Request
from companion.engine.ruleset import Action, Ruleset
from companion.engine.run import Run
from companion.engine.seed import Seed
from companion.engine.standing import Standing
from companion.engine.state.changes import Event, plain
from companion.engine.state.contacts import melees
from companion.engine.state.joining import unit_record
from companion.engine.state.paths import unit_path
from companion.engine.state.results import Result
from companion.engine.state.table import DICE_WORD, AnyTable, Table, Unit, table_copy

T = TypeVar("T")
Throw = Callable[[str, Mapping[int, list[Face] | str]], list[Event]]
"""Enters groups of the roll under a key, by their places; `"roll"`: the app throws them. What then happened."""

ADJUSTED = "the players said so"
"""The reason of a manual contact for which none was given."""


class Session:
    """A table plus everything played on it; it takes inputs. Without a recorder it lives in memory.

    What keeps it and replays it asks its `intake` and `history`. Raises TypeError if the table was not made by a
    ruleset.
    """

    def __init__(
        self,
        table: AnyTable,
        entries: Sequence[JournalEntry] = (),
        *,
        taken_back: Sequence[UndoneRoll] = (),
        rng: Random | None = None,
        seed: Seed | None = None,
        read_only: str = "",
        intake: Callable[[History], Intake] = Intake,
    ) -> None:
        if not isinstance(table.spec, Ruleset):
            raise TypeError("a session needs a table that a Ruleset made")
        self.table: Table[Any, Any] = table
        """Its units have the fields of the game, which whoever plays it knows."""
        self.ruleset: Ruleset = table.spec
        self.history = History(table, self.ruleset, entries, taken_back)
        self._dice = AppDice(self.history, seed, rng)
        self.intake = intake(self.history)
        self.intake.read_only = read_only
        self._desk = OddsDesk(self.history)
        self.commitment = seed.commitment if seed is not None else ""
        """The hash that the app's dice are committed to, which a seat knows too; empty if there is none."""
        self.seat = ""
        """The side that sits at this screen; empty if it is everybody's."""
        self.by_app = ""
        """The side that the app plays at this screen; empty if people play all of them."""
        self.left = ""
        """The key of the request of another side that is answered here all the same: its player leaves it."""
        self.looks = False
        """Whether this screen only looks on at a shared table."""
        self.seated: frozenset[str] = frozenset()
        """The sides that sit at screens of their own."""
        self.parts: frozenset[int] = frozenset()
        """The groups of the open roll for several sides that are in."""
        self.throw: Throw | None = None
        """Enters dice at a shared table, where each side throws its own; None where all are entered here."""
        self.wishes: dict[str, tuple[str, str]] = {}
        """What sides want done on a shared table, after the key of the request that they leave to others."""
        self._joint: tuple[Request[object], str, Request[object]] | None = None
        """The open roll for several sides, a side, and the part of it that is asked of that side here."""
        self.heard: list[Event] = []
        """What others did at a shared table since a front end told it and cleared this."""

    @property
    def seed(self) -> Seed | None:
        return self._dice.seed

    @seed.setter
    def seed(self, seed: Seed) -> None:
        self._dice.seed, self.commitment = seed, seed.commitment

    @property
    def read_only(self) -> str:
        """Why it takes no input, in a sentence; empty if it does."""
        return self.intake.read_only

    @read_only.setter
    def read_only(self, why: str) -> None:
        self.intake.read_only = why

    # -- inputs ---------------------------------------------------------------------------------------------------

    def start(self, name: str, with_: Mapping[str, object] | None = None) -> list[Event]:
        """Starts an action's procedure. `with_` may leave out a parameter that has just one legal value."""
        return self.intake.take(Start(name, dict(with_ or {})))

    def answer(self, value: object, by: str = "") -> list[Event]:
        """Answers the open request. `"roll"` lets the app roll if dice are asked for."""
        run = self.intake.open_run()
        whole = run.driver.request
        if self.throw is not None and whole is not None and (part := self._part(whole)):
            mine = whole.groups_of(self._thrower(whole))
            faces = ["roll"] * len(mine) if value == "roll" else plain(part.check(value))
            return self.throw(whole.key, dict(zip(mine, faces, strict=True)))
        if not by and whole is not None and whole.slots:
            by = self._sealing()
        request = run.slot(by)
        how: How = "typed"
        if value == "roll" and request.dice:
            value, how = self._dice.rolled(request)
        return self.intake.take(Answer(request.key, value, by, how))

    def _sealing(self) -> str:
        """The side whose slot of a secret is asked here; empty if none is."""
        request = self.request
        return request.side if request is not None and self.secret else ""

    def app_faces(self, request: Request[object]) -> tuple[Faces, ...]:
        """What the app throws at a request for dice. Only for who answers it with these and others at once."""
        return self._dice.rolled(request)[0]

    def adjust(
        self, of: str, field: str, value: object = None, *, change: int | None = None, why: str = ""
    ) -> list[Event]:
        """Adjusts a field: sets it, or changes a number by a difference. Allowed at any moment."""
        self.intake.check_writable()
        if field == DICE_WORD and self.has_rolled:
            raise InvalidInput("the app has rolled already: its dice are fixed", hint="a word is added before that")
        if change is not None:
            before = self.table.find(of).get(field)
            if isinstance(before, bool) or not isinstance(before, (int, type(None))):
                raise InvalidInput(f"{field} is no number")
            value = (before or 0) + change
        return self.intake.take(Adjust(of, field, value, why))

    def join(self, unit: Unit, why: str = "") -> list[Event]:
        """A unit joins the game under way, at rest. The table gets a copy; the id and the name must be free."""
        value = unit_record(unit)
        return self.intake.take(Adjust("table", unit_path(len(self.table.units), unit.id), value, why))

    def remove(self, of: str, why: str = "") -> list[Event]:
        """A unit leaves the game, at rest and in contact with nobody, and not the last of its side."""
        self.table.unit(of)
        return self.intake.take(Adjust("table", unit_path(list(self.table.units).index(of), of), None, why))

    def connect(self, a: str, b: str, flags: Mapping[str, object] | None = None, why: str = "") -> list[Event]:
        """Puts two units or models in contact. Flags of an older contact of theirs stay if not given."""
        return self.intake.take(Connect(a, b, dict(flags or {}), why or ADJUSTED))

    def disconnect(self, a: str, b: str, why: str = "") -> list[Event]:
        return self.intake.take(Connect(a, b, None, why or ADJUSTED))

    def overrule(self, key: str, value: object, why: str) -> list[Event]:
        """A ruling: another total for a tally, or an answer to the open prompt that the rules do not allow."""
        _ = self.intake.open_run()
        request = self.request
        if request is not None and key == request.key:
            return self.intake.take(Answer(key, value, self._sealing(), "ruled", why))
        return self.intake.take(Overrule(key, value, why))

    def amend(self, key: str, value: object) -> list[Event]:
        """Changes an earlier answer of the open procedure; what follows is kept as far as it fits."""
        return self.intake.take(Amend(key, frozen_answer(value)))

    def look_at_odds(self) -> list[Event]:
        """Somebody looks at the odds of the open request: at a table if they are `asked` for, the log says so.

        An input like any other there, an adjustment of the table's `odds_looks`; nothing if they are `shown`.
        Raises InvalidInput if they are `off`, and if nothing is asked.
        """
        check_allowed(self.table)
        request = self.request
        if request is None:
            raise InvalidInput("there are no odds for what stands now")
        if odds_use(self.table) != ASKED:
            return []
        who = " and ".join(self.table.title(side) for side in request.sides if side in self.table.sides)
        return self.adjust("table", LOOKS, change=1, why=f"{who}: {request.title}" if who else request.title)

    def draw(self, mix: Sequence[tuple[object, Fraction]], by: str = "") -> list[Event]:
        """Answers the open request with one of these answers, each as often as its chance (as in `Odds.mix`).

        The app's own dice say which. Raises InvalidInput if one of the answers does not fit.
        """
        run = self.intake.open_run()
        request = run.slot(by)
        made = shares(request, mix)
        return self.intake.take(Answer(request.key, self._dice.drawn(request, made), by, "drawn", "", made))

    def leave(self, keep: bool, why: str = "") -> list[Event]:
        return self.intake.take(Leave(keep, why))

    def undo(self, count: int = 1) -> list[Event]:
        """Undoes the last inputs, across procedures. Rolls and reveals too: the log says so."""
        return self.intake.take(Undo(count))

    def redo(self, count: int = 1) -> list[Event]:
        return self.intake.take(Redo(count))

    def dice_checks(self) -> list[DiceCheck]:
        """Every roll and pick of the app and what the seed gives there, oldest first. Found on a twin.

        Raises InvalidInput if the open procedure no longer replays.
        """
        return self._dice.checks(self.twin().history)

    def give(self, made: Input) -> list[Event]:
        """Takes any input, as the commands above do: one that was recorded, given again."""
        return self.intake.take(made)

    def as_one(self, act: Callable[[], T]) -> T:
        """What `act` returns. The inputs that it gives are recorded together at its end: all of them count, or none.

        Raises what it raises, and NotSaved if they cannot be made durable; all stands as before then.
        """
        return self.intake.as_one(act)

    # -- trying ---------------------------------------------------------------------------------------------------

    def twin(self) -> Session:
        """A session in memory at the same point as this one, independent of it. What can be redone stays here.

        Raises InvalidInput if the open procedure no longer replays.
        """
        entries = [entry.copy() for entry in self.entries]
        made = Session(table_copy(self.table), entries, taken_back=self.history.taken_back, seed=self.seed)
        self.history.copy_run(made.history)
        return made

    # -- what is in it --------------------------------------------------------------------------------------------

    @property
    def entries(self) -> list[JournalEntry]:
        return self.history.entries

    @property
    def has_rolled(self) -> bool:
        """Whether a roll of the app stands: from then on nobody adds a word to its dice."""
        return any(given.how in ("rolled", "drawn") for answers in self.all_answers() for given in answers)

    def all_answers(self) -> Iterator[Sequence[AnswerRecord]]:
        """The answers of every procedure in order, the open one last."""
        yield from (entry.answers for entry in self.entries)
        if self.run is not None:
            yield self.run.answers

    @property
    def taken_back(self) -> list[UndoneRoll]:
        """What the app rolled and players took back, oldest first; what was rolled there again is not among it."""
        return not_standing(self.history.taken_back, self.entries, self.run)

    @property
    def run(self) -> Run | None:
        return self.history.run

    @property
    def request(self) -> Request[object] | None:
        """What is asked now, or None at rest. Of a secret: the slot that is next to be sealed.

        At a seat: its own slot while that is open, and of a roll for several sides its own dice until they are in.
        """
        run = self.history.run
        asked = run.driver.request if run is not None else None
        if run is None or asked is None:
            return None
        if self.throw is None and not asked.slots:
            return asked
        if asked.slots:
            own = self.throw is not None and self.seat in asked.slots and self.seat not in run.sealed
            return run.slot(self.seat if own else "")
        part = self._part(asked)
        return part if part is not None and self._throws(asked, self._thrower(asked)) else asked

    def _part(self, asked: Request[object] | None) -> Request[object] | None:
        """What is asked here of a roll that others throw dice of too, the same one every time; None of any other."""
        if self.throw is None or asked is None:
            return None
        side = self._thrower(asked)
        if not side or all(group.by in ("", *self._answered_here(asked)) for group in asked.dice):
            return None
        if self._joint is None or self._joint[0] is not asked or self._joint[1] != side:
            self._joint = asked, side, asked.part_of(side)
        return self._joint[2]

    def _thrower(self, roll: Request[object]) -> str:
        """The side whose dice are asked here: that of this seat; at the table, once some are in, one whose are not."""
        if self.seat or not self.parts:
            return self.seat
        return next((side for side in self.table.sides if self._throws(roll, side)), "")

    def _answered_here(self, asked: Request[object]) -> set[str]:
        """The side that sits here, and those that leave this to others."""
        return {self.seat, *(side for side, (left, _) in self.wishes.items() if left == asked.key and not asked.slots)}

    def _throws(self, roll: Request[object], side: str) -> bool:
        return not self.parts.issuperset(at for at, group in enumerate(roll.dice) if group.by == side)

    @property
    def awaited(self) -> tuple[str, ...]:
        """The sides that decide now: who answers what is asked; all of them if the table does.

        Of a roll for several sides at a shared table: those whose dice are not in.
        """
        request, whole = self.request, self.run.driver.request if self.run is not None else None
        if request is None or whole is None:
            return ()
        if self._part(whole) is not None:
            return tuple(side for side in self.table.sides if self._throws(whole, side))
        return tuple(self.table.sides) if request.by == "table" else request.sides

    @property
    def decides(self) -> bool:
        """Whether what is asked now is for this screen to answer."""
        asked, whole = self.request, self.run.driver.request if self.run is not None else None
        if asked is None or whole is None or self.looks:
            return False
        mine = not self.seat or not self._answered_here(whole).isdisjoint(self.awaited)
        return mine or asked.key == self.left

    @property
    def secret(self) -> Request[object] | None:
        """The secret that the open request is a slot of, if it is one."""
        asked = self.run.driver.request if self.run is not None else None
        return asked if asked is not None and asked.slots else None

    @property
    def sealed(self) -> list[str]:
        return list(self.run.sealed) if self.run is not None else []

    @property
    def standings(self) -> tuple[Standing, ...]:
        """How everybody in the open fight stands now; empty outside a fight. Never anything sealed."""
        return self.run.standings() if self.run is not None else ()

    @property
    def last_result(self) -> Result | None:
        """What came of the last roll of the open procedure, or of the one that ended last; None if none was made."""
        events = self.run.context.events if self.run is not None else self.entries[-1].events if self.entries else []
        return next((event for event in reversed(events) if isinstance(event, Result)), None)

    @property
    def waits_at(self) -> str:
        """`Melee exchange: Damage` while a procedure waits for an answer, else empty."""
        return waits_at(self.run)

    def actions(self) -> list[Action]:
        return list(self.ruleset.actions(self.table))

    def action(self, name: str) -> Action:
        """The action of that name. Raises InvalidInput if there is none, or if the ruleset fails to say."""
        return action_named(self.table, self.ruleset, name)

    def melees(self) -> list[list[str]]:
        return melees(self.table)

    def odds(self, request: Request[object] | None = None, goal: str = "", *, off_too: bool = False) -> Odds | None:
        """Chances for the open request, if the ruleset knows them and the table has not switched them off.

        Never sees a sealed answer.

        A thread that works them out names the request that it means: another may stand when it begins. `goal` is what
        the choice is to reach (`engine/goals.py`). `off_too`: for the app's own play, which no option forbids.
        Raises InvalidInput if there is no such goal here.
        """
        request = request if request is not None else self.request
        return self._desk.odds(request, goal, off_too=off_too) if request is not None else None

    @property
    def undo_count(self) -> int:
        return self.history.undo_count

    @property
    def redo_count(self) -> int:
        return self.history.redo_count

    @property
    def state_crc(self) -> int:
        return self.history.state_crc
