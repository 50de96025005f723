"""The garbage collector rests while the app starts.

What is imported and built until the first game stands stays for good. Python would walk through all of it again and
again while it grows, and find nothing: a tenth of the time in which a game opens. The app resumes it a second after the
start, or later if a game is still being opened then.
"""

from __future__ import annotations

import gc


def rest() -> None:
    """Collects nothing until `resume`."""
    gc.disable()


def resume() -> None:
    """Collects again where it rested, and never looks at what has been made so far."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
