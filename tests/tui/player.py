"""What a player does at a screen, and what is seen there: waits are bounded in turns of the loop and by no clock."""

import asyncio
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from textual.content import Content
from textual.errors import NoWidget
from textual.events import Key
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from companion.tui.app import CompanionApp
from companion.tui.request_odds import GROUP
from companion.tui.screens.big import BigScreen
from companion.tui.screens.guide import GuideScreen
from companion.tui.widgets.form_list import FormList
from tests.examples import present

MOST_TURNS = 4000
"""Turns of the loop after which what is waited for will not come."""
DECIDING = frozenset({"enter", "space", *" yn0123456789"})
"""Keys that may give an answer."""


async def until(pilot: Pilot[Any], test: Callable[[], object], what: str = "what was expected") -> None:
    """Lets the app work until the test holds; fails after `MOST_TURNS` turns."""
    for turn in range(MOST_TURNS):
        if test():
            return
        # Most of what is waited for comes within a few turns; what a thread does needs the machine for a moment.
        await pilot.pause(0 if turn < 20 else 0.005)
    raise AssertionError(f"never came: {what}\n{screen_text(pilot.app)}")


async def sees(pilot: Pilot[Any], *texts: str) -> None:
    """Waits until all of this is on the screen."""

    def are_there() -> bool:
        shown = screen_text(pilot.app)
        return all(text in shown for text in texts)

    await until(pilot, are_there, f"{texts!r} on the screen")


async def misses(pilot: Pilot[Any], *texts: str) -> None:
    """Waits until none of this is on the screen."""

    def are_gone() -> bool:
        shown = screen_text(pilot.app)
        return not any(text in shown for text in texts)

    await until(pilot, are_gone, f"a screen without {texts!r}")


def screen_text(running: Any) -> str:
    """What is on the screen, as plain text."""
    return "\n".join(strip.text.rstrip() for strip in drawn_rows(running.screen))


def drawn_rows(screen: Screen[Any]) -> list[Strip]:
    """The rows of the screen as its widgets draw them, each widget over those that lie below it."""
    rows = [Strip.blank(screen.size.width)] * screen.size.height
    for widget in sorted(_placed(screen), key=lambda one: screen.find_widget(one).order):
        place = screen.find_widget(widget)
        seen = place.visible_region
        lines = widget.render_lines(seen.translate(-place.region.offset)) if seen.area else []
        for y, line in zip(seen.line_range, lines, strict=False):
            rows[y] = Strip.join([rows[y].crop(0, seen.x), line, rows[y].crop(seen.right)])
    return rows


def _placed(screen: Screen[Any]) -> Iterator[Widget]:
    """Every widget that has a place on the screen, scroll bars too."""
    for widget in screen.walk_children(Widget, with_self=True):
        bars = ((widget.show_vertical_scrollbar, "vertical"), (widget.show_horizontal_scrollbar, "horizontal"))
        for one in (widget, *(getattr(widget, f"{of}_scrollbar") for has, of in bars if has)):
            with suppress(NoWidget):
                screen.find_widget(one)
                yield one


def plain(rows: Iterable[Content]) -> list[str]:
    """Drawn rows as plain text."""
    return [row.plain.rstrip() for row in rows]


def rows_of(pilot: Pilot[Any]) -> list[str]:
    """The rows of the screen."""
    return screen_text(pilot.app).splitlines()


def place(pilot: Pilot[Any], text: str, last: bool = False) -> tuple[int, int]:
    """Column and row of a text on the screen, in the first or the last row that has it."""
    found = [(row.index(text), y) for y, row in enumerate(rows_of(pilot)) if text in row]
    assert found, f"{text!r} is not on the screen\n{screen_text(pilot.app)}"
    return found[-1 if last else 0]


def goes_on_below(pilot: Pilot[Any], text: str) -> bool:
    """Whether the row that has this text goes on in the next one, right below where the text begins."""
    x, y = place(pilot, text)
    below = rows_of(pilot)[y + 1]
    return below[:x].strip() == "" and below[x : x + 1].strip() != ""


def typed_text(pilot: Pilot[Any]) -> str:
    """What stands in the field that has the focus; empty where none has."""
    focused = pilot.app.focused
    if isinstance(focused, FormList):
        return focused.typing.edit.text if focused.typing.edit is not None else ""
    return str(getattr(focused, "value", ""))


async def resize(pilot: Pilot[Any], width: int, height: int) -> None:
    """The terminal gets this size, and what is seen is drawn in it."""
    await pilot.resize_terminal(width, height)
    await press(pilot)


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Keys in one burst, as a quick typist presses them, until each has done what it does.

    One that may decide waits for its question: pressed before that was seen, it would answer nothing.
    """
    running = present(pilot.app, CompanionApp)
    for key in keys:
        if key in DECIDING:
            await _seen(running)
        running.post_message(key_event(key))
    calm = 0
    for turn in range(MOST_TURNS):
        if running.return_code is not None:
            return
        if at_rest(running):
            await pilot.pause(0)
            # What is done after a frame may change the next one.
            calm = calm + 1 if at_rest(running) and is_drawn(running) else 0
            if calm == 2:
                return
            draw(running)
        # A turn of the loop alone: `pilot.pause` sends a message to every widget, which costs more than the key.
        await asyncio.sleep(0 if turn < 500 else 0.005)
    raise AssertionError(f"never came: the end of {keys}\n{screen_text(running)}")


async def _seen(running: CompanionApp) -> None:
    """Waits until every key has done what it does, and what is asked then is painted."""
    for turn in range(MOST_TURNS):
        if running.return_code is not None or (
            running.message_queue_size == 0 and running.keys.idle and not _unseen(running)
        ):
            return
        draw(running)
        await asyncio.sleep(0 if turn < 500 else 0.005)
    raise AssertionError(f"never painted\n{screen_text(running)}")


def _unseen(running: CompanionApp) -> bool:
    top = running.screen
    return isinstance(top, (GuideScreen, BigScreen)) and top.panel is not None and top.panel.seen_at is None


def at_rest(running: CompanionApp) -> bool:
    """Whether nothing is under way."""
    return running.message_queue_size == 0 and running.keys.idle and not working_out(running)


def is_drawn(running: CompanionApp) -> bool:
    """Whether the screen shows what its widgets have."""
    top = running.screen
    return not (top._layout_required or top._repaint_required or top._dirty_widgets or top._callbacks)


def draw(running: CompanionApp) -> None:
    """Draws what has changed, as the clock would do a moment later; never in the middle of what a key does."""
    if running.keys.idle and not is_drawn(running):
        running.screen._on_timer_update()


def working_out(running: CompanionApp) -> bool:
    """Whether a thread still works out the odds of what is asked."""
    return any(worker.group == GROUP and not worker.is_finished for worker in running.workers)


def key_event(name: str) -> Key:
    """The event of a key by its name, as a terminal sends it."""
    key = _character_to_key(name) if len(name) == 1 and not name.isalnum() else name
    original = REPLACED_KEYS.get(key, key)
    try:
        character: str | None = unicodedata.lookup(_get_unicode_name_from_key(original))
    except KeyError:
        character = key if len(key) == 1 else None
    return Key(key, character)
