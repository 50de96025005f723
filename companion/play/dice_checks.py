"""`companion verify-dice`: whether the app's dice of a session are those that it committed to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.engine.answers import words_of
from companion.engine.app_dice import DiceCheck
from companion.engine.seed import Seed
from companion.engine.session import Session
from companion.engine.wording import count
from companion.frontend.saying.luck import taken_back_lines
from companion.frontend.saying.sentences import SHORT_HASH, commitment_words
from companion.store.restore import restore


def verify(file: Path, shown: str = "") -> tuple[bool, list[str]]:
    """Whether every die that the app rolled is what the seed gives, and what was found, a line each.

    What cannot be checked counts as wrong: a face or a number that somebody changed may lead to just that. The last
    line is a receipt, for both players to keep.

    `shown` is the hash that players saw before the first roll, whole or its first 16 digits or more. Raises CannotOpen.
    """
    found = restore(file, thorough=True)
    session = found.session
    seed = session.seed
    if seed is None:
        return False, [
            "not verifiable: this session has no seed. Its dice were rolled before sessions had one, or typed."
        ]
    wrong = [f"WRONG: {notice}." for notice in found.loaded.notices if "session.dice" in notice]
    noted = shown.strip().rstrip("….").lower()
    if shown and (len(noted) < SHORT_HASH or not seed.commitment.startswith(noted)):
        wrong.append(f"WRONG: the hash that was shown is {shown}, that of this seed {seed.commitment}.")
    checks = session.dice_checks()
    fit = [check for check in checks if check.fits]
    for check in checks:
        if check.expected is not None and not check.fits:
            rolled, due = words_of(check.value), words_of(check.expected)
            wrong.append(f"WRONG: procedure {check.number + 1}, {check.title}: {rolled}; the seed gives {due}.")
    wrong += _unverifiable(checks, seed, len(session.entries))
    words = [f"{side.name} added the word {side.dice_word}." for side in session.table.sides.values() if side.dice_word]
    picks = sum(check.picked for check in fit)
    also = f" and {count(picks, 'pick')}" if picks else ""
    lines = [
        commitment_words(seed.commitment),
        f"Seed: {seed.value}.",
        *words,
        *wrong,
        f"{count(len(fit) - picks, 'roll')}{also} of the app as the seed gives them.",
        *taken_back_lines(session),
        _receipt(session, seed, checks),
    ]
    return not wrong, lines


def _unverifiable(checks: Sequence[DiceCheck], seed: Seed, played: int) -> list[str]:
    """Why rolls cannot be checked. Whoever raises `since` would leave rolls out."""
    lines = []
    older = sum(check.number < seed.since for check in checks)
    if older:
        lines.append(f"NOT VERIFIABLE: {count(older, 'roll')}: from before the seed, which began with {_since(seed)}.")
    elif seed.since > played:
        lines.append(f"WRONG: the seed begins with {_since(seed)}, and only {count(played, 'procedure')} were played.")
    lost = sum(check.expected is None for check in checks) - older
    if lost:
        why = "played again, those procedures ask for other dice. Somebody changed the file, or the rules changed"
        lines.append(f"NOT VERIFIABLE: {count(lost, 'roll')}: {why}.")
    return lines


def _since(seed: Seed) -> str:
    return f"procedure {seed.since + 1}"


def _receipt(session: Session, seed: Seed, checks: Sequence[DiceCheck]) -> str:
    """`Receipt: 3f2a91c04b7de581, 41 rolled, 2 taken back, 6 typed, dice of procedure 1 on.` To be photographed."""
    given = [answer for answers in session.all_answers() for answer in answers]
    typed = sum(one.kind == "roll" and one.how != "rolled" for one in given)
    rolled = sum(not check.picked for check in checks)
    return (
        f"Receipt: {seed.commitment[:SHORT_HASH]}, {rolled} rolled, {len(session.taken_back)} taken back, "
        f"{typed} typed, dice of {_since(seed)} on."
    )
