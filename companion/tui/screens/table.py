"""The table: both forces as cards, the melees, whose turn, and the next thing to do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from textual import events, on
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine.ruleset import Action
from companion.engine.state.declarations import FieldSpec
from companion.tui.base_screen import BaseScreen
from companion.tui.cards import first_tracker, melee_rows, side_rows
from companion.tui.controller import SessionController
from companion.tui.text import plain, side_label, titled
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic

_RESUME = "(resume)"


class TableScreen(BaseScreen[None]):
    """The state of play. `aside`: shown over the guide, to look and to adjust, while a procedure is open."""

    heading = "Table"
    commands: ClassVar[tuple[str, ...]] = (
        "accept",
        "undo",
        "fold",
        "help",
        "menu",
        "less",
        "more",
        "touch",
        "log",
        "sheets",
        "settings",
        "redo",
        "home",
        "back",
        "theme",
        "quit",
    )

    def __init__(self, seat: SessionController, aside: bool = False) -> None:
        super().__init__()
        self.seat = seat
        self.aside = aside
        self.sides: dict[str, LineList] = {}
        self.fold = 0

    def body(self) -> Iterable[Widget]:
        """Head, cards left and right, melees between, the next action."""
        table = self.seat.session.table
        self.head = PlainStatic(id="head")
        self.melees = LineList(id="melees")
        self.next_line = PlainStatic(id="next-line")
        self.next_list = LineList(id="actions", numbered=True, one_click=True)
        yield self.head
        with Container(id="board"):
            for place, side in enumerate(table.sides):
                with Vertical(classes="side panel"):
                    self.sides[side] = LineList(id=f"side-{place}", classes="cards")
                    yield self.sides[side]
                if place == 0:
                    with Vertical(id="melee-column", classes="panel"):
                        yield PlainStatic(Content.styled("MELEES", "bold"), classes="melee-title")
                        yield self.melees
        with Vertical(id="next", classes="panel"):
            yield self.next_line
            yield self.next_list

    async def on_mount(self) -> None:
        """Shows everything; the mark stands on the next thing to do."""
        for side, cards in self.sides.items():
            cards.built_by(partial(side_rows, self.seat, side, self._roomy))
        await self.show_play()
        self._fold_classes()
        (next(iter(self.sides.values())) if self.aside else self.next_list).focus()

    def _roomy(self) -> bool:
        return self.size.height >= 36

    # -- drawing --------------------------------------------------------------------------------------------------

    async def show_play(self) -> None:
        """Draws the moment; what did not change is not drawn."""
        if not self.is_attached:
            return
        for cards in self.sides.values():
            cards.rebuild()
        nobody = [Row(None, plain("no one is in contact", "$quiet"), heading=True)]
        self.melees.show(melee_rows(self.seat) or nobody)
        self.show_saved()
        self._show_next()
        self.show_keys()

    def show_saved(self) -> None:
        """The head: what is played, round, phase, whose turn; whether everything is on disk."""
        session = self.seat.session
        table = session.table
        phase = session.ruleset.phase(table.phase).title
        opened = self.seat.opened
        state = (
            "read-only, open elsewhere"
            if self.seat.read_only
            else "saved"
            if opened.saved
            else f"NOT SAVED: {opened.trouble}"
            if opened.trouble
            else "saving…"
        )
        active = table.active or ""
        turn = Content.assemble("  ", side_label(table, active), " acts") if active in table.sides else Content("")
        middle = Content.assemble((f"Round {table.round} · {phase}", "bold"), turn)
        width = self.size.width
        rights = (f"{state} · undo {session.undo_count} ", f"{state} ", "")
        right = next((r for r in rights if middle.cell_length + len(r) + 4 <= width), "")
        room = max(0, width - middle.cell_length - len(right) - 4)
        name = plain(f"{table.name} · {session.ruleset.title}" if table.name else session.ruleset.title)
        gap = max(1, width - 1 - min(room, name.cell_length) - middle.cell_length - len(right) - 2)
        self.head.show(
            Content.assemble(
                " ",
                name.truncate(room, ellipsis=True),
                "  ",
                middle,
                " " * gap,
                (right, "bold $error" if "NOT" in state else "$quiet"),
            )
        )

    def _show_next(self) -> None:
        session = self.seat.session
        run = session.run
        if run is not None:
            self.next_line.show(
                Content.assemble(
                    ("▶ ", "bold $accent"),
                    plain(session.standing, "bold"),
                    ("  waits" if self.aside else "  — carry on", "bold"),
                )
            )
            rows = [Row(_RESUME, plain("Go on with it" if not self.aside else "Back to it", "bold"))]
            self.next_list.show([Row(r.value, Content.assemble(("1 ", "bold"), r.content)) for r in rows])
            return
        line = self.seat.next_action()
        self.next_line.show(Content.assemble(("▶ ", "bold $accent"), plain(line, "bold")))
        actions = [] if self.seat.read_only else sorted(self.seat.actions(), key=lambda a: not a.open)
        rows = []
        for number, action in enumerate(actions, 1):
            head = Content.assemble((f"{number} " if number < 10 else "  ", "bold"), plain(titled(action.title)))
            why = plain(f" — {action.why_not}") if action.why_not else Content("")
            rows.append(Row(action.name, Content.assemble(head, why), closed=not action.open))
        self.next_list.show(rows)

    # -- starting -------------------------------------------------------------------------------------------------

    @on(LineList.Chosen, "#actions")
    async def _start(self, message: LineList.Chosen) -> None:
        message.stop()
        if message.value == _RESUME:
            await self._resume()
            return
        action = next((a for a in self.seat.actions() if a.name == message.value), None)
        if action is None:
            return
        if not action.open:
            self.host.tell(f"{action.title}: {action.why_not}", bad=True)
            return
        free = [o for o in action.values if o.why_not is None]
        if action.param and len(free) != 1:
            self._ask_which(action)
        else:
            await self.begin(action.name, {action.param: free[0].value} if action.param else {})

    def _ask_which(self, action: Action) -> None:
        from companion.tui.screens.asking import PickOne
        from companion.tui.widgets.choosing import option_rows

        table = self.seat.session.table
        rows = option_rows(table, action.values)
        choices = [(r.value, r.content[2:]) for r in rows]
        closed = [o.value for o in action.values if o.why_not is not None]
        marked = self._marked()
        fits = [o.value for o in action.values if o.why_not is None]
        at = marked if marked in fits else fits[0] if fits else None

        async def go_on(value: object) -> None:
            if value is not None:
                await self.begin(action.name, {action.param: value})

        self.open_over(PickOne(titled(action.title) + ": which?", choices, at, closed=closed), go_on)

    async def begin(self, name: str, args: dict[str, object]) -> None:
        """Starts an action; the guide leads on."""
        attempt = self.seat.attempt(lambda s: s.start(name, args))
        if not attempt.ok:
            self.host.tell(attempt.fault, bad=True)
            return
        await self._resume()

    async def _resume(self) -> None:
        if self.aside:
            self.do_back()
        elif self.seat.session.run is not None or self.seat.ended is not None:
            await self.host.show_guide()
        await self.show_play()

    # -- units ----------------------------------------------------------------------------------------------------

    @on(LineList.Chosen, ".cards")
    def _open_card(self, message: LineList.Chosen) -> None:
        message.stop()
        if message.value is not None:
            self._card(message.value)

    def _card(self, of: str) -> None:
        from companion.tui.screens.unit_card import Card

        self.open_over(Card(self.seat, of))

    @on(LineList.Chosen, "#melees")
    def _open_melee(self, message: LineList.Chosen) -> None:
        from companion.tui.screens.contacts import MeleeScreen

        message.stop()
        self.open_over(MeleeScreen(self.seat))

    def on_key(self, event: events.Key) -> None:
        """The number of an action starts it, wherever the mark stands."""
        if self.focused is not self.next_list:
            self.next_list.on_key(event)

    @on(LineList.Moved)
    def _moved(self) -> None:
        self.show_keys()

    def _marked(self) -> str | None:
        focused = self.focused
        if isinstance(focused, LineList) and focused in self.sides.values():
            return str(focused.value) if focused.value is not None else None
        return None

    def _marked_tracker(self) -> tuple[str, FieldSpec] | None:
        of = self._marked()
        spec = first_tracker(self.seat.session.table.find(of)) if of is not None else None
        return (of, spec) if of is not None and spec is not None else None

    def can(self, command: str) -> bool:
        """Signs and contact need a unit under the mark; nothing is written in a read-only game."""
        session = self.seat.session
        if command in ("home", "quit"):
            return not self.aside
        if command == "back":
            return self.aside
        if command == "fold":
            return self.size.width < 80
        if command == "accept":
            return isinstance(self.focused, LineList) and self.focused.value is not None
        if command in ("undo", "redo", "more", "less", "touch", "settings") and self.seat.read_only:
            return False
        if command == "undo":
            return session.undo_count > 0 and not self.aside
        if command == "redo":
            return session.redo_count > 0 and not self.aside
        if command in ("more", "less"):
            return self._marked_tracker() is not None
        if command == "touch":
            return self._marked() in session.table.units
        return command in self.commands

    def short(self, command: str) -> str:
        """Signs are named after the tracker they change."""
        marked = self._marked_tracker()
        if command in ("more", "less") and marked is not None:
            return marked[1].label if command == "more" else ""
        if command == "accept":
            return "card" if self._marked() is not None else "start"
        return super().short(command)

    def on_screen_resume(self) -> None:
        """Play may have gone on."""
        self.call_later(self.show_play)

    # -- commands -------------------------------------------------------------------------------------------------

    def do_accept(self) -> None:
        """Opens or starts what is marked."""
        if isinstance(self.focused, LineList):
            self.focused.action_choose()

    async def do_more(self) -> None:
        """One more of the first tracker of the marked unit."""
        await self._shift(1)

    async def do_less(self) -> None:
        """One less of it."""
        await self._shift(-1)

    async def _shift(self, by: int) -> None:
        marked = self._marked_tracker()
        if marked is None:
            return
        attempt = self.seat.attempt(lambda s: s.adjust(marked[0], marked[1].name, change=by, why="by hand"))
        if not attempt.ok:
            self.host.tell(attempt.fault, bad=True)
        await self.show_play()

    async def do_undo(self) -> None:
        """Takes the last input back; into a procedure, if it was the last of one."""
        await self._went(self.seat.attempt(lambda s: s.undo()))

    async def do_redo(self) -> None:
        """Puts it back."""
        await self._went(self.seat.attempt(lambda s: s.redo()))

    async def _went(self, attempt: object) -> None:
        fault = getattr(attempt, "fault", "")
        if fault:
            self.host.tell(fault, bad=True)
        await self.show_play()
        if self.seat.session.run is not None:
            await self.host.show_guide()

    def do_touch(self) -> None:
        """Contact of the marked unit."""
        from companion.tui.screens.contacts import ContactScreen

        unit = self._marked()
        if unit is not None:
            self.open_over(ContactScreen(self.seat, unit))

    def do_settings(self) -> None:
        """Round, phase, whose turn, and the options of this game."""
        self._card("table")

    def do_log(self) -> None:
        """The whole game as sentences."""
        from companion.tui.screens.log import LogScreen

        self.open_over(LogScreen(self.seat))

    def do_sheets(self) -> None:
        """Tables of the game."""
        from companion.tui.screens.sheets import SheetsScreen

        self.open_over(SheetsScreen(self.seat.session.ruleset, self.seat.session.table.options))

    def do_fold(self) -> None:
        """The next panel, where only one fits."""
        self.fold = (self.fold + 1) % (len(self.sides) + 1)
        self._fold_classes()

    def _fold_classes(self) -> None:
        panels: list[Widget] = [*self.query(".side"), self.query_one("#melee-column")]
        for place, panel in enumerate(panels):
            panel.set_class(place == self.fold, "open")
        if self.size.width < 80 and self.is_mounted:
            inner = panels[self.fold].query_one(LineList)
            self.call_after_refresh(inner.focus)

    def do_home(self) -> None:
        """Closes the game."""
        self.host.stand_up()

    def do_back(self) -> None:
        """Back to the guide."""
        _ = self.app.pop_screen()
