"""The result of each roll of an attack: the faces with what they did, and what follows."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.dice import Face
from companion.engine.state.results import FaceGroup
from companion.engine.wording import count, is_plural, verb
from companion.rules.legion.dice import ATTACK, COLOURS, DEFENCE
from companion.rules.legion.melee.figures import Attack, total
from companion.rules.legion.melee.wounds import foreseen
from companion.rules.legion.units import Game, LegionUnit

_MARK = {"hit": "hit", "crit": "critical"}


def attack_result(game: Game, attack: Attack, rerolled: Sequence[int] = ()) -> None:
    """The attack dice as they lie, those that were rolled again among those that stayed (by place)."""
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
            marks = tuple(done[n] or ("rerolled" if start + n in rerolled else "") for n in range(end - start))
            counts = {"hits": done.count("hit"), "crits": done.count("critical")}
            faces = tuple(attack.faces[start:end])
            groups.append(FaceGroup(colour, unit.side, ATTACK[colour].name, faces, marks, counts))
        start = end
    numbers = ((hits, "hit"), (crits, "crit"), (surges, "surge"), (blanks, "blank"))
    found = [count(number, noun) for number, noun in numbers if number]
    game.show(unit, "score", "so far", ", ".join(found))
    after = "after the reroll " if rerolled else ""
    text = f"{unit.name}: {after}{', '.join(found) or 'nothing'}"
    game.result(text, title=_title(attack, "attack dice"), groups=groups, hits=hits, crits=crits)


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


def defence_result(game: Game, attack: Attack, rerolled: Sequence[int] = ()) -> None:
    """The defence dice before the last word on them: a reroll or tokens may still follow."""
    marks = _defence_marks(attack, 0)
    blocks = marks.count("held")
    marks = [mark or ("rerolled" if n in rerolled else "") for n, mark in enumerate(marks)]
    name = attack.defender.name
    text = f"{name}: {count(blocks, 'block')} so far against {attack.score}"
    game.result(text, title=_title(attack, "defence dice"), groups=[_defence_group(attack, marks)], blocks=blocks)


def wounds_result(game: Game, attack: Attack, blocks: int, tokens: int, rerolled: Sequence[int] = ()) -> None:
    """The result of the whole attack: who falls first, then the comparison."""
    unit = attack.defender
    against = f"{attack.score} against {count(blocks, 'block')}"
    fate = fate_of(unit, attack.wounds)
    text = f"{fate}: {against}, {count(attack.wounds, 'wound')}" if attack.wounds else f"No wounds: {against}"
    groups = []
    if attack.defence_faces:
        cancelled = max(0, attack.result["rolled_blocks"] - blocks)
        marks = _cancelled(_defence_marks(attack, tokens), cancelled)
        marks = [mark or ("rerolled" if n in rerolled else "") for n, mark in enumerate(marks)]
        groups = [_defence_group(attack, marks)]
    game.result(text, title=_title(attack, "wounds"), groups=groups, wounds=attack.wounds)


def fate_of(unit: LegionUnit, wounds: int) -> str:
    """What so many wounds do to a unit, as far as it does not hang on its owner's choice."""
    fallen, standing = foreseen(unit, wounds)
    if not standing:
        return f"{unit.name} {verb(unit.name, 'is', 'are')} defeated"
    if fallen:
        return f"{unit.name} {verb(unit.name, 'loses', 'lose')} {count(fallen, 'mini')}"
    if len(unit.living) == 1:
        mini = unit.living[0]
        left = mini.threshold - mini.wounds - wounds
        return f"{unit.name} {verb(unit.name, 'stands', 'stand')}, {left} of {mini.threshold} wounds left"
    return f"{unit.name} {'are' if is_plural(unit.name) else 'is'} wounded"


def _title(attack: Attack, what: str) -> str:
    return f"{attack.attacker.name} against {attack.defender.name}: {what}"


def _defence_group(attack: Attack, marks: Sequence[str]) -> FaceGroup:
    die = DEFENCE[attack.defender.defence_die]
    faces: tuple[Face, ...] = tuple(attack.defence_faces)
    counts = {"blocks": marks.count("held")}
    return FaceGroup("defence", attack.defender.side, die.name, faces, tuple(marks), counts)


def _defence_marks(attack: Attack, tokens: int) -> list[str]:
    surges = attack.defence_faces.count("surge") if attack.surge_blocks else tokens
    marks = []
    for face in attack.defence_faces:
        blocks = face == "block" or (face == "surge" and surges > 0)
        surges -= face == "surge"
        marks.append("held" if blocks else "")
    return marks


def _cancelled(marks: list[str], number: int) -> list[str]:
    """The last so many blocks marked as cancelled by Pierce."""
    for place in reversed(range(len(marks))):
        if number > 0 and marks[place] == "held":
            marks[place], number = "cancelled", number - 1
    return marks
