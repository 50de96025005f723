"""The life of a unit in its campaign as rows: totals first, then its story with reasons and dice."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from companion.frontend.saying.rosters import change_words, chapter_line, together, totals_line
from companion.store.careers import Life
from companion.tui.look.colours import MIND
from companion.tui.text import plain
from companion.tui.widgets.lines import Row, heading


def totals_rows(found: Life) -> Iterator[Row]:
    """What it did in all battles, in one line."""
    yield heading("IN THE CAMPAIGN")
    yield Row(None, plain(totals_line(found), "bold"))


def story_rows(found: Life) -> Iterator[Row]:
    """Chapter by chapter, the newest first; changes are below their chapter. The cursor walks over them."""
    for chapter in reversed(found.chapters):
        yield Row(None, plain(chapter_line(chapter)), indent=2)
        for entry in together(chapter.changes):
            yield Row(None, Content.assemble("  ", plain(change_words(entry, found.ruleset), MIND)), indent=4)
