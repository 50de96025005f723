"""A unit of a campaign, or a roster itself: totals, its story, and its values as they stand, to edit by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from textual import work
from textual.content import Content

from companion.engine.campaign import GONE
from companion.engine.errors import InvalidInput
from companion.engine.registry import find
from companion.engine.state.declarations import specs
from companion.frontend.campaigns import entered_field
from companion.frontend.explaining import explained_by
from companion.frontend.roster_units import roster_unit, unit_changes
from companion.frontend.roster_words import field_value, plain_word
from companion.frontend.wording import refusal
from companion.store.campaigns import changing, read_campaign
from companion.store.careers import life
from companion.store.closing import edit
from companion.store.diagnostics import CannotOpen
from companion.store.format.campaign import Campaign
from companion.tui.commands import ACCEPT, Command, handles
from companion.tui.screens.asking import TextPrompt
from companion.tui.screens.list_panel import ListPanel
from companion.tui.screens.opening import faults_of
from companion.tui.text import plain
from companion.tui.widgets.life import story_rows, totals_rows
from companion.tui.widgets.lines import LineList, Row

_EDITED = "changed by the players"


class _Field(NamedTuple):
    """A value of the unit or the roster."""

    name: str


class RosterUnit(ListPanel[None]):
    """Enter on a value asks for another; the ledger marks it as manual, dated now."""

    heading = "A unit of the campaign"

    def __init__(self, file: Path, campaign: Campaign, roster: str, of: str) -> None:
        super().__init__(lines=LineList(id="fields"))
        self.file = file
        self.campaign = campaign
        self.roster = roster
        self.of = of

    @property
    def values(self) -> dict[str, Any]:
        """Its values as they stand."""
        held = self.campaign.rosters[self.roster]
        return held.fields if self.of == self.roster else held.units.get(self.of, {})

    def on_resize(self) -> None:
        """The story wraps at the new width."""
        if self.is_mounted:
            self.redraw()

    def rows(self) -> Sequence[Row]:
        """Totals and story first, then the values."""
        found = life(self.campaign, self.roster, self.of)
        self.title_line.show(Content.assemble(plain(found.name, "bold"), plain(f"   {self._player()}", "$quiet")))
        return [*totals_rows(found), *story_rows(found, max(20, self.size.width - 6)), *self._value_rows()]

    def _player(self) -> str:
        return self.campaign.players[self.campaign.rosters[self.roster].player].name

    def _value_rows(self) -> Iterator[Row]:
        yield Row(None, Content(""), heading=True)
        yield Row(None, Content("AS IT STANDS   Enter changes a value by hand"), heading=True)
        values, game = dict(self.values), self.campaign.header.ruleset
        if self.of != self.roster:
            values.setdefault(GONE, None)
        for name, value in values.items():
            label = plain(f"{name.replace('_', ' '):<22} ", "$quiet")
            yield Row(_Field(name), Content.assemble(label, plain(field_value(game, self.of, name, value), "bold")))
        more = "+ another value" if self.of == self.roster else "All its values, weapons and traits"
        yield Row(_Field(""), plain(more, "bold"))

    def short(self, command: Command) -> str:
        """Enter edits."""
        return "change" if command is ACCEPT else super().short(command)

    @handles(ACCEPT)
    def accept(self) -> None:
        """Asks for another value of the marked field."""
        field = self.lines.value
        if not isinstance(field, _Field):
            return
        if self.of != self.roster and (not field.name or self._is_chosen(field.name)):
            self._open_unit(field.name)
        elif field.name:
            self._ask_value(field.name)
        else:
            self.open_over(
                TextPrompt("What is it called?"), lambda name: self._ask_value(name.replace(" ", "_")) if name else None
            )

    def _is_chosen(self, name: str) -> bool:
        """Whether the form of the unit has more for this field than a line to type: a list, or words to choose from."""
        spec = specs(find(self.campaign.header.ruleset).unit_type).get(name)
        return isinstance(self.values.get(name), (list, tuple, dict)) or (spec is not None and bool(spec.choices))

    def _open_unit(self, at: str) -> None:
        """The form of the unit, the mark on this field; what was changed there is asked for its reason once."""
        from companion.tui.screens.unit_form import UnitForm

        try:
            unit = roster_unit(self.campaign, self.roster, self.of)
        except InvalidInput as fault:
            self.complain(refusal(fault))
            return
        before = unit.dump()

        def closed(_: object) -> None:
            if changes := unit_changes(before, unit):
                self._ask_why(changes)

        explain = partial(explained_by, find(self.campaign.header.ruleset), self.campaign.options)
        self.open_over(UnitForm(unit, at=at, explain=explain), closed)

    def _ask_value(self, name: str) -> None:
        now = self.values.get(name)

        def typed(text: str | None) -> None:
            if text is not None:
                self._ask_why({name: entered_field(self.campaign, self.roster, self.of, name, text)[0]})

        self.open_over(
            TextPrompt(
                f"{name.replace('_', ' ')}: another value; empty takes it away",
                "" if now is None else plain_word(now),
                check=lambda text: entered_field(self.campaign, self.roster, self.of, name, text)[1],
            ),
            typed,
        )

    def _ask_why(self, changes: Mapping[str, Any]) -> None:
        def typed(text: str | None) -> None:
            if text is not None:
                self.remark("Writing…")
                self._edit(changes, text or _EDITED)

        self.open_over(TextPrompt("Why? Its story says so. It may stay empty.", check=lambda _: ""), typed)

    @work(thread=True, exclusive=True, group="edit")
    def _edit(self, changes: Mapping[str, Any], why: str) -> None:
        try:
            with changing(self.file) as made:
                edit(made, self.roster, [(self.of, name, value) for name, value in changes.items()], why)
            campaign = read_campaign(self.file)
        except (CannotOpen, InvalidInput, OSError) as fault:
            self.in_app(self.complain, faults_of(fault)[0])
            return
        self.in_app(self._edited, campaign, made.notices)

    def _edited(self, campaign: Campaign, notices: list[str]) -> None:
        self.campaign = campaign
        self.redraw()
        self.remark("; ".join(notices) or "Changed, and marked as changed by hand")
