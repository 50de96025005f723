"""The hooks of a ruleset, asked with care: other people's code, whose faults become sentences and never end the app."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from companion.engine.errors import RULES_FAIL, InvalidInput, blame
from companion.engine.ruleset import Action, Next, Sheet
from companion.engine.session import Session
from companion.engine.state.table import Unit
from companion.engine.wording import listed
from companion.frontend.opened import OpenSession
from companion.frontend.saying.sentences import ending

T = TypeVar("T")


def hook_fault(hook: str, fault: BaseException) -> str:
    """What a hook raised, in words, with the file and line of the ruleset where it happened."""
    return f"the ruleset's {hook} failed: {blame(fault)}"


def rules_failed(fault: BaseException) -> InvalidInput:
    """What front ends say where the code of a ruleset failed anywhere else, in a property of a unit perhaps."""
    return InvalidInput(f"the ruleset failed: {blame(fault)}", hint="what was taken before is kept")


def asked_of(hook: str, call: Callable[[], T]) -> T:
    """What a hook returns. Raises InvalidInput, with the file and line, for whatever else it raises."""
    try:
        return call()
    except InvalidInput:
        raise
    except RULES_FAIL as fault:
        raise InvalidInput(hook_fault(hook, fault)) from fault


class Hooks:
    """The hooks of one open session's ruleset. One that fails returns nothing, and its fault is in `news` once."""

    def __init__(self, opened: OpenSession) -> None:
        self._opened = opened
        self._known: set[str] = set()
        self._news: list[str] = []

    @property
    def session(self) -> Session:
        """The session that stands now."""
        return self._opened.session

    def news(self) -> list[str]:
        """The faults since the last time, as sentences."""
        found, self._news = self._news, []
        return found

    def report(self, fault: str) -> None:
        """A fault in words; it is news once."""
        if fault not in self._known:
            self._known.add(fault)
            self._news.append(fault)

    def actions(self) -> list[Action]:
        """What may be started now, and why the rest may not."""
        return self._asked("actions", lambda: self.session.actions(), list[Action]())

    def suggested(self, actions: Sequence[Action]) -> Action | None:
        """Of these actions the one that the headline names; None if there is none."""
        session = self.session
        return self._asked("suggested_action", lambda: session.ruleset.suggested(session.table, actions), None)

    def badges(self, unit: Unit) -> list[str]:
        """Derived words for the card of a unit."""
        return self._asked("badges", lambda: list(self.session.ruleset.badges(self.session.table, unit)), list[str]())

    def melees(self) -> list[list[str]]:
        """The melees as lists of unit ids."""
        return self._asked("links", lambda: self.session.melees(), list[list[str]]())

    def to_act(self) -> list[str]:
        """The ids of the units that have yet to act; empty while a procedure is open and the rules cannot say."""
        session = self.session
        ruleset = session.ruleset
        actions = self.actions() if ruleset.to_act is None and session.run is None else []
        return self._asked("to_act", lambda: ruleset.waiting_to_act(session.table, actions), list[str]())

    def must_fight(self) -> bool:
        """Whether melees have to be fought before the phase can end."""
        hook = self.session.ruleset.must_fight
        return hook is not None and self._asked("must_fight", lambda: hook(self.session.table), False)

    def sheets(self) -> list[Sheet]:
        """The tables and traits of the game."""
        ruleset, options = self.session.ruleset, self.session.table.options
        return self._asked("sheets", lambda: list(ruleset.sheets(options)), list[Sheet]())

    def owing(self) -> list[str]:
        """The names of the sides whose aftermath can be played now: in a campaign, when the battle is over."""
        aftermath = self.session.ruleset.aftermath
        offered = [a for a in self.actions() if a.open and a.procedure is aftermath]
        return [option.label for action in offered for option in action.values if option.why_not is None]

    def next_action(self) -> Next:
        """The one line that says what to do next at the table; the first open action if the ruleset has none."""
        session = self.session
        if session.table.over is not None:
            owing = self.owing()
            return Next(ending(session.table) + (f" Now the aftermath of {listed(owing)}." if owing else ""))
        hook = session.ruleset.next_action
        line = self._asked("next_action", lambda: Next(*hook(session.table)), None) if hook is not None else None
        if line is not None:
            return line
        first = self.suggested(self.actions())
        if first is None:
            return Next("Nothing can be started now")
        return Next(f"{first.title[:1].lower()}{first.title[1:]}", (first.by,)) if first.by else Next(first.title)

    def _asked(self, hook: str, call: Callable[[], T], instead: T) -> T:
        try:
            return call()
        except RULES_FAIL as fault:
            self.report(hook_fault(hook, fault))
            return instead
