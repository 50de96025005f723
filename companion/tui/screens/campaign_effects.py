"""What taking a battle back would do, shown before it is done; and its session with its last question asked again."""

from __future__ import annotations

from pathlib import Path

from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.frontend.campaign_text import effect_lines
from companion.frontend.campaigns import ask_again
from companion.store.battles import session_of
from companion.store.campaigns import changing, read_campaign
from companion.store.closing import Effect, reopen
from companion.store.format.campaign import Campaign
from companion.store.opening import open_session
from companion.tui.text import plain


def effect_content(campaign: Campaign, effect: Effect) -> Content:
    """The battles that were built on it, and every value that changes, a line each."""
    lines = [plain(line) for line in effect_lines(campaign, "", effect, "")]
    return Content("\n").join(lines or [plain("Nothing in the rosters changes.", "$quiet")])


def reopened_session(file: Path, of: str) -> Path:
    """Takes a closed battle back and the last answer of its aftermath with it; returns its session.

    Raises InvalidInput if others were built on it, its session is missing, or another program has it open.
    """
    battle = read_campaign(file).battles[of]
    session = session_of(file, battle)
    if session is None:
        with changing(file) as made:
            reopen(made, of)
        raise InvalidInput(f"{battle.title} is reopened, but its session is missing", "close or void it")
    opened = open_session(session)
    try:
        if opened.read_only:
            raise InvalidInput("another program has its session open", "close it there first")
        with changing(file) as made:
            reopen(made, of)
        ask_again(opened.session)
    finally:
        opened.close()
    return session
