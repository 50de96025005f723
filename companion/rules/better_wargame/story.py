"""Tells what happened in a recorded procedure: melees and fire with their hits and losses, then who broke or held."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.engine.journal import JournalEntry
from companion.engine.state.changes import Note
from companion.engine.state.phrases import about, stopped
from companion.engine.state.results import Result
from companion.engine.state.table import AnyTable
from companion.engine.story import Scene, fight_words, parties, sentence_of
from companion.engine.wording import count, does, verb

_TESTS = ("rally:", "break:", "test:")
_MOVES = ("suppressed:", "fall_back:", "follow_up:")
_WORDS = {"firefight_phase": "fires on", "shoot": "shoots at"}


def story(table: AnyTable, entry: JournalEntry) -> Iterator[Scene]:
    """One scene a melee, firefight or shot; what follows it (tests, falling back) belongs to the last."""
    if not entry.outcome:
        told = tuple(stopped(event.text) for event in entry.events if isinstance(event, Result))
        if told:
            yield Scene((), told)
        return
    fights: Sequence[Mapping[str, Any]] = entry.outcome.get("resolved", ())
    if not fights and "hits" in entry.outcome:
        fights = [entry.outcome]
    scenes = [Scene(tuple(_units(fight)), tuple(_fight(table, entry, fight))) for fight in fights if fight["hits"]]
    charging = [change.of for change in entry.changes() if change.field == "charged" and change.after]
    if charging:
        led = f"{does(map(table.title, charging), 'charges')}."
        scenes[:1] = [Scene(scenes[0].units, (led, *scenes[0].sentences)) if scenes else Scene(tuple(charging), (led,))]
    after = tuple(_after(entry))
    if scenes and after:
        scenes[-1] = Scene(scenes[-1].units, (*scenes[-1].sentences, *after))
    elif after:
        scenes.append(Scene((), after))
    yield from scenes


def _units(fight: Mapping[str, Any]) -> Iterable[str]:
    return dict.fromkeys(of for one, other, _ in fight["hits"] for of in (one, other))


def _fight(table: AnyTable, entry: JournalEntry, fight: Mapping[str, Any]) -> Iterator[str]:
    units = list(_units(fight))
    yield fight_words(table, *parties(table, units), _WORDS.get(entry.procedure, "fights"))
    hits = {of: {one: many for one, other, many in fight["hits"] if other == of and many} for of in units}
    if not any(hits.values()):
        yield "Nobody is hit."
    # What cost most comes first, and what came to nothing is one sentence.
    for of in sorted(units, key=lambda of: -fight["casualties"].get(of, 0)):
        if hits[of] and fight["wounds"].get(of, 0):
            wiped_out = _wiped_out(entry, of, fight["casualties"].get(of, 0))
            yield about(_suffered(table, fight, of, hits[of], wiped_out=wiped_out), of)
    idle = [of for of in units if hits[of] and not fight["wounds"].get(of, 0)]
    total = sum(sum(hits[of].values()) for of in idle)
    if idle:
        came = "it does not wound" if total == 1 else "none wounds"
        yield about(f"{does([table.title(of) for of in idle], 'takes')} {count(total, 'hit')}, and {came}.", *idle)


def _wiped_out(entry: JournalEntry, of: str, lost: int) -> bool:
    """Whether these losses were all that a unit had."""
    models = next((change for change in entry.changes() if (change.of, change.field) == (of, "models")), None)
    return models is not None and models.after == 0 and models.before == lost


def _suffered(table: AnyTable, fight: Mapping[str, Any], of: str, hits: Mapping[str, int], *, wiped_out: bool) -> str:
    """`Third Squad takes 11 hits (Boyz 6, Boss 5) and 7 wounds, and loses 3 models`; of a unit that was wounded."""
    name, total = table.title(of), sum(hits.values())
    wounds, lost = fight["wounds"].get(of, 0), fight["casualties"].get(of, 0)
    by = ", ".join(f"{table.title(one)} {many}" for one, many in hits.items())
    source = f"({by})" if len(hits) > 1 else f"from {table.title(next(iter(hits)))}"
    taken = f"{does(name, 'takes')} {count(total, 'hit')} {source}"
    if not lost:
        return f"{taken} and {count(wounds, 'wound')}, and {verb(name, 'saves')} {'it' if wounds == 1 else 'all'}."
    losses = f"{verb(name, 'loses')} {count(lost, 'model')}"
    if wiped_out:
        return f"{taken} and {count(wounds, 'wound')}, {losses} and {verb(name, 'is')} wiped out."
    return f"{taken} and {count(wounds, 'wound')}, and {losses}."


def _after(entry: JournalEntry) -> Iterator[str]:
    """Tests with their dice, then who is suppressed, falls back or follows up, and how the battle ended."""
    for event in entry.events:
        if isinstance(event, Result):
            if any(str(told).startswith(_TESTS) for told in event.facts.get("events", ())):
                yield sentence_of(event)
        elif isinstance(event, Note) and (
            str(event.facts.get("event", "")).startswith(_MOVES) or event.beside == "end"
        ):
            yield stopped(event.text)
