"""What players do with the files on Home: copies, other names, the bin and the way back, pages, a zip."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from companion.tui.background import in_background
from companion.tui.screens.home_rows import Place, ReadyGames
from companion.tui.screens.opening import OpeningScreen
from companion.tui.text import clean, plain
from companion.tui.widgets.lines import LineList

if TYPE_CHECKING:
    from companion.store.listing import Overview


class HomeFiles:
    """Commands on the marked game or campaign of these lines; `found` is what is listed."""

    def __init__(
        self, screen: OpeningScreen, saves: Path, lines: LineList, found: Callable[[], Overview | None]
    ) -> None:
        self.screen, self.saves, self.lines, self.found = screen, saves, lines, found
        self.show_made = False
        """Whether the campaign that is made is to be shown."""

    def with_place(self, then: Callable[[Place], object], value: object) -> None:
        """Does something with a game or campaign; of several ready ones it is asked which."""
        if isinstance(value, Place):
            then(value)
        elif isinstance(value, ReadyGames) and not self.screen.opening:
            self.screen.ask(value.title, value.games, then)

    def copy_campaign(self, place: Place) -> None:
        """A ready campaign becomes one's own, and is shown."""
        self.show_made = True
        self.screen.change_files(lambda: self._copied(place), ["This campaign is yours now; the original stays"])

    def _copied(self, place: Place) -> Path:
        from companion.store.manage import copy_campaign, copy_session

        return (copy_campaign if place.kind == "campaign" else copy_session)(place.file, self.saves)

    def do_import(self) -> None:
        """Asks for the zip of a campaign, checks every file in it, and unpacks it into the saves."""

        def imported(text: str) -> Path:
            from companion.store.campaign_zip import import_campaign
            from companion.store.folders import typed_path

            return import_campaign(typed_path(text), self.saves)

        def typed(text: str) -> None:
            self.show_made = True
            said = ["This campaign is yours now; its rulings hold once you accept them"]
            self.screen.change_files(lambda: imported(text), said)

        self.screen.ask_text("The zip of a campaign", typed, _zip_offered(self.saves), check=_zip_fault)

    def do_duplicate(self) -> None:
        self.with_place(lambda place: self.screen.change_files(lambda: self._copied(place)), self.lines.value)

    def do_rename(self) -> None:
        place = self.lines.value
        self.screen.ask_name("campaign" if place.kind == "campaign" else "game", place.file, self._called(place))

    def _called(self, place: Place) -> str:
        found = self.found()
        if found is None:
            return place.file.stem
        named = {line.campaign.file: line.campaign.name for line in found.campaigns}
        named |= {made.file: made.name for made in found.single}
        named |= {made.file: made.name for line in found.campaigns for made in line.sessions}
        return named.get(place.file, place.file.stem)

    def do_delete(self) -> None:
        """Asks, then moves it to the bin; what depends on the session of a battle is shown first."""
        place, found = self.lines.value, self.found()
        campaigns = [line.campaign.path for line in found.campaigns] if found is not None else []
        if place.kind == "session" and place.file.parent in campaigns:
            show = partial(self._ask_delete, place)
            # A campaign that is broken is no reason to keep a session.
            in_background(self.screen, "change", partial(_depending, place.file), show, show, exclusive=False)
        else:
            self._ask_delete(place, [])

    def _ask_delete(self, place: Place, lines: list[str]) -> None:
        from companion.store.manage import bin_file

        what = "with all its games " if place.kind == "campaign" else ""
        self.screen.ask(
            f"Move “{clean(self._called(place))}” {what}to the bin? B shows the bin, and takes it out again.",
            [(None, "No, keep it"), (partial(bin_file, place.file), "Yes, to the bin")],
            self.screen.change_files,
            text=Content("\n").join(plain(line) for line in lines) if lines else None,
        )

    def do_report(self) -> None:
        """Asks where the page of this battle or campaign goes; beside it, or for a ready one in the saves."""
        from companion.tui.screens.page_prompt import ask_chronicle, ask_report

        def ask(place: Place) -> None:
            write = ask_chronicle if place.kind == "campaign" else ask_report
            write(self.screen, place.file, self.saves if place.ready else place.file.parent)

        self.with_place(ask, self.lines.value)

    def do_bin(self) -> None:
        from companion.store.manage import put_back
        from companion.tui.screens.bin import BinPanel

        self.screen.open_over(BinPanel(self.saves), lambda path: self.screen.change_files(lambda: put_back(path)))


def _depending(session: Path) -> list[str]:
    """What it means for its campaign that a session goes to the bin."""
    from companion.frontend.saying.campaigns import without_session

    return without_session(session)


def _zip_offered(saves: Path) -> str:
    """The zip that is in the saves, the newest if there are several; empty if there is none."""
    try:
        found = sorted(saves.glob("*.zip"), key=lambda path: path.stat().st_mtime)
    except OSError:
        return ""
    return str(found[-1]) if found else ""


def _zip_fault(text: str) -> str:
    """What is wrong with the name of a zip, or nothing."""
    from companion.store.folders import typed_path

    if not text:
        return "The name of a file is wanted, such as ~/Downloads/the-kagu-road.zip"
    return "" if typed_path(text).is_file() else "There is no such file."
