"""The page of one battle: its sections in order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, groupby

from companion.engine.wording import count, listed, signed
from companion.frontend.palette import PAGE
from companion.frontend.saying.sentences import titled
from companion.report.battle import Battle, Blow, RoundRecord, SideRecord, UnitRecord
from companion.report.blocks import Block, Cards, Grid, Heading, Paragraph, Picture, UnitCard, bullets, sections
from companion.report.card import card
from companion.report.in_short import dealt_words, in_short
from companion.report.pictures import matrix_picture
from companion.report.playback import told_once


def battle_page(battle: Battle) -> Iterator[Block]:
    """Everything of a battle, from its result to its aftermath."""
    yield Heading(1, battle.title)
    sides = " against ".join(side.name for side in battle.sides)
    word, first, last = battle.round_word, battle.rounds[0].number, battle.rounds[-1].number
    rounds = f"{word} {first}" if first == last else f"{word}s {first} to {last}"
    yield Paragraph(f"{battle.game}. {sides}, {rounds}.")
    yield Paragraph(battle.result)
    yield Picture(card(battle, PAGE))
    yield from sections(
        battle,
        ("In short", lambda battle: bullets(list(in_short(battle)))),
        ("The sides", _sides),
        ("The course", _course),
        ("Victory points", _points),
        (f"Strength by {word}", _strength),
        ("Who fought whom", _matrix),
        ("Luck", _luck),
        ("Rulings and adjustments", lambda battle: bullets(battle.rulings)),
        ("Aftermath", _aftermath),
    )


def _sides(battle: Battle) -> Iterator[Block]:
    for side in battle.sides:
        fallen, many = sum(1 for unit in side.units if unit.fall), count(len(side.units), "unit")
        losses = f"{fallen} of {many} out of action." if fallen else f"none of {many} is out of action."
        yield Paragraph(losses if side.units else "nobody.", f"{side.name}:", side.colour)
        if side.units:
            yield Cards([_unit_card(battle, side, unit) for unit in side.units])


def _unit_card(battle: Battle, side: SideRecord, unit: UnitRecord) -> UnitCard:
    """A unit with what is left of it, what it did and what was done to it."""
    lines: list[str] = []
    if unit.fall is None and not unit.gone:
        # Who got better may have more than it came with.
        of = f" of {unit.began}" if unit.left <= unit.began else ""
        whole = "" if unit.harm else "unhurt"
        standing = whole if unit.left == unit.began == 1 else f"{unit.left}{of} {battle.measure.left}"
        lines += filter(None, (standing, unit.harm))
    if unit.fall is not None:
        lines.append(_fall_words(battle, unit.fall))
    if unit.gone:
        lines.append("left the game")
    dealt = sum(blow.wounds for blow in battle.blows if blow.by == unit.of)
    felled = battle.names(blow.of for blow in battle.blows if blow.felled and blow.by == unit.of)
    if dealt:
        lines.append(dealt_words(battle, dealt))
    if felled:
        lines.append(f"felled {listed(dict.fromkeys(felled))}")
    left = 0 if unit.fall is not None else unit.left
    return UnitCard(unit.name, side.colour, left, max(unit.began, left), lines)


def _course(battle: Battle) -> Iterator[Block]:
    for record in battle.rounds:
        yield Heading(3, f"{titled(battle.round_word)} {record.number}")
        if not record.scenes:
            yield Paragraph("Nobody fights.")
        yield from _goes(battle, record)
        fallen = [blow.of for blow in battle.blows if blow.round == record.number and blow.felled]
        if fallen:
            yield Paragraph(f"{listed(battle.names(dict.fromkeys(fallen)))}.", "Out of action:")


def _goes(battle: Battle, record: RoundRecord) -> Iterator[Block]:
    """A paragraph a scene; before the first of each go whose turn it was, and the phase if that is another."""
    phase = ""
    for go in record.goes:
        side = battle.side(go.side)
        name, colour = (side.name, side.colour) if side is not None else ("", "")
        lead = ", ".join(word for word in (name, go.phase if go.phase != phase else "") if word)
        phase = go.phase
        # Moves and the like stand in one paragraph.
        for quiet, scenes in groupby(go.scenes, lambda scene: scene.quiet):
            told = [scene.sentences for scene in scenes]
            for sentences in [tuple(chain(*told))] if quiet else told:
                yield Paragraph(" ".join(told_once(sentences)), f"{lead}:" if lead else "", colour)
                lead = ""


def _strength(battle: Battle) -> Iterator[Block]:
    """The numbers that the match card draws as lines, and how many units stood."""
    if not battle.blows:
        return
    head = [titled(battle.round_word), *(f"{side.name}: {battle.measure.left}" for side in battle.sides)]
    head += [f"{side.name}: units" for side in battle.sides]
    rows = []
    for place, record in enumerate((battle.start, *battle.rounds)):
        counted = [counts[side.of] for counts in (record.strength, record.left) for side in battle.sides]
        rows.append([str(record.number) if place else "start", *map(str, counted)])
    yield Grid(head, rows, range(1, len(head)))


def _points(battle: Battle) -> Iterator[Block]:
    if not any(side.scored for side in battle.sides):
        return
    rows = []
    for side in battle.sides:
        for one in side.scored:
            rows.append([side.name, str(one.round), signed(one.points), one.why])
        rows.append([side.name, "in all", str(side.points), ""])
    yield Grid(["Side", titled(battle.round_word), "Points", "What for"], rows, (2,))


def _matrix(battle: Battle) -> Iterator[Block]:
    pairs = battle.harm()
    if not pairs:
        return
    named = {unit.of: unit.name for side in battle.sides for unit in side.units} | {"": OTHERS}
    by = {of: name for of, name in named.items() if any(one == of for one, _ in pairs)}
    on = {of: name for of, name in named.items() if any(other == of for _, other in pairs)}
    harm = "Models killed" if battle.measure.models else "Wounds"
    title = f"Who fought whom: {harm.lower()}, and a ✕ for a unit put out of action"
    yield Picture(matrix_picture(title, by, on, pairs))
    rows = [[by[a], on[b], str(pairs[a, b][0]), "✕" * pairs[a, b][1]] for a in by for b in on if (a, b) in pairs]
    yield Grid(["Who", "Whom", harm, "Out of action"], rows, (2,))


OTHERS = "other causes"
"""Harm that nobody is named for: a fall, a spell, a broken nerve."""


def _fall_words(battle: Battle, fall: Blow) -> str:
    """`out of action in turn 2 by Oda`"""
    by = f" by {battle.unit(fall.by).name}" if fall.by else ""
    why = f" ({fall.why})" if fall.why and not by else ""
    return f"out of action in {battle.round_word} {fall.round}{by}{why}"


def _luck(battle: Battle) -> Iterator[Block]:
    if battle.luck:
        yield Grid(["Dice of", "Rolled and expected", "How unusual"], [list(row) for row in battle.luck], ())


def _aftermath(battle: Battle) -> Iterator[Block]:
    for name, lines in battle.aftermath:
        yield Paragraph("" if lines else "nothing changes.", f"{name}:")
        yield from bullets(lines)
