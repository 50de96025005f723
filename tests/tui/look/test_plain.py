"""Text row by row: what is drawn of it, and what of it can be selected with the mouse."""

from textual.app import App, ComposeResult
from textual.content import Content
from textual.geometry import Offset
from textual.selection import Selection

from companion.tui.widgets.plain import PlainStatic

ROWS = [Content("Anselm"), Content.styled("Berta", "bold"), Content("Cuno of the long beard")]


class Shown(App[None]):
    """One text."""

    def __init__(self, text: PlainStatic) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        yield self.text


def drawn(text: PlainStatic) -> list[str]:
    return [strip.text.rstrip() for strip in text.render_lines(text.size.region)]


async def test_rows_and_one_text_are_the_same() -> None:
    async with Shown(PlainStatic(ROWS)).run_test(size=(30, 6)) as pilot:
        text = pilot.app.query_one(PlainStatic)
        assert drawn(text) == ["Anselm", "Berta", "Cuno of the long beard"]
        assert text.shown.plain == "Anselm\nBerta\nCuno of the long beard"
        text.show("Anselm\nBerta\nDora")
        await pilot.pause()
        assert drawn(text) == ["Anselm", "Berta", "Dora"]
        text.show([])
        await pilot.pause()
        assert text.shown.plain == ""
        text.show([Content("a\nb")])
        await pilot.pause()
        assert drawn(text) == ["a", "b"]


async def test_a_row_too_long_wraps_and_takes_its_room() -> None:
    async with Shown(PlainStatic(ROWS)).run_test(size=(12, 8)) as pilot:
        text = pilot.app.query_one(PlainStatic)
        assert drawn(text) == ["Anselm", "Berta", "Cuno of the", "long beard"]
        text.show([*ROWS[:2], Content("Cuno")])
        await pilot.pause()
        assert drawn(text) == ["Anselm", "Berta", "Cuno"]
        text.show(ROWS)
        await pilot.pause()
        assert drawn(text) == ["Anselm", "Berta", "Cuno of the", "long beard"]


async def test_what_is_selected_is_marked_and_read_from_its_rows() -> None:
    async with Shown(PlainStatic(ROWS)).run_test(size=(30, 6)) as pilot:
        text = pilot.app.query_one(PlainStatic)
        plain = text.render_lines(text.size.region)
        await pilot.mouse_down(offset=(1, 1))
        await pilot.hover(offset=(4, 2))
        await pilot.mouse_up(offset=(4, 2))
        await pilot.pause()
        assert pilot.app.screen.selections == {text: Selection(Offset(1, 1), Offset(5, 2))}
        marked = text.render_lines(text.size.region)
        assert [a == b for a, b in zip(plain, marked, strict=True)] == [True, False, False]
        pilot.app.screen.clear_selection()
        await pilot.pause()
        assert text.render_lines(text.size.region) == plain
