"""What asks for a layout twice before it is drawn has the size of what it shows."""

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.widget import Widget

from companion.tui.widgets.band import Band, TitleBand
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic


def text_of(rows: int) -> str:
    return "\n".join(f"row {n}" for n in range(rows))


def show(widget: Widget, rows: int) -> None:
    if isinstance(widget, LineList):
        widget.show([Row(n, Content(f"row {n}")) for n in range(rows)])
    elif isinstance(widget, Band):
        widget.say("word " * 14 * rows, "", "on red")
    elif isinstance(widget, TitleBand):
        widget.say(Content("word " * 14 * rows), colour="")
    elif isinstance(widget, PlainStatic):
        widget.show(text_of(rows))


class One(App[None]):
    CSS = "LineList { height: auto; }"

    def __init__(self, widget: Widget) -> None:
        super().__init__()
        self.widget = widget

    def compose(self) -> ComposeResult:
        yield self.widget

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return {"quiet": "#888888", "fill-quiet": "#333333"}


@pytest.mark.parametrize("kind", [LineList, PlainStatic, Band, TitleBand])
async def test_a_layout_between_two_wishes_leaves_no_old_size(kind: type[Widget]) -> None:
    widget = kind()
    async with One(widget).run_test(size=(80, 24)) as pilot:
        show(widget, 1)
        await pilot.pause()
        small = widget.size.height
        show(widget, 2)
        # As if something else on the screen had changed its size.
        pilot.app.screen._clear_arrangement_cache()
        pilot.app.screen._refresh_layout()
        show(widget, 3)
        await pilot.pause()
        await pilot.pause()
        assert widget.size.height >= small + 2
