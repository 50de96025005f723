"""Asks where the page of a battle or campaign goes, or the match card, and writes it in the background."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.store.folders import typed_path
from companion.tui.background import in_background
from companion.tui.base_screen import MainScreen

Write = Callable[[Path], Path]


def ask_report(screen: MainScreen, session: Path, folder: Path) -> None:
    """The report of the battle in a session file, or its match card; a folder is offered for it."""

    def write(out: Path) -> Path:
        from companion.report.writing import write_report

        return write_report(session, out)

    question = "Write the report of this battle to (.html, .md for Markdown, .svg for the match card)"
    _ask(screen, write, question, folder / f"{session.stem}-report.html", (".html", ".htm", ".md", ".svg"))


def ask_chronicle(screen: MainScreen, campaign: Path, folder: Path) -> None:
    """The chronicle of the campaign in this file; a folder is offered for it."""

    def write(out: Path) -> Path:
        from companion.report.writing import chronicle_of, write_page

        return write_page(chronicle_of(campaign), out, as_html=out.suffix.casefold() != ".md")

    question = "Write the chronicle of this campaign to (.html, or .md for Markdown)"
    _ask(screen, write, question, folder / f"{campaign.parent.name}-chronicle.html", (".html", ".htm", ".md"))


def _ask(screen: MainScreen, write: Write, question: str, start: Path, endings: tuple[str, ...]) -> None:
    begin = partial(_start, screen, write)

    def typed(text: str) -> None:
        out = typed_path(text)
        if out.exists():
            screen.ask(f"{out.name} is there already. Replace it?", [(None, "No, leave it"), (out, "Yes")], begin)
        else:
            begin(out)

    screen.ask_text(question, typed, str(start), check=partial(_wrong, endings))


def _wrong(endings: tuple[str, ...], text: str) -> str:
    """What is wrong with the name of a file, or nothing."""
    out = typed_path(text)
    if out.suffix.casefold() not in endings:
        card = ", in .svg for the match card" if ".svg" in endings else ""
        return f"The name ends in .html, in .md for Markdown{card}."
    if out.is_dir() or not out.parent.is_dir():
        return "There is no such folder." if not out.parent.is_dir() else "This is a folder."
    return ""


def _start(screen: MainScreen, write: Write, out: Path) -> None:
    """Writes the page, and says where it is, or why there is none."""
    in_background(screen, "report", lambda: write(out), lambda _: screen.host.say(f"Written: {out}"), exclusive=False)
