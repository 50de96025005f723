"""`companion serve FILE` in a terminal: it says how one joins, gives new codes, and shares again after a crash."""

import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from companion.seats.lines import address_of
from companion.seats.seat import Seat
from tests.seats.shared import copied
from tests.tui.test_terminal import Terminal
from tests.waiting import wait_for

pexpect = pytest.importorskip("pexpect")
pytest.importorskip("aiohttp")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads the system's own list of processes")
zxingcpp = pytest.importorskip("zxingcpp", reason="zxing-cpp is not installed")

Half = tuple[str, str]
_PIXELS = 4
_BLACK, _WHITE = "000000", "ffffff"


def codes_in(cells: Iterable[Sequence[Half]], ground: int) -> list[str]:
    """What the codes say in rows of cells, from left to right; a cell of other colours has this shade of grey."""
    shades = {_BLACK: 0, _WHITE: 255}
    rows = [[shades.get(cell[half], ground) for cell in row] for row in cells for half in (0, 1)]
    image = b"".join(bytes(one for one in row for _ in range(_PIXELS)) * _PIXELS for row in rows)
    shape = [len(rows) * _PIXELS, len(rows[0]) * _PIXELS]
    # A code of another kind, a micro QR code too, is seen in the dots of a QR code now and then, as chance made them.
    only = zxingcpp.BarcodeFormat.QRCodeModel2
    found = zxingcpp.read_barcodes(memoryview(image).cast("B", shape=shape), formats=only)
    return [one.text for one in sorted(found, key=lambda one: (one.position.top_left.y, one.position.top_left.x))]


def begun(file: Path) -> Terminal:
    """The command in a terminal that is high enough for all that it says."""
    return Terminal(file, "-m", "companion", "serve", "--here", size=(100, 300))


def said(terminal: Terminal) -> list[str]:
    """The lines that it has said."""
    return [line for line in terminal.text().split("\n") if line]


def owner(terminal: Terminal) -> int:
    """The process that shares, begun by this one."""
    pid = terminal.child.pid
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(found[0]) if found else 0


def qr_codes(terminal: Terminal) -> list[str]:
    cells = [[terminal.screen.buffer[y][x] for x in range(80)] for y in range(300)]
    return codes_in([[(one.fg, one.bg) for one in row] for row in cells], ground=40)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return copied(tmp_path)


@pytest.fixture
def terminal(file: Path) -> Iterator[Terminal]:
    made = begun(file)
    yield made
    made.child.sendcontrol("c")
    made.ends()
    assert not address_of(file).exists()


def urls(terminal: Terminal) -> list[str]:
    return [found for line in said(terminal) if (found := line.strip()).startswith("HTTP://")]


def short(terminal: Terminal) -> list[str]:
    return re.findall(r"and the code (\d{6})", terminal.text())


def test_its_codes_are_the_addresses_and_a_table_that_is_killed_is_shared_again(terminal: Terminal, file: Path) -> None:
    terminal.sees("is not here")
    first = urls(terminal)
    assert len(first) == 4
    assert qr_codes(terminal) == first[:2]
    terminal.types("\r")
    terminal.until(lambda: len(short(terminal)) == 8, "the same addresses")
    assert urls(terminal) == first * 2
    assert set(short(terminal)[:4]).isdisjoint(short(terminal)[4:])
    terminal.types("n\r")
    terminal.until(lambda: len(short(terminal)) == 12, "other addresses")
    assert set(urls(terminal)[8:]).isdisjoint(first)
    red = Seat(address_of(file), "red")
    try:
        terminal.sees("Ito is here")
        red.session.adjust("aya", "notes", "tired")
        old = owner(terminal)
        os.kill(old, signal.SIGKILL)
        terminal.sees("shared again")
        terminal.until(lambda: red.follow(0.1) and red.saved, "the seat again")
        assert owner(terminal) not in (0, old)
        assert red.session.table.unit("aya").notes == "tired"
        red.session.adjust("aya", "notes", "angry")
    finally:
        red.close()
    terminal.types("x\r")
    terminal.child.expect(pexpect.EOF)


def test_a_closed_terminal_ends_nothing_for_who_sits_there(file: Path) -> None:
    terminal = begun(file)
    terminal.sees("is not here")
    red, shares = Seat(address_of(file), "red"), owner(terminal)
    try:
        # `close` of pexpect would send what Ctrl+C sends too, unless the command has ended within a moment.
        terminal.child.ptyproc.fileobj.close()
        wait_for(lambda: not terminal.child.isalive())
        terminal.child.close()
        red.session.adjust("aya", "notes", "still here")
        assert red.session.table.unit("aya").notes == "still here"
    finally:
        red.close()
        os.kill(shares, signal.SIGTERM)
