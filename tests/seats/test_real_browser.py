"""Two phones and a table in a real browser, by taps alone, under a name that is not this machine's own for browsers."""

import asyncio
import re
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.seats.lines import MOST_SEATS, address_of
from companion.seats.seat import Seat
from tests.examples import present
from tests.searching import one_in
from tests.seats.browser import Served
from tests.seats.shared import KAGU, split
from tests.waiting import PATIENCE, until

playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"))), None
)
pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="reads the system's own list of processes"),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium or Chrome is found on this system"),
]
PHONE = {"viewport": {"width": 390, "height": 664}, "is_mobile": True, "has_touch": True}
MOST_STEPS = 80
"""Answers after which a procedure will not end."""
LINES = """[...Array(terminal.rows).keys()].map(
    y => terminal.buffer.active.getLine(terminal.buffer.active.baseY + y).translateToString())"""


class Page:
    """One browser at a seat: what it shows as text, and taps on that."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.hosts: set[str] = set()
        self.faults: list[str] = []
        page.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", lambda line: self.faults.append(line.text) if line.type == "error" else None)

    async def lines(self) -> list[str]:
        """What stands in the terminal of the page; nothing before there is one."""
        try:
            return [str(line) for line in await self.page.evaluate(LINES)]
        except playwright.Error:
            return []

    async def tap(self, row: int, column: float) -> None:
        """A finger on the middle of this cell."""
        cell = await self.page.evaluate("cell()")
        await self.page.touchscreen.tap((column + 0.5) * cell["width"], (row + 0.5) * cell["height"])

    async def find(self, pattern: str, last: bool = True) -> tuple[int, int] | None:
        """Where a text stands, the last one or the first."""
        lines = await self.lines()
        for row in range(len(lines) - 1, -1, -1) if last else range(len(lines)):
            if found := re.search(pattern, lines[row]):
                return row, (found.start() + found.end() - 1) // 2
        return None

    async def tap_on(self, pattern: str, last: bool = True) -> bool:
        """Taps this text if it is there."""
        at = await self.find(pattern, last)
        if at is not None:
            await self.tap(*at)
        return at is not None

    async def sees(self, pattern: str) -> None:
        """Waits for this text."""
        await until(lambda: self.find(pattern), lambda: self.lines())

    async def submit(self) -> None:
        """The button above the row of ways out."""
        lines = await self.lines()
        out = next((row for row, line in enumerate(lines) if re.search(r"Table +Why", line)), 0)
        row = next((row for row in range(out - 1, 0, -1) if lines[row].strip()), 0)
        await self.tap(row, 6)


@pytest.fixture
def served(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Served]:
    made = Served(tmp_path, request.param)
    yield made
    made.end()


@asynccontextmanager
async def browsers(served: Served, *sides: str, scale: float = 3) -> AsyncIterator[list[Page]]:
    """A phone for each of these sides, and the table on a tablet."""
    name = f"{socket.gethostname().casefold()}.local"
    words = ["--no-sandbox", f"--host-resolver-rules=MAP {name} 127.0.0.1"]
    async with playwright.async_playwright() as pw:
        chromium = await pw.chromium.launch(executable_path=CHROMIUM, args=words)
        found = []
        for seat in (*sides, "table"):
            size = PHONE if seat != "table" else {"viewport": {"width": 768, "height": 1024}}
            context = await chromium.new_context(**size, device_scale_factor=scale)
            page = Page(await context.new_page())
            if seat == sides[0]:
                # Who cannot scan types the short code: browsers say of a form whether its page may send it.
                _ = served.table.share("codes")
                await page.page.goto(f"http://{name}:{served.port}")
                await page.page.fill("#code", served.standing(seat)["code"])
                await page.page.press("#code", "Enter")
                await page.page.wait_for_url("**/S/*")
            else:
                await page.page.goto(f"http://{name}:{served.port}/S/{served.key(seat)}")
            found.append(page)
        yield found
        for page in found:
            assert page.faults == []
            assert page.hosts == {f"{name}:{served.port}"}
            assert await page.page.evaluate("isSecureContext") is False
            assert await page.page.title() == "Companion"
        await chromium.close()


async def answer(page: Page, kind: str, again: bool) -> None:
    """Taps what is asked at this seat: the first way, faces, or what is marked; out of a panel first."""
    if await page.find(r"Table +Why") is None and await page.tap_on("Back"):
        return
    if kind == "roll":
        pad = await page.find("app rolls")
        if await page.find("Take it: ") is None and not again:
            await page.submit()
        elif again or pad is None:
            await page.tap_on("app rolls")
        else:
            # The first face of the lower row of keys.
            await page.tap(pad[0] - 4, 8)
        return
    if kind == "split":
        await page.tap_on(r"\d+/\d+", last=False)
    elif again:
        await page.tap_on(r"1  \w", last=False)
    await asyncio.sleep(0.1)
    await page.submit()


async def played(served: Served, pages: dict[str, Page]) -> list[str]:
    """Plays the open procedure to its end by taps; the kinds of all that was asked."""
    kinds: list[str] = []
    for _ in range(MOST_STEPS):
        _ = served.table.follow(0.2)
        session = served.table.session
        request = session.request
        if session.run is None or request is None:
            return kinds
        kinds.append(request.kind)
        # What is for anybody at the table is answered by the first.
        for side in [one for one in session.awaited if one in pages] or [*pages][:1]:
            still = served.table.session
            if still.request is not None and (side in still.awaited or not still.awaited):
                await acted(served, pages[side], still.request.kind)
    raise AssertionError(f"still asked: {kinds}")


async def acted(served: Served, page: Page, kind: str) -> None:
    """One answer of one seat, tapped until the table has it."""

    def stands() -> object:
        _ = served.table.follow()
        session = served.table.session
        request = session.request
        return session.undo_count, request.key if request else "", sorted(session.sealed), session.parts

    before = stands()
    for tries in range(32):
        seen, changed = await page.lines(), 0
        await answer(page, kind, again=tries % 8 == 7)
        # What a tap does is waited for: the next one would be for another picture.
        for _ in range(60):
            await asyncio.sleep(0.03)
            if stands() != before:
                return
            changed += await page.lines() != seen
            if changed == 8:
                break
    raise AssertionError(f"nothing came of {kind}:\n" + "\n".join(await page.lines()))


@pytest.mark.search
@pytest.mark.parametrize(
    ("served", "way", "kind"),
    [
        (KAGU, ("Melee exchange out", "Aya attacks"), "split"),
        ("gods-gloom-causeway", ("Melee attack", r"B Ravagers \(its"), "yes_no"),
    ],
    indirect=["served"],
)
async def test_two_phones_and_a_table_play_a_melee_to_its_end_by_taps(
    served: Served, way: tuple[str, str], kind: str
) -> None:
    sides = [*served.table.session.table.sides]
    async with browsers(served, *sides) as pages:
        first = pages[0]
        for words in way:
            await first.sees(words)
            await first.tap_on(words)
        await until(lambda: (served.table.follow(), served.table.session.run)[1] is not None)
        kinds = await played(served, dict(zip(sides, pages, strict=False)))
        assert {kind, "roll"} <= set(kinds)
        for page in pages:
            await page.sees("(?i)Back to the table|" + served.table.session.table.name)
            _ = await page.tap_on("(?i)Back to the table")
            await page.sees(served.table.session.table.name)
    await until(lambda: served.children() == [] or not served.standing(sides[0])["kind"])
    _ = served.table.share("stop")
    assert served.process.wait(PATIENCE) == 0


async def drawn_to_the_edge(page: Page) -> bool:
    """Whether the picture of the terminal is as large as its cells, in pixels of the device."""
    return bool(
        await page.page.evaluate(
            """() => [...document.querySelectorAll(".xterm-screen canvas")].every(one => {
                const shown = one.getBoundingClientRect();
                return Math.abs(one.width - shown.width * devicePixelRatio) <= 2
                    && Math.abs(one.height - shown.height * devicePixelRatio) <= 2;
            })"""
        )
    )


async def a_die(phone: Page) -> None:
    """A tap on the first key of a face."""
    tools = present(await phone.find("take one back"))
    columns = await phone.page.evaluate("terminal.cols")
    await phone.tap(tools[0] - 3, columns // (12 if columns >= 60 else 6))


async def lies(phone: Page, *, down: bool) -> None:
    """Waits until the terminal of the page has turned with it: few rows and more columns, or 45 columns."""
    turned = "terminal.cols >= 60 && [18, 19].includes(terminal.rows)" if down else "terminal.cols === 45"
    await until(lambda: phone.page.evaluate(turned), lambda: phone.page.evaluate("[terminal.cols, terminal.rows]"))


async def until_open(phone: Page) -> None:
    """Waits until the page has its line again and was told something over it: from then on its fingers are heard."""
    await until(lambda: phone.page.evaluate("socket !== null && socket.readyState === 1 && lost === 0"))


async def at_the_dice(served: Served, phone: Page) -> None:
    """Both split, and the dice of the first side are asked on its phone."""
    table = served.table.session
    _ = served.table.follow()
    for _ in range(2):
        asked = present(table.request)
        table.answer(split(asked, 2), str(asked.by))
    await phone.sees("Take it: 0 of 3 dice in")
    # On a busy machine a question waits no longer for its odds, and they move its faces when they come.
    await phone.sees("wounds on")


@pytest.mark.parametrize("served", [KAGU], indirect=True)
@pytest.mark.parametrize("scale", one_in(3, zip([2, 1, 3])))
async def test_a_tap_finds_its_row_and_a_phone_that_is_turned_and_loses_its_net_keeps_the_dice_that_are_in(
    served: Served, scale: float
) -> None:
    async with browsers(served, "red", scale=scale) as (phone, table):
        await phone.sees("Masaema Aya")
        columns, rows = await phone.page.evaluate("[terminal.cols, terminal.rows]")
        assert (columns, rows >= 38) == (45, True)
        assert await table.page.evaluate("terminal.cols") >= 80
        assert await phone.page.evaluate("terminal.textarea.inputMode") == "none"
        assert await phone.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        await phone.tap_on("Melee exchange out")
        await phone.sees("Chiyo attacks Masaema Aya")
        await phone.page.reload()
        await phone.sees("Chiyo attacks Masaema Aya")
        await phone.tap_on("Chiyo attacks")
        await phone.sees("split Masaema Aya's 3 dice")
        await table.sees("Melee exchange")
        await at_the_dice(served, phone)
        await phone.sees("take one back")
        assert await drawn_to_the_edge(phone)
        await a_die(phone)
        await phone.sees("Take it: 1 of 3 dice in")
        await phone.page.set_viewport_size({"width": 664, "height": 390})
        await lies(phone, down=True)
        await phone.sees("Take it: 1 of 3 dice in")
        await phone.sees("take one back")
        assert await drawn_to_the_edge(phone)
        await a_die(phone)
        await phone.sees("Take it: 2 of 3 dice in")
        await phone.page.set_viewport_size({"width": 390, "height": 664})
        await lies(phone, down=False)
        await phone.sees("Take it: 2 of 3 dice in")
        # The net is gone for a while: what is tapped then has not been, and nothing that was is lost.
        await phone.page.evaluate("socket.close()")
        await phone.page.context.set_offline(True)
        await a_die(phone)
        await phone.sees("Take it: 2 of 3 dice in")
        await phone.page.context.set_offline(False)
        await until_open(phone)
        await phone.sees("Take it: 2 of 3 dice in")
        await a_die(phone)
        await phone.sees("TAKE IT")
        await phone.submit()
        await phone.sees("Sora answers on another screen")
        # That there was no net is no fault of the page.
        phone.faults = [fault for fault in phone.faults if "ERR_INTERNET_DISCONNECTED" not in fault]


@pytest.mark.search
@pytest.mark.parametrize("served", [KAGU], indirect=True)
async def test_a_net_that_is_silent_without_a_word_of_its_end_is_missed_and_nothing_is_lost(served: Served) -> None:
    async with browsers(served, "red", scale=2) as (phone, table):
        served.table.session.start("melee", {"pair": "aya+chiyo"})
        await at_the_dice(served, phone)
        await phone.sees("take one back")
        await a_die(phone)
        await phone.sees("Take it: 1 of 3 dice in")
        served.process.send_signal(signal.SIGSTOP)
        try:
            for page in (phone, table):
                await page.page.wait_for_selector("#note:not([hidden])", timeout=40_000)
        finally:
            served.process.send_signal(signal.SIGCONT)
        for page in (phone, table):
            await until_open(page)
            await page.page.wait_for_selector("#note", state="hidden")
        await phone.sees("Take it: 1 of 3 dice in")
        await a_die(phone)
        await phone.sees("Take it: 2 of 3 dice in")


@pytest.mark.search
@pytest.mark.parametrize("served", [KAGU], indirect=True)
async def test_a_seat_that_cannot_begin_is_asked_for_less_and_less_often_until_it_can(served: Served) -> None:
    looking = [Seat(address_of(served.file), "look") for _ in range(MOST_SEATS - 1)]
    async with playwright.async_playwright() as pw:
        chromium = await pw.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        phone = Page(await (await chromium.new_context(**PHONE)).new_page())
        await phone.page.goto(f"http://{served.root}/S/{served.key('red')}")
        await until(lambda: phone.page.evaluate("pause >= 2000"), lambda: phone.page.evaluate("[pause, heard, lost]"))
        for seat in looking:
            seat.close()
        await phone.sees("Masaema Aya")
        assert await phone.page.evaluate("pause") == 250
        await chromium.close()
