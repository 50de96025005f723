"""What taking a battle back would do, shown before it is done; and its session with its last question asked again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.frontend.campaigns import reopened
from companion.frontend.saying.campaigns import effect_lines, mending_words
from companion.store.closing import Effect
from companion.store.fielding import Unfit
from companion.store.format.campaign import Campaign
from companion.tui.text import plain


def effect_content(campaign: Campaign, effect: Effect) -> Content:
    """The battles that were built on it, and every value that changes, a line each."""
    lines = [plain(line) for line in effect_lines(campaign, "", effect, "")]
    return Content("\n").join(lines or [plain("Nothing in the rosters changes.", "$quiet")])


def yes_rows(do: str, values: Sequence[Unfit]) -> list[tuple[bool, str]]:
    """The answers that say yes to what would leave these values: True sets them right with it, False leaves them."""
    words = mending_words(values)
    if not words:
        return [(False, f"Yes, {do}")]
    return [(True, f"Yes, {do}, and set {words}"), (False, f"Yes, {do}, and leave it so")]


def reopened_session(file: Path, of: str, mending: bool = False) -> Path:
    """Takes a closed battle back and the last answer of its aftermath with it; returns its session.

    Raises what `reopened` does, and InvalidInput where the session is missing.
    """
    done = reopened(file, of, mending=mending)
    if done.session is None:
        title = done.made.campaign.battles[of].title
        raise InvalidInput(f"{title} is reopened, but its session is missing", "close or void it")
    return done.session
