"""Asks where the page of a battle or campaign goes, and writes it in the background."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.store.folders import typed_path
from companion.tui.base_screen import MainScreen
from companion.tui.screens.asking import PickOne, TextPrompt

if TYPE_CHECKING:
    from companion.report.blocks import Block

    Made = Callable[[], list[Block]]


def ask_report(screen: MainScreen, session: Path, folder: Path) -> None:
    """The report of the battle in a session file; a folder is offered for it."""

    def made() -> list[Block]:
        from companion.report.writing import report_of

        return report_of(session)

    _ask(screen, made, "Write the report of this battle to", folder / f"{session.stem}-report.html")


def ask_chronicle(screen: MainScreen, campaign: Path, folder: Path) -> None:
    """The chronicle of the campaign in this file; a folder is offered for it."""

    def made() -> list[Block]:
        from companion.report.writing import chronicle_of

        return chronicle_of(campaign)

    _ask(screen, made, "Write the chronicle of this campaign to", folder / f"{campaign.parent.name}-chronicle.html")


def _ask(screen: MainScreen, made: Made, question: str, start: Path) -> None:
    def typed(text: str | None) -> None:
        if text is None:
            return
        out = typed_path(text)
        if out.exists():
            screen.open_over(
                PickOne(f"{out.name} is there already. Replace it?", [(None, "No, leave it"), ("yes", "Yes")]),
                lambda yes: _start(screen, made, out) if yes else None,
            )
        else:
            _start(screen, made, out)

    screen.open_over(TextPrompt(f"{question} (.html, or .md for Markdown)", str(start), check=_wrong), typed)


def _wrong(text: str) -> str:
    """What is wrong with the name of a file, or nothing."""
    out = typed_path(text)
    if out.suffix.casefold() not in (".html", ".htm", ".md"):
        return "The name ends in .html, or in .md for Markdown."
    if out.is_dir() or not out.parent.is_dir():
        return "There is no such folder." if not out.parent.is_dir() else "This is a folder."
    return ""


def _start(screen: MainScreen, made: Made, out: Path) -> None:
    screen.run_worker(partial(_write, screen, made, out), thread=True, group="report", exit_on_error=False)


def _write(screen: MainScreen, made: Made, out: Path) -> None:
    """In a thread: reads the files, writes the page, and says where it is, or why there is none."""
    from companion import store
    from companion.engine.errors import InvalidInput
    from companion.report.writing import write_page
    from companion.tui.screens.opening import faults_of

    try:
        write_page(made(), out, as_html=out.suffix.casefold() != ".md")
    except (store.CannotOpen, InvalidInput, OSError, ValueError) as fault:
        screen.app.call_from_thread(screen.host.say, " ".join(faults_of(fault)), bad=True)
    else:
        screen.app.call_from_thread(screen.host.say, f"Written: {out}")
