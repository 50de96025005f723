"""Days and times as players say them."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final

_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_NIGHT: Final = 20
"""The hour from which an evening is a night."""
_DAY: Final = len("2026-11-14")


def dated(day: str) -> str:
    """`21 Nov 2026` for the day of a date or time as 2026-11-21; empty for what is none."""
    at = _day(day[:_DAY])
    return f"{_in_year(at)} {at.year}" if at is not None else ""


def day_words(day: str, today: date) -> str:
    """`today`, `yesterday`, `14 Nov` or `14 Nov 2025` for a day as 2026-11-14; any other text stays as it is."""
    at = _day(day)
    if at is None:
        return day
    if at in (today, today - timedelta(days=1)):
        return "today" if at == today else "yesterday"
    return _in_year(at) if at.year == today.year else dated(day)


def when_words(played: str, now: datetime) -> str:
    """`today 11:22`, `yesterday`, `14 Nov`, with the year if it is another; empty for a game not yet played."""
    if len(played) <= _DAY:
        return day_words(played, now.date()) if _day(played) is not None else ""
    at = _moment(played)
    if at is None:
        return ""
    at = at.astimezone(now.tzinfo)
    words = day_words(at.date().isoformat(), now.date())
    return f"today {at:%H:%M}" if at.date() == now.date() else words


def minute_words(played: str) -> str:
    """`2026-11-14 11:22` for a time; a day alone stays as it is."""
    at = _moment(played) if len(played) > _DAY else None
    return f"{at:%Y-%m-%d %H:%M}" if at is not None else played


def away_words(played: str, now: datetime) -> tuple[str, str]:
    """`last night 23:10` and `19 hours ago`; both empty where no time is known."""
    # The first frame of Home needs days, and nothing of the engine.
    from companion.engine.wording import count

    at = left_at(played, now)
    if at is None:
        return "", ""
    last_night = (now.date() - at.date()).days == 1 and at.hour >= _NIGHT
    day = "last night" if last_night else day_words(at.date().isoformat(), now.date())
    minutes = int((now - at).total_seconds()) // 60
    hours = minutes // 60
    gone = (
        count(minutes, "minute") if hours < 1 else count(hours, "hour") if hours < 2 * 24 else count(hours // 24, "day")
    )
    return f"{day} {at:%H:%M}", f"{gone} ago"


def left_at(played: str, now: datetime) -> datetime | None:
    """The time of the last input, in the zone of `now`; None of a day alone: it says nothing of how long ago it is."""
    at = _moment(played)
    return at.astimezone(now.tzinfo) if at is not None and at.tzinfo is not None else None


def _day(day: str) -> date | None:
    at = _moment(day) if len(day) == _DAY else None
    return at.date() if at is not None else None


def _moment(played: str) -> datetime | None:
    try:
        return datetime.fromisoformat(played)
    except ValueError:
        return None


def _in_year(at: date) -> str:
    return f"{at.day} {_MONTHS[at.month - 1]}"
