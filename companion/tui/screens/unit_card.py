"""The whole card of a unit: everything players may adjust, its stats, weapons and traits, and its own history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from textual.content import Content

from companion.engine import log
from companion.engine.state.adjustments import newly_adjusted
from companion.engine.state.entity import Entity
from companion.engine.state.health import own_life
from companion.engine.state.table import Unit
from companion.frontend.by_hand import count_health
from companion.frontend.entity_form import EntityFields, Items
from companion.frontend.entry_texts import CardEntry, Texts, entries_in, explained_in
from companion.frontend.form import Choice, Fixed
from companion.frontend.saying.sentences import fault_of
from companion.tui.background import in_background
from companion.tui.cards import near, tracker_text
from companion.tui.commands import ACCEPT, DELETE, DUPLICATE, LESS, MORE, TOUCH, UNDO, Command
from companion.tui.controller import SessionController
from companion.tui.forms.form import EntityForm
from companion.tui.forms.form_screen import FormScreen
from companion.tui.look import pips
from companion.tui.look.colours import QUIET, STRONG, fill
from companion.tui.look.pixels import large
from companion.tui.look.rows import wrapped
from companion.tui.screens.list_panel import SIDES
from companion.tui.screens.reinforcing import Reinforcing
from companion.tui.sizes import TALL
from companion.tui.text import clean, plain, side_colour, side_label, side_mark, side_style, titled
from companion.tui.widgets.lines import Row, gap, heading

if TYPE_CHECKING:
    from companion.store.careers import Life


_HISTORY = 30
_OF = 5
"""Cells of `of 10`."""
_NEWEST = 3
"""Lines of the history that come early."""
_NAME, _VALUE = 44, 24
"""Cells for the name of an option, at most, and for its value, at least."""
_TEXT_IN = 2
"""Cells that the text of a trait is further in than its name, below which it stands."""


class CardForm(EntityForm):
    """A unit, a side or the game itself, to read and to adjust. Every adjustment is an input: it can be undone."""

    heading = "Unit card"

    def __init__(self, controller: SessionController, of: str) -> None:
        known = cache(lambda: explained_in(controller.hooks.sheets()))
        reason = "The rules and the roster set this; it is not adjusted here."
        super().__init__()
        put, check = self._put, self._check
        self.make = EntityFields(put=put, check=check, known=known, reason=reason, gauge=tracker_text)
        self.controller = controller
        self.of = of
        self.adjusted = 0
        self.reinforcing = Reinforcing(self, controller, self._took)
        self.life: Life | None = None
        self.texts = Texts()

    def shown(self) -> None:
        if self.controller.campaign_file is not None:
            in_background(self.screen, "life", self._read_life, self._found, lambda _: None)

    def _read_life(self) -> Life | None:
        from companion.frontend.campaigns import life_beside

        entity = self.entity(self.of)
        side = entity.side if isinstance(entity, Unit) else self.of
        return life_beside(self.controller.opened.file, side, self.of)

    def _found(self, found: Life | None) -> None:
        self.life = found
        self.screen.redraw()

    def entity(self, of: str) -> Entity:
        """The unit, one of its minis, a side, or the table."""
        return self.controller.session.table.find(of)

    def label_cells(self) -> int:
        """The options of a game have long names: as much as is left beside their values."""
        table, least = self.controller.session.table, super().label_cells()
        if self.of != "table":
            return least
        longest = max(len(titled(field.label)) for field in (*self.make.game(table), *self.make.options(table)))
        return max(least, min(longest, _NAME, self.screen.size.width - SIDES - _VALUE))

    def lines_for(self, width: int) -> Sequence[Row]:
        table = self.controller.session.table
        entity = self.entity(self.of)
        self._show_title(entity)
        rows: list[Row] = []
        later: list[Row] = []
        told: set[str] = set()
        everybody = (self.of, *(mini.id for mini in (entity.miniatures if isinstance(entity, Unit) else ())))
        drawn = sum(own_life(self.entity(one)) is not None for one in everybody)
        in_fills = drawn == 1 and self.screen.size.height >= TALL
        for one in everybody:
            rows += self._health(one, width if in_fills else 0)
        for one in everybody:
            who = f"{table.title(one)}: " if one != self.of else ""
            in_force, others = self._conditions(one)
            if in_force:
                rows += [*self.section(plain(f"{who}CONDITIONS")), *in_force]
            if self.life is not None and one == self.of:
                from companion.tui.widgets.life import totals_rows

                rows += totals_rows(self.life)
            at = self.entity(one)
            rows += self.under(plain(f"{who}TRACKERS"), self.make.place(at, "trackers", table))
            listed, empty = self._lists(one, told)
            if listed:
                rows += [*self.section(plain(f"{who}WEAPONS AND TRAITS")), *listed]
            rows += self.under(plain(f"{who}STATS"), self.make.place(at, "stats", table))
            if others:
                later += [*self.section(plain(f"{who}CONDITIONS IT IS NOT IN")), *others]
            if empty:
                later += [*self.section(plain(f"{who}TO ADD")), *empty]
        # What happened last comes before what is not so.
        newest = self._history("HISTORY, newest first", 0, _NEWEST) if later else []
        rows += [replace(row, heading=True) for row in newest]
        rows += later
        if entity is table:
            rows += self._game_rows()
        else:
            rows += self.section(Content("NAME AND SIDE" if isinstance(entity, Unit) else "NAME"))
            rows += map(self.row, self.make.belonging(table, entity))
        if isinstance(entity, Unit) and not self.controller.read_only:
            rows += self.reinforcing.leave_rows(entity)
        earlier = self._history("EARLIER", _NEWEST, _HISTORY) if later else self._history("HISTORY", 0, _HISTORY)
        return [*rows, *earlier, *(self._story(self.life) if self.life is not None else ())]

    def _story(self, found: Life) -> Iterator[Row]:
        from companion.tui.widgets.life import story_rows

        yield from self.section(Content("BEFORE THIS GAME"))
        yield from story_rows(found)

    def _game_rows(self) -> Iterator[Row]:
        table = self.controller.session.table
        yield from self.section(Content("WHERE THE GAME STANDS"))
        yield from map(self.row, self.make.game(table))
        if not self.controller.read_only:
            yield from self.reinforcing.join_rows()
        yield from self.section(Content("OPTIONS"))
        yield from map(self.row, self.make.options(table))
        notices = self.controller.opened.notices
        if notices:
            yield from self.section(Content("ABOUT THE FILE"))
        yield from (Row(None, plain(notice, "$quiet")) for notice in notices)

    def _show_title(self, entity: Entity) -> None:
        """Who it is, in the colour of its side; at the right whom it touches, and what the game says of it now."""
        table = self.controller.session.table
        if not isinstance(entity, Unit):
            side = self.of if self.of in table.sides else ""
            colour = side_colour(table, side) if side else "text"
            self.screen.title_line.say(side_label(table, side) if side else "This game", colour=colour)
            return
        badges = self.controller.hooks.badges(entity)
        touched = near(table, entity, badges)
        words = [] if entity.alive else ["out of the game"]
        words += [*badges, *([f"with {', '.join(touched)}"] if touched else [])]
        name = f"{side_mark(table, entity.side)} {clean(entity.name)}   {clean(table.title(entity.side))}"
        self.screen.title_line.say(name, clean(", ".join(words)), side_colour(table, entity.side))

    def _health(self, of: str, room: int) -> list[Row]:
        """What keeps it in the game: in fills with the number in letters if that is one row of them, else in pips."""
        left = own_life(self.entity(of))
        if left is None:
            return []
        table = self.controller.session.table
        side = table.units[self.of].side if self.of in table.units else ""
        if room and left.most is not None:
            colour = side_colour(table, side) if side else "text"
            number = large(str(left.now), STRONG, room)
            bound = pips.bound(left.now, left.most, left.breaks_at)
            around = 3 + 3 + max(row.cell_length for row in number) + 2 + max(_OF, bound.cell_length)
            beside = [Content(""), plain(f"of {left.most}", QUIET), bound]
            whole = zip(pips.blocks(left.now, left.most, fill(colour), room - around), number, beside, strict=False)
            rows = [Content.assemble("   ", drawn, "   ", digit, "  ", words) for drawn, digit, words in whole]
            if rows:
                return [Row(of, Content("\n").join(rows), heading=True), gap()]
        name = table.title(of)
        who = plain(f"{name}  ") if name != table.title(self.of) else Content("")
        style = side_style(table, side) if side else STRONG
        drawn = pips.health(left.now, left.most, style, room=max(8, self.screen.size.width - 6))
        bound = pips.bound(left.now, left.most, left.breaks_at)
        return [Row(of, Content.assemble(who, drawn, "   " if bound else "", bound), heading=True)]

    def pip_tapped(self, value: Any, by: int) -> None:
        """The last pip that is left counts one health off, an empty one puts it back, of a unit or one of its minis."""
        if value is None:
            return
        before = self.controller.session.undo_count
        attempt = self.controller.attempt(lambda s: count_health(s, value, by))
        self.adjusted += self.controller.session.undo_count - before
        self.done(attempt.fault)

    def _conditions(self, of: str) -> tuple[list[Row], list[Row]]:
        """The conditions that it is in, and those that it is not."""
        entity, table = self.entity(of), self.controller.session.table
        now: list[Row] = []
        later: list[Row] = []
        for field in self.make.place(entity, "conditions", table):
            # A condition with a word has a value that means none of them.
            none = field.options[0][0] if isinstance(field, Choice) else None
            held = bool(field.value) and field.value != none
            (now if held else later).append(self.row(field))
        return now, later

    def _lists(self, of: str, told: set[str]) -> tuple[list[Row], list[Row]]:
        """Its weapons and traits, below each what it does (once: `told`); and what may be added, or is 0 or empty."""
        entity, table = self.entity(of), self.controller.session.table
        texts = self.texts.of(self.controller.hooks)
        listed: list[Row] = []
        empty: list[Row] = []
        for field in self.make.place(entity, "lists", table):
            if not isinstance(field, Items):
                held = bool(field.value) or (
                    self.lines.typing.edit is not None and self.lines.typing.edit.field == field
                )
                (listed if held else empty).append(self.row(field))
                continue
            for item, entry in zip_longest(field.items(), entries_in(entity, field.spec, texts)):
                listed += [self.row(item)] if item is not None else []
                listed += self._texts(entry, told) if entry is not None else ()
            adding = field.adding()
            if adding is not None and not self.controller.read_only:
                # No other row of its list is near.
                empty.append(self.row(replace(adding, head=adding.label)))
        return listed, empty

    def _texts(self, entry: CardEntry, told: set[str]) -> Iterator[Row]:
        """What an entry and those inside it do, wrapped at words, each once on a card."""
        for one in (entry, *entry.inside):
            if not one.text or one.label.casefold() in told:
                continue
            told.add(one.label.casefold())
            name = Content.assemble(plain(one.label, STRONG), "  ") if one is not entry else Content("")
            line = Content.assemble(name, plain(one.text, QUIET))
            at = self.label_cells() + 1 + _TEXT_IN
            for row in wrapped(line, max(20, self.screen.size.width - 6 - at), 2 if name else 0):
                yield heading(Content.assemble(" " * at, row))

    def _history(self, title: str, first: int, most: int) -> list[Row]:
        """Lines of its history, the newest first, from that at the place `first` on."""
        session = self.controller.session
        lines = [line for line in log.lines(session) if self.of in line.of or self.of == line.side]
        lines = lines[::-1][first:most]
        if not lines:
            return []
        letter = session.ruleset.round_word[0].upper()
        told = (plain(f"{letter}{line.round}  {line.text}", "$quiet") for line in lines)
        return [*self.section(Content(title)), *(Row(None, words, indent=len(letter) + 3) for words in told)]

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """A read-only game is not changed; undo undoes only what was adjusted here."""
        if command in (ACCEPT, MORE, LESS, UNDO, TOUCH, DELETE, DUPLICATE) and self.controller.read_only:
            return False
        if command is ACCEPT:
            return not isinstance(self.marked(), Fixed)
        if command is UNDO:
            return self.adjusted > 0
        return command is not TOUCH or self.of in self.controller.session.table.units

    def _check(self, of: str, path: str, value: Any) -> str:
        """What the game under way says against a value before it is set."""
        return fault_of(newly_adjusted, self.controller.session.table, of, path, value, "")

    def _took(self) -> None:
        self.adjusted += 1

    def _put(self, of: str, path: str, value: Any) -> str:
        attempt = self.controller.attempt(lambda s: s.adjust(of, path, value, why="by hand"))
        self.adjusted += 1 if attempt.events else 0
        return attempt.fault

    def do_undo(self) -> None:
        attempt = self.controller.attempt(lambda s: s.undo())
        self.adjusted -= 1 if attempt.ok else 0
        self.done(attempt.fault)

    def do_touch(self) -> None:
        from companion.tui.screens.contacts import ContactForm

        self.screen.open_over(FormScreen(ContactForm(self.controller, self.of)), after=self.screen.redraw)
