"""The colours: exact values, and contrasts by the formula of WCAG, so that everybody at the table can read them."""

import pytest

from companion.frontend.palette import CONTRAST, DARK, LIGHT, Palette
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
    variables = next(theme.variables for theme in THEMES if theme.name == f"companion-{name}")
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
        (True, "truecolor", "companion-terminal"),
        (False, "standard", "companion-terminal"),
        (False, None, "companion-terminal"),
        (False, "truecolor", "companion-dark"),
        (False, "256", "companion-dark"),
    ],
)
def test_few_colours_are_left_to_the_terminal(no_color: bool, system: str | None, theme: str) -> None:
    assert first_theme(no_color, system) == theme
