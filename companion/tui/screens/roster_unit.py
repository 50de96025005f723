"""A unit of a campaign, or a roster itself: totals, its story, and its values as they stand, to edit by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from textual.content import Content

from companion.engine.campaign import GONE
from companion.engine.errors import InvalidInput
from companion.engine.registry import find
from companion.engine.state.declarations import specs
from companion.engine.wording import value_words
from companion.frontend.campaigns import roster_unit, typed_field, unit_changes
from companion.frontend.entry_texts import explained_by
from companion.frontend.form import Act, Field, Text, right
from companion.frontend.saying.rosters import field_value
from companion.frontend.saying.sentences import refusal
from companion.store.campaigns import changing, read_campaign
from companion.store.careers import life
from companion.store.closing import edit
from companion.store.format.campaign import Campaign
from companion.tui.background import in_background
from companion.tui.forms.form import Form
from companion.tui.text import plain
from companion.tui.widgets.life import story_rows, totals_rows
from companion.tui.widgets.lines import Row, below_gap

_EDITED = "changed by the players"


class RosterForm(Form[None]):
    """Another value is typed where it stands; the ledger marks it as manual, dated now."""

    heading = "A unit of the campaign"

    def __init__(self, file: Path, campaign: Campaign, roster: str, of: str) -> None:
        super().__init__()
        self.file = file
        self.campaign = campaign
        self.roster = roster
        self.of = of
        self.named: list[str] = []
        """Values that the roster did not have, by the names that players gave them."""

    @property
    def values(self) -> dict[str, Any]:
        """Its values as they stand."""
        held = self.campaign.rosters[self.roster]
        return held.fields if self.of == self.roster else held.units.get(self.of, {})

    def lines_for(self, width: int) -> Iterator[Row]:
        found = life(self.campaign, self.roster, self.of)
        self.screen.title_line.say(Content.assemble(plain(found.name, "bold"), plain(f"   {self._player()}", "$quiet")))
        yield from totals_rows(found)
        yield from story_rows(found)
        yield from below_gap("AS IT STANDS   Enter changes a value by hand")
        values = dict(self.values)
        if self.of != self.roster:
            values.setdefault(GONE, None)
        for name, value in (*values.items(), *((name, None) for name in self.named if name not in values)):
            yield self.row(self._field(name, value))
        if self.of == self.roster:
            yield Row(Act(key="", do=self._ask_name), plain("+ another value", "bold"))
        else:
            yield Row(Act(key="", do=partial(self._open_unit, "")), plain("All its values, weapons and traits", "bold"))

    def _player(self) -> str:
        return self.campaign.players[self.campaign.rosters[self.roster].player].name

    def _field(self, name: str, value: object) -> Field:
        """A value to type; a list, or words to choose from, are in the form of the unit."""
        game, label = self.campaign.header.ruleset, name.replace("_", " ")
        shown = field_value(game, self.of, name, value)
        if self.of != self.roster and self._is_chosen(name):
            return Act(key=name, label=label, shown=shown, do=partial(self._open_unit, name))
        return Text(
            key=name,
            label=label,
            why="another value; empty takes it away",
            as_typed="" if value is None else value_words(value),
            shown=shown,
            reads=partial(typed_field, self.campaign, self.roster, self.of, name),
            put=lambda value: self._ask_why({name: value}),
        )

    def _ask_name(self) -> None:
        def named(name: str) -> None:
            self.named.append(name.replace(" ", "_"))
            self.screen.redraw()
            self.type(self._field(self.named[-1], None), "")

        self.screen.ask_text("What is it called?", named)

    def _is_chosen(self, name: str) -> bool:
        """Whether the form of the unit has more for this field than a line to type: a list, or words to choose from."""
        spec = specs(find(self.campaign.header.ruleset).unit_type).get(name)
        return isinstance(self.values.get(name), (list, tuple, dict)) or (spec is not None and bool(spec.choices))

    def _open_unit(self, at: str) -> None:
        """The form of the unit, the mark on this field; what was changed there is asked for its reason once."""

        def closed(changes: dict[str, Any]) -> None:
            if changes:
                self._ask_why(changes)

        open_unit(self, self.campaign, self.roster, self.of, closed, at=at)

    def _ask_why(self, changes: Mapping[str, Any]) -> None:
        def typed(text: str) -> None:
            self.screen.remark("Writing…")
            edit = partial(self._edit, changes, text or _EDITED)
            in_background(self.screen, "edit", edit, self._edited, lambda faults: self.screen.complain(faults[0]))

        def left() -> None:
            self.sure(True, self.screen.redraw, partial(self._ask_why, changes), "changed")

        why = self.screen.host.text_question("Why? Its story says so. It may stay empty.", "", check=right)
        self.screen.open_over(why, typed, after=left)

    def _edit(self, changes: Mapping[str, Any], why: str) -> list[str]:
        """What there is to say of it."""
        with changing(self.file) as made:
            edit(made, self.roster, [(self.of, name, value) for name, value in changes.items()], why)
        self.campaign = read_campaign(self.file)
        return made.notices

    def _edited(self, notices: list[str]) -> None:
        self.screen.redraw()
        self.screen.remark("; ".join(notices) or "Changed, and marked as changed by hand")


def open_unit(
    form: Form[Any],
    campaign: Campaign,
    roster: str,
    of: str,
    then: Callable[[dict[str, Any]], object],
    *,
    changed: Mapping[str, Any] | None = None,
    at: str = "",
) -> None:
    """The form of a unit of a campaign, with these values changed already; `then` gets what is other afterwards.

    The mark is on the field `at`, if there is one of this name.
    """
    from companion.tui.forms.form_screen import FormScreen
    from companion.tui.screens.unit_form import UnitForm

    try:
        before = roster_unit(campaign, roster, of).dump()
        unit = roster_unit(campaign, roster, of, changed)
    except InvalidInput as fault:
        form.screen.complain(refusal(fault))
        return
    explain = partial(explained_by, find(campaign.header.ruleset), campaign.options)
    form.screen.open_over(
        FormScreen(UnitForm(unit, at=at, explain=explain)), after=lambda: then(unit_changes(before, unit))
    )
