"""Who joins a campaign: a name, and units from a roster in the saves or the game's own example."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.registry import find
from companion.engine.wording import count, question
from companion.frontend.campaigns import example_joining
from companion.frontend.form import NAMELESS, Choice, Text
from companion.frontend.setup import Setup
from companion.store.joining import Joining
from companion.store.listing import RosterSummary, rosters_at_hand
from companion.store.rosters import read_roster
from companion.tui.background import Wrong, tried
from companion.tui.forms.form import Form, go
from companion.tui.widgets.lines import Row, gap

EXAMPLE = "the game's own units"


@dataclass(slots=True)
class Joiner:
    """One who joins as the form has it. Without a file the units are those of the game's example."""

    name: str
    place: int
    file: Path | None = None
    notices: list[str] = field(default_factory=list)
    """What there is to say of the file, once it was read."""

    def joining(self, setup: Setup) -> Joining:
        """With the units read. Raises CannotOpen, OSError, InvalidInput if the roster is of another game."""
        if self.file is None:
            return example_joining(setup, self.name, self.place)
        found = read_roster(self.file)
        self.notices = found.notices
        if found.ruleset != setup.ruleset.id:
            raise InvalidInput(f"{found.name} is a roster of another game")
        return Joining(self.name, found.name, found.units)


class JoiningForm(Form[Joining]):
    """One more player. Closes with who joins."""

    heading = "A player joins"

    def __init__(self, ruleset: str, place: int, saves: Path) -> None:
        super().__init__("One more player joins")
        self.setup = Setup(find(ruleset))
        self.joiner = Joiner("", place)
        self.rosters = [roster for roster in rosters_at_hand(saves) if roster.ruleset == ruleset]

    def lines_for(self, width: int) -> Iterator[Row]:
        yield from joiner_rows(self, self.joiner, self.rosters)
        yield gap()
        yield go("Join the campaign", self._join)

    def _join(self) -> None:
        if not self.joiner.name:
            self.screen.complain("Who joins? Enter on Player asks for a name.")
            return
        joining = tried(lambda: self.joiner.joining(self.setup))
        if isinstance(joining, Wrong):
            self.screen.complain(joining.faults[0])
            return
        host = self.screen.host
        self.screen.close_with(joining)
        if self.joiner.notices:
            host.say("; ".join(self.joiner.notices))


def joiner_rows(
    form: Form[Any],
    joiner: Joiner,
    rosters: list[RosterSummary],
    drop: Callable[[], None] | None = None,
) -> Iterator[Row]:
    """The two rows of a player; `drop` takes the player off."""
    key, name, put = ("player", joiner.place), joiner.name, partial(setattr, joiner, "name")
    yield form.row(Text(key=key, label="player", value=name, shown=name or "?", put=put, needed=NAMELESS, drop=drop))
    units = [(one.file, f"{one.name} — {count(one.units, 'unit')}") for one in rosters]
    yield form.row(
        Choice(
            key=("roster", joiner.place),
            label=f"which units {question(name or 'the player', 'does')} have?",
            head="  units",
            value=joiner.file,
            options=[(None, EXAMPLE), *units],
            put=partial(setattr, joiner, "file"),
            drop=drop,
        )
    )
