"""The colours: exact values, contrasts by the formula of WCAG, and sides told apart under colour blindness."""

from itertools import combinations
from math import dist

import pytest

from companion.frontend.palette import CONTRAST, DARK, LIGHT, MARKS, Palette
from companion.tui.themes import CYCLE, THEMES, first_theme, next_theme

BODY_TEXT = 4.5
"""What WCAG asks of text at level AA; of the names of sides and of the band we ask level AAA, or nearly."""


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("palette", "text", "quiet", "accent", "sides"),
    [
        (DARK, 14.8, 7.2, (10.5, 10.5), ((7.9, 7.9), (8.5, 8.5), (10.9, 10.9), (13.5, 13.5))),
        (LIGHT, 15.6, 6.2, (6.2, 6.8), ((7.2, 7.8), (8.1, 8.8), (7.2, 7.9), (7.0, 7.6))),
        (CONTRAST, 21, 21, (19.6, 19.6), ((12.4, 12.4), (14.3, 14.3), (17.9, 17.9), (19.9, 19.9))),
    ],
    ids=["dark", "light", "contrast"],
)
def test_contrasts_are_those_of_the_design(
    palette: Palette, text: float, quiet: float, accent: tuple[float, float], sides: tuple[tuple[float, float], ...]
) -> None:
    def both(colour: str) -> tuple[float, float]:
        return round(contrast(colour, palette.background), 1), round(contrast(palette.ink, colour), 1)

    assert round(contrast(palette.text, palette.background), 1) == pytest.approx(text, abs=0.1)
    assert round(contrast(palette.quiet, palette.background), 1) == pytest.approx(quiet, abs=0.1)
    # What can be tapped is read on its fill.
    assert contrast(palette.text, palette.fill) > 10.5
    assert min(contrast(colour, palette.fill) for colour in (palette.quiet, palette.accent)) > BODY_TEXT
    for colour, wanted in zip((palette.accent, *palette.sides), (accent, *sides), strict=True):
        assert both(colour) == pytest.approx(wanted, abs=0.11)
        assert min(both(colour)) >= BODY_TEXT


def test_no_side_is_told_from_another_by_brightness_of_the_rule() -> None:
    for palette in (DARK, LIGHT, CONTRAST):
        assert len({*palette.sides, palette.accent, palette.text}) == 6


def test_the_terminal_theme_names_no_colour_but_the_sixteen() -> None:
    theme = THEMES[-1]
    assert theme.ansi
    values = [theme.primary, theme.accent, theme.background, theme.foreground, *theme.variables.values()]
    assert all(value is None or value.startswith("ansi_") or value in ("reverse", "bold reverse") for value in values)


@pytest.mark.parametrize(("name", "palette"), [("dark", DARK), ("light", LIGHT), ("contrast", CONTRAST)])
def test_scroll_bars_are_lines_of_the_theme(name: str, palette: Palette) -> None:
    variables = next(theme.variables for theme in THEMES if theme.name == name)
    assert {variables[f"scrollbar{of}"] for of in ("", "-hover", "-active")} == {palette.rule}
    assert {variables[f"scrollbar-background{of}"] for of in ("", "-hover", "-active")} == {palette.background}


def test_the_key_goes_round_all_themes() -> None:
    seen = [CYCLE[0]]
    while next_theme(seen[-1]) != CYCLE[0]:
        seen.append(next_theme(seen[-1]))
    assert tuple(seen) == CYCLE
    assert next_theme("nord") == CYCLE[0]


@pytest.mark.parametrize(
    ("no_color", "system", "theme"),
    [
        (True, "truecolor", "terminal"),
        (False, "standard", "terminal"),
        (False, None, "terminal"),
        (False, "truecolor", "dark"),
        (False, "256", "dark"),
    ],
)
def test_few_colours_are_left_to_the_terminal(no_color: bool, system: str | None, theme: str) -> None:
    assert first_theme(no_color, system) == theme


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
