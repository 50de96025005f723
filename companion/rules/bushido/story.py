"""Tells what happened in a recorded procedure: exchanges, tests, and the actions that led to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.engine.change_words import difference
from companion.engine.journal import JournalEntry
from companion.engine.state.changes import Change, Note, Recorded
from companion.engine.state.phrases import about, stopped
from companion.engine.state.results import Result
from companion.engine.state.table import AnyTable
from companion.engine.story import Scene, begun_with, faces_words, lying, sentence_of
from companion.engine.wording import count, does, listed, possessive

_TIES = {"dice": "a tie that more scoring dice decide", "active": "a tie that goes to the active player"}


def story(table: AnyTable, entry: JournalEntry) -> Iterator[Scene]:
    """One scene an exchange, with what was rolled before it; what follows the last one belongs to that."""
    scenes: list[Scene] = []
    before: list[str] = []
    for part in _parts(entry.events):
        fighters = _fighters(part)
        if len(fighters) == 2:
            scenes.append(Scene(fighters, (*before, *_exchange(table, entry, fighters, part))))
            before = []
        else:
            before += _aside(table, part)
    if before and scenes:
        scenes[-1] = Scene(scenes[-1].units, (*scenes[-1].sentences, *before))
    elif before:
        units = begun_with(table, entry)
        # That a model did not get there is no more than a move.
        told = [event for event in entry.events if isinstance(event, Note) and _worth_telling(event.facts)]
        short = len(told) == len(before) and all("target" in note.facts for note in told)
        yield Scene(units, tuple(before), quiet=short)
    yield from scenes


def _parts(events: Iterable[Recorded]) -> Iterator[list[Recorded]]:
    """What was recorded, cut after every exchange and before the first thing that belongs to one."""
    part: list[Recorded] = []
    inside = False
    for event in events:
        if isinstance(event, Note) and "initiative" in event.facts and not inside:
            yield part
            part, inside = [], True
        part.append(event)
        if isinstance(event, Note) and "ended" in event.facts:
            yield part
            part, inside = [], False
    yield part


def _fighters(part: Iterable[Recorded]) -> tuple[str, ...]:
    """The two of an exchange, the one that is activating first."""
    return tuple(
        event.facts["model"]
        for event in part
        if isinstance(event, Note) and "special" in event.facts and "attack" in event.facts
    )


def _aside(table: AnyTable, part: Iterable[Recorded]) -> Iterator[str]:
    for event in part:
        if isinstance(event, Result):
            yield sentence_of(event)
        elif isinstance(event, Change):
            yield from _harm(table, event)
        elif _worth_telling(event.facts):
            yield stopped(event.text)


def _worth_telling(facts: Mapping[str, Any]) -> bool:
    """A model that did not get there, one that broke off, the end of the game, one that is out of play."""
    return "disengaged" in facts or "winner" in facts or ("target" in facts and "attacker" not in facts)


def _harm(table: AnyTable, change: Change) -> Iterator[str]:
    """Wounds that nobody struck, and wounds that heal: those of the End Phase."""
    if change.field != "wounds_marked" or change.of not in table.units:
        return
    more, name = change.after - change.before, table.title(change.of)
    how = "takes" if more > 0 else "heals"
    yield about(f"{name} {how} {count(abs(more), 'wound')}{f' ({change.why})' if change.why else ''}.", change.of)


def _exchange(table: AnyTable, entry: JournalEntry, fighters: Sequence[str], part: Sequence[Recorded]) -> Iterator[str]:
    notes = [event for event in part if isinstance(event, Note)]
    yield _opening(table, entry, fighters, notes)
    helped = [note.facts for note in notes if "assists" in note.facts]
    yield from (
        f"{does(table.title(one['assists']), 'helps')} against {table.title(one['against'])}." for one in helped
    )
    yield from _feats(table, notes)
    pools = {n.facts["model"]: n.facts for n in notes if "special" in n.facts and "attack" in n.facts}
    compared = any("attacker" in note.facts for note in notes)
    if not compared:
        yield "They are parted before any dice are rolled, and nobody strikes."
    strikes = [
        _strike(table, event.facts, _rolled(table, part[:place]), _damage(part[place + 1 :], event.facts["winner"]))
        for place, event in enumerate(part)
        if isinstance(event, Note) and _strikes(event.facts, pools)
    ]
    yield from strikes or (["Nobody strikes."] if compared else [])
    yield from _came_of_it(table, part)


def _feats(table: AnyTable, notes: Sequence[Note]) -> Iterator[str]:
    """Who uses which feats."""
    feats: dict[str, list[str]] = {}
    for note in notes:
        if "feat" in note.facts:
            feats.setdefault(note.facts["model"], []).append(note.facts["feat"])
    for user, names in feats.items():
        yield f"{does(table.title(user), 'uses')} {listed(names)}."


def _came_of_it(table: AnyTable, part: Sequence[Recorded]) -> Iterator[str]:
    """Which specials trigger, with what they changed; who rises, makes a Last Stand or is out of play."""
    for event in part:
        if isinstance(event, Note) and set(event.facts) == {"special", "model"}:
            special = event.facts["special"]
            did = "; ".join(_did(table, part, special))
            told = f"{possessive(table.title(event.facts['model']))} {special} triggers{f': {did}' if did else ''}."
            yield about(told, event.facts["model"])
        elif isinstance(event, Result) and "rises" in event.facts:
            yield sentence_of(event)
        elif isinstance(event, Change) and event.field == "last_stand" and event.after:
            yield about(f"{does(table.title(event.of), 'makes')} a Last Stand.", event.of)
        elif isinstance(event, Change) and event.field == "in_play" and event.after is False:
            yield about(f"{does(table.title(event.of), 'is')} out of play.", event.of)


def _did(table: AnyTable, part: Iterable[Recorded], special: str) -> Iterator[str]:
    """What a special changed: `Chiyo is Prone`, `Aya and Chiyo no longer touch`, `Aya: ki 3 → 2`."""
    for event in part:
        if isinstance(event, Change) and event.why == special:
            name, now = difference(table, event)
            begins = not (event.before and event.after) and event.field != "ki_tokens"
            yield f"{does(name, 'is')} {now}" if name and begins else f"{name}: {now}" if name else now


def _strikes(facts: Mapping[str, Any], pools: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether an attack is told: one without any dice that came to nothing is not."""
    attacker = facts.get("attacker")
    return attacker is not None and (pools[attacker]["attack"] > 0 or facts["attack"] > 0)


def _opening(table: AnyTable, entry: JournalEntry, fighters: Sequence[str], notes: Sequence[Note]) -> str:
    one, other = map(table.title, fighters)
    action = _action(entry, fighters[0])
    how = {"disengage": "tries to break away from", "charge": "charges"}.get(action, "attacks")
    # The last: a feat may have given it to the other.
    first = next((note.facts for note in reversed(notes) if "initiative" in note.facts), {})
    why = first.get("why", "")
    if first.get("initiative") == fighters[1]:
        return f"{one} {how} {other}, but {does(other, 'has')} the initiative: {why}."
    usual = why in ("", "it is activating")
    return f"{one} {how} {other}." if usual else f"{one} {how} {other} and has the initiative: {why}."


def _action(entry: JournalEntry, model: str) -> str:
    """What this model declared in its activation; empty if nothing."""
    declared = (
        event.facts["action"]
        for event in entry.events
        if isinstance(event, Note) and "action" in event.facts and event.facts.get("model") == model
    )
    return str(next(declared, ""))


def _damage(after: Sequence[Recorded], striker: str) -> list[Mapping[str, Any]]:
    """The damage rolls of this striker that follow, up to the next comparison."""
    found = []
    for event in after:
        if isinstance(event, Note) and "attacker" in event.facts:
            break
        if isinstance(event, Result) and event.facts.get("striker") == striker:
            found.append(event.facts)
    return found


def _rolled(table: AnyTable, before: Sequence[Recorded]) -> dict[tuple[str, str], str]:
    """The dice as they lay last, with the faces before of those rolled again, by side and `attack` or `defence`."""
    results = [event for event in before if isinstance(event, Result)]
    # Records of a time before dice had a role are known by their whole name.
    roles = {f"{unit.name} {kind}": kind for unit in table.units.values() for kind in ("attack", "defence")}
    roles |= {group.name: group.role for result in results for group in result.groups if group.role}
    return {(side, roles[name]): ", ".join(faces) for (side, name), faces in lying(results).items() if name in roles}


def _strike(
    table: AnyTable,
    facts: Mapping[str, Any],
    rolled: Mapping[tuple[str, str], str],
    damage: Sequence[Mapping[str, Any]],
) -> str:
    one, other = table.title(facts["attacker"]), table.title(facts["defender"])
    score = [
        f"{facts[what]} ({dice})" if (dice := rolled.get((table.unit(facts[of]).side, what))) else str(facts[what])
        for of, what in (("attacker", "attack"), ("defender", "defence"))
    ]
    tie = f", {_TIES[facts['by']]}" if facts.get("by") in _TIES else ""
    if facts["winner"] == facts["attacker"]:
        came_to = f"{does(one, 'hits')} {other}, {' against '.join(score)}{tie}"
    elif not facts["attack"]:
        came_to = f"{does(one, 'misses')} {other}: {score[0]}"
    else:
        # Who won is told with its own number first.
        came_to = f"{does(other, 'holds')} off {one}, {' against '.join(reversed(score))}{tie}"
    if not damage:
        return about(f"{came_to}.", facts["attacker"], facts["defender"])
    wounds = sum(roll["wounds"] for roll in damage)
    dice = " and ".join(faces_words(roll["dice"]) for roll in damage)
    came = f"does {count(wounds, 'wound')}" if wounds else "does no harm"
    told = f"{came_to}, and {came} (damage {dice} at Success Level {damage[0]['sl']})."
    return about(told, facts["attacker"], facts["defender"])
