"""The numbers of what ended last, which players may still overrule."""

from __future__ import annotations

from companion.engine.errors import InvalidInput
from companion.engine.inputs import Answer
from companion.engine.state.changes import Event, Tally
from companion.frontend.opened import OpenSession, undo


class EndedNumbers:
    """The numbers of the procedure that ended last, while nothing came after it: they may still be overruled."""

    def __init__(self, opened: OpenSession) -> None:
        self.opened = opened
        entries = opened.session.entries
        entry = entries[-1] if entries and opened.session.run is None else None
        self._last = entry.inputs[-1].input if entry is not None and entry.inputs else None
        self.title = entry.title if entry is not None and self._last is not None else ""
        """What it is called; empty where there is none."""

    def tallies(self) -> list[Tally]:
        """All that it counted, as it stands."""
        twin = self.opened.session.twin() if self.title else None
        if twin is not None:
            twin.undo()
        return list(twin.run.counted.values()) if twin is not None and twin.run is not None else []

    def overrule(self, key: str, value: object, why: str, *, across: bool = False, hint: str = "") -> list[Event]:
        """Goes back into it, and gives its last input again where that is still asked. Returns all that happened.

        Raises what `EarlierAnswer.change` does, and InvalidInput if it counted no such number.
        """
        session, last = self.opened.session, self._last

        def act() -> list[Event]:
            happened = [*undo(self.opened, 1, across=across, hint=hint), *session.overrule(key, value, why)]
            asked = session.request
            if last is None or (isinstance(last, Answer) and (asked is None or last.key != asked.key)):
                return happened
            return [*happened, *session.give(last)]

        numbers = self.tallies()
        if not numbers:
            raise InvalidInput("no procedure is open", hint="start one first")
        if key not in [tally.key for tally in numbers]:
            known = ", ".join(tally.key for tally in numbers)
            raise InvalidInput(f"{self.title} counted no number under {key!r}", hint=known)
        return session.as_one(act)
