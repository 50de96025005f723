"""`companion list`, `copy`, `rename`, `delete`, `bin` and `restore`: what Home does with files, as lines of text."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from companion.engine import registry
from companion.engine.errors import InvalidInput
from companion.frontend.saying.days import minute_words
from companion.store.diagnostics import CannotOpen
from companion.store.folders import campaign_file, is_campaign, is_kept_file, one_name, ready_dir
from companion.store.generations import EDITED, REPLACED
from companion.store.going_back import compared, go_back, kept, named
from companion.store.listing import Listed, Summary, binned, session_file, summaries
from companion.store.manage import bin_file, copy_campaign, copy_session, discard, put_back, rename_file


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
        parts.append(f"played {minute_words(summary.played)}")
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


def copied(typed: str, name: str, saves: Path) -> Iterator[str]:
    """Copies a session or a campaign, under a name of its own where one is given; the line is its file."""
    file = _meant(typed, saves)
    yield str((copy_campaign if is_campaign(file) else copy_session)(file, saves, name))


def renamed(typed: str, name: str, saves: Path) -> Iterator[str]:
    """Gives a session or a campaign another name; the line is its file."""
    if not name.strip():
        raise InvalidInput("a name is wanted")
    yield str(rename_file(_meant(typed, saves), name))


def deleted(typed: str, saves: Path, *, sure: bool) -> Iterator[str]:
    """Moves a session or a campaign to the bin. A battle of a campaign goes only when the players are sure."""
    file = _meant(typed, saves)
    if not is_kept_file(file.name):
        raise InvalidInput(f"{file} is no session")
    depends = [] if is_campaign(file) or sure else _what_depends(file)
    if depends:
        yield from depends
        yield "Nothing was moved. Add --yes to move it to the bin."
        return
    away = bin_file(file)
    yield f"moved to the bin: {away}"
    if any(one.path.resolve() == away.resolve() for one in binned(saves)):
        yield f"companion bin {shlex.quote(away.stem)} takes it out again"


def bin_lines(typed: str, saves: Path, *, for_good: bool) -> Iterator[str]:
    """What lies in the bin; takes one out of it, or deletes it for good."""
    found = binned(saves)
    if not typed:
        yield from (["The bin is empty."] if not found else [])
        for one in found:
            kind = "campaign" if one.is_campaign else f"battle of {one.campaign}" if one.campaign else ""
            yield ", ".join(word for word in (one.name, one.title, kind) if word)
            yield f"    {one.path}"
        return
    one = _in_bin(found, typed)
    if for_good:
        discard(one.path)
        yield f"deleted for good: {one.name}"
    else:
        yield str(put_back(one.path))


def _meant(typed: str, saves: Path) -> Path:
    """The file of a session or a campaign."""
    from companion.play.campaign import named

    try:
        return session_file(typed, saves)
    except InvalidInput:
        try:
            return named(typed, saves)
        except InvalidInput:
            raise InvalidInput(
                f"there is no session and no campaign {typed!r}",
                hint="companion list and companion campaign list show them",
            ) from None


def _what_depends(file: Path) -> list[str]:
    from companion.frontend.saying.campaigns import without_session

    try:
        return without_session(file)
    except CannotOpen:
        # A campaign that is broken is no reason to keep a session.
        return []


def _in_bin(found: list[Listed], typed: str) -> Listed:
    wanted = typed.casefold()
    called = [(str(one.path).casefold(), one.path.stem.casefold(), one.name.casefold()) for one in found]
    # A file is one alone; several games may have a name.
    by_way = ([one for one, names in zip(found, called, strict=True) if names[way] == wanted] for way in range(3))
    fits = next((some for some in by_way if some), [])
    if len(fits) != 1:
        what = f"{len(fits)} of that name lie in the bin" if fits else f"there is no {typed!r} in the bin"
        raise InvalidInput(what, hint="companion bin lists them" + (", name one by its file" if fits else ""))
    return fits[0]


_MARKS = {EDITED: "as it was changed outside Companion", REPLACED: "what stood there before going back"}


def kept_lines(name: str, saves: Path, generation: str, *, sure: bool) -> Iterator[str]:
    """What the command prints. Raises InvalidInput, CannotOpen or OSError where it cannot be done."""
    file = _kept_file(name, saves)
    if not generation:
        yield f"{file.stem}: {len(kept(file))} generations are kept, the newest first"
        for one in kept(file):
            yield f"    {one.name}  {one.kept}  {_MARKS.get(one.mark, '')}".rstrip()
        return
    chosen = named(file, generation)
    found = compared(file, chosen)
    yield f"Going back to {chosen.name} of {chosen.kept} changes:" if found else f"{chosen.name} differs in nothing."
    for line in found:
        yield f"    {line}"
    if sure:
        saved = go_back(file, chosen)
        yield f"{file.name} is as in {chosen.name} again."
        if saved is not None:
            yield f"What stood there is kept as {saved.stem}."
    elif found:
        yield "Nothing was changed. Add --yes to go back to it; what stands there now is kept first."


def _kept_file(name: str, saves: Path) -> Path:
    """The session, campaign or roster that is meant; its file may be gone, as long as something is kept of it."""
    folders = (campaign_file(Path(name)), campaign_file(saves / name))
    for file in (Path(name), saves / name, saves / f"{name}.toml", saves / "rosters" / f"{name}.toml", *folders):
        if file.is_file() or (file.suffix == ".toml" and kept(file)):
            return one_name(file)
    raise InvalidInput(f"there is no file {name}, and nothing is kept of one", hint="companion list shows the sessions")
