"""The result of each roll of an attack: the faces with what they did, and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.engine.dice import Face
from companion.engine.state.phrases import joined, phrase, says
from companion.engine.state.results import FaceGroup, shown_before
from companion.engine.wording import count, does, is_plural
from companion.rules.legion.dice import ATTACK, COLOURS, DEFENCE
from companion.rules.legion.melee.figures import Attack, total
from companion.rules.legion.melee.wounds import foreseen, is_defeated
from companion.rules.legion.units import Game, LegionUnit

NOTHING_BEFORE: Final[Mapping[int, Face]] = {}
_MARK = {"hit": "hit", "crit": "critical"}


def attack_result(game: Game, attack: Attack, before: Mapping[int, Face] = NOTHING_BEFORE) -> None:
    """The attack dice as they lie; `before` has the faces of those that were rolled again, by place."""
    words = _attack_marks(attack)
    hits, crits = words.count("hit"), words.count("critical")
    blanks = attack.faces.count("blank")
    surges = len(words) - hits - crits - blanks
    unit = attack.attacker
    groups = []
    start = 0
    # The dice lie in the order of their colours.
    for colour in COLOURS:
        end = start + attack.colours.count(colour)
        if end > start:
            done = words[start:end]
            marks = _rerolled(done, range(start, end), before)
            counts = {"hits": done.count("hit"), "crits": done.count("critical")}
            faces = tuple(attack.faces[start:end])
            old = shown_before(range(start, end), before)
            groups.append(FaceGroup(colour, unit.side, ATTACK[colour].name, faces, marks, counts, old))
        start = end
    numbers = ((hits, "hit"), (crits, "crit"), (surges, "surge"), (blanks, "blank"))
    found = [count(number, noun) for number, noun in numbers if number]
    game.show(unit, "score", "so far", ", ".join(found))
    text = joined(": ", (unit.name, ", ".join(found) or "nothing"))
    game.result(text, title=_title(attack, "attack dice"), groups=groups, attacker=unit.id, hits=hits, crits=crits)


def _attack_marks(attack: Attack) -> list[str]:
    """One word a die: surges by what keywords and the chart make of them, tokens aside."""
    critical = total(attack.attack("surges_to_crits"))
    chart = _MARK.get(attack.chart or "", "")
    words = []
    for face in attack.faces:
        word = _MARK.get(str(face), "")
        if face == "surge":
            word = "critical" if critical > 0 else chart
            critical -= 1
        words.append(word)
    return words


def defence_result(game: Game, attack: Attack, before: Mapping[int, Face] = NOTHING_BEFORE) -> None:
    """The defence dice before the last word on them: a reroll or tokens may still follow."""
    marks = _defence_marks(attack, 0)
    blocks = marks.count("held")
    name = attack.defender.name
    text = f"{name}: {count(blocks, 'block')} so far against {attack.score}"
    game.result(
        text, title=_title(attack, "defence dice"), groups=[_defence_group(attack, marks, before)], blocks=blocks
    )


def wounds_result(
    game: Game, attack: Attack, blocks: int, tokens: int, before: Mapping[int, Face] = NOTHING_BEFORE
) -> None:
    """The result of the whole attack: who falls first, then the comparison.

    `before` has the faces of defence dice that were rolled again since the last result, by place.
    """
    unit = attack.defender
    against = f"{attack.score} against {count(blocks, 'block')}"
    fate = fate_of(unit, attack.wounds)
    harm = joined(": ", (fate, f"{against}, {count(attack.wounds, 'wound')}"))
    text = harm if attack.wounds else f"No wounds: {against}"
    groups = []
    if attack.defence_faces:
        cancelled = max(0, attack.result["rolled_blocks"] - blocks)
        marks = _cancelled(_defence_marks(attack, tokens), cancelled)
        groups = [_defence_group(attack, marks, before)]
    game.result(text, title=_title(attack, "wounds"), groups=groups, wounds=attack.wounds)


def fate_of(unit: LegionUnit, wounds: int) -> str:
    """What `wounds` do to a unit, as far as it does not hang on its owner's choice."""
    fallen, living = foreseen(unit, wounds)
    if not living:
        return is_defeated(unit)
    if fallen and fallen == foreseen(unit, wounds, 1)[0] == foreseen(unit, wounds, -1)[0]:
        return f"{does(unit.name, 'loses')} {count(fallen, 'mini')}"
    if len(unit.living) == 1:
        mini = unit.living[0]
        taken = mini.wounds + wounds
        left = says(f"{mini.threshold - taken} of {mini.threshold} wounds left", mini, "wounds", taken)
        return phrase(f"{does(unit.name, 'stands')}, ", left)
    return f"{unit.name} {'are' if is_plural(unit.name) else 'is'} wounded"


def _title(attack: Attack, what: str) -> str:
    return f"{attack.attacker.name} against {attack.defender.name}: {what}"


def _defence_group(attack: Attack, marks: Sequence[str], before: Mapping[int, Face]) -> FaceGroup:
    die = DEFENCE[attack.defender.defence_die]
    faces: tuple[Face, ...] = tuple(attack.defence_faces)
    counts = {"blocks": marks.count("held")}
    places = range(len(faces))
    words = _rerolled(marks, places, before)
    return FaceGroup("defence", attack.defender.side, die.name, faces, words, counts, shown_before(places, before))


def _rerolled(marks: Sequence[str], places: Sequence[int], before: Mapping[int, Face]) -> tuple[str, ...]:
    """The marks of the dice at these places; one that did nothing says that it was rolled again."""
    return tuple(mark or ("rerolled" if place in before else "") for mark, place in zip(marks, places, strict=True))


def _defence_marks(attack: Attack, tokens: int) -> list[str]:
    surges = attack.defence_faces.count("surge") if attack.surge_blocks else tokens
    marks = []
    for face in attack.defence_faces:
        blocks = face == "block" or (face == "surge" and surges > 0)
        surges -= face == "surge"
        marks.append("held" if blocks else "")
    return marks


def _cancelled(marks: list[str], number: int) -> list[str]:
    """The last `number` blocks marked as cancelled by Pierce."""
    for place in reversed(range(len(marks))):
        if number > 0 and marks[place] == "held":
            marks[place], number = "cancelled", number - 1
    return marks
