"""`companion list`: the sessions of a folder and the games there are, a few words a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.engine import registry
from companion.engine.errors import InvalidInput
from companion.store import Summary, ready_dir, summaries


def session_lines(folder: Path) -> Iterator[str]:
    """Two lines a session, the last played first: what it is and where it stands; its file."""
    found = summaries(folder)
    if not found:
        yield f"No sessions in {folder}. Make one with: companion new"
        yield f"Ready games lie in {ready_dir()}"
    for summary in found:
        yield summary_line(summary)
        yield f"    {summary.file}"


def summary_line(summary: Summary) -> str:
    """`Bridge at Kagu, Bushido, round 2, Ito 3 left, Sora 2 left, stopped in Melee exchange: Weapons`"""
    name = f"{summary.campaign}: {summary.name}" if summary.campaign else summary.name
    if summary.fault:
        return f"{name}: cannot be read: {summary.fault}"
    parts = [name, summary.title or summary.ruleset, f"{summary.round_word} {summary.round}"]
    if summary.phase and not summary.over:
        parts.append(summary.phase)
    parts += [f"{side.name} {side.left} left" for side in summary.sides]
    if summary.over:
        parts.append(f"over: {summary.over}")
    if summary.waits_at:
        parts.append(f"stopped in {summary.waits_at}")
    if summary.played:
        parts.append(f"played {summary.played[:16].replace('T', ' ')}")
    return ", ".join(parts)


def ruleset_lines() -> Iterator[str]:
    """Two lines a game: its id, title and revision; what of it the app covers."""
    for name in registry.names():
        try:
            ruleset = registry.find(name)
        except InvalidInput as fault:
            yield f"{name}: {fault.message}"
            continue
        yield f"{name}: {ruleset.title}, revision {ruleset.revision}"
        yield f"    {ruleset.covers}"
