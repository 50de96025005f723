"""Dark, light and high contrast; and the terminal's own colours, for NO_COLOR and for 16 colours."""

from __future__ import annotations

from textual.theme import Theme

_DARK_SIDES = {
    "side-red": "#ff8a80",
    "side-blue": "#82b1ff",
    "side-green": "#8ee29a",
    "side-yellow": "#ffe082",
    "quiet": "#9aa5b1",
}
_LIGHT_SIDES = {
    "side-red": "#a3001e",
    "side-blue": "#003f9e",
    "side-green": "#005c1f",
    "side-yellow": "#6b4e00",
    "quiet": "#5a5a5a",
}

DEFAULTS = {
    "side-red": "ansi_red",
    "side-blue": "ansi_blue",
    "side-green": "ansi_green",
    "side-yellow": "ansi_yellow",
    "quiet": "ansi_default",
}
"""Colours of our own for themes that know none: those of the terminal."""

THEMES = (
    Theme(
        name="companion-dark",
        primary="#7aa2c8",
        secondary="#5b7c99",
        accent="#e0b060",
        warning="#ffc65c",
        error="#ff7b72",
        success="#7ee08f",
        foreground="#e8e6e1",
        background="#15181c",
        surface="#1b1f24",
        panel="#262c33",
        dark=True,
        variables=_DARK_SIDES,
    ),
    Theme(
        name="companion-light",
        primary="#1d4e79",
        secondary="#41698c",
        accent="#8a5300",
        warning="#8a5300",
        error="#a3001e",
        success="#0b6b2b",
        foreground="#1c1c1c",
        background="#f6f4ee",
        surface="#ffffff",
        panel="#e6e2d8",
        dark=False,
        variables=_LIGHT_SIDES,
    ),
    Theme(
        name="companion-contrast",
        primary="#ffffff",
        secondary="#ffffff",
        accent="#ffff00",
        warning="#ffff00",
        error="#ff9a9a",
        success="#9aff9a",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#000000",
        dark=True,
        variables={
            "side-red": "#ffb3b3",
            "side-blue": "#b3d9ff",
            "side-green": "#b3ffb3",
            "side-yellow": "#ffff80",
            "quiet": "#ffffff",
            "block-cursor-background": "#ffff00",
            "block-cursor-foreground": "#000000",
        },
    ),
)

CYCLE = (*(t.name for t in THEMES), "ansi-dark", "ansi-light")
"""The themes in the order the key goes through them; the last two leave all colours to the terminal."""


def first_theme(no_color: bool, color_system: str | None) -> str:
    """The theme to start with: the terminal's own colours where it has few or the user wants none."""
    return "ansi-dark" if no_color or color_system in (None, "standard") else CYCLE[0]


def next_theme(name: str) -> str:
    """The theme after this one."""
    return CYCLE[(CYCLE.index(name) + 1) % len(CYCLE)] if name in CYCLE else CYCLE[0]
