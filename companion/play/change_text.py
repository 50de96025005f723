"""What changed, as text: units of which the same is told share a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.engine import log
from companion.engine.state.changes import Change, Event
from companion.engine.state.paths import contact_of
from companion.engine.state.results import Result
from companion.engine.state.table import AnyTable
from companion.engine.wording import listed
from companion.frontend.wording import sentence


def is_told(table: AnyTable, change: Change) -> bool:
    """Whether players hear of a change when it happens: of book-keeping they do not."""
    return contact_of(change.field) is not None or log.shown(table.known(change.of), change.field)


def change_lines(table: AnyTable, changes: Sequence[Change]) -> Iterator[str]:
    """`Ann and Bob: Ki 1 → 3, Shaken (a new turn).` in the order in which each was said first.

    What one reason changed of a unit shares a sentence, and steps of one value for one reason are one.
    """
    parts: dict[tuple[str, str], list[str]] = {}
    for change in _steps_as_one(changes):
        name, words = log.difference(table, change)
        parts.setdefault((name or words, change.why), []).append(words if name else "")
    by_words: dict[str, list[str]] = {}
    for (name, why), own_parts in parts.items():
        because = f" ({why})" if why else ""
        whole = ", ".join(filter(None, own_parts))
        by_words.setdefault((whole or name) + because, []).extend([name] if whole else [])
    for words, names in by_words.items():
        yield sentence(f"{listed(dict.fromkeys(names))}: {words}" if names else words)


def _steps_as_one(changes: Sequence[Change]) -> Iterator[Change]:
    """Changes of one field for one reason as one, in the place of the first."""
    first: dict[tuple[str, str, str], Change] = {}
    last: dict[tuple[str, str, str], Change] = {}
    for change in changes:
        first.setdefault((change.of, change.field, change.why), change)
        last[change.of, change.field, change.why] = change
    for at, began in first.items():
        yield Change(began.of, began.field, began.before, last[at].after, began.why, began.step)


def dice_first(happened: Iterable[Event]) -> Iterator[Event]:
    """The same with the first result of dice before the changes that it made: players have just rolled them."""
    made: list[Event] = []
    left = iter(happened)
    for event in left:
        if isinstance(event, Change):
            made.append(event)
            continue
        yield from (event, *made) if isinstance(event, Result) and event.key else (*made, event)
        made.clear()
        if isinstance(event, Result):
            break
    yield from (*made, *left)
