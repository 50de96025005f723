"""The rows of the bin."""

from datetime import UTC, datetime
from pathlib import Path

from companion.store.listing import Listed
from companion.tui.screens.bin import _content


def test_words_that_do_not_fit_stand_under_the_name_set_in() -> None:
    then = datetime(2026, 11, 3, 20, 0, tzinfo=UTC)
    one = Listed(Path("mud.toml"), "Mud and more mud", title="The feud", campaign="The long feud")
    first, *below = _content(one, then, 24).plain.split("\n")
    assert first.startswith("Mud and more mud")
    assert below
    assert all(row.startswith("  ") for row in below)
