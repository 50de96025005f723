"""`companion verify-dice`: whether the app's dice of a session are those that it committed to."""

from __future__ import annotations

from pathlib import Path

from companion.engine.answers import words_of
from companion.engine.wording import count
from companion.frontend.wording import SHORT_HASH, commitment_words
from companion.store.restore import restore


def verify(file: Path, shown: str = "") -> tuple[bool, list[str]]:
    """Whether every die that the app rolled since the seed is what it gives, and what was found, a line each.

    What cannot be checked any more counts as wrong: a face that somebody changed may lead to just that.

    `shown` is the hash that players saw before the first roll, whole or its first 16 digits or more. Raises CannotOpen.
    """
    found = restore(file, thorough=True)
    session = found.session
    seed = session.seed
    if seed is None:
        return False, [
            "not verifiable: this session has no seed. Its dice were rolled before sessions had one, or typed."
        ]
    lines = [commitment_words(seed.commitment), f"Seed: {seed.value}."]
    lines += [f"WRONG: {notice}." for notice in found.loaded.notices if "session.dice" in notice]
    fine = len(lines) == 2
    noted = shown.strip().rstrip("….").lower()
    if shown and (len(noted) < SHORT_HASH or not seed.commitment.startswith(noted)):
        fine = False
        lines.append(f"WRONG: the hash that was shown is {shown}, that of this seed {seed.commitment}.")
    checks = session.dice_checks()
    known = [check for check in checks if check.expected is not None]
    wrong = [check for check in known if not check.fits]
    for check in wrong:
        rolled, due = words_of(check.value), words_of(check.expected)
        lines.append(f"WRONG: procedure {check.number + 1}, {check.title}: {rolled}; the seed gives {due}.")
    fit = [check for check in known if check.fits]
    picks = sum(check.picked for check in fit)
    also = f" and {count(picks, 'pick')}" if picks else ""
    lines.append(f"{count(len(fit) - picks, 'roll')}{also} of the app as the seed gives them.")
    if len(known) < len(checks):
        older = sum(check.number < seed.since for check in checks)
        if older:
            lines.append(f"{count(older, 'roll')} not verifiable: from before the session had a seed.")
        lost = len(checks) - len(known) - older
        if lost:
            why = "played again, those procedures ask for other dice. Somebody changed the file, or the rules changed"
            lines.append(f"NOT VERIFIABLE: {count(lost, 'roll')}: {why}.")
            fine = False
    return fine and not wrong, lines
