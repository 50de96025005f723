"""The colours: dark, light and high contrast in exact values, and one theme that leaves all of them to the terminal.

Styles name roles and never colours, so that every theme carries every screen: `$foreground` is text, `$quiet` labels
and reasons, `$accent` what is to be minded, `$side-red` the marks and pips of a side, `$name-red` its name, `$fill-red`
its band, `$ink` what is written on a fill, `$rule` a line that is never text.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from textual.theme import Theme

from companion.frontend.palette import CONTRAST, DARK, LIGHT, SIDES, Palette


def _theme(
    name: str,
    palette: Palette,
    others: Mapping[str, str] = MappingProxyType({}),
    *,
    dark: bool = True,
    ansi: bool = False,
) -> Theme:
    sides = dict(zip(SIDES, palette.sides, strict=True))
    return Theme(
        name=name,
        primary=palette.text,
        secondary=palette.rule,
        accent=palette.accent,
        warning=palette.accent,
        error=palette.accent,
        success=palette.text,
        foreground=palette.text,
        background=palette.background,
        surface=palette.background,
        panel=palette.background,
        boost=palette.background,
        dark=dark,
        ansi=ansi,
        variables={
            "quiet": palette.quiet,
            "rule": palette.rule,
            "ink": palette.ink,
            # A bar is a line on the background, in no colour of Textual's.
            **{f"scrollbar{of}": palette.rule for of in ("", "-hover", "-active")},
            **{f"scrollbar-background{of}": palette.background for of in ("", "-hover", "-active")},
            "scrollbar-corner-color": palette.background,
            "fill-text": palette.text,
            "fill-accent": palette.accent,
            "fill-quiet": palette.fill,
            "block-cursor-background": palette.accent,
            "block-cursor-foreground": palette.ink,
            "input-cursor-background": palette.accent,
            "input-cursor-foreground": palette.ink,
            "input-selection-background": palette.accent,
            "input-selection-foreground": palette.ink,
            **{f"{role}-{side}": colour for side, colour in sides.items() for role in ("side", "name", "fill")},
            **others,
        },
    )


_DEFAULT: Final = "ansi_default"
_DEFAULTS: Final = (_DEFAULT, _DEFAULT, _DEFAULT, _DEFAULT)
_TERMINAL: Final = _theme(
    "terminal",
    Palette(*_DEFAULTS, _DEFAULTS, _DEFAULT, _DEFAULT, _DEFAULT),
    {
        # Text is in the default colour; fills are drawn reversed, and the default reversed is the terminal's.
        **{f"side-{side}": f"ansi_bright_{side}" for side in SIDES},
        # A bar is furniture: it has no colour of a side.
        **{f"scrollbar{of}": "ansi_bright_black" for of in ("", "-hover", "-active")},
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
        "block-cursor-text-style": "bold reverse",
        "input-cursor-text-style": "reverse",
        "input-selection-background": "ansi_white",
        "input-selection-foreground": "ansi_black",
        "screen-selection-background": "ansi_white",
        "screen-selection-foreground": "ansi_black",
    },
    ansi=True,
)
_ROLES: Final = (
    *("quiet", "rule", "ink", "fill-text", "fill-accent", "fill-quiet"),
    *(f"{role}-{side}" for role in ("side", "name", "fill") for side in SIDES),
)
DEFAULTS: Final = {role: _TERMINAL.variables[role] for role in _ROLES}
"""Roles of our own for themes that know none: those of the terminal."""

THEMES: Final = (
    _theme("dark", DARK),
    _theme("light", LIGHT, dark=False),
    _theme("contrast", CONTRAST),
    _TERMINAL,
)

CYCLE: Final = tuple(theme.name for theme in THEMES)
"""The themes in the order the key goes through them; the last leaves all colours to the terminal."""


def first_theme(no_color: bool, color_system: str | None) -> str:
    """The theme to start with: the terminal's own colours if it has few or the user wants none."""
    return CYCLE[-1] if no_color or color_system in (None, "standard") else CYCLE[0]


def next_theme(name: str) -> str:
    """The theme after this one."""
    return CYCLE[(CYCLE.index(name) + 1) % len(CYCLE)] if name in CYCLE else CYCLE[0]
