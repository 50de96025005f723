"""`companion serve FILE` in a terminal: it says how one joins, gives new codes, and shares again after a crash."""

import contextlib
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from companion.seats.lines import address_of
from companion.seats.seat import Seat
from tests.seats.shared import copied
from tests.waiting import PATIENCE, wait_for

pexpect = pytest.importorskip("pexpect")
pyte = pytest.importorskip("pyte")
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
    # A code of another kind is seen in the dots of a QR code now and then, as chance made them.
    only = zxingcpp.BarcodeFormat.QRCode
    found = zxingcpp.read_barcodes(memoryview(image).cast("B", shape=shape), formats=only)
    return [one.text for one in sorted(found, key=lambda one: (one.position.top_left.y, one.position.top_left.x))]


class Terminal:
    """The command in a terminal that is high enough for all that it says."""

    def __init__(self, file: Path) -> None:
        self.screen = pyte.Screen(100, 300)
        self._stream = pyte.ByteStream(self.screen)
        words = ["-m", "companion", "serve", str(file), "--here"]
        self.process = pexpect.spawn(sys.executable, words, dimensions=(300, 100), timeout=PATIENCE)

    def read(self) -> list[str]:
        """All that it has said."""
        with contextlib.suppress(pexpect.TIMEOUT, pexpect.EOF):
            self._stream.feed(self.process.read_nonblocking(1 << 16, 0.1))
        return [line.rstrip() for line in self.screen.display if line.strip()]

    def sees(self, test: Callable[[list[str]], object]) -> list[str]:
        """Waits until what it says is so."""
        wait_for(lambda: test(self.read()), lambda: "\n".join(self.read()))
        return self.read()

    def owner(self) -> int:
        """The process that shares, begun by this one."""
        pid = self.process.pid
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return int(found[0]) if found else 0

    def qr_codes(self) -> list[str]:
        cells = [[self.screen.buffer[y][x] for x in range(80)] for y in range(300)]
        return codes_in([[(one.fg, one.bg) for one in row] for row in cells], ground=40)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return copied(tmp_path)


@pytest.fixture
def terminal(file: Path) -> Iterator[Terminal]:
    made = Terminal(file)
    yield made
    made.process.sendcontrol("c")
    made.process.expect(pexpect.EOF)
    made.process.close()
    assert not address_of(file).exists()


def urls(lines: list[str]) -> list[str]:
    return [found for line in lines if (found := line.strip()).startswith("HTTP://")]


def short(lines: list[str]) -> list[str]:
    return re.findall(r"and the code (\d{6})", "\n".join(lines))


def test_its_codes_are_the_addresses_and_a_table_that_is_killed_is_shared_again(terminal: Terminal, file: Path) -> None:
    lines = terminal.sees(lambda said: any("is not here" in line for line in said))
    first = urls(lines)
    assert len(first) == 4
    assert terminal.qr_codes() == first[:2]
    terminal.process.send("\r")
    lines = terminal.sees(lambda said: len(short(said)) == 8)
    assert urls(lines) == first * 2
    assert set(short(lines)[:4]).isdisjoint(short(lines)[4:])
    terminal.process.send("n\r")
    lines = terminal.sees(lambda said: len(short(said)) == 12)
    assert set(urls(lines)[8:]).isdisjoint(first)
    red = Seat(address_of(file), "red")
    try:
        _ = terminal.sees(lambda said: any(line.startswith("Ito is here") for line in said))
        red.session.adjust("aya", "notes", "tired")
        old = terminal.owner()
        os.kill(old, signal.SIGKILL)
        _ = terminal.sees(lambda said: any("shared again" in line for line in said))
        _ = terminal.sees(lambda _: red.follow(0.1) and red.saved)
        assert terminal.owner() not in (0, old)
        assert red.session.table.unit("aya").notes == "tired"
        red.session.adjust("aya", "notes", "angry")
    finally:
        red.close()
    terminal.process.send("x\r")
    terminal.process.expect(pexpect.EOF)


def test_a_closed_terminal_ends_nothing_for_who_sits_there(file: Path) -> None:
    made = Terminal(file)
    _ = made.sees(lambda said: any("is not here" in line for line in said))
    red, owner = Seat(address_of(file), "red"), made.owner()
    try:
        # `close` of pexpect would send what Ctrl+C sends too, unless the command has ended within a moment.
        made.process.ptyproc.fileobj.close()
        wait_for(lambda: not made.process.isalive())
        made.process.close()
        red.session.adjust("aya", "notes", "still here")
        assert red.session.table.unit("aya").notes == "still here"
    finally:
        red.close()
        os.kill(owner, signal.SIGTERM)
