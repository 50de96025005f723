"""What players read when an error of Companion itself has ended the app."""

from __future__ import annotations

import traceback
from pathlib import Path

from companion.frontend.clean import clean


def last_words(fault: BaseException | None, file: Path | None) -> str:
    """Where it happened, for whoever fixes it; then, nearest to where players look, what became of their game.

    No values are told as Textual would: one of them may be what a player has sealed.
    """
    trace = "".join(traceback.format_exception(fault)) if fault is not None else ""
    words = "Companion met an error of its own and has stopped. What is above helps to mend it:"
    words += "\nto report it, send that and what `companion doctor` prints; a session goes along only if you attach it."
    if file is not None:
        words += f"\nEverything that was entered is saved in {file}.\nTo go on where you were: companion {file}"
    return "\n".join(map(clean, f"{trace}\n{words}\n".split("\n")))
