"""Keys that players give to commands: which can be given, and what is in the way in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.tui.commands import COMMANDS, Command, key_name
from companion.tui.keys import LINE_FEED

KEPT: Final = frozenset(
    ["enter", LINE_FEED, "escape", "tab", "shift+tab", "space", "backspace", "ctrl+c", *"123456789"]
    + ["up", "down", "left", "right", "home", "end", "pageup", "pagedown"]
)
"""Keys that mean the same on every screen and every list: they are not given to anything else."""


def keys_with(command: Command, keys: Mapping[str, str]) -> tuple[str, ...]:
    """The keys of a command with this keymap: its first key may be another, the ones after it stay."""
    other = keys.get(command.id)
    return command.keys if other is None else (other, *(key for key in command.keys[1:] if key != other))


def is_key(key: str) -> bool:
    """Whether a keyboard may have this key: a sign, or names of letters and digits, joined by `+`."""
    names = key.split("+")
    return (len(key) == 1 and key.isprintable() and key not in " ,") or all(
        name.isascii() and name.replace("_", "").isalnum() for name in names
    )


def key_fault(command: Command, key: str, keys: Mapping[str, str]) -> str:
    """Why a command cannot have this key, in words; empty if it can."""
    if not is_key(key):
        return f"{key!r} is no key: a sign, or a name such as f5 or ctrl+a"
    if key in KEPT:
        return f"{key_name(key)} does the same everywhere; it cannot be given to anything else"
    for other in COMMANDS.values():
        if other is not command and key in keys_with(other, keys):
            word = other.name
            return f"{key_name(key)} is “{word}” already; give that another key first"
    return ""


def faults_of_keys(keys: Mapping[str, object]) -> tuple[dict[str, str], list[str]]:
    """The keys of a file that can be used, and what is wrong with the others."""
    good: dict[str, str] = {}
    faults: list[str] = []
    for of, key in keys.items():
        command = COMMANDS.get(of)
        if command is None:
            faults.append(f"there is no command {of!r} to give a key to")
        elif not isinstance(key, str) or not key:
            faults.append(f"the key of {of} is a text, not {key!r}")
        elif fault := key_fault(command, key, good):
            faults.append(f"{of}: {fault}")
        else:
            good[of] = key
    return good, faults


def keymap(keys: Mapping[str, str]) -> dict[str, str]:
    """The keymap as Textual takes it: every key of each command that has others, by the id of the command."""
    return {of: ",".join(keys_with(COMMANDS[of], keys)) for of in keys}
