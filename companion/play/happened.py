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
    """`Ann and Bob: Ki 1 → 3 (a new turn).` in the order in which each was said first."""
    by_words: dict[str, list[str]] = {}
    for change in changes:
        words, name = log.sentence(table, change), table.title(change.of)
        own = change.of != "table" and words.startswith(f"{name}: ")
        by_words.setdefault(words.removeprefix(f"{name}: ") if own else words, []).extend([name] if own else [])
    for words, names in by_words.items():
        yield sentence(f"{listed(dict.fromkeys(names))}: {words}" if names else words)


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
