"""`companion restore`: what is kept of a session, campaign or roster, how it differs, and going back to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.engine.errors import InvalidInput
from companion.store.folders import campaign_file, one_name
from companion.store.generations import EDITED, REPLACED
from companion.store.going_back import compared, go_back, kept, named

_MARKS = {EDITED: "as it was changed outside Companion", REPLACED: "what stood there before going back"}


def lines(name: str, saves: Path, generation: str, *, sure: bool) -> Iterator[str]:
    """What the command prints. Raises InvalidInput, CannotOpen or OSError where it cannot be done."""
    file = _file(name, saves)
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


def _file(name: str, saves: Path) -> Path:
    """The session, campaign or roster that is meant; its file may be gone, as long as something is kept of it."""
    folders = (campaign_file(Path(name)), campaign_file(saves / name))
    for file in (Path(name), saves / name, saves / f"{name}.toml", saves / "rosters" / f"{name}.toml", *folders):
        if file.is_file() or (file.suffix == ".toml" and kept(file)):
            return one_name(file)
    raise InvalidInput(f"there is no file {name}, and nothing is kept of one", hint="companion list shows the sessions")
