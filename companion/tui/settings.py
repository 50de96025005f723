"""What players set once for all their games: colours, keys, and what moves. Kept as TOML in the user's own folder.

    theme = "dark"          # dark, light, contrast, terminal; without it the app looks at the terminal
    smooth_scrolling = false
    big = false
    clocks = false
    best = false

    [keys]
    undo = "z"              # the id of a command = its key; its other keys stay

Reading costs nothing if there is no file: it happens before the first frame.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.tui.keymap import faults_of_keys

CONFIG: Final = "COMPANION_CONFIG"
"""Names the folder of the settings, or the file itself where it ends in `.toml`."""
FILE_NAME: Final = "settings.toml"
THEMES: Final = ("dark", "light", "contrast", "terminal")


class Switch(NamedTuple):
    """A setting that is on or off."""

    name: str
    label: str
    help: str


SWITCHES: Final = (
    Switch("smooth_scrolling", "smooth scrolling", "lists glide; off, nothing on the screen ever moves by itself"),
    Switch("big", "big mode", "games open at reading distance"),
    Switch("best", "best play", "said with every question that has odds; off, on the page of all odds alone"),
    Switch("clocks", "clocks", "a clock for each player on the Table"),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings as they stand. `theme` is one of `THEMES`, or empty: as fits the terminal.

    `keys` gives commands their first key by their ids. `rest` is what the file has beside it, kept as it is.
    """

    theme: str = ""
    smooth_scrolling: bool = False
    big: bool = False
    clocks: bool = False
    best: bool = False
    keys: Mapping[str, str] = field(default_factory=dict)
    rest: Mapping[str, Any] = field(default_factory=dict)

    def with_key(self, command: str, key: str) -> Settings:
        """The same with this first key for a command; an empty key gives back its own."""
        keys = {of: other for of, other in self.keys.items() if of != command}
        return replace(self, keys={**keys, command: key} if key else keys)


def settings_file() -> Path | None:
    """Where the settings are kept on this machine; None where the user has no home."""
    # Not imported before the first frame.
    from companion.store.folders import at_home

    chosen = os.environ.get(CONFIG, "")
    if chosen:
        path = at_home(lambda: Path(chosen).expanduser())
        return path if path is None or path.suffix == ".toml" else path / FILE_NAME
    import platformdirs

    return at_home(lambda: platformdirs.user_config_path("companion", appauthor=False) / FILE_NAME)


def read_settings(file: Path) -> tuple[Settings, list[str]]:
    """The settings in a file, and in words what is wrong there; then the defaults stand for it. Never raises."""
    if not os.path.lexists(file):
        return Settings(), []
    from companion.store.diagnostics import CannotOpen
    from companion.store.files import read_tables, read_text

    try:
        return _checked(read_tables(file, read_text(file)))
    except CannotOpen as fault:
        return Settings(), [str(one) for one in fault.diagnostics]


def _checked(data: Mapping[str, Any]) -> tuple[Settings, list[str]]:
    faults: list[str] = []
    found: dict[str, Any] = {}
    rest = {name: value for name, value in data.items() if name not in _KNOWN}
    theme = data.get("theme", "")
    if theme in ("", *THEMES):
        found["theme"] = theme
    else:
        faults.append(f"theme cannot be {theme!r}: one of {', '.join(THEMES)}")
    for switch in SWITCHES:
        value = data.get(switch.name, False)
        if isinstance(value, bool):
            found[switch.name] = value
        else:
            faults.append(f"{switch.name} is true or false, not {value!r}")
    keys = data.get("keys", {})
    if isinstance(keys, dict):
        good, wrong = faults_of_keys(keys)
        found["keys"] = good
        faults += wrong
    else:
        faults.append("keys is a table with its own line [keys]")
    return Settings(**found, rest=rest), faults


_KNOWN = ("theme", "keys", *(switch.name for switch in SWITCHES))


def write_settings(settings: Settings, file: Path, *, keep_old: bool = False) -> Path | None:
    """Writes the settings whole. `keep_old` puts what stood there beside it first and returns where: nothing is lost.

    Raises OSError; what was there stays then.
    """
    # Here and not above: only who writes pays for the imports.
    import tomli_w

    from companion.store import disk

    data: dict[str, Any] = {**settings.rest}
    if settings.theme:
        data["theme"] = settings.theme
    data |= {switch.name: getattr(settings, switch.name) for switch in SWITCHES}
    if settings.keys:
        data["keys"] = dict(settings.keys)
    file.parent.mkdir(parents=True, exist_ok=True)
    old = None
    if keep_old and file.exists():
        names = (file.with_name(f"{file.stem}.broken-{n}.toml") for n in count(1))
        old = next(path for path in names if not path.exists())
        disk.write_whole(old, disk.read_plain(file))
    disk.write_whole(file, tomli_w.dumps(data).encode())
    return old
