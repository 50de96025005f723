"""The colours: dark, light and high contrast in exact values, and one theme that leaves all of them to the terminal.

Styles name roles and never colours, so that every theme carries every screen: `$foreground` is text, `$quiet` labels
and reasons, `$accent` what is to be minded, `$side-red` the marks and pips of a side, `$name-red` its name, `$fill-red`
its band, `$ink` what is written on a fill, `$rule` a line that is never text.
"""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

from companion.frontend.palette import CONTRAST, DARK, LIGHT, SIDES, Palette

_TERMINAL_ROLES: Final = {
    "quiet": "ansi_default",
    "rule": "ansi_default",
    "ink": "ansi_default",
    "fill-text": "ansi_default",
    "fill-accent": "ansi_default",
    "fill-quiet": "ansi_default",
    **{f"side-{side}": f"ansi_bright_{side}" for side in SIDES},
    **{f"name-{side}": "ansi_default" for side in SIDES},
    **{f"fill-{side}": "ansi_default" for side in SIDES},
}
"""Bright marks, text in the default colour. Fills are drawn reversed, and the default reversed is the terminal's."""

DEFAULTS: Final = _TERMINAL_ROLES
"""Roles of our own for themes that know none: those of the terminal."""


def _theme(name: str, palette: Palette, dark: bool) -> Theme:
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
        },
    )


def _terminal_theme() -> Theme:
    default = "ansi_default"
    return Theme(
        name="companion-terminal",
        ansi=True,
        primary=default,
        secondary=default,
        accent=default,
        warning=default,
        error=default,
        success=default,
        foreground=default,
        background=default,
        surface=default,
        panel=default,
        boost=default,
        dark=True,
        variables={
            **_TERMINAL_ROLES,
            # A bar is furniture: it has no colour of a side.
            **{f"scrollbar{of}": "ansi_bright_black" for of in ("", "-hover", "-active")},
            "scrollbar-corner-color": default,
            **{f"scrollbar-background{of}": default for of in ("", "-hover", "-active")},
            "ansi-background": "ansi_black",
            "ansi-foreground": "ansi_white",
            "block-cursor-foreground": default,
            "block-cursor-background": default,
            "block-cursor-text-style": "bold reverse",
            "input-cursor-background": default,
            "input-cursor-foreground": default,
            "input-cursor-text-style": "reverse",
            "input-selection-background": "ansi_white",
            "input-selection-foreground": "ansi_black",
            "screen-selection-background": "ansi_white",
            "screen-selection-foreground": "ansi_black",
        },
    )


THEMES: Final = (
    _theme("companion-dark", DARK, dark=True),
    _theme("companion-light", LIGHT, dark=False),
    _theme("companion-contrast", CONTRAST, dark=True),
    _terminal_theme(),
)

CYCLE: Final = tuple(theme.name for theme in THEMES)
"""The themes in the order the key goes through them; the last leaves all colours to the terminal."""


def first_theme(no_color: bool, color_system: str | None) -> str:
    """The theme to start with: the terminal's own colours if it has few or the user wants none."""
    return CYCLE[-1] if no_color or color_system in (None, "standard") else CYCLE[0]


def next_theme(name: str) -> str:
    """The theme after this one."""
    return CYCLE[(CYCLE.index(name) + 1) % len(CYCLE)] if name in CYCLE else CYCLE[0]
