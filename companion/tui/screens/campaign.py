"""A campaign: what to play next, its battles, the standings, and the warbands with their units."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget

from companion.frontend.campaign_text import correction_lines, roster_lines_after
from companion.store.battles import Plan, make_session, plan_battle, session_of
from companion.store.campaign_listing import CampaignSummary, campaign_summary
from companion.store.campaign_manage import rename_campaign
from companion.store.campaign_zip import export_campaign
from companion.store.campaigns import Transaction, changing, read_campaign
from companion.store.closing import close, reopening, void
from companion.store.correcting import correct, correcting
from companion.store.diagnostics import CannotOpen
from companion.store.format.campaign import Battle, Campaign, Outcome
from companion.store.joining import Joining, join, leave
from companion.store.ledger import OPEN, closing, state_of
from companion.store.restore import restore
from companion.tui.commands import ACCEPT, BACK, NEW, RENAME, REPORT, Command, handles
from companion.tui.screens.asking import PickOne, TextPrompt
from companion.tui.screens.campaign_effects import effect_content, reopened_session
from companion.tui.screens.campaign_rows import Act, Item, Seen, people_rows, play_rows, summary_rows
from companion.tui.screens.opening import OpeningScreen, faults_of
from companion.tui.screens.reading import ReadingPanel
from companion.tui.sizes import WIDE
from companion.tui.text import plain
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic


class CampaignScreen(OpeningScreen):
    """One list where the terminal is narrow, two side by side where it is wide. The summary is painted first."""

    heading = "Campaign"

    def __init__(self, file: Path, saves: Path) -> None:
        super().__init__()
        self.file = file
        self.saves = saves
        self.summary: CampaignSummary | None = None
        self.seen: Seen | None = None
        self.head = PlainStatic(id="head")
        self.play = LineList(id="campaign-play")
        self.people = LineList(id="campaign-people")

    def body(self) -> Iterable[Widget]:
        """A head, the lists, one line of state."""
        yield self.head
        with Horizontal(id="campaign"):
            yield self.play
            yield self.people
        yield self.state

    def on_mount(self) -> None:
        """Reads the file in the background."""
        self.play.focus()
        self.look()
        self.show_keys()

    def on_resize(self) -> None:
        """One list or two, and the head reaches to the other edge."""
        self._draw()

    # -- drawing --------------------------------------------------------------------------------------------------

    def read_files(self, look: int) -> None:
        """Reads the head of the file and shows it, then the whole."""
        if self.seen is None:
            self.app.call_from_thread(self._summarised, campaign_summary(self.file.parent))
        try:
            seen = Seen.of(self.file, read_campaign(self.file))
        except (CannotOpen, OSError) as fault:
            self.app.call_from_thread(self._unreadable, faults_of(fault))
            return
        self.app.call_from_thread(self._found, seen, look)

    def _summarised(self, summary: CampaignSummary) -> None:
        self.summary = summary
        if self.seen is None:
            self.state.show("Reading the battles…")
            self._draw()

    def _found(self, seen: Seen, look: int) -> None:
        if look != self.looks:
            return
        self.seen = seen
        if not self.busy:
            self.state.show("")
        self._draw()
        self.looked()

    def _unreadable(self, faults: list[str]) -> None:
        self.seen = None
        self.looked()
        self.play.show([Row(None, plain(f"✗ {fault}", "$error"), heading=True) for fault in faults[:12]])
        self.people.show([])
        self.state.show(plain("This campaign cannot be read; it was left as it is", "bold $error"))
        self.show_keys()

    def _draw(self) -> None:
        wide = self.size.width >= WIDE
        self.people.display = wide
        if self.seen is not None:
            play, people = list(play_rows(self.seen)), list(people_rows(self.seen))
            gap = [Row(None, Content(""), heading=True)]
            self.play.show(play if wide else [*play, *gap, *people])
            self.people.show(people if wide else [])
        elif self.summary is not None:
            self.play.show(summary_rows(self.summary))
        self._draw_head()
        self.show_keys()

    def _draw_head(self) -> None:
        campaign = self.seen.campaign if self.seen is not None else None
        name = campaign.name if campaign is not None else self.summary.name if self.summary is not None else ""
        game = campaign.game if campaign is not None else self.summary.title if self.summary is not None else ""
        gap = max(2, self.size.width - len(name) - len(game) - 2)
        self.head.show(Content.assemble(" ", plain(name, "bold"), " " * gap, plain(game, "$quiet")))

    # -- commands -------------------------------------------------------------------------------------------------

    def item(self) -> Item | None:
        """What is marked in the list that has the keys."""
        lines = self.people if self.people.has_focus else self.play
        return lines.value if isinstance(lines.value, Item) else None

    def is_enabled(self, command: Command) -> bool:
        """Nothing is changed before the file is read."""
        if command in (ACCEPT, NEW, RENAME, REPORT):
            ready = self.seen is not None and not self.busy
            return ready and (command is not ACCEPT or self.item() is not None)
        return super().is_enabled(command) and not self.busy

    def short(self, command: Command) -> str:
        """Enter opens what is marked."""
        return {ACCEPT: "open", NEW: "next battle", REPORT: "chronicle"}.get(command, super().short(command))

    @on(LineList.Moved)
    def _moved(self) -> None:
        self.show_keys()

    @on(LineList.Chosen)
    def _chosen(self) -> None:
        self.accept()

    @handles(ACCEPT)
    def accept(self) -> None:
        """Opens what is marked, or does it."""
        item = self.item()
        if item is None or self.seen is None or self.busy:
            return
        if item.kind == "pair":
            self._plan(Plan((item.of, item.other)))
        elif item.kind == "battle":
            self._ask_battle(self.seen.campaign, item.of)
        elif item.kind == "act":
            self._act(self.seen.campaign, item.of)
        else:
            self._show_unit(item)

    @handles(NEW)
    def next_battle(self) -> None:
        """Sets up the next battle."""
        if self.seen is not None:
            self._act(self.seen.campaign, "next")

    @handles(RENAME)
    def rename(self) -> None:
        """Asks for another name."""
        if self.seen is not None:
            self.open_over(
                TextPrompt("Another name for this campaign", self.seen.campaign.name),
                lambda name: self.change(lambda: rename_campaign(self.file, name)) if name else None,
            )

    @handles(REPORT)
    def write_chronicle(self) -> None:
        """Asks where the chronicle goes."""
        from companion.tui.screens.page_prompt import ask_chronicle

        ask_chronicle(self, self.file, self.file.parent)

    @handles(BACK)
    def go_back(self) -> None:
        """Back to the list of games."""
        _ = self.app.pop_screen()

    def _transact(self, act: Callable[[Transaction], None], said: str = "") -> None:
        """One change of the campaign in the background."""

        def change() -> None:
            with changing(self.file) as made:
                act(made)
            for notice in made.notices:
                self.app.call_from_thread(self.host.say, notice)

        self.change(change, said)

    # -- battles --------------------------------------------------------------------------------------------------

    def _plan(self, plan: Plan | None) -> None:
        if plan is None:
            return

        def made_session() -> Path:
            with changing(self.file) as made:
                of = plan_battle(made, plan)
            return make_session(self.file, made.campaign, of)

        self.open_game(plan.title or "the next battle", made_session)

    def _ask_battle(self, campaign: Campaign, of: str) -> None:
        battle = campaign.battles[of]
        session = session_of(self.file, battle)
        is_open = state_of(campaign, of) == OPEN
        acts: list[tuple[str, str]] = []
        if session is not None:
            acts.append(("open", "Play on" if is_open else "Look at it again"))
        elif is_open and battle.session:
            acts.append(("open", "Play it: its session is made anew"))
        if is_open:
            acts.append(("close", "Close it, and say who won if it was broken off"))
        if any(closing(campaign, of, one) is not None for one in battle.base):
            acts.append(("after", "The rosters as they were after it"))
            acts += [("reopen", "Reopen it: take back what it left, and ask again")] if battle.session else []
        if battle.result is not None and not is_open and not battle.voided:
            acts.append(("result", "Another result: who won was recorded wrongly"))
        if not battle.voided:
            acts.append(("void", "Void it: it counts no more"))
        does: dict[str, Callable[[], None]] = {
            "open": lambda: self.open_game(battle.title, lambda: session or make_session(self.file, campaign, of)),
            "close": lambda: self._ask_result(campaign, of),
            "after": lambda: self._show_after(campaign, of),
            "reopen": lambda: self._ask_reopen(campaign, of),
            "result": lambda: self._ask_correction(campaign, of),
            "void": lambda: self._ask_void(campaign, of),
        }
        self.open_over(PickOne(battle.title, acts), lambda act: does[act]() if act is not None else None)

    def _show_after(self, campaign: Campaign, of: str) -> None:
        lines = [plain(line) for line in roster_lines_after(campaign, of)]
        title = f"The rosters as they were after {campaign.battles[of].title}"
        self.open_over(ReadingPanel("The rosters then", title, lines))

    def _ask_result(self, campaign: Campaign, of: str) -> None:
        battle = campaign.battles[of]
        head = self.seen.sessions.get(of) if self.seen is not None else None
        if head is not None and head.over:
            self._close(of, None)
            return
        text = plain("It did not come to its end: it is closed as it stands now.", "$quiet")
        self.open_over(
            PickOne(f"How did {battle.title} end?", _results(campaign, battle), text=text),
            lambda result: self._close(of, result) if result is not None else None,
        )

    def _ask_correction(self, campaign: Campaign, of: str) -> None:
        title = campaign.battles[of].title
        text = Content("Later battles stand; the standings follow, and marks for winning where they are given.")

        def chosen(result: Outcome | None) -> None:
            if result is None:
                return
            lines = [plain(line) for line in correction_lines(campaign, of, correcting(campaign, of, result), True)]
            self.open_over(
                PickOne(
                    f"Correct the result of {title}?",
                    [(None, "No, leave it as it is"), ("correct", "Yes, correct it")],
                    text=Content("\n").join(lines or [plain("Nothing changes.")]),
                ),
                lambda yes: self._transact(partial(_correct, of=of, result=result)) if yes else None,
            )

        self.open_over(PickOne(f"How did {title} end?", _results(campaign, campaign.battles[of]), text=text), chosen)

    def _close(self, of: str, result: Outcome | None) -> None:
        def act(made: Transaction) -> None:
            session = session_of(self.file, made.campaign.battles[of])
            if session is None:
                raise OSError(f"the session of {made.campaign.battles[of].title} is missing")
            close(made, of, restore(session).session, result=result)

        self._transact(act, "Closed: what it left is in the rosters")

    def _ask_reopen(self, campaign: Campaign, of: str) -> None:
        effect = reopening(campaign, of)[1]
        title = campaign.battles[of].title
        if effect.dependents:
            choices: list[tuple[str | None, str]] = [
                (None, "Leave it as it is"),
                ("void", "See what voiding it would do"),
            ]
            question = f"{title} cannot be reopened: others were built on it. Edit the units, or void it."
        else:
            choices = [(None, "No, leave it as it is"), ("reopen", "Yes, reopen it")]
            question = f"Reopen {title}? This is taken back, and its last question is asked again."
        panel = PickOne(question, choices, text=effect_content(campaign, effect))
        self.open_over(panel, lambda act: self._reopen(campaign, of, act))

    def _reopen(self, campaign: Campaign, of: str, act: str | None) -> None:
        if act == "void":
            self._ask_void(campaign, of)
        elif act == "reopen":
            self.open_game(campaign.battles[of].title, partial(reopened_session, self.file, of))

    def _ask_void(self, campaign: Campaign, of: str) -> None:
        title = campaign.battles[of].title
        panel = PickOne(
            f"Void {title}? It counts no more. Later dice stand; this is taken back.",
            [(None, "No, it counts"), ("void", "Yes, void it")],
            text=effect_content(campaign, reopening(campaign, of)[1]),
        )

        def why(text: str | None) -> None:
            if text is not None:
                self._transact(partial(_void, of=of, why=text), f"{title} is voided")

        def sure(act: str | None) -> None:
            if act is not None:
                self.open_over(TextPrompt("Why? The chronicle says so. It may stay empty.", check=lambda _: ""), why)

        self.open_over(panel, sure)

    # -- people ---------------------------------------------------------------------------------------------------

    def _show_unit(self, item: Item) -> None:
        from companion.tui.screens.roster_unit import RosterUnit

        if self.seen is not None:
            panel = RosterUnit(self.file, self.seen.campaign, item.of, item.other or item.of)
            self.open_over(panel, lambda _: self.look())

    def _act(self, campaign: Campaign, act: Act | str) -> None:
        from companion.tui.screens.battle_form import BattleForm, RecordForm

        if act in ("next", "practice"):
            self.open_over(BattleForm(campaign, practice=act == "practice"), self._plan)
        elif act == "record":
            self.open_over(RecordForm(campaign), lambda record: self._transact(record) if record is not None else None)
        elif act == "join":
            self._ask_joining(campaign)
        elif act == "leave":
            self._ask_leaving(campaign)
        else:
            self.change(self._export)

    def _export(self) -> None:
        to = export_campaign(self.file, self.saves / f"{self.file.parent.name}.zip")
        self.app.call_from_thread(self.host.say, f"The whole campaign is in {to}")

    def _ask_joining(self, campaign: Campaign) -> None:
        from companion.tui.screens.joining import JoiningForm

        def joined(one: Joining | None) -> None:
            if one is not None:
                self._transact(partial(_join, one=one), f"{one.player} joins")

        self.open_over(JoiningForm(campaign.header.ruleset, len(campaign.rosters), self.saves), joined)

    def _ask_leaving(self, campaign: Campaign) -> None:
        choices: list[tuple[str | None, str]] = [(None, "Nobody")]
        choices += [(of, player.name) for of, player in campaign.players.items() if not player.left]

        def left(of: str | None) -> None:
            if of is not None:
                self._transact(lambda made: leave(made, of), f"{campaign.players[of].name} has left; the battles stay")

        text = plain("What was fought stays, and the roster stays listed.", "$quiet")
        self.open_over(PickOne("Who leaves the campaign?", choices, text=text), left)


def _results(campaign: Campaign, battle: Battle) -> list[tuple[Outcome, str]]:
    """Everything that players may say of how a battle ended."""
    choices = [(Outcome((one,), by_hand=True), f"{campaign.rosters[one].name} won") for one in battle.base]
    return [*choices, (Outcome(drawn=True, by_hand=True), "Nobody won")]


def _correct(made: Transaction, of: str, result: Outcome) -> None:
    correct(made, of, result)


def _void(made: Transaction, of: str, why: str) -> None:
    void(made, of, why)


def _join(made: Transaction, one: Joining) -> None:
    join(made, [one])
