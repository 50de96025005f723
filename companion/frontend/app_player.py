"""A side that the app plays: what it answers, what it starts, what it leaves to the people at the table.

It decides what the odds know by what is best for its goal; of a secret it draws one answer from the mix of best play,
so that the dice of the session vouch for it; other choices get the answer that is marked. What only the table can tell
(distances, contacts, what was moved) and dice are left to people, who are told what it wants moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any, Final

from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.goals import KILL, SURVIVE, WOUNDS
from companion.engine.odds import Odds
from companion.engine.requests import Request
from companion.engine.requests.base import UNANSWERED
from companion.engine.ruleset import Action
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.contacts import units_touching
from companion.engine.state.health import left, standing_of
from companion.engine.state.table import AnyTable, Unit
from companion.engine.wording import does, verb
from companion.frontend.hooks import asked_of

TEMPERS: Final = {"careful": SURVIVE, "steady": WOUNDS, "bold": KILL}
"""The goal of each temper."""
USUAL: Final = "steady"


@frozen
class Decision:
    """What the app does now: `act` on the session; or None, and the request under the key `left` is for people."""

    act: Callable[[Session], list[Event]] | None = None
    left: str = ""
    wish: str = ""


@frozen
class SideByApp:
    """Which side players give to the app, by the name of its player or its own, and how it plays."""

    name: str
    temper: str = USUAL
    rolls: bool = False


class AppPlayer:
    """The app at one side of a session. `rolls`: it also has the program roll its dice. Raises InvalidInput."""

    def __init__(self, side: str, temper: str = USUAL, *, rolls: bool = False) -> None:
        if temper not in TEMPERS:
            raise InvalidInput(f"there is no temper {temper!r}", hint=", ".join(TEMPERS))
        self.side, self.temper, self.rolls = side, temper, rolls
        self._goal = TEMPERS[temper]
        self._refused: set[object] = set()

    def refused(self, session: Session) -> None:
        """What stands now did not take what was decided: it is left to people from now on."""
        self._refused.add(moment(session))

    def holds(self, session: Session) -> bool:
        """Whether it does nothing by itself: something that was taken back can be redone, or it was refused here."""
        return session.redo_count > 0 or moment(session) in self._refused

    def decide(self, session: Session) -> Decision | None:
        """What to do as the session stands; None if nothing is for this side. It may take as long as odds do.

        While something that was taken back can be redone it does nothing by itself: people go back further then, or
        decide for it.
        """
        run = session.run
        if run is None:
            return self._start(session)
        asked = run.driver.request
        if asked is None or asked.by == "table" or self.side not in (*session.awaited, *asked.slots):
            return None
        if asked.slots and (self.side not in asked.slots or self.side in session.sealed):
            return None
        if self.holds(session):
            return Decision(left=asked.key)
        return self._answer(session, run.slot(self.side) if asked.slots else asked, secret=bool(asked.slots))

    # -- answers --------------------------------------------------------------------------------------------------

    def _answer(self, session: Session, request: Request[Any], *, secret: bool) -> Decision:
        left, by = Decision(left=request.key), request.by
        if request.dice:
            own = session.seat == self.side or by == self.side
            return Decision(_answering("roll", self.side if by == self.side else "")) if self.rolls and own else left
        if not isinstance(by, str):
            return left
        odds = self._odds(session, request)
        if odds is not None and secret and (odds.mix or odds.safest is not None):
            mix = odds.mix or ((odds.safest, Fraction(1)),)
            return Decision(lambda open_: open_.draw(mix, by))
        if odds is not None and odds.safest is not None:
            return Decision(_answering(odds.safest, by))
        found = request.likely() if secret else request.marked()
        return left if found is UNANSWERED else Decision(_answering(found, by))

    def _odds(self, session: Session, request: Request[Any]) -> Odds | None:
        """What is known of it for the goal of this temper, else for the one goal it has."""
        if not request.has_odds or request.looks_ahead == "fact":
            return None
        for goal in (self._goal, ""):
            with suppress(InvalidInput):
                return asked_of("odds", partial(session.odds, request, goal, off_too=True))
        return None

    # -- starting -------------------------------------------------------------------------------------------------

    def _start(self, session: Session) -> Decision | None:
        """The action that the headline names, if it is this side's turn; phases are ended by people, who have moved
        then what was wished."""
        table = session.table
        if table.over is not None or self.holds(session):
            return None
        action = asked_of("actions", lambda: session.ruleset.suggested(table, session.actions()))
        if action is None or action.by != self.side or action.kind != "turn":
            return None
        if not action.param:
            return Decision(lambda open_: open_.start(action.name))
        value = self._value(session, action)
        if value is None:
            return None
        unit = table.units.get(str(value))
        wish = self.wish(session, unit) if unit is not None and action.name in session.ruleset.moving else ""
        return Decision(lambda open_: open_.start(action.name, {action.param: value}), wish=wish)

    def _value(self, session: Session, action: Action) -> object | None:
        """With whom: who has done it least often in this phase, of these who touches an enemy, then the first."""
        table, done = session.table, Counter[object]()
        for entry in reversed(session.entries):
            if (entry.round, entry.phase) != (table.round, table.phase):
                break
            if entry.procedure == action.procedure.name:
                done[entry.args.get(action.param)] += 1
        own = [one.value for one in action.values if one.why_not is None]
        mine = [one for one in own if (unit := table.units.get(str(one))) is None or unit.side == self.side]
        return min(mine, key=lambda one: (done[one], not self._fights(table, str(one))), default=None)

    def _fights(self, table: AnyTable, of: str) -> bool:
        unit = table.units.get(of)
        return unit is not None and any(table.enemies(unit, other) for other in units_touching(table, unit))

    def wish(self, session: Session, unit: Unit) -> str:
        """Where it wants a unit on the table, a sentence without a stop; empty if it fights, or no enemy is left."""
        table = session.table
        foes = [one for one in table.units.values() if one.alive and table.enemies(unit, one)]
        if not foes or self._fights(table, unit.id):
            return ""
        name = unit.name
        if self.temper == "careful":
            foe = max(foes, key=left).name
            return f"{does(name, 'stays')} out of reach of {foe} if that can be"
        weakest = min(foes, key=left if self.temper == "bold" else _share).name
        return f"{does(name, 'attacks')} {weakest} if {weakest} can be reached, else {verb(name, 'moves')} nearer"


def moment(session: Session) -> object:
    """Where play stands, to see whether it went on while the app thought."""
    request = session.request
    return session.undo_count, session.redo_count, session.state_crc, request.key if request is not None else ""


def wish_words(table: AnyTable, side: str, wish: str) -> str:
    """`Sora wants: Oda attacks Hiro if Hiro can be reached, else moves nearer`."""
    return f"{does(table.title(side), 'wants')}: {wish}"


def side_named(table: AnyTable, name: str) -> str:
    """The side that is called so, or whose player is. Raises InvalidInput if there is none."""
    known = {of.casefold(): side.id for side in table.sides.values() for of in (side.name, side.id)}
    if name.casefold() not in known:
        raise InvalidInput(
            f"the app can play no {name[:40]!r}", hint=" or ".join(side.name for side in table.sides.values())
        )
    return known[name.casefold()]


def _share(unit: Unit) -> float:
    now, whole = standing_of(unit)
    return now / whole


def _answering(value: object, by: str) -> Callable[[Session], list[Event]]:
    return lambda session: session.answer(value, by)
