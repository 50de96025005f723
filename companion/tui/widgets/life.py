"""The life of a unit in its campaign as rows: totals first, then its story with reasons and dice."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from companion.frontend.careers import change_words, chapter_line, totals_line
from companion.store.careers import Life
from companion.tui.text import plain
from companion.tui.widgets.lines import Row


def life_rows(found: Life) -> Iterator[Row]:
    """Totals, then chapter by chapter, the newest first; changes stand below their chapter."""
    yield Row(None, Content("IN THE CAMPAIGN"), heading=True)
    yield Row(None, Content.assemble("  ", plain(totals_line(found), "bold")), heading=True)
    for chapter in reversed(found.chapters):
        yield Row(None, Content.assemble("  ", plain(chapter_line(chapter))), heading=True)
        for entry in chapter.changes:
            yield Row(None, Content.assemble("    ", plain(change_words(entry), "$accent")), heading=True)
