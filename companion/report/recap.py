"""What happened until play stopped, in five sentences, for those who come back to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from companion.engine.errors import RULES_FAIL
from companion.engine.frozen import frozen
from companion.engine.session import Session
from companion.engine.wording import count
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
    at = _moment(played, now)
    return at is not None and (now - at >= AWAY or at.date() != now.date())


def came_back(session: Session, played: str, now: datetime) -> bool:
    """Whether players who open this session are told what happened: they were away, and it goes on from something."""
    over = session.run is None and session.table.over is not None
    return not session.read_only and session.undo_count > 0 and not over and was_away(played, now)


def away_words(played: str, now: datetime) -> str:
    """`last night 23:10, 19 hours ago`; empty where no time is known."""
    at = _moment(played, now)
    if at is None:
        return ""
    days = (now.date() - at.date()).days
    if days == 0:
        day = "today"
    elif days == 1:
        day = "last night" if at.hour >= _NIGHT else "yesterday"
    else:
        day = f"{at.day} {at:%b}" + (f" {at.year}" if at.year != now.year else "")
    minutes = int((now - at).total_seconds()) // 60
    hours = minutes // 60
    gone = (
        count(minutes, "minute") if hours < 1 else count(hours, "hour") if hours < 2 * 24 else count(hours // 24, "day")
    )
    return f"{day} {at:%H:%M}, {gone} ago"


_NIGHT: Final = 20
"""The hour from which an evening is a night."""


def _moment(played: str, now: datetime) -> datetime | None:
    try:
        at = datetime.fromisoformat(played)
    except ValueError:
        return None
    # A day alone says nothing of how long ago it is.
    return at.astimezone(now.tzinfo) if at.tzinfo is not None else None


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
    chosen = sorted(scenes, key=lambda scene: (scene[1], scene[0]))[-(MOST - 1) :]
    told = [Told(round_, text) for _, _, round_, text in sorted(chosen)]
    return [*told, Told(0, now)]


def _scenes(battle: Battle) -> Iterator[tuple[int, int, str]]:
    """What each scene cost (a fall more than any wound), its round, and the sentence that says most of it."""
    for record in battle.rounds:
        blows = [blow for blow in battle.blows if blow.round == record.number]
        fallen: list[str] = []
        for scene in record.scenes:
            here = [blow for blow in blows if blow.of in scene.units]
            falls = [blow for blow in here if blow.felled and blow.of not in fallen]
            fallen += [blow.of for blow in falls]
            weight = 3 * len(falls) + bool(here)
            yield weight, record.number, _telling(battle, scene.sentences, [blow.of for blow in falls or here])


def _telling(battle: Battle, sentences: Sequence[str], hurt: Sequence[str]) -> str:
    """The last sentence that names one of those who were hurt; else the last."""
    said = told_once(sentences)
    names = [battle.unit(of).name for of in hurt]
    return next((text for text in reversed(said) if any(name in text for name in names)), said[-1])
