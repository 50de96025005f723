"""What mattered in a battle, in five sentences at most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.engine.dice import Faces, face_words
from companion.engine.wording import count, does, verb
from companion.frontend.wording import titled
from companion.report.battle import Battle
from companion.report.highlights import first_blood, first_fall, hero, turning_point


def in_short(battle: Battle) -> Iterator[str]:
    """First blood, the first fall, the turning point, the hero, the luckiest roll; each left out if there is none."""
    yield from _first(battle)
    yield from _turn(battle)
    yield from _most(battle)
    yield from _luckiest(battle)


def harm_words(battle: Battle, number: int) -> str:
    """`7 wounds`; where models are counted `2 models killed`."""
    return f"{count(number, 'model')} killed" if battle.measure.models else count(number, "wound")


def names(battle: Battle, units: Sequence[str]) -> list[str]:
    """What these units are called."""
    return [battle.unit(of).name for of in units]


def fall_words(found: Sequence[str]) -> str:
    """`Oda falls`, `Oda and Hiro fall`."""
    return does(found, "falls")


def chance_words(battle: Battle) -> str:
    """How rare the luckiest roll was: `one in 36`."""
    assert battle.luckiest is not None
    return f"one in {round(1 / battle.luckiest.p):,}"


def lucky_words(battle: Battle) -> str:
    """Whose roll the luckiest was: `Chiyo on Oda`, or what was rolled."""
    made = battle.luckiest
    assert made is not None
    if made.pair is not None:
        return " on ".join(names(battle, made.pair))
    side = next((side.name for side in battle.sides if side.of == made.by), "")
    return f"{side}, {made.title}" if side else made.title


def dice_words(faces: Faces) -> str:
    """`6, 5, 2`; of symbols how many show what: `4 hits, 2 surges`."""
    if any(isinstance(face, int) for face in faces):
        return ", ".join(map(face_words, faces))
    return ", ".join(count(many, face_words(face)) for face, many in Counter(faces).items())


def _first(battle: Battle) -> Iterator[str]:
    blood, fall = first_blood(battle), first_fall(battle)
    if blood is not None and blood.by and blood is not fall:
        name = battle.unit(blood.by).name
        on = battle.unit(blood.of).name
        yield f"{does(name, 'draws')} first blood, on {on} in {battle.round_word} {blood.round}."
    if fall is not None:
        name = battle.unit(fall.of).name
        by = f"to {battle.unit(fall.by).name} " if fall.by else ""
        yield f"{does(name, 'falls')} first, {by}in {battle.round_word} {fall.round}."


def _turn(battle: Battle) -> Iterator[str]:
    turn = turning_point(battle)
    if turn is not None:
        side = next(side for side in battle.sides if side.of == turn.side)
        fell = f", and {fall_words(names(battle, turn.fallen))}" if turn.fallen else ""
        had = f"{turn.had} {battle.measure.noun}"
        lost = f"{does(side.name, 'loses')} {turn.lost} of {had}"
        yield f"{titled(battle.round_word)} {turn.round} turns it: {lost}{fell}."


def _most(battle: Battle) -> Iterator[str]:
    most = hero(battle)
    if most is not None:
        name = battle.unit(most.of).name
        felled = names(battle, most.felled)
        fell = f", and {fall_words(felled)} to {verb(name, 'it', 'them')}" if felled else ""
        yield f"{does(name, 'does')} most: {harm_words(battle, most.harm)}{fell}."


def _luckiest(battle: Battle) -> Iterator[str]:
    made = battle.luckiest
    if made is not None:
        dice = dice_words(made.faces)
        when = f"{battle.round_word} {made.round}"
        yield f"The luckiest roll: {lucky_words(battle)} in {when}, {dice}, {chance_words(battle)}."
