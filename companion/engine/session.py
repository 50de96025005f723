"""A session: a table, what was played on it, and every input that may come. Front ends need nothing deeper.

Every input is checked, run, handed to the recorder and answered with what happened. One that is refused raises
InvalidInput, one that the recorder cannot make durable raises NotSaved; neither changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import TypeVar

from companion.engine.answers import How, frozen_answer
from companion.engine.dice import Faces
from companion.engine.dice_checks import DiceCheck, dice_checks
from companion.engine.drawing import place_of, shares
from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.inputs import (
    Adjust,
    Amend,
    Answer,
    Connect,
    Input,
    Leave,
    Overrule,
    Redo,
    Start,
    Undo,
)
from companion.engine.journal import Gathered, JournalEntry, Recorder, TakenBack
from companion.engine.odds_use import ASKED, LOOKS, check_allowed, odds_use
from companion.engine.replaying import Replaying
from companion.engine.requests import Request
from companion.engine.run import events_between
from companion.engine.seed import Seed
from companion.engine.state.changes import Change, Event, net
from companion.engine.state.copying import table_copy
from companion.engine.state.joining import unit_record
from companion.engine.state.paths import unit_path
from companion.engine.state.table import DICE_WORD, AnyTable, Unit

T = TypeVar("T")

ADJUSTED = "the players said so"
"""The reason of a manual contact for which none was given."""


@frozen
class AmendPreview:
    """What an amendment would do: the net changes, and the keys of the requests that would be asked again."""

    changes: list[Change]
    asked_again: list[str]


class Session(Replaying):
    """A session that takes inputs. Without a recorder it lives in memory.

    Raises TypeError if the table was not made by a ruleset.
    """

    def __init__(
        self,
        table: AnyTable,
        entries: Sequence[JournalEntry] = (),
        *,
        taken_back: Sequence[TakenBack] = (),
        recorder: Recorder | None = None,
        rng: Random | None = None,
        seed: Seed | None = None,
        read_only: str = "",
    ) -> None:
        super().__init__(table, entries, taken_back=taken_back, recorder=recorder, read_only=read_only)
        self._rng = rng or Random()
        self.seed = seed
        """What the app's own dice follow from; None if they are drawn at random and nobody can check them."""

    # -- inputs ---------------------------------------------------------------------------------------------------

    def start(self, name: str, with_: Mapping[str, object] | None = None) -> list[Event]:
        """Starts an action's procedure. `with_` may leave out a parameter that has just one legal value."""
        return self._take(Start(name, dict(with_ or {})))

    def answer(self, value: object, by: str = "") -> list[Event]:
        """Answers the open request. `"roll"` lets the app roll if dice are asked for."""
        run = self._open_run()
        request = run.slot(by)
        if value == "roll" and request.dice:
            faces, how = self._rolled(request)
            return self._answer(run, request, faces, by, how)
        return self._answer(run, request, value, by)

    def _rolled(self, request: Request[object]) -> tuple[tuple[Faces, ...], How]:
        """What the app rolls. Dice that were typed here before an undo keep their faces, and are not the app's."""
        if self.seed is None:
            return request.roll(self._rng), "rolled"
        fresh = self._worded(self.seed).faces(self._history.place, request.key, request.dice)
        sticky = request.sticky or ((),) * len(fresh)
        faces = tuple((*had, *new[len(had) :]) for had, new in zip(sticky, fresh, strict=True))
        return faces, "rolled" if faces == fresh else "typed"

    def adjust(
        self, of: str, field: str, value: object = None, *, change: int | None = None, why: str = ""
    ) -> list[Event]:
        """Adjusts a field: sets it, or changes a number by a difference. Allowed at any moment."""
        self._check_writable()
        if field == DICE_WORD and self.has_rolled:
            raise InvalidInput("the app has rolled already: its dice are fixed", hint="a word is added before that")
        if change is not None:
            before = self.table.find(of).get(field)
            if isinstance(before, bool) or not isinstance(before, (int, type(None))):
                raise InvalidInput(f"{field} is no number")
            value = (before or 0) + change
        return self._take(Adjust(of, field, value, why))

    def join(self, unit: Unit, why: str = "") -> list[Event]:
        """A unit joins the game under way, at rest. The table gets a copy; the id and the name must be free."""
        value = unit_record(unit)
        return self._take(Adjust("table", unit_path(len(self.table.units), unit.id), value, why))

    def remove(self, of: str, why: str = "") -> list[Event]:
        """A unit leaves the game, at rest and in contact with nobody, and not the last of its side."""
        self.table.unit(of)
        return self._take(Adjust("table", unit_path(list(self.table.units).index(of), of), None, why))

    def connect(self, a: str, b: str, flags: Mapping[str, object] | None = None, why: str = "") -> list[Event]:
        """Puts two units or models in contact. Flags of an older contact of theirs stay if not given."""
        return self._take(Connect(a, b, dict(flags or {}), why or ADJUSTED))

    def disconnect(self, a: str, b: str, why: str = "") -> list[Event]:
        """Ends a contact."""
        return self._take(Connect(a, b, None, why or ADJUSTED))

    def overrule(self, key: str, value: object, why: str) -> list[Event]:
        """A ruling: another total for a tally, or an answer to the open prompt that the rules do not allow."""
        run = self._open_run()
        request = self.request
        if request is not None and key == request.key:
            by = request.by if self.secret and isinstance(request.by, str) else ""
            return self._answer(run, request, value, by, "ruled", why)
        return self._take(Overrule(key, value, why))

    def amend(self, key: str, value: object) -> list[Event]:
        """Changes an earlier answer of the open procedure; what follows is kept as far as it fits."""
        return self._take(Amend(key, frozen_answer(value)))

    def preview_amend(self, key: str, value: object) -> AmendPreview:
        """What `amend` would do. Everything stays as it is. Raises InvalidInput if it would."""
        run = self._open_run()
        before = list(run.context.events)
        made = run.take(Amend(key, frozen_answer(value)))
        events = events_between(before, run.context.events)
        lost = [i.input.key for i in run.inputs if i.n in made.drops and isinstance(i.input, (Answer, Amend))]
        run.pop()
        run.suggestions.pop(key, None)
        return AmendPreview(net(e for e in events if isinstance(e, Change)), lost)

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
        sides = (request.by,) if isinstance(request.by, str) else request.by
        who = " and ".join(self.table.title(side) for side in sides if side in self.table.sides)
        return self.adjust("table", LOOKS, change=1, why=f"{who}: {request.title}" if who else request.title)

    def draw(self, mix: Sequence[tuple[object, Fraction]], by: str = "") -> list[Event]:
        """Answers the open request with one of these answers, each as often as its chance (as in `Odds.mix`).

        The app's own dice say which. Raises InvalidInput if one of the answers does not fit.
        """
        run = self._open_run()
        request = run.slot(by)
        made = shares(request, mix)
        seed = self._worded(self.seed) if self.seed is not None else None
        place = place_of(made, seed, self._rng, self._history.place, request.key)
        return self._answer(run, request, made[place].value, by, "drawn", "", made)

    def leave(self, keep: bool, why: str = "") -> list[Event]:
        """Breaks the open procedure off; `keep` keeps what happened, else it is undone."""
        return self._take(Leave(keep, why))

    def undo(self, count: int = 1) -> list[Event]:
        """Undoes the last inputs, across procedures. Rolls and reveals too: the log says so."""
        return self._take(Undo(count))

    def redo(self, count: int = 1) -> list[Event]:
        """Redoes what was undone."""
        return self._take(Redo(count))

    def dice_checks(self) -> list[DiceCheck]:
        """Every roll and pick of the app and what the seed gives there, oldest first. Found on a twin.

        Raises InvalidInput if the open procedure no longer replays.
        """
        return dice_checks(self.twin()._history, self._worded(self.seed) if self.seed is not None else None)

    def _worded(self, seed: Seed) -> Seed:
        """The seed with the words that the players added."""
        return seed.with_words(side.dice_word for side in self.table.sides.values())

    def give(self, made: Input) -> list[Event]:
        """Takes any input, as the commands above do: one that was recorded, given again."""
        return self._take(made)

    def as_one(self, act: Callable[[], T]) -> T:
        """What `act` returns. The inputs that it gives are recorded together at its end: all of them count, or none.

        Raises what it raises, and NotSaved if they cannot be made durable; all stands as before then.
        """
        recorder, before, gathered = self.recorder, self._history.moment(), Gathered()
        self.recorder = gathered if recorder is not None else None
        try:
            found = act()
            if recorder is not None and gathered.made:
                recorder.commit(*gathered.made)
        except InvalidInput:
            # What is refused has changed nothing: the open procedure is run again only if something was done first.
            if self._history.moment() != before:
                self._history.put_back(before)
            raise
        except BaseException:
            self._history.put_back(before)
            raise
        finally:
            self.recorder = recorder
        if self.run is None:
            self._rest()
        return found

    # -- trying ---------------------------------------------------------------------------------------------------

    def twin(self) -> Session:
        """A session in memory at the same point as this one, independent of it. What can be redone stays here.

        Raises InvalidInput if the open procedure no longer replays.
        """
        made = Session(table_copy(self.table), seed=self.seed)
        made._history = self._history.twin(made.table)
        return made

    def reopen(self, place: int) -> None:
        """On a twin: undoes whole whatever came after entry `place`, and its last input.

        Raises InvalidInput if that is no procedure, or it no longer replays.
        """
        if self.recorder is not None:
            raise InvalidInput("only a twin is reopened")
        self._history.reopen(place)
