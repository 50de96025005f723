"""A campaign: what to play next, its battles, the standings, and the warbands with their units.

The head of its file is painted before anything is imported that reads the whole.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget

from companion.store.listing import CampaignSummary, campaign_summary
from companion.tui.background import Wrong, tried
from companion.tui.commands import ACCEPT, NEW, RENAME, REPORT, Command
from companion.tui.screens.campaign_changes import CampaignChanges
from companion.tui.screens.opening import OpeningScreen
from companion.tui.sizes import ROOMY, WIDE
from companion.tui.text import plain
from companion.tui.widgets.lines import GUTTER, LineList, Row, gap, heading
from companion.tui.widgets.plain import PlainStatic

if TYPE_CHECKING:
    from companion.tui.screens.campaign_rows import Item, Seen


class CampaignScreen(OpeningScreen):
    """One list if the terminal is narrow, two side by side if it is wide. The summary is painted first."""

    heading = "Campaign"
    words: ClassVar = {ACCEPT: "open", NEW: "next battle", REPORT: "chronicle"}

    def __init__(self, file: Path, saves: Path) -> None:
        super().__init__()
        self.file = file
        self.changes = CampaignChanges(self, file, saves)
        self.summary: CampaignSummary | None = None
        self.seen: Seen | None = None
        self.faults: list[str] = []
        """Why the file cannot be read."""
        self.head = PlainStatic(id="head")
        self.play = LineList(id="campaign-play", classes="outdented", one_click=True)
        self.people = LineList(id="campaign-people", classes="outdented", one_click=True)

    def body(self) -> Iterable[Widget]:
        yield self.head
        with Horizontal(id="campaign"):
            yield self.play
            yield self.people
        yield self.state

    def on_mount(self) -> None:
        self.play.focus()
        self.look()
        self.show_keys()

    def on_resize(self) -> None:
        self._draw()

    # -- drawing --------------------------------------------------------------------------------------------------

    async def read_files(self) -> None:
        if self.seen is None:
            self.summary = await asyncio.to_thread(campaign_summary, self.file.parent)
            self.state.show("Reading the battles…")
            self._draw()
        seen, outside = await asyncio.to_thread(self._read)
        if isinstance(seen, Wrong):
            self.seen, self.faults = None, seen.faults[:12]
            self.state.show(plain("This campaign cannot be read; it was left as it is", "bold $error"))
        else:
            if outside:
                self.host.say("; ".join(outside))
            self.seen, self.faults = seen, []
            if not self.opening:
                self.state.show("")
        self._draw()

    def _read(self) -> tuple[Seen | Wrong, list[str]]:
        """The campaign, and what was changed in its file outside of the app."""
        from companion.store.campaigns import changes_outside, read_campaign
        from companion.tui.screens.campaign_rows import Seen

        seen = tried(lambda: Seen.of(self.file, read_campaign(self.file)))
        if isinstance(seen, Wrong) or self.seen is not None:
            return seen, []
        return seen, changes_outside(seen.campaign)

    def _draw(self) -> None:
        wide = self.size.width >= WIDE
        self.people.display = wide
        if self.seen is not None:
            from companion.tui.screens.campaign_rows import people_rows, play_rows

            seen = self.seen

            def left(width: int) -> list[Row]:
                play = play_rows(seen, width - GUTTER)
                return _hung(play if wide else [*play, gap(), *people_rows(seen, width - GUTTER)])

            self.play.built_by(left)
            self.people.built_by(lambda width: _hung(people_rows(seen, width - GUTTER)) if wide else [])
        elif self.faults:
            self.play.show([heading(plain(f"✗ {fault}", "$error")) for fault in self.faults])
            self.people.show([])
        elif self.summary is not None:
            # What can be shown before the whole file is read.
            won = [heading(f"{name}   won {won}") for name, won, _ in self.summary.standings]
            self.play.show([heading("STANDINGS"), *won])
        self._draw_head()
        self.show_keys()

    def _draw_head(self) -> None:
        campaign = self.seen.campaign if self.seen is not None else None
        name = campaign.name if campaign is not None else self.summary.name if self.summary is not None else ""
        game = campaign.game if campaign is not None else self.summary.title if self.summary is not None else ""
        gap = max(2, self.size.width - len(name) - len(game) - 2)
        rows = [Content.assemble(" ", plain(name, "bold"), " " * gap, plain(game, "$quiet"))]
        if campaign is not None and campaign.battles and self.size.height >= ROOMY:
            from companion.tui.screens.campaign_rows import score

            letters = score(campaign, self.size.width - 4)
            rows += [Content(""), *(Content.assemble("   ", row) for row in letters)] if letters else []
        self.head.show(Content("\n").join(rows))

    async def not_opened(self, name: str, faults: list[str]) -> None:
        """One sentence is said over the campaign, where everything is that helps; more are a page of their own."""
        if len(faults) > 1:
            await super().not_opened(name, faults)
            return
        self.opening = ""
        self.look()
        self.state.show("")
        self.host.say(faults[0], bad=True)
        self.show_keys()

    # -- commands -------------------------------------------------------------------------------------------------

    def item(self) -> Item | None:
        """What is marked in the list that has the keys."""
        lines = self.people if self.people.has_focus else self.play
        value: Item | None = lines.value
        return value

    def is_enabled(self, command: Command) -> bool:
        """Nothing is changed before the file is read."""
        if command in (ACCEPT, NEW, RENAME, REPORT):
            ready = self.seen is not None and not self.opening
            return ready and (command is not ACCEPT or self.item() is not None)
        return super().is_enabled(command) and not self.opening

    @on(LineList.Moved)
    def _moved(self) -> None:
        self.show_keys()

    @on(LineList.Chosen)
    def _chosen(self) -> None:
        self.do_accept()

    def do_accept(self) -> None:
        item = self.item()
        if item is None or self.seen is None or self.opening:
            return
        from companion.store.battles import BattlePlan
        from companion.tui.screens.battle_actions import BattleActions
        from companion.tui.screens.campaign_actions import act

        if item.kind == "pair":
            self.changes.play_battle(BattlePlan((item.of, item.other)))
        elif item.kind == "battle":
            BattleActions(self.changes, self.seen, item.of).ask()
        elif item.kind == "act":
            act(self.changes, self.seen.campaign, item.of)
        else:
            self.changes.show_unit(self.seen.campaign, item.of, item.other or item.of)

    def do_new(self) -> None:
        from companion.tui.screens.campaign_actions import act

        if self.seen is not None:
            act(self.changes, self.seen.campaign, "next")

    def do_rename(self) -> None:
        if self.seen is not None:
            self.ask_name("campaign", self.file, self.seen.campaign.name)

    def do_report(self) -> None:
        from companion.tui.screens.page_prompt import ask_chronicle

        ask_chronicle(self, self.file, self.file.parent)

    def do_back(self) -> None:
        _ = self.app.pop_screen()


def _hung(rows: Iterable[Row]) -> list[Row]:
    """The rows; what goes over the first line of one is further in."""
    return [replace(row, indent=4) for row in rows]
