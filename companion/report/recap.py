"""What happened until play stopped, in five sentences, for those who come back to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from companion.engine.errors import RULES_FAIL
from companion.engine.frozen import frozen
from companion.engine.session import Session
from companion.engine.state.phrases import spans_of
from companion.frontend.saying.days import left_at
from companion.report.battle import Battle
from companion.report.playback import told_once
from companion.report.reading import battle_of

MOST: Final = 5
AWAY: Final = timedelta(minutes=10)
"""Who comes back after less than this, on the same day, still knows."""


@frozen
class Told:
    """A sentence with its round; the last one has the round 0: it is how things stand now."""

    round: int
    text: str


def was_away(played: str, now: datetime) -> bool:
    """Whether players come back after ten minutes or on another day; `played`: the time of the last input, ISO 8601."""
    at = left_at(played, now)
    return at is not None and (now - at >= AWAY or at.date() != now.date())


def came_back(session: Session, played: str, now: datetime) -> bool:
    """Whether players who open this session are told what happened: they were away, and it goes on from something."""
    over = session.run is None and session.table.over is not None
    return not session.read_only and session.undo_count > 0 and not over and was_away(played, now)


def recap(session: Session, now: str) -> list[Told]:
    """At most five sentences: the scenes that cost most and those that are newest, in their order; then `now`.

    Where the game has nothing to tell, `now` alone.
    """
    try:
        battle = battle_of(session, "")
    except RULES_FAIL:
        # A game that fails to tell its own story is played on all the same.
        return [Told(0, now)]
    scenes = [(place, *found) for place, found in enumerate(_scenes(battle))]
    chosen = sorted(sorted(scenes, key=lambda scene: (scene[1], scene[0]))[-(MOST - 1) :])
    told: list[Told] = []
    # Every scene has a sentence; the room that is left goes to the newest.
    room = MOST - 1 - len(chosen)
    for _, _, round_, texts in reversed(chosen):
        newest = texts[-1 - room :]
        room -= len(newest) - 1
        told += [Told(round_, text) for text in reversed(newest)]
    return [*reversed(told), Told(0, now)]


def _scenes(battle: Battle) -> Iterator[tuple[int, int, Sequence[str]]]:
    """What each scene cost (a fall more than any wound), its round, and the sentences that say most of it."""
    for record in battle.rounds:
        blows = [blow for blow in battle.blows if blow.round == record.number]
        fallen: list[str] = []
        for scene in record.scenes:
            here = [blow for blow in blows if blow.of in scene.units]
            falls = [blow for blow in here if blow.felled and blow.of not in fallen]
            fallen += [blow.of for blow in falls]
            weight = 3 * len(falls) + bool(here)
            yield weight, record.number, telling(scene.sentences, [blow.of for blow in falls or here])


def telling(sentences: Sequence[str], hurt: Collection[str]) -> Sequence[str]:
    """The sentences that tell of those who were hurt; if there are none, the last."""
    said = told_once(sentences)
    return [text for text in said if any(span.of in hurt for span in spans_of(text))] or said[-1:]
