"""Codes read back as a phone's camera would: from the colours of cells, an upper and a lower half each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

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
