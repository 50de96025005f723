"""Everything that can be tapped on a request does something, at every size, and what is whole can be given by a tap."""

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.events import MouseDown
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.widget import Widget

from companion.engine.requests import Split
from companion.engine.session import Session
from companion.tui.app import CompanionApp
from companion.tui.screens.big import BigScreen
from companion.tui.screens.guide import GuideScreen
from companion.tui.sizes import by_touch
from companion.tui.widgets.body import Body
from companion.tui.widgets.entry import EntryInput
from companion.tui.widgets.filling import GridBody
from companion.tui.widgets.line_view import LineView
from companion.tui.widgets.split_view import choices_of
from companion.tui.widgets.submit_button import SubmitButton
from tests.examples import present
from tests.games.everything import OPEN, SECRET, asking
from tests.searching import one_in
from tests.tui.fakes import MemoryOpened, app, show, showing
from tests.tui.mouse import click, place_of, segments, tap_meta
from tests.tui.player import press, screen_text, sees, typed_text, until
from tests.tui.scenes import reached
from tests.tui.test_terminal import Terminal

SIZES = [(45, 38), (45, 50), (60, 20), (80, 24), (100, 30), (140, 45)]
KINDS = [*((kind, False) for kind in OPEN), *((kind, True) for kind in SECRET)]
TYPED = [(kind, False) for kind in ("choose", "pick", "number", "text", "roll", "split", "grid")]
TYPED += [(kind, True) for kind in ("choose", "pick", "number", "split")]
WHOLE = {
    "pick": "1",
    "number": "2",
    "text": "hi",
    "roll": "4",
    "split": "21",
}
"""What is typed so that an answer is whole; in the open nothing else needs it, in secret the number of an option."""
TAPPED = ("less", "face", "way", "plan", "part", "option", "number", "by", "cell")
"""What cells carry in their meta where a tap means something."""


async def opened(pilot: Pilot[Any], kind: str, secret: bool) -> GuideScreen:
    running = present(pilot.app, CompanionApp)
    if running.controller is not None:
        running.close_session()
    await show(pilot, MemoryOpened(asking((kind, secret))))
    await press(pilot)
    return present(pilot.app.screen, GuideScreen)


def given(guide: GuideScreen) -> bool:
    """Whether the answer is there: something else is asked."""
    request = guide.controller.session.request
    return request is not None and request.name == "then"


def buttons(pilot: Pilot[Any], guide: GuideScreen, seen: set[str]) -> Iterator[tuple[str, int, int]]:
    """The first cell of everything on the request that a tap means something on, but what was seen or is chosen."""
    seen = seen | {f"cell {(grid.at_row, grid.at_column)}" for grid in guide.now.query(GridBody)}
    for text, meta, x, y in segments(pilot):
        # Commands below the request are keys of the screen; those in it are the request's own.
        within = ("@click",) if guide.now.region.contains(x, y) else ()
        found = " ".join(f"{key} {meta[key]}" for key in (*TAPPED, *within) if key in meta)
        if found and found not in seen and text.strip():
            yield found, x + len(text) - len(text.lstrip()), y
    for lines in guide.now.query(LineView):
        for place, row in enumerate(lines.rows):
            # By touch a tap marks, and what is marked is given by the row at the bottom.
            marked = by_touch(guide.size) and lines.cursor == place
            if not row.heading and not marked and f"row {row.value}" not in seen:
                yield f"row {row.value}", lines.content_region.x + 2, lines.content_region.y + lines.laid.first[place]


def rank(name: str) -> int:
    """When it is tapped: what counts down after what counts up, as at its lowest a number cannot; what answers last."""
    return 2 if "accept" in name else int("-1" in name or name.startswith("less"))


def sizes(*usual: tuple[int, int]) -> pytest.MarkDecorator:
    """Every size: these at every run, the others where it is searched long."""
    each = [pytest.param(size, marks=() if size in usual else pytest.mark.search) for size in SIZES]
    return pytest.mark.parametrize("size", each, ids=lambda size: f"{size[0]}x{size[1]}")


def state(pilot: Pilot[Any], guide: GuideScreen) -> object:
    return screen_text(pilot.app), typed_text(pilot), given(guide)


@sizes((80, 24))
async def test_a_tap_on_whatever_can_be_tapped_does_something(size: tuple[int, int]) -> None:
    dead = []
    async with app().run_test(size=size) as pilot:
        for kind, secret in KINDS:
            guide, tapped = await opened(pilot, kind, secret), set[str]()
            while left := sorted((rank(name), name, x, y) for name, x, y in buttons(pilot, guide, tapped)):
                _, name, x, y = left[0]
                tapped.add(name)
                before = state(pilot, guide)
                await click(pilot, x, y)
                if state(pilot, guide) == before:
                    dead.append(f"{kind}{' in secret' if secret else ''}: {name}")
                if given(guide):
                    await press(pilot, "u")
                elif name.startswith("part"):
                    # What one part gets another loses, which may be its lowest then.
                    guide = await opened(pilot, kind, secret)
    assert not dead, "\n".join(dead)


@sizes((45, 50))
async def test_what_is_whole_is_given_by_a_tap(size: tuple[int, int]) -> None:
    """On the large button below the request, where there is one, and on the key at the foot."""
    dead = []
    async with app().run_test(size=size) as pilot:
        for kind, secret in TYPED:
            guide = await opened(pilot, kind, secret)
            typed = WHOLE.get(kind, "1" if secret else "")
            await press(pilot, *typed)
            places = [the_button(guide), place_of(pilot, "command", "accept")]
            for place in places:
                if given(guide):
                    # A secret that was taken back is not shown again, nor kept.
                    await press(pilot, "u", *(typed if secret else ""))
                if place is not None:
                    await click(pilot, *place)
                    if not given(guide):
                        dead.append(f"{kind}{' in secret' if secret else ''}: {place}")
            assert any(places), f"nothing gives {kind} by a tap"
    assert not dead, "\n".join(dead)


def the_button(guide: GuideScreen) -> tuple[int, int] | None:
    """The middle of the button below the request, where there is one."""
    found = [widget.region for widget in guide.now.query(SubmitButton) if widget.display]
    assert all(guide.size.region.contains_region(region) and region.area for region in found), "out of view"
    return (found[0].x + 3, found[0].y + 1) if found else None


BY_TOUCH = {(45, 38): (6, 3), (80, 18): (6, 2), (60, 18): (6, 2), (45, 21): (6, 2)}
"""Sizes of a phone, and the cells that a thumb needs there."""
ASKED = (*KINDS, ("thirty", False))


def targets(pilot: Pilot[Any]) -> dict[str, list[tuple[int, int]]]:
    """The cells of everything that a tap means something on, by what it means."""
    found: dict[str, list[tuple[int, int]]] = {}
    for text, meta, x, y in segments(pilot):
        said = " ".join(f"{key} {value}" for key, value in sorted(meta.items()) if key in (*TAPPED, "@click"))
        if said:
            found.setdefault(said, []).extend((x + at, y) for at in range(cell_len(text)))
    return found


def for_a_thumb(cells: list[tuple[int, int]], thumb: tuple[int, int]) -> bool:
    """Whether these are as many columns and rows as a thumb takes."""
    return all(len({cell[at] for cell in cells}) >= thumb[at] for at in (0, 1))


def answered_by_touch(pilot: Pilot[Any], found: Iterable[str]) -> bool:
    """Whether taps make an answer: on keys and rows, or none is needed; or words are asked."""
    keys = any(said.startswith(tuple(f"{key} " for key in TAPPED)) for said in found)
    rows = any(lines.rows for lines in pilot.app.screen.query("Body LineView").results(LineView))
    whole = any(body.ready().can for body in pilot.app.screen.query(Body))
    words = isinstance(pilot.app.focused, EntryInput) and pilot.app.focused.takes_words
    return keys or rows or whole or words


@pytest.mark.parametrize("large", one_in(2, [False, True]), ids=["guide", "big"])
@pytest.mark.parametrize("size", BY_TOUCH, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_whatever_is_tapped_by_touch_is_as_large_as_a_thumb(size: tuple[int, int], *, large: bool) -> None:
    small, thumb = [], BY_TOUCH[size]
    async with app().run_test(size=size) as pilot:
        # Above a keyboard no dice are asked: it comes for words alone.
        for kind, secret in ASKED if size != (45, 21) else KINDS:
            guide = await opened(pilot, kind, secret)
            if large:
                await pilot.app.push_screen(BigScreen(guide.controller))
                await press(pilot)
            if kind == "thirty":
                await press(pilot, "6")
            found = targets(pilot)
            assert any("screen.tapped('accept')" in said for said in found), f"nothing answers {kind}"
            assert large or answered_by_touch(pilot, found), f"a phone raises no keyboard for {kind}"
            for said, cells in found.items():
                if not for_a_thumb(cells, thumb):
                    small.append(f"{kind}: {said} has only {cells}")
            for lines in pilot.app.screen.query(LineView):
                small += [
                    f"{kind}: {row.value} has {lines.laid.end(at) - lines.laid.first[at]} rows"
                    for at, row in enumerate(lines.rows)
                    if not row.heading and lines.laid.end(at) - lines.laid.first[at] < thumb[1]
                ]
            if large:
                await pilot.app.pop_screen()
    assert not small, "\n".join(small)


@pytest.mark.parametrize("specials", [4, 6])
async def test_every_special_of_a_split_is_as_large_as_a_thumb_or_one_tap_away(specials: int) -> None:
    """Two rows of the last were left at the lower end of a phone, and nothing turned the page."""
    offered = partial(offers_specials, specials)
    async with showing(reached("bushido", offered), size=(45, 38)) as (pilot, _):
        await press(pilot)
        missing = {f"plan {number}" for number in range(1, specials + 1)}
        for _ in range(specials):
            missing -= {said for said, cells in targets(pilot).items() if for_a_thumb(cells, BY_TOUCH[45, 38])}
            if missing:
                await tap_meta(pilot, "more", True)
        assert not missing


async def test_a_part_that_is_counted_by_touch_leaves_the_rest_to_the_last_so_that_the_split_is_whole() -> None:
    """Three parts were counted one by one until they made up the total, and one too many was only said."""
    async with showing(reached("better-wargame", counts_parts), size=(45, 38)) as (pilot, opened):
        await press(pilot)
        request = present(opened.session.request, Split)
        (first, second, last), total = request.plans[0].allotments, request.plans[0].total
        assert total is not None
        lows = {name: lo for name, (lo, _) in request.plans[0].allotments.items()}
        for part in (first, first, second):
            await click(pilot, *targets(pilot)[f"by 1 part {part}"][0])
        one, two = lows[first] + 2, lows[second] + 1
        await sees(pilot, f"{one} / {two} / {total - one - two}")
        assert "placed" not in screen_text(pilot.app)
        await click(pilot, *targets(pilot)[f"by 1 part {last}"][0])
        await sees(pilot, f"{one} / {two - 1} / {total - one - two + 1}")


def counts_parts(session: Session) -> bool:
    """Whether six models or more are split into three parts, in more ways than there is room for."""
    request = session.request
    if not isinstance(request, Split) or len(request.plans[0].allotments) != 3 or request.default:
        return False
    return (request.plans[0].total or 0) >= 6 and not choices_of(request.plans[0])


def offers_specials(many: int, session: Session) -> bool:
    """Whether a split with so many specials is asked in secret."""
    request = session.request
    return session.secret is not None and isinstance(request, Split) and len(request.plans) == many


async def test_a_press_on_what_is_just_going_away_means_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with showing() as (pilot, _):
        monkeypatch.setattr(pilot.app.screen, "get_widget_and_offset_at", lambda x, y: (Widget(), Offset(x, y)))
        pilot.app.post_message(MouseDown(None, 5, 5, 0, 0, 1, shift=False, meta=False, ctrl=False))
        await pilot.pause()
        assert pilot.app.is_running


async def test_the_thumb_has_its_keys_where_nothing_takes_the_focus() -> None:
    async with showing(MemoryOpened(asking(("do", False))), size=(45, 38)) as (pilot, _):
        await until(pilot, lambda: isinstance(pilot.app.screen, GuideScreen), "the guide")
        await until(pilot, lambda: place_of(pilot, "command", "help") is not None, "the keys at the foot")


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal there")
@sizes((45, 50), (80, 24))
def test_a_finger_in_a_real_terminal_gives_every_answer(size: tuple[int, int], tmp_path: Path) -> None:
    """With the sequences that a terminal sends; on the large button where there is one, else on the key at the foot."""
    terminal = Terminal(tmp_path, "-m", "tests.tui.asking_all", size=size)
    large = size[0] == 45
    roll = ("● ●", "") if large or size[0] == 140 else ("4", "1    2    3" if size[0] == 60 else "1      2      3")
    for seen, taps, button in (
        ("RHEA: a pick", [("Right", "")], "DONE" if large else "Enter done"),
        ("RHEA: a number", [("1", "0     ") if large else (" ›", "")], "TAKE IT" if large else "Enter take"),
        ("RHEA: a roll", [roll], "TAKE IT" if large else "Enter take"),
        ("RHEA: a specials", [("2/1", "")], "SEAL IT" if large else "Enter seal"),
        ("RHEA: a do", [], "DONE" if large else "Done"),
    ):
        terminal.sees(seen)
        for text, line in taps:
            terminal.taps(text, line)
        terminal.taps(button)
    terminal.sees("then go on")
    terminal.types("q")
    assert terminal.ends() == 0
