"""`companion doctor`: what decides how the app looks here and where games are kept, to read and to report."""

from __future__ import annotations

import importlib.metadata
import locale
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

import companion
from companion.engine import registry
from companion.engine.errors import InvalidInput

NEEDED: Final = ("textual", "pydantic", "tomli-w", "platformdirs", "filelock", "markdown-it-py")
TO_SHARE: Final = ("aiohttp", "segno")
"""What a shared table needs besides."""
SMALLEST: Final = (45, 20)
"""Columns and rows from which all of play is in view."""
USUAL: Final = (80, 24)
SIGNS: Final = "●○▄▀█│─→✓✗▸−"
"""Of each kind of sign that the screens draw one."""
FREE: Final = 50_000_000
"""Bytes that a folder of games should have left."""


@dataclass(frozen=True)
class Finding:
    """One row: what was looked at, what it is, and what to do where that is not well; "" where it is."""

    what: str
    found: str
    advice: str = ""

    def line(self) -> str:
        """`✓ size: 80×24`, or `! size: 40×12 - make the window larger`."""
        mark = "!" if self.advice else "✓"
        return f"{mark} {self.what}: {self.found}" + (f" - {self.advice}" if self.advice else "")


def findings(saves: Path, environment: Mapping[str, str], output: TextIO) -> Iterator[Finding]:
    """All that is looked at, the same rows on each machine. No name of a session, a player or a user is among them."""
    yield Finding("companion", companion.__version__)
    yield Finding("python", f"{platform.python_version()} on {platform.system()} {platform.release()}")
    yield from _packages()
    yield from _terminal(environment, output)
    yield _folder(saves)
    yield _games()


def _packages() -> Iterator[Finding]:
    lacking = [name for name in NEEDED if not _version(name)]
    found = ", ".join(f"{name} {_version(name)}" for name in NEEDED if name not in lacking)
    yield Finding("packages", found, f"missing: {', '.join(lacking)}; install companion-table anew" if lacking else "")
    to_share = [f"{name} {_version(name)}" for name in TO_SHARE if _version(name)]
    yield Finding("to share a table with phones", ", ".join(to_share) or "not installed (companion-table[serve])")


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _terminal(environment: Mapping[str, str], output: TextIO) -> Iterator[Finding]:
    kind = environment.get("TERM", "") or ("Windows console" if os.name == "nt" else "none")
    program = environment.get("TERM_PROGRAM") or ("Windows Terminal" if environment.get("WT_SESSION") else "")
    unable = not output.isatty() or not sys.stdin.isatty() or kind in ("dumb", "none")
    words = f"{kind}, {program}" if program else kind
    yield Finding(
        "terminal", words, "no terminal to draw on; play as text: companion play FILE --plain" if unable else ""
    )
    size = shutil.get_terminal_size()
    small = size.columns < SMALLEST[0] or size.lines < SMALLEST[1]
    advice = f"too small to play in comfort; {USUAL[0]}×{USUAL[1]} is usual" if small else ""
    yield Finding("size", f"{size.columns}×{size.lines}", advice)
    yield Finding("colours", _colours(environment, kind))
    coding = getattr(output, "encoding", None) or locale.getpreferredencoding(False)
    yield Finding(
        "signs", f"{coding}: {SIGNS}" if _has(coding) else coding, "" if _has(coding) else "set UTF-8: PYTHONUTF8=1"
    )


def _colours(environment: Mapping[str, str], kind: str) -> str:
    if environment.get("NO_COLOR"):
        return "none, as NO_COLOR says"
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or environment.get("WT_SESSION"):
        return "all (truecolor)"
    return "256" if "256" in kind else "16"


def _has(coding: str) -> bool:
    try:
        SIGNS.encode(coding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _folder(saves: Path) -> Finding:
    """Where games are kept: written to for a moment, if it is there."""
    shown = _without_user(saves)
    there = saves
    while not there.exists() and there != there.parent:
        there = there.parent
    try:
        with tempfile.NamedTemporaryFile(dir=there, prefix=".doctor-"):
            free = shutil.disk_usage(there).free
    except OSError as fault:
        return Finding("games", shown, f"cannot be written: {fault.strerror or fault}; name another: --saves DIR")
    files = len(list(saves.glob("*.toml"))) if saves.is_dir() else 0
    found = f"{shown}, {files} files, {free // 1_000_000:,} MB left"
    return Finding("games", found, "the disk is nearly full" if free < FREE else "")


def _without_user(path: Path) -> str:
    """The path with `~` for the home folder: what is pasted into a report names nobody."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(path)


def _games() -> Finding:
    faults = []
    for name in registry.names():
        try:
            registry.find(name)
        except InvalidInput as fault:
            faults.append(f"{name}: {fault.message}")
    return Finding("games known", ", ".join(registry.names()), "; ".join(faults))


def lines(saves: Path, environment: Mapping[str, str], output: TextIO) -> tuple[bool, list[str]]:
    """Whether all is well, and what to read and to paste."""
    found = list(findings(saves, environment, output))
    wrong = sum(bool(one.advice) for one in found)
    last = f"{wrong} to look at, marked !." if wrong else "All is well."
    return not wrong, [
        *(one.line() for one in found),
        "",
        f"{last} For a report, paste these lines; they name no game, no player and not you.",
    ]
