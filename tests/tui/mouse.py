"""A player with a mouse or a finger alone: what is clicked is on the screen, found by its words or by what it means."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

from textual.app import ComposeResult
from textual.events import MouseDown, MouseUp
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from companion.engine.dice import short_word
from companion.engine.requests import Choose, Grid, Number, Pick, Request, Roll, Split, YesNo
from companion.tui.sizes import by_touch
from companion.tui.widgets.laid_rows import Row
from companion.tui.widgets.line_view import LineView
from tests.examples import present
from tests.tui.fakes import app
from tests.tui.player import drawn_rows, press, screen_text, until


class Asked(Screen[None]):
    """A screen that asks one thing."""

    def __init__(self, body: Widget) -> None:
        super().__init__()
        self.body = body

    def compose(self) -> ComposeResult:
        """The body of the request."""
        yield self.body


@asynccontextmanager
async def alone(body: Widget, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[Any]]:
    """The app with this body and nothing else on its screen; gives the pilot."""
    async with app().run_test(size=size) as pilot:
        await pilot.app.push_screen(Asked(body))
        yield pilot


async def tap(pilot: Pilot[Any], text: str, line: str = "", *, last: bool = False) -> None:
    """Taps the middle of a text, in the row that has `line` too; the last one on the screen if asked."""
    rows = [
        (y, row) for y, row in enumerate(screen_text(pilot.app).splitlines()) if text in row and (line or text) in row
    ]
    assert rows, f"{text!r} is not on the screen\n{screen_text(pilot.app)}"
    y, row = rows[-1 if last else 0]
    x = row.rindex(text) if last else row.index(text)
    await click(pilot, x + len(text) // 2, y)


async def click(pilot: Pilot[Any], x: int, y: int) -> None:
    """Clicks a cell of the terminal, and waits until that has done what it does.

    The events are what a driver posts; `pilot.click` would wait for an idle processor three times.
    """
    running = pilot.app
    assert Offset(x, y) in running.screen.size.region, f"{x}, {y} is not on the screen"
    for pressed in (MouseDown, MouseUp):
        running.post_message(pressed(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y))
    await press(pilot)


async def tap_meta(pilot: Pilot[Any], key: str, value: object) -> None:
    """Taps what carries this in its meta, as a face of a die or a key at the foot does."""
    await until(pilot, lambda: place_of(pilot, key, value) is not None, f"something with {key} {value!r}")
    # What comes from a thread may move it once more.
    await press(pilot)
    place = present(place_of(pilot, key, value))
    await click(pilot, *place)


def place_of(pilot: Pilot[Any], key: str, value: object) -> tuple[int, int] | None:
    """The middle of the first cells that carry this in their meta, or None; `command` is what a tap on them does."""
    if key == "command":
        key, value = "@click", f"screen.tapped('{value}')"
    for text, meta, x, y in segments(pilot):
        if meta.get(key) == value and text.strip():
            return x + len(text) - 1 - len(text) // 3, y
    return None


def segments(pilot: Pilot[Any]) -> Iterator[tuple[str, dict[str, Any], int, int]]:
    """What is on the screen, in pieces of one look: the text, what a tap on it means, column and row."""
    for y, strip in enumerate(drawn_rows(pilot.app.screen)):
        x = 0
        for segment in strip:
            yield segment.text, segment.style.meta if segment.style is not None else {}, x, y
            x += segment.cell_length


async def command(pilot: Pilot[Any], of: str) -> None:
    """Taps a command at the foot, or else `? help` and its row there."""
    if place_of(pilot, "command", of) is None:
        title = pilot.app.screen
        await tap_meta(pilot, "command", "help")
        assert pilot.app.screen is not title
        await tap_row(pilot, of)
    else:
        await tap_meta(pilot, "command", of)


async def tap_row(pilot: Pilot[Any], value: object, *, place: int | None = None) -> None:
    """Taps the row of the list with the focus that has this value (a command: this id), or stands at this place."""
    await until(pilot, lambda: isinstance(pilot.app.focused, LineView), "a list with the focus")
    lines = present(pilot.app.focused, LineView)
    cell = 0
    if place is None:
        cells = ((p, at, one) for p, row in enumerate(lines.rows) if not row.heading for at, one in _cells(row))
        place, cell = next((p, at) for p, at, one in cells if value in (one, getattr(one, "id", None)))
    region = lines.content_region
    y = region.y + lines.laid.first[place] - int(lines.scroll_offset.y)
    while not region.y <= y < region.bottom:
        # What a turn of the wheel does.
        before = lines.scroll_offset.y
        lines.scroll_relative(y=1 if y >= region.bottom else -1, animate=False)
        await press(pilot)
        assert lines.scroll_offset.y != before, "the list does not scroll to the row"
        y = region.y + lines.laid.first[place] - int(lines.scroll_offset.y)
    await click(pilot, region.x + cell + 4, y)


def _cells(row: Row) -> list[tuple[int, object]]:
    """Where each cell of a row begins, and its value; those of a form are tapped by where they stand."""
    return [(cell.at, cell.key) for cell in row.cells] or [(0, row.value)]


async def tap_words(pilot: Pilot[Any], text: str) -> None:
    """Taps the row of the list with the focus that has this text: first to mark it, then to choose it."""
    lines = pilot.app.focused
    assert isinstance(lines, LineView), pilot.app.focused
    place = next(p for p, row in enumerate(lines.rows) if not row.heading and text in row.content.plain)
    marked, once = lines.cursor == place, getattr(lines, "one_click", False)
    await tap_row(pilot, None, place=place)
    if not marked and not once:
        await tap_row(pilot, None, place=place)


async def answer(pilot: Pilot[Any], request: Request[object], value: Any, *, secret: bool) -> None:
    """Gives an answer to the open request with taps alone."""
    if isinstance(request, Roll):
        for group, faces in zip(request.dice, value, strict=True):
            for face in faces:
                await tap_meta(pilot, "face", short_word(face, group.die) if isinstance(face, str) else str(face))
        await tap_meta(pilot, "command", "accept")
    elif isinstance(request, Split):
        await tap_meta(pilot, "way", tuple(value["parts"].values()))
        await tap_meta(pilot, "command", "accept")
    elif secret and request.options:
        options = [one.value for one in request.options]
        for one in value if request.several else [value]:
            await tap_meta(pilot, "option", options.index(one) + 1)
        await tap_meta(pilot, "command", "accept")
    elif isinstance(request, (Choose, YesNo)):
        await tap_row(pilot, value)
        if by_touch(pilot.app.size):
            # It is only marked: the white row does it.
            await tap_meta(pilot, "command", "accept")
    elif isinstance(request, Pick):
        for one in value:
            await tap_row(pilot, one)
        await tap_meta(pilot, "command", "accept")
    elif isinstance(request, Number):
        for _ in range(value - request.lo):
            await tap_meta(pilot, "by", 1)
        await tap_meta(pilot, "command", "accept")
    else:
        assert not isinstance(request, Grid) or value is not None
        await tap_meta(pilot, "command", "accept")
