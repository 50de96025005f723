"""Sides are told apart under three kinds of colour blindness, and by a mark where colours are not enough."""

from itertools import combinations
from math import dist

import pytest

from companion.frontend.palette import CONTRAST, DARK, LIGHT, MARKS, Palette

Triple = tuple[float, float, float]

BLIND: dict[str, tuple[Triple, Triple, Triple]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What is seen of light, by Machado, Oliveira and Fernandes (2009), the whole severity."""
XYZ: tuple[Triple, Triple, Triple] = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE: Triple = (0.9505, 1.0, 1.089)
APART = 25
"""Of CIE Lab; 2 is the least that an eye tells."""


def light(colour: str) -> Triple:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    one, two, three = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue))
    return one, two, three


def times(matrix: tuple[Triple, Triple, Triple], of: Triple) -> Triple:
    one, two, three = (sum(a * b for a, b in zip(row, of, strict=True)) for row in matrix)
    return one, two, three


def lab(of: Triple) -> Triple:
    parts = (max(0.0, value) / white for value, white in zip(times(XYZ, of), WHITE, strict=True))
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("kind", BLIND)
@pytest.mark.parametrize("palette", [DARK, LIGHT, CONTRAST], ids=["dark", "light", "contrast"])
def test_two_sides_are_told_apart_by_colour_alone(palette: Palette, kind: str) -> None:
    one, other = (lab(times(BLIND[kind], light(colour))) for colour in palette.sides[:2])
    assert dist(one, other) >= APART


def test_a_measure_that_cannot_tell_them_would_say_so() -> None:
    """A red and a green of equal brightness are one colour to who sees no red."""
    red, green = (lab(times(BLIND["protanopia"], light(colour))) for colour in ("#ff0000", "#5f5f00"))
    assert dist(red, green) < APART


def test_each_side_has_a_mark_of_its_own_besides() -> None:
    assert all(one != other for one, other in combinations(MARKS, 2))
    assert len(MARKS) == len(DARK.sides)
