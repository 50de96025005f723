"""Of a row that changed only what is seen of it is drawn, and a screen drawn so looks as Textual draws it."""

from __future__ import annotations

from textual._compositor import Compositor
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from companion.tui.compositor import RowCompositor
from companion.tui.widgets.plain import PlainStatic


class Box(Horizontal):
    """A box that counts how often it is asked for rows."""

    def __init__(self, *inside: Widget, id: str) -> None:
        super().__init__(*inside, id=id)
        self.asked = 0

    def render_lines(self, crop: Region) -> list[Strip]:
        """Rows, counted."""
        self.asked += 1
        return super().render_lines(crop)


class Boxes(Screen[None]):
    """A box that its text fills, and one in which a margin is left."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = RowCompositor()

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Box(PlainStatic("one\ntwo", classes="whole"), id="filled")
            yield Box(PlainStatic("one\ntwo", classes="whole"), id="margin")
            yield PlainStatic("below")


class Shown(App[None]):
    """The screen of boxes."""

    CSS = """
    Box { height: 2; background: red; }
    .whole { width: 1fr; height: 2; }
    #margin .whole { margin: 0 2; }
    """

    def get_default_screen(self) -> Screen[None]:
        return Boxes()


async def test_what_is_covered_is_not_asked_for_rows() -> None:
    async with Shown().run_test(size=(30, 8)) as pilot:
        boxes = {box.id: box for box in pilot.app.query(Box)}
        compositor = pilot.app.screen._compositor
        for box in boxes.values():
            box.asked = 0
        compositor._render_chops(compositor.size.region, lambda y: y in (1, 3))
        assert {of: box.asked for of, box in boxes.items()} == {"filled": 0, "margin": 1}


async def test_it_looks_as_textual_draws_it() -> None:
    async with Shown().run_test(size=(30, 8)) as pilot:
        compositor = pilot.app.screen._compositor
        every = compositor.size.region, lambda y: True
        assert compositor._render_chops(*every) == Compositor._render_chops(compositor, *every)
        some = compositor.size.region, lambda y: y in (1, 3, 4)
        drawn, theirs = compositor._render_chops(*some), Compositor._render_chops(compositor, *some)
        assert [drawn[y] for y in (1, 3, 4)] == [theirs[y] for y in (1, 3, 4)]
